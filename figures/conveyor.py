"""A factory: the belt carries the pieces past two workshops, which only send parts to be added.

The workshops are the halves of a Transformer layer: attention looks at all pieces together, the
feed-forward network works on each by itself.
"""

from figures.kit import COLUMN, NARROW, Drawing, Value, figure
from figures.things import Player, legend, mark, thing

LABELS = {
    "zh": {
        "alt": "一条传送带载着三个工件 x 直直向前，经过两个车间。注意力车间让工件互相参照，"
        "前馈车间逐个加工；每个车间只送回要加装的零件，在加号处装到工件上，出厂时是 y。",
        "attention": "注意力车间：工件互相参照",
        "forward": "前馈车间：逐个加工",
        "belt": "传送带：工件原样向前",
    },
    "en": {
        "alt": "A conveyor belt carries three pieces x straight past two workshops. In the "
        "attention workshop the pieces are compared, in the feed-forward workshop each is worked "
        "on by itself; each workshop only sends parts, which are added to the pieces at a plus "
        "sign, and y leaves the factory.",
        "attention": "attention: the pieces compared",
        "forward": "feed-forward: piece by piece",
        "belt": "belt: the pieces pass untouched",
    },
}

PIECES = range(3)
GAP = 22  # px from piece to piece


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    return figure("conveyor", wide(words), tall(words))


def pieces(drawing: Drawing, player: Player, x: float, y: float, down: bool = False) -> None:
    """Three pieces along the belt, the middle one at x, y."""
    for piece in PIECES:
        shift = (piece - 1) * GAP
        left, top = (x, y + shift) if down else (x + shift, y)
        thing(drawing, player, f"M{left - 8:g} {top - 8:g}h16v16h-16z")


def rollers(drawing: Drawing, *places: tuple[int, int]) -> None:
    for x, y in places:
        thing(drawing, "plain", f"M{x - 9} {y}a9 9 0 1 1 18 0a9 9 0 1 1 -18 0z")


def workshop(drawing: Drawing, x: float, y: float, together: bool) -> None:
    """A hall with a saw-tooth roof; inside, the pieces joined by lines or each on its own."""
    roof = "".join("v-16l29 16" for _ in range(4))
    thing(drawing, "branch", f"M{x - 58:g} {y - 26:g}{roof}v54h-116z")
    if together:
        mark(drawing, "branch", f"M{x - 30:g} {y:g}h60M{x - 30:g} {y + 2:g}q30 30 60 0")
    for piece in PIECES:
        left = x + (piece - 1) * 30
        thing(drawing, "branch", f"M{left - 7:g} {y - 7:g}h14v14h-14z")


def wide(words: dict[str, str]) -> Drawing:
    drawing = Drawing(COLUMN, 238, words["alt"])
    line, high, end = 176, 78, COLUMN - 26
    halls = ((200, True, "attention"), (424, False, "forward"))
    last = halls[-1][0] + 98
    rollers(drawing, *[(38 + 74 * place, line + 12) for place in range(8)])
    mark(drawing, "plain", f"M38 {line + 22}H556")
    drawing.line("identity", f"M28 {line}H{last}")
    drawing.line("sum", f"M{last} {line}H{end - 12}")
    drawing.head("sum", end, line, 0)
    for x, together, name in halls:
        plus = x + 98
        drawing.line(
            "branch",
            f"M{x - 106} {line}C{x - 74} {line} {x - 104} {high} {x - 58} {high}"
            f"H{x + 58}C{x + 88} {high} {plus} {high + 20} {plus} {line - 19}",
        )
        drawing.head("branch", plus, line - 9, 90)
        workshop(drawing, x, high, together)
        drawing.plus(plus, line, 9)
        pieces(drawing, "identity", x, line - 10)
        drawing.label(x, high - 56, words[name], role="branch", anchor="mid")
    pieces(drawing, "identity", 58, line - 10)
    pieces(drawing, "sum", 576, line - 10)

    drawing.formula(14, line + 6, "x", role="identity", anchor="end", size=20)
    drawing.formula(COLUMN - 16, line + 6, "y", role="sum", size=20)
    drawing.label(29, line + 54, words["belt"], role="identity")
    return drawing


def tall(words: dict[str, str]) -> Drawing:
    drawing = Drawing(NARROW, 546, words["alt"])
    line, right, end = 52, 216, 476
    halls = ((118, True, "attention"), (298, False, "forward"))
    last = halls[-1][0] + 82
    rollers(drawing, *[(line - 12, 44 + 60 * place) for place in range(7)])
    mark(drawing, "plain", f"M{line - 22} 44V404")
    drawing.line("identity", f"M{line} 28V{last}")
    drawing.line("sum", f"M{line} {last}V{end - 12}")
    drawing.head("sum", line, end, 90)
    for y, together, name in halls:
        plus = y + 82
        drawing.line(
            "branch",
            f"M{line} {y - 44}C{line} {y - 12} {line + 46} {y} {right - 58} {y}"
            f"M{right} {y + 28}C{right} {plus - 14} {right - 40} {plus} {line + 19} {plus}",
        )
        drawing.head("branch", line + 9, plus, 180)
        workshop(drawing, right, y, together)
        drawing.plus(line, plus, 9)
        pieces(drawing, "identity", line + 10, y + 24, down=True)
        drawing.label(right + 62, y - 52, words[name], role="branch", anchor="end")
    pieces(drawing, "sum", line + 10, 424, down=True)

    drawing.formula(line, 18, "x", role="identity", anchor="mid", size=20)
    drawing.formula(line, end + 26, "y", role="sum", anchor="mid", size=20)
    legend(drawing, 20, 532, ("identity", words["belt"]))
    return drawing
