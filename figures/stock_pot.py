"""A stock pot: one broth passes every cook, who tastes it and adds a spice."""

from figures.kit import COLUMN, NARROW, Drawing, Role, Value, figure
from figures.things import mark, thing

COOKS = range(3)

LABELS = {
    "zh": {
        "alt": "一锅高汤 x 依次经过三位厨师。每位都舀一勺尝味，从自己的调料罐 F 里往汤里加一点；"
        "汤一直在锅里，最后是调好的一锅。",
        "broth": "高汤：一直在锅里",
        "jars": "调料罐：先尝，再加一点",
        "jars_short": "先尝，再加",
        "soup": "成汤：高汤加上每次的料",
    },
    "en": {
        "alt": "A stock pot x passes three cooks in turn. Each tastes a spoonful and adds "
        "something from a spice jar F; the broth stays in the pot, and at the end the soup holds "
        "all that was added.",
        "broth": "broth: stays in the pot",
        "jars": "spice jars: taste, then add a little",
        "jars_short": "taste, then add",
        "soup": "soup: broth plus all additions",
    },
}


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    return figure("stock-pot", wide(words), tall(words))


def pot(drawing: Drawing, player: Role, x: float, y: float) -> None:
    """A pot with two handles, its rim at height y and centred on x."""
    mark(drawing, player, f"M{x - 34:g} {y + 10:g}h-8v8h8M{x + 34:g} {y + 10:g}h8v8h-8")
    thing(drawing, player, f"M{x - 34:g} {y:g}h68v38q0 10 -10 10h-48q-10 0 -10 -10z")
    mark(drawing, player, f"M{x - 34:g} {y + 14:g}q8.5 -6 17 0t17 0t17 0t17 0")
    waves = f"M{x - 10:g} {y - 6:g}q-5 -5 0 -10t0 -10M{x + 10:g} {y - 6:g}q-5 -5 0 -10t0 -10"
    mark(drawing, "plain", waves)


def jar(drawing: Drawing, x: float, y: float, name: str) -> None:
    """A spice jar, its middle at x, y."""
    thing(drawing, "branch", f"M{x - 16:g} {y - 28:g}h32v8h-32z")
    thing(drawing, "branch", f"M{x - 22:g} {y - 20:g}h44v40q0 6 -6 6h-32q-6 0 -6 -6z")
    drawing.formula(x, y + 10, name, role="branch", anchor="mid")


def wide(words: dict[str, str]) -> Drawing:
    drawing = Drawing(COLUMN, 232, words["alt"])
    line, high, start, end, step = 150, 66, 94, 558, 138
    plus = [start + 106 + cook * step for cook in COOKS]
    drawing.line("identity", f"M{start} {line}H{plus[-1]}")
    drawing.line("sum", f"M{plus[-1]} {line}H{end - 12}")
    drawing.head("sum", end, line, 0)
    for cook, x in enumerate(plus):
        drawing.line(
            "branch",
            f"M{x - 88} {line}C{x - 66} {line} {x - 86} {high} {x - 58} {high}"
            f"H{x - 30}C{x - 8} {high} {x} {high + 14} {x} {line - 19}",
        )
        drawing.head("branch", x, line - 9, 90)
        jar(drawing, x - 38, high, f"F_{{{cook}}}")
        drawing.plus(x, line, 9)
    pot(drawing, "identity", 44, line - 24)
    pot(drawing, "sum", COLUMN - 44, line - 24)

    drawing.formula(44, line + 46, "x_{0}", role="identity", anchor="mid")
    drawing.formula(COLUMN - 44, line + 46, f"x_{{{len(COOKS)}}}", role="sum", anchor="mid")
    drawing.label(0, line + 74, words["broth"], role="identity")
    drawing.label(plus[1] - 38, 20, words["jars"], role="branch", anchor="mid")
    drawing.label(COLUMN, line + 74, words["soup"], role="sum", anchor="end")
    return drawing


def tall(words: dict[str, str]) -> Drawing:
    drawing = Drawing(NARROW, 534, words["alt"])
    line, right, start, step = 48, 160, 82, 110
    plus = [start + 92 + cook * step for cook in COOKS]
    drawing.line("identity", f"M{line} {start}V{plus[-1]}")
    drawing.line("sum", f"M{line} {plus[-1]}V432")
    drawing.head("sum", line, 444, 90)
    for cook, y in enumerate(plus):
        drawing.line(
            "branch",
            f"M{line} {y - 80}C{line} {y - 54} {line + 50} {y - 56} {right - 22} {y - 56}"
            f"M{right} {y - 30}C{right} {y - 6} {right - 30} {y} {line + 19} {y}",
        )
        drawing.head("branch", line + 9, y, 180)
        jar(drawing, right, y - 54, f"F_{{{cook}}}")
        drawing.plus(line, y, 9)
    pot(drawing, "identity", line, 28)
    pot(drawing, "sum", line, 476)
    drawing.formula(line + 56, 58, "x_{0}", role="identity")
    drawing.formula(line + 56, 508, f"x_{{{len(COOKS)}}}", role="sum")
    drawing.label(line + 86, 58, words["broth"], role="identity")
    drawing.label(line + 86, 508, words["soup"], role="sum")
    drawing.label(right + 34, plus[0] - 50, words["jars_short"], role="branch")
    return drawing
