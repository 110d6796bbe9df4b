"""Four blocks, the width growing at the third: where each option puts weights on the shortcut."""

from figures.kit import COLUMN, NARROW, Drawing, Value, figure

OPTIONS = ("A", "B", "C")
BLOCKS = range(4)
GROWS = 2  # index of the block at which the width grows

LABELS = {
    "zh": {
        "alt": "三种捷径各经过四个块，通道在第三个块变多。方案 A：捷径上没有权重，变宽处补零。"
        "方案 B：只有变宽的块在捷径上有投影。方案 C：每个块的捷径上都有投影。",
        "narrow": "窄",
        "wide": "宽",
        "zeros": "补零",
        "A": "A：捷径上没有权重，变宽处补零",
        "B": "B：只在变宽处投影",
        "C": "C：处处投影",
    },
    "en": {
        "alt": "Three kinds of shortcut through four blocks, the third of which has more channels. "
        "Option A: no weights on the shortcut, zeros fill up where the width grows. "
        "Option B: a projection on the shortcut of that block only. "
        "Option C: a projection on every shortcut.",
        "narrow": "narrow",
        "wide": "wide",
        "zeros": "zeros",
        "A": "A: no weights, zeros where the width grows",
        "B": "B: a projection only where the width grows",
        "C": "C: a projection everywhere",
    },
}


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    return figure("shortcut-options", wide(words), tall(words))


def has_projection(option: str, block: int) -> bool:
    return option == "C" or (option == "B" and block == GROWS)


def wide(words: dict[str, str]) -> Drawing:
    drawing = Drawing(COLUMN, 408, words["alt"])
    left, step, row = 28, 148, 128
    border = left + GROWS * step - 12
    drawing.label(border - 10, 12, words["narrow"], anchor="end")
    drawing.label(border + 10, 12, words["wide"])
    for number, option in enumerate(OPTIONS):
        line = 82 + number * row
        drawing.line("quiet", f"M{border} {line - 82 if number == 0 else line - 62}V{line + 18}")
        drawing.line("identity", f"M{left - 28} {line}H{COLUMN - 60}")
        drawing.line("sum", f"M{COLUMN - 60} {line}H{COLUMN - 12}")
        drawing.head("sum", COLUMN, line, 0)
        for block in BLOCKS:
            wide_block(drawing, option, block, left + block * step, line, words)
        drawing.label(0, line + 38, words[option])
    return drawing


def wide_block(
    drawing: Drawing, option: str, block: int, x: int, line: int, words: dict[str, str]
) -> None:
    """One block whose fork stands at x."""
    top, box, plus = line - 44, 60, x + 112
    drawing.line(
        "branch",
        f"M{x} {line}C{x + 20} {line} {x + 6} {top} {x + 28} {top}H{x + 84}"
        f"C{plus} {top} {plus} {line - 34} {plus} {line - 20}",
    )
    drawing.head("branch", plus, line - 9, 90)
    drawing.box("branch", x + 26, top - 15, box, 30)
    drawing.formula(x + 26 + box / 2, top + 6, f"F_{{{block}}}", role="branch", anchor="mid")
    if has_projection(option, block):
        drawing.box("branch", x + 38, line - 14, 36, 28)
        drawing.formula(x + 56, line + 5, "W_{s}", role="branch", anchor="mid", size=16)
    if option == "A" and block == GROWS:
        drawing.line("quiet", f"M{x - 12} {line + 7}H{plus - 9}")
        drawing.label(x + 56, line + 24, words["zeros"], anchor="mid")
    drawing.plus(plus, line, 9)


def tall(words: dict[str, str]) -> Drawing:
    drawing = Drawing(NARROW, 520, words["alt"])
    top, step, column = 40, 92, 106
    border = top + GROWS * step - 6
    drawing.line("quiet", f"M0 {border}H{NARROW}")
    drawing.label(NARROW, border - 8, words["narrow"], anchor="end")
    drawing.label(NARROW, border + 18, words["wide"], anchor="end")
    for number, option in enumerate(OPTIONS):
        line = 22 + number * column
        drawing.label(line, 14, option, anchor="mid")
        end = top + len(BLOCKS) * step
        drawing.line("identity", f"M{line} 24V{end - 24}")
        drawing.line("sum", f"M{line} {end - 24}V{end - 6}")
        drawing.head("sum", line, end + 6, 90)
        for block in BLOCKS:
            tall_block(drawing, option, block, line, top + block * step)
        drawing.label(0, 452 + number * 26, words[option])
    return drawing


def tall_block(drawing: Drawing, option: str, block: int, line: int, y: int) -> None:
    """One block whose fork stands at y."""
    plus, right = y + 68, line + 44
    drawing.line(
        "branch",
        f"M{line} {y}C{line} {y + 10} {right} {y + 2} {right} {y + 18}V{y + 44}"
        f"C{right} {plus} {line + 34} {plus} {line + 20} {plus}",
    )
    drawing.head("branch", line + 9, plus, 180)
    drawing.box("branch", right - 18, y + 18, 36, 28)
    drawing.formula(right, y + 37, f"F_{{{block}}}", role="branch", anchor="mid", size=16)
    if has_projection(option, block):
        drawing.box("branch", line - 16, y + 20, 32, 26)
        drawing.formula(line, y + 38, "W_{s}", role="branch", anchor="mid", size=14)
    if option == "A" and block == GROWS:
        drawing.line("quiet", f"M{line - 7} {y - 6}V{plus - 9}")
    drawing.plus(line, plus, 9)
