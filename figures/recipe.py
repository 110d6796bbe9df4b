"""Red-braised pork: the master's dish stays the base, and only the changes are written down."""

from figures.kit import COLUMN, NARROW, Drawing, Role, Value, figure
from figures.things import block_tall, block_wide, legend, mark, thing

LABELS = {
    "zh": {
        "alt": "红烧肉：左边是师傅的一碗 x；分支 F 尝一口，写下改动：多放糖，少放酱油；"
        "改动在加号处加到师傅的做法上，得到今天的一碗 y。",
        "base": "x：师傅的做法",
        "branch": "F：尝一口，只写改动",
        "change": "+ 糖  − 酱油",
        "dish": "y：今天这碗",
    },
    "en": {
        "alt": "Red-braised pork: on the left the master's bowl x; the branch F tastes it and "
        "notes the changes, more sugar and less soy sauce; at the plus sign they are added to "
        "the master's recipe and give today's bowl y.",
        "base": "x: the master’s recipe",
        "branch": "F: taste it, note only the changes",
        "change": "+ sugar  − soy",
        "dish": "y: today’s bowl",
    },
}


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    return figure("recipe", wide(words), tall(words))


def bowl(drawing: Drawing, player: Role, x: float, y: float, steam: bool = True) -> None:
    """A bowl of belly pork, its rim at height y and centred on x."""
    for left, up, turn in ((-19, 7, -14), (18, 8, 16), (0, 13, 4)):
        place = f'transform="translate({x + left:g} {y - up:g}) rotate({turn})"'
        drawing.add(f"<g {place}>")
        thing(drawing, player, "M-10 -9h20v20h-20z")
        mark(drawing, player, "M-10 -4h20M-10 2h20")
        drawing.add("</g>")
    thing(drawing, player, f"M{x - 11:g} {y + 30:g}l-3 7h28l-3 -7z")
    thing(drawing, player, f"M{x - 38:g} {y:g}h76c0 22 -16 32 -30 32h-16c-14 0 -30 -10 -30 -32z")
    if steam:
        waves = f"M{x - 9:g} {y - 30:g}q-5 -5 0 -10t0 -10M{x + 9:g} {y - 30:g}q-5 -5 0 -10t0 -10"
        mark(drawing, "plain", waves)


def spoon(drawing: Drawing, x: float, y: float) -> None:
    thing(drawing, "branch", f"M{x:g} {y:g}m-13 0a10 7 0 1 1 20 0a10 7 0 1 1 -20 0z")
    mark(drawing, "branch", f"M{x + 6:g} {y - 2:g}L{x + 26:g} {y - 15:g}")


def wide(words: dict[str, str]) -> Drawing:
    drawing = Drawing(COLUMN, 234, words["alt"])
    line, branch = 172, 72
    block_wide(drawing, line, branch, start=92, end=568)
    bowl(drawing, "identity", 48, line - 8)
    bowl(drawing, "sum", 608, line - 8)
    spoon(drawing, 424, branch)

    drawing.label(300, branch - 44, words["branch"], role="branch", anchor="mid")
    drawing.label(440, branch - 28, words["change"], role="branch")
    drawing.label(0, line + 54, words["base"], role="identity")
    drawing.label(COLUMN, line + 54, words["dish"], role="sum", anchor="end")
    return drawing


def tall(words: dict[str, str]) -> Drawing:
    drawing = Drawing(NARROW, 456, words["alt"])
    block_tall(drawing, 98, 378)
    bowl(drawing, "identity", 48, 54)
    bowl(drawing, "sum", 48, 406, steam=False)
    spoon(drawing, 206, 244)
    drawing.label(230, 256, words["change"], role="branch")
    legend(
        drawing, 104, 402,
        ("identity", words["base"]), ("branch", words["branch"]), ("sum", words["dish"]),
    )  # fmt: skip
    return drawing
