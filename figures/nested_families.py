"""Families of functions and a target f*: a larger family is surely closer only if it is nested."""

from dataclasses import dataclass
from math import cos, hypot, pi, sin

from figures.kit import NARROW, Drawing, Value, figure
from figures.things import mark

PANEL, BETWEEN = 300, 52  # width of one picture, and the gap to the next
FOOT = 286  # height of a picture with its caption

LABELS = {
    "zh": {
        "alt": "两幅图，各有三族函数和一个目标函数 f*。左图互不包含，最大的一族离目标比"
        "中等的一族远；右图层层包含，越大的一族离目标越近，至少不会更远。",
        "small": "小",
        "larger": "较大",
        "largest": "最大",
        "apart": "互不包含：更大，不一定更近",
        "nested": "层层包含：更大，绝不更远",
    },
    "en": {
        "alt": "Two pictures, each with three families of functions and a target function f*. "
        "Left, none contains another, and the largest is farther from the target than the middle "
        "one; right, each contains the one before, and none is farther than that.",
        "small": "small",
        "larger": "larger",
        "largest": "largest",
        "apart": "not nested: larger, perhaps farther",
        "nested": "nested: larger, never farther",
    },
}


@dataclass(frozen=True)
class Family:
    """An ellipse, and where its name stands."""

    name: str
    x: float
    y: float
    across: float
    down: float
    label: tuple[float, float]

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """The point of the outline that is closest to x, y."""
        angles = (2 * pi * step / 720 for step in range(720))
        points = [(self.x + self.across * cos(a), self.y + self.down * sin(a)) for a in angles]
        return min(points, key=lambda point: hypot(point[0] - x, point[1] - y))


TARGET = (262.0, 44.0)
APART = (
    Family("small", 70, 104, 42, 30, (58, 104)),
    Family("larger", 142, 112, 62, 44, (150, 104)),
    Family("largest", 118, 192, 112, 58, (118, 212)),
)
NESTED = (
    Family("small", 78, 170, 42, 30, (78, 174)),
    Family("larger", 98, 156, 82, 56, (146, 186)),
    Family("largest", 124, 146, 122, 90, (212, 168)),
)


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    wide = Drawing(2 * PANEL + BETWEEN, FOOT, words["alt"])
    picture(wide, APART, words, "apart", 0, 0)
    picture(wide, NESTED, words, "nested", PANEL + BETWEEN, 0)
    tall = Drawing(NARROW, 2 * FOOT + 24, words["alt"])
    picture(tall, APART, words, "apart", 8, 0)
    picture(tall, NESTED, words, "nested", 8, FOOT + 24)
    return figure("nested-families", wide, tall)


def picture(
    drawing: Drawing,
    families: tuple[Family, ...],
    words: dict[str, str],
    title: str,
    left: float,
    top: float,
) -> None:
    """Outlines, the target, and a line from it to the nearest function of each family."""
    goal_x, goal_y = left + TARGET[0], top + TARGET[1]
    for family in families:
        outline(drawing, family, left, top)
    for family in families:
        x, y = family.nearest(*TARGET)
        x, y = left + x, top + y
        distance(drawing, f"M{goal_x:g} {goal_y:g}L{x:.1f} {y:.1f}")
        spot(drawing, x, y, 3)
    for family in families:
        x, y = family.label
        drawing.label(left + x, top + y, words[family.name], anchor="mid")
    spot(drawing, goal_x, goal_y, 5)
    drawing.formula(goal_x + 10, goal_y + 4, "f^{*}")
    drawing.label(left + PANEL / 2, top + FOOT - 8, words[title], anchor="mid")


def outline(drawing: Drawing, family: Family, left: float, top: float) -> None:
    start = f"M{left + family.x - family.across:g} {top + family.y:g}"
    half = f"a{family.across:g} {family.down:g} 0 1 1 "
    mark(drawing, "plain", f"{start}{half}{2 * family.across:g} 0{half}{-2 * family.across:g} 0z")


def distance(drawing: Drawing, d: str) -> None:
    """A dotted line: it measures, nothing flows along it."""
    drawing.add(f'<path class="f-mark-plain" stroke-dasharray="1 4" d="{d}"/>')


def spot(drawing: Drawing, x: float, y: float, radius: float) -> None:
    drawing.add(f'<circle class="f-head-sum" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>')
