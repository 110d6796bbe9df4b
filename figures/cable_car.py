"""Mountain gates: a footpath through every gate, a cable car beside it, a station where both join.

The picture to remember: forward up the mountain, the gradient down beside the cable.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees

from figures.kit import COLUMN, NARROW, Drawing, Value, figure
from figures.things import ground, legend, mark, thing

LABELS = {
    "zh": {
        "alt": "上山的路分成几段，每段有一道关口 F。步行的山路穿过关口，缆车从旁边直达下一站，"
        "两路在站台的加号处逐项相加。虚线表示梯度沿缆车下山。",
        "cable": "缆车：行李原样上山",
        "path": "山路：每道关口改一改",
        "station": "站台：两路逐项相加",
        "back": "虚线：梯度沿缆车下山",
    },
    "en": {
        "alt": "A climb in stages, each with a gate F. The footpath leads through the gate, the "
        "cable car runs straight to the next station, and at the station's plus sign both arrive "
        "and add, item by item. Dashed: the gradient rides down along the cable.",
        "cable": "cable car: luggage rides up untouched",
        "path": "footpath: each gate changes something",
        "station": "station: both arrive and add, item by item",
        "back": "dashed: the gradient rides back down",
    },
}

GATE_WIDTH = 26


@dataclass(frozen=True)
class Mountain:
    """Stations from the valley to the summit; `walk` leads from just after one to the next."""

    stations: list[tuple[int, int]]
    hollow: int  # px from a station to the gate on the path after it, to the right
    drop: int  # px from a station down to that gate
    cabin: float  # where on the cable the cabin hangs, as a share of it
    node: int  # radius of a station

    def walk(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        (a, c), (e, f) = start, end
        low, near, far = c + self.drop, a + self.hollow - 28, a + self.hollow + 16
        bend, swing = round((near - a) * 0.45), round((e - far) * 0.5)
        return (
            f"C{a + 12 + bend} {c} {near - bend} {low} {near} {low}H{far}"
            f"C{far + swing} {low} {e - swing} {f + self.drop + 22} {e - 7} {f + 9}"
        )


WIDE = Mountain([(70, 328), (240, 238), (410, 148), (580, 58)], 84, 30, 0.66, 11)
TALL = Mountain([(26, 496), (112, 376), (198, 256), (284, 136)], 44, 16, 0.7, 10)


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    wide = Drawing(COLUMN, 404, words["alt"])
    paint(wide, WIDE, 404)
    tall = Drawing(NARROW, 556, words["alt"])
    paint(tall, TALL, 556)
    for drawing in (wide, tall):
        legend(
            drawing, 0, 18,
            ("identity", words["cable"]), ("branch", words["path"]),
            ("sum", words["station"]), ("gradient", words["back"]),
        )  # fmt: skip
    return figure("cable-car", wide, tall)


def paint(drawing: Drawing, mountain: Mountain, foot: int) -> None:
    width, stations = drawing.width, mountain.stations
    legs = list(pairwise(stations))
    (left, valley), (right, summit) = stations[0], stations[-1]
    rise = f"M0 {valley + 8}H{left - 24}Q{left - 16} {valley} {left - 8} {valley}H{left + 12}"
    for start, end in legs:
        rise += f"{mountain.walk(start, end)}L{end[0]} {end[1]}H{end[0] + 12}"
    slope = f"C{right + 24} {summit} {width - 28} {summit + 40} {width} {summit + 70}"
    ground(drawing, f"{rise}{slope}V{foot}H0Z")
    mark(drawing, "plain", f"M0 {valley + 8}H{left - 24}Q{left - 16} {valley} {left - 8} {valley}")
    mark(drawing, "plain", f"M{right + 12} {summit}{slope}")
    for layer, (start, end) in enumerate(legs):
        drawing.line("branch", f"M{start[0]} {start[1]}h12{mountain.walk(start, end)}")
        gate(drawing, start[0] + mountain.hollow, start[1] + mountain.drop, f"F_{{{layer}}}")
        cable(drawing, start, end, mountain)
    drawing.dot(left, valley, role="identity")
    for x, y in stations[1:]:
        drawing.plus(x, y, mountain.node)
    drawing.formula(left, valley + 30, "x_{0}", role="identity", anchor="mid", size=20)
    drawing.formula(right, summit - 20, f"x_{{{len(legs)}}}", role="sum", anchor="mid", size=20)


def gate(drawing: Drawing, x: int, y: int, name: str) -> None:
    """Two posts, a beam and a roof on the path at x, y."""
    half = GATE_WIDTH // 2
    thing(drawing, "branch", f"M{x - 21} {y - 33}q21 -6 42 0v3h-42z")
    mark(
        drawing,
        "branch",
        f"M{x - half} {y}v-31M{x + half} {y}v-31M{x - half} {y - 24}h{GATE_WIDTH}",
    )
    drawing.formula(x, y + 26, name, role="branch", anchor="mid", size=17)


def cable(
    drawing: Drawing, start: tuple[int, int], end: tuple[int, int], mountain: Mountain
) -> None:
    """The cable, the cabin that hangs on it, and the way back beside it."""
    (a, c), (e, f) = start, end
    run, climb = e - a, f - c
    drawing.line("identity", f"M{a} {c}L{e} {f}")
    x, y = round(a + mountain.cabin * run), round(c + mountain.cabin * climb)
    mark(drawing, "identity", f"M{x} {y}v8")
    thing(drawing, "identity", f"M{x - 11} {y + 8}h22v15h-22z")
    mark(drawing, "identity", f"M{x - 11} {y + 14}h22")

    length = (run**2 + climb**2) ** 0.5
    along, across = (run / length, climb / length), (climb / length, -run / length)
    ends = [
        (x + along[0] * t + across[0] * 22, y + along[1] * t + across[1] * 22)
        for x, y, t in ((e, f, -16), (a, c, 20))
    ]
    (x1, y1), (x2, y2) = ends
    drawing.line("gradient", f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}")
    tip_x, tip_y = x2 - along[0] * 11, y2 - along[1] * 11
    drawing.head("gradient", round(tip_x, 1), round(tip_y, 1), round(degrees(atan2(-climb, -run))))
