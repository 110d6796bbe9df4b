"""A company: reports that are summarised level by level, and reports that ride up with notes added.

The numbers are those of snippets/intuition_company.py: how much of the report is lost at a level.
"""

from collections.abc import Sequence

from figures.kit import COLUMN, NARROW, Drawing, Quote, Value, figure
from figures.things import sheet

LABELS = {
    "zh": {
        "alt": "同一座大楼的两种汇报方式。左边，每一层都用自己的摘要替换下面送来的报告，"
        "到顶层丢了 {plain_top} %；右边，报告坐电梯直上，每层只加一份附注，"
        "到顶层丢了 {residual_top} %。",
        "plain": "层层摘要：每层重写一遍",
        "residual": "电梯直达：每层加一份附注",
        "plain_short": "层层摘要",
        "residual_short": "电梯直达",
        "floor": "一线",
        "board": "顶层",
        "lost": "丢失",
    },
    "en": {
        "alt": "Two ways of reporting in one building. On the left every level replaces what "
        "comes from below by its own summary, and {plain_top} % is lost at the top; on the right "
        "the report takes the lift, each level only adds a note, and {residual_top} % is lost.",
        "plain": "level by level: each rewrites",
        "residual": "by lift: each adds a note",
        "plain_short": "level by level",
        "residual_short": "by lift",
        "floor": "floor",
        "board": "board",
        "lost": "lost",
    },
}

STOREY = 60  # px
REPORT = (20, 24, 22, 14)  # lengths of the lines on the floor's report
PAGE = (38, 42)
Shares = Sequence[Quote]


def draw(lang: str, value: Value) -> str:
    words = dict(LABELS[lang])
    plain, residual = shares(value, "plain"), shares(value, "residual")
    words["alt"] = words["alt"].format(plain_top=plain[-1].text, residual_top=residual[-1].text)
    wide = building(COLUMN, words, plain, residual, (188, 462), "")
    tall = building(NARROW, words, plain, residual, (72, 208), "_short")
    return figure("company", wide, tall)


def shares(value: Value, name: str) -> list[Quote]:
    """Per cent lost after each level, as printed."""
    name = f"intuition_company.{name}"
    found = value(name)
    assert isinstance(found, Sequence)
    return [Quote(f"{name}[{level}]", f"{share:.0f}") for level, share in enumerate(found)]


def building(
    width: int,
    words: dict[str, str],
    plain: Shares,
    residual: Shares,
    columns: tuple[int, int],
    short: str,
) -> Drawing:
    levels = len(plain)
    foot = 40 + STOREY * (levels + 1)  # the ground the floor stands on
    drawing = Drawing(width, foot + 4, words["alt"])
    for level in range(levels + 2):
        drawing.line("quiet", f"M0 {foot - level * STOREY}H{width}")
    stairs(drawing, columns[0], foot, plain)
    lift(drawing, columns[1], foot, residual)
    for x, name in zip(columns, ("plain", "residual"), strict=True):
        drawing.label(x, 22, words[name + short], anchor="mid")
    for x in (columns[0] + 34, columns[1] + 74):
        drawing.label(x, foot - STOREY // 2 + 5, words["lost"])
    drawing.label(0, foot - STOREY // 2 + 5, words["floor"])
    drawing.label(0, foot - levels * STOREY - STOREY // 2 + 5, words["board"])
    return drawing


def stairs(drawing: Drawing, x: int, foot: int, lost: Shares) -> None:
    """Every level hands on a shorter summary of the summary below."""
    floor = foot - STOREY // 2
    drawing.line("branch", f"M{x} {floor}V{floor - STOREY * len(lost) + 34}")
    sheet(drawing, "identity", x - 19, floor - 21, REPORT, PAGE)
    for level, share in enumerate(lost):
        y = floor - STOREY * (level + 1)
        drawing.head("branch", x, y + 21, -90)
        sheet(drawing, "branch", x - 19, y - 21, REPORT[: max(1, 3 - level)], PAGE)
        drawing.formula(x + 34, y + 6, share, " %", size=16)


def lift(drawing: Drawing, x: int, foot: int, lost: Shares) -> None:
    """The report itself goes up; every level adds a note to it."""
    floor = foot - STOREY // 2
    top = floor - STOREY * len(lost)
    drawing.line("identity", f"M{x} {floor}V{top}")
    drawing.line("sum", f"M{x} {top}V{top - 26}")
    sheet(drawing, "identity", x - 19, floor - 21, REPORT, PAGE)
    for level, share in enumerate(lost):
        y = floor - STOREY * (level + 1)
        drawing.line(
            "branch", f"M{x} {y + 36}C{x} {y + 16} {x + 20} {y + 14} {x + 40} {y}H{x + 18}"
        )
        drawing.head("branch", x + 9, y, 180)
        sheet(drawing, "branch", x + 34, y - 12, (12,), (26, 24))
        drawing.plus(x, y, 9)
        drawing.formula(x + 74, y + 6, share, " %", size=16)
