"""The residual block: the input goes straight on, the branch computes what is added to it."""

from figures.kit import COLUMN, NARROW, Drawing, Value, figure

LABELS = {
    "zh": {
        "alt": "残差块：输入 x 沿直线原样到达加号，另一份经过分支 F，两者相加得到 y。",
        "identity": "恒等：原样通过",
        "identity_name": "恒等：",
        "identity_act": "原样通过",
        "branch": "分支：学到的增量",
        "sum": "和",
    },
    "en": {
        "alt": "A residual block: the input x runs straight to the plus sign, a copy passes "
        "through the branch F, and the two add up to y.",
        "identity": "identity: passes unchanged",
        "identity_name": "identity:",
        "identity_act": "unchanged",
        "branch": "branch: the learned increment",
        "sum": "sum",
    },
}


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    return figure("residual-block", wide(words), tall(words))


def wide(words: dict[str, str]) -> Drawing:
    drawing = Drawing(COLUMN, 196, words["alt"])
    line, branch, fork, plus = 140, 60, 92, 486
    drawing.line(
        "branch",
        f"M{fork} {line}C{fork + 44} {line} {fork + 30} {branch} {fork + 84} {branch}H420"
        f"C466 {branch} {plus} {branch + 22} {plus} {line - 22}",
    )
    drawing.head("branch", plus, line - 12, 90)
    drawing.line("identity", f"M32 {line}H{plus - 22}")
    drawing.head("identity", plus - 12, line, 0)
    drawing.line("sum", f"M{plus + 12} {line}H{COLUMN - 45}")
    drawing.head("sum", COLUMN - 32, line, 0)
    drawing.box("branch", 202, branch - 30, 180, 60)
    drawing.plus(plus, line)

    drawing.formula(292, branch + 6, "F(x)", role="branch", anchor="mid", size=20)
    drawing.formula(20, line + 6, "x", role="identity", anchor="end", size=20)
    drawing.formula(COLUMN - 20, line + 6, "y", role="sum", size=20)
    drawing.label(292, branch - 42, words["branch"], anchor="mid")
    drawing.label(292, line + 28, words["identity"], anchor="mid")
    drawing.label(plus, line + 36, words["sum"], anchor="mid")
    return drawing


def tall(words: dict[str, str]) -> Drawing:
    drawing = Drawing(NARROW, 342, words["alt"])
    line, fork, plus = 40, 62, 262
    drawing.line("branch", f"M{line} {fork}C{line} {fork + 42} 80 {fork + 58} 118 {fork + 58}")
    drawing.line("branch", f"M196 150C196 {plus - 34} 160 {plus} {line + 22} {plus}")
    drawing.head("branch", line + 12, plus, 180)
    drawing.line("identity", f"M{line} 30V{plus - 22}")
    drawing.head("identity", line, plus - 12, 90)
    drawing.line("sum", f"M{line} {plus + 12}V300")
    drawing.head("sum", line, 310, 90)
    drawing.box("branch", 118, 90, 156, 60)
    drawing.plus(line, plus)

    drawing.formula(196, 126, "F(x)", role="branch", anchor="mid", size=20)
    drawing.formula(line, 18, "x", role="identity", anchor="mid", size=20)
    drawing.formula(line, 336, "y", role="sum", anchor="mid", size=20)
    drawing.label(196, 78, words["branch"], anchor="mid")
    drawing.label(line + 14, 188, words["identity_name"])
    drawing.label(line + 14, 206, words["identity_act"])
    drawing.label(line + 22, plus + 24, words["sum"])
    return drawing
