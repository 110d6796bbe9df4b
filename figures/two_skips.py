"""A diffusion U-Net: residual sums inside the blocks, concatenations across from left to right."""

from figures.kit import COLUMN, NARROW, Drawing, Value, figure
from figures.things import thing

LEVELS = (0, 1, 2)
TOP = 42  # y of the first level

LABELS = {
    "zh": {
        "alt": "一个 U 形的网络。左边的块逐级变小，右边的块逐级变大，每个块里有一条捷径和一个加号。"
        "每一级都有一条长线从左边横跨到右边，在那里拼接，不相加。",
        "long": "横跨：拼接",
        "short": "块内：相加",
        "down": "变小",
        "up": "变大",
    },
    "en": {
        "alt": "A network in the shape of a U. On the left blocks with ever smaller pictures, on "
        "the right with ever larger ones, each block with a shortcut and a plus sign. On each "
        "level a long line leads across from left to right, where it is concatenated, not added.",
        "long": "across: concatenated",
        "short": "inside a block: added",
        "down": "smaller",
        "up": "larger",
    },
}


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    wide = picture(words, COLUMN, 190, 96, 46)
    return figure("two-skips", wide, picture(words, NARROW, 96, 88, 18))


def picture(words: dict[str, str], width: int, block: int, row: int, indent: int) -> Drawing:
    """`block` is how wide a block is on the first level, `indent` how much narrower on the next."""
    drawing = Drawing(width, TOP + row * len(LEVELS) + 40, words["alt"])
    for level in LEVELS:
        y, wide = TOP + level * row, block - level * indent
        left, right = level * indent / 2, width - level * indent / 2 - wide
        drawing.line("identity", f"M{left + wide:g} {y}H{right - 16:g}")
        drawing.head("identity", right - 8, y, 0)
        residual(drawing, left, y, wide)
        residual(drawing, right, y, wide)
        join(drawing, right - 3, y)
    for level in LEVELS[:-1]:
        y = TOP + level * row
        drawing.line("sum", f"M{block / 2:g} {y + 12}V{y + row - 48}")
        drawing.head("sum", block / 2, y + row - 40, 90)
        drawing.line("sum", f"M{width - block / 2:g} {y + row - 40}V{y + 22}")
        drawing.head("sum", width - block / 2, y + 12, 270)
    drawing.label(block / 2 + 10, TOP + row / 2 - 10, words["down"])
    drawing.label(width - block / 2 - 10, TOP + row / 2 - 10, words["up"], anchor="end")
    turn(drawing, block / 2, width - block / 2, TOP + row * (len(LEVELS) - 1))
    legend(drawing, words, TOP + row * len(LEVELS) + 4)
    return drawing


def turn(drawing: Drawing, left: float, right: float, y: int) -> None:
    """From the lowest block on the left to the lowest on the right."""
    low = y + 30
    drawing.line(
        "sum",
        f"M{left:g} {y + 12}V{low - 10}Q{left:g} {low} {left + 10:g} {low}"
        f"H{right - 10:g}Q{right:g} {low} {right:g} {low - 10}V{y + 22}",
    )
    drawing.head("sum", right, y + 12, 270)


def legend(drawing: Drawing, words: dict[str, str], y: int) -> None:
    drawing.plus(10, y, 7)
    drawing.label(26, y + 5, words["short"])
    join(drawing, 10, y + 24)
    drawing.label(26, y + 29, words["long"])


def residual(drawing: Drawing, x: float, y: float, width: float) -> None:
    """A block between x and x + width: shortcut, branch above, plus sign."""
    plus, top = x + width - 12, y - 26
    drawing.line(
        "branch",
        f"M{x + 4:g} {y}C{x + 16:g} {y} {x + 6:g} {top} {x + 20:g} {top}H{plus - 14:g}"
        f"C{plus:g} {top} {plus:g} {top + 6} {plus:g} {y - 18}",
    )
    drawing.head("branch", plus, y - 7, 90)
    drawing.line("identity", f"M{x:g} {y}H{plus - 7:g}")
    drawing.box("branch", x + width / 2 - 17, top - 10, 26, 20)
    drawing.plus(plus, y, 7)
    drawing.line("sum", f"M{plus + 7:g} {y}H{x + width:g}")


def join(drawing: Drawing, x: float, y: float) -> None:
    """Two bars beside each other: concatenation."""
    thing(drawing, "plain", f"M{x - 5:g} {y - 9:g}h5v18h-5z")
    thing(drawing, "plain", f"M{x + 1:g} {y - 9:g}h5v18h-5z")
