"""A motorway: the main carriageway goes straight on, the ramp goes off to work and rejoins."""

from figures.kit import COLUMN, NARROW, Drawing, Value, figure
from figures.things import Player, legend, mark, road, thing

LABELS = {
    "zh": {
        "alt": "高速公路俯视图：主路上的车 x 笔直向前；匝道上开着它的复制品，经过工地 F，"
        "带着改动在加号处汇入主路，合成 y。",
        "main": "主路：x 笔直向前",
        "ramp": "匝道：出去干活，再回来",
        "fork": "复制，不是分流",
        "merge": "汇入：两路相加",
        "both": "复制，不是分流；汇入，两路相加",
    },
    "en": {
        "alt": "A motorway from above: the car x drives straight on along the main carriageway; "
        "a copy of it takes the ramp through the works F, and what comes out merges "
        "at the plus sign into y.",
        "main": "carriageway: x goes straight on",
        "ramp": "ramp: off to do some work, and back",
        "fork": "copied, not divided",
        "merge": "merging: the two add",
        "both": "copied, not divided; merging, the two add",
    },
}


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    return figure("motorway", wide(words), tall(words))


def car(drawing: Drawing, player: Player, x: float, y: float, turn: int = 0) -> None:
    """A car from above, its middle at x, y; it drives to the right, or down if turned by 90."""
    place = f'transform="translate({x:g} {y:g}) rotate({turn})"'
    drawing.add(f"<g {place}>")
    thing(drawing, player, "M-13 -7h22q6 0 6 7t-6 7h-22q-3 0 -3 -3v-8q0 -3 3 -3z")
    mark(drawing, player, "M5 -5q3 5 0 10M-9 -5v10")
    drawing.add("</g>")


def wide(words: dict[str, str]) -> Drawing:
    drawing = Drawing(COLUMN, 228, words["alt"])
    line, ramp, fork, plus = 172, 66, 92, 500
    leave = f"M{fork} {line}C{fork + 60} {line} {fork + 40} {ramp} {fork + 118} {ramp}"
    enter = f"H400C{plus - 30} {ramp} {plus} {ramp + 30} {plus} {line - 22}"
    road(drawing, f"{leave}{enter}v22", f"M0 {line}H{COLUMN}")
    drawing.line("branch", leave + enter)
    drawing.head("branch", plus, line - 12, 90)
    drawing.line("identity", f"M30 {line}H{plus - 22}")
    drawing.head("identity", plus - 12, line, 0)
    drawing.line("sum", f"M{plus + 12} {line}H{COLUMN - 43}")
    drawing.head("sum", COLUMN - 30, line, 0)
    drawing.box("branch", 250, ramp - 30, 110, 60)
    drawing.plus(plus, line)
    car(drawing, "identity", 60, line)
    car(drawing, "identity", 304, line)
    car(drawing, "identity", 214, ramp)
    car(drawing, "branch", 398, ramp)
    car(drawing, "sum", 570, line)

    drawing.formula(305, ramp + 6, "F(x)", role="branch", anchor="mid", size=20)
    drawing.formula(20, line + 6, "x", role="identity", anchor="end", size=20)
    drawing.formula(COLUMN - 20, line + 6, "y", role="sum", size=20)
    drawing.label(305, ramp - 42, words["ramp"], role="branch", anchor="mid")
    drawing.label(304, line + 48, words["main"], role="identity", anchor="mid")
    drawing.label(fork, line + 48, words["fork"], anchor="mid")
    drawing.label(plus, line + 48, words["merge"], anchor="mid")
    return drawing


def tall(words: dict[str, str]) -> Drawing:
    drawing = Drawing(NARROW, 502, words["alt"])
    line, ramp, fork, plus = 46, 200, 84, 318
    leave = f"M{line} {fork}C{line} {fork + 52} {ramp} {fork + 20} {ramp} {fork + 76}"
    enter = f"V238C{ramp} {plus - 20} {ramp - 40} {plus} {line + 22} {plus}"
    road(drawing, f"{leave}{enter}h-22", f"M{line} 0V420")
    drawing.line("branch", leave + enter)
    drawing.head("branch", line + 12, plus, 180)
    drawing.line("identity", f"M{line} 28V{plus - 22}")
    drawing.head("identity", line, plus - 12, 90)
    drawing.line("sum", f"M{line} {plus + 12}V386")
    drawing.head("sum", line, 397, 90)
    drawing.box("branch", ramp - 52, 168, 104, 56)
    drawing.plus(line, plus)
    car(drawing, "identity", line, 52, 90)
    car(drawing, "identity", line, 200, 90)
    car(drawing, "identity", 128, 122, 40)
    car(drawing, "branch", ramp, 254, 90)
    car(drawing, "sum", line, 360, 90)

    drawing.formula(ramp, 202, "F(x)", role="branch", anchor="mid", size=20)
    drawing.formula(line, 18, "x", role="identity", anchor="mid", size=20)
    drawing.formula(line, 415, "y", role="sum", anchor="mid", size=20)
    legend(
        drawing, 24, 446,
        ("identity", words["main"]), ("branch", words["ramp"]),
        (None, words["both"]),
    )  # fmt: skip
    return drawing
