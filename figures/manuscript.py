"""Editing a paper: the draft stays, and the editor hands in nothing but the notes."""

from figures.kit import COLUMN, NARROW, Drawing, Value, figure
from figures.things import block_tall, block_wide, legend, mark, sheet

LABELS = {
    "zh": {
        "alt": "改论文：左边是初稿 x；分支 F 读一遍，只交出批注；批注在加号处加到初稿上，"
        "得到改定稿 y。",
        "draft": "x：初稿",
        "branch": "F：读一遍，只写批注",
        "notes": "批注",
        "fair": "y：改定稿",
    },
    "en": {
        "alt": "Editing a paper: on the left the draft x; the branch F reads it and hands in "
        "nothing but notes; at the plus sign they are added to the draft and give the revised "
        "text y.",
        "draft": "x: the draft",
        "branch": "F: read it, write only the notes",
        "notes": "the notes",
        "fair": "y: the revised text",
    },
}


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    return figure("manuscript", wide(words), tall(words))


DRAFT = (32, 34, 30, 34, 18)
REVISED = (32, 14, 30, 26, 34, 18)  # a cut and a new line: nothing shows any more what was added


def notes(drawing: Drawing, x: float, y: float) -> None:
    """What the editor hands in: a cut and an insertion, without the text they belong to."""
    sheet(drawing, "branch", x, y, ())
    mark(drawing, "branch", f"M{x + 22:g} {y + 19:g}h20M{x + 38:g} {y + 15:g}l4 8")
    mark(drawing, "branch", f"M{x + 8:g} {y + 38:g}l4 -6l4 6M{x + 16:g} {y + 46:g}h26")


def wide(words: dict[str, str]) -> Drawing:
    drawing = Drawing(COLUMN, 236, words["alt"])
    line, branch = 168, 68
    block_wide(drawing, line, branch, start=62, end=590)
    sheet(drawing, "identity", 0, line - 32, DRAFT)
    notes(drawing, 396, branch - 32)
    sheet(drawing, "sum", 602, line - 32, REVISED)

    drawing.label(300, branch - 44, words["branch"], role="branch", anchor="mid")
    drawing.label(456, branch - 18, words["notes"], role="branch")
    drawing.label(0, line + 60, words["draft"], role="identity")
    drawing.label(COLUMN, line + 60, words["fair"], role="sum", anchor="end")
    return drawing


def tall(words: dict[str, str]) -> Drawing:
    drawing = Drawing(NARROW, 458, words["alt"])
    block_tall(drawing, 78, 380)
    sheet(drawing, "identity", 23, 4, DRAFT)
    notes(drawing, 181, 218)
    sheet(drawing, "sum", 23, 390, REVISED)
    drawing.label(242, 254, words["notes"], role="branch")
    legend(
        drawing, 92, 404,
        ("identity", words["draft"]), ("branch", words["branch"]), ("sum", words["fair"]),
    )  # fmt: skip
    return drawing
