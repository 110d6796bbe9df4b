"""Four layers twice: a plain chain rewrites its input, a residual chain only adds to it."""

from figures.kit import COLUMN, NARROW, Drawing, Value, figure

LAYERS = range(4)

LABELS = {
    "zh": {
        "alt": "两条四层的链。普通的一条，每一步都要经过分支；"
        "残差的一条，直线从头到尾不断，每个分支只往上加。",
        "plain": "普通：每一步都要经过分支，输入被改写四次",
        "residual": "残差：线一直在，每一步只往上加",
        "plain_short": "普通",
        "residual_short": "残差",
    },
    "en": {
        "alt": "Two chains of four layers. In the plain one every step goes through a branch; in "
        "the residual one a line runs through unbroken and every branch only adds to it.",
        "plain": "plain: every step goes through a branch and rewrites its input",
        "residual": "residual: the line stays, each step only adds",
        "plain_short": "plain",
        "residual_short": "residual",
    },
}


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    return figure("plain-and-residual", wide(words), tall(words))


def wide(words: dict[str, str]) -> Drawing:
    drawing = Drawing(COLUMN, 250, words["alt"])
    start, end, step = 32, COLUMN - 32, 128

    plain = 28
    drawing.line("branch", f"M{start} {plain}H{end - 12}")
    drawing.head("branch", end, plain, 0)
    for layer in LAYERS:
        x = 82 + layer * step
        drawing.box("branch", x, plain - 20, 72, 40)
        drawing.formula(x + 36, plain + 6, f"F_{{{layer}}}", role="branch", anchor="mid")
    drawing.formula(start - 10, plain + 6, "x_{0}", role="identity", anchor="end")
    drawing.formula(end + 8, plain + 6, f"x_{{{len(LAYERS)}}}")
    drawing.label(0, plain + 46, words["plain"])

    line = 196
    drawing.line("identity", f"M{start} {line}H{end - 50}")
    drawing.line("sum", f"M{82 + 3 * step + 91} {line}H{end - 12}")
    drawing.head("sum", end, line, 0)
    for layer in LAYERS:
        x = 82 + layer * step
        drawing.line(
            "branch",
            f"M{x - 32} {line}C{x - 16} {line} {x - 24} {line - 56} {x} {line - 56}H{x + 62}"
            f"C{x + 82} {line - 56} {x + 82} {line - 40} {x + 82} {line - 19}",
        )
        drawing.head("branch", x + 82, line - 9, 90)
        drawing.box("branch", x, line - 76, 60, 40)
        drawing.plus(x + 82, line, 9)
        drawing.formula(x + 30, line - 50, f"F_{{{layer}}}", role="branch", anchor="mid")
    drawing.formula(start - 10, line + 6, "x_{0}", role="identity", anchor="end")
    drawing.formula(end + 8, line + 6, f"x_{{{len(LAYERS)}}}", role="sum")
    drawing.label(0, line + 42, words["residual"])
    return drawing


def tall(words: dict[str, str]) -> Drawing:
    drawing = Drawing(NARROW, 438, words["alt"])
    top, end, step = 28, 390, 82

    plain = 60
    drawing.line("branch", f"M{plain} {top}V{end - 11}")
    drawing.head("branch", plain, end, 90)
    for layer in LAYERS:
        y = 48 + layer * step
        drawing.box("branch", plain - 34, y, 68, 40)
        drawing.formula(plain, y + 26, f"F_{{{layer}}}", role="branch", anchor="mid")

    line = 190
    drawing.line("identity", f"M{line} {top}V360")
    drawing.line("sum", f"M{line} 359V{end - 11}")
    drawing.head("sum", line, end, 90)
    for layer in LAYERS:
        y = 48 + layer * step
        drawing.line(
            "branch",
            f"M{line} {y - 14}C{line} {y + 6} {line + 26} {y + 20} {line + 40} {y + 20}"
            f"M{line + 73} {y + 40}C{line + 73} {y + 58} {line + 46} {y + 56} {line + 19} {y + 56}",
        )
        drawing.head("branch", line + 9, y + 56, 180)
        drawing.box("branch", line + 40, y, 66, 40)
        drawing.plus(line, y + 56, 9)
        drawing.formula(line + 73, y + 26, f"F_{{{layer}}}", role="branch", anchor="mid")

    for x, word in ((plain, "plain_short"), (line, "residual_short")):
        drawing.formula(x, 18, "x_{0}", role="identity", anchor="mid")
        drawing.label(x, end + 42, words[word], anchor="mid")
    drawing.formula(plain, end + 22, f"x_{{{len(LAYERS)}}}", anchor="mid")
    drawing.formula(line, end + 22, f"x_{{{len(LAYERS)}}}", role="sum", anchor="mid")
    return drawing
