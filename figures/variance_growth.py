"""How the variance of the stream grows with depth: measured dots on the predicted lines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import e, log10

from figures.kit import NARROW, Drawing, Quote, Value, figure
from figures.things import mark

PANEL, BETWEEN = 300, 52  # width of one picture, and the gap to the next
PLOT, HEIGHT = 196, 204  # width and height of its plot; the labels of the curves stand at the right
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
TOP, FOOT = 40, 284  # where the plot begins, and the height of a picture with its axis

LABELS = {
    "zh": {
        "alt": "两幅图，横轴是块的序号，直到 {n}，纵轴是残差流的方差。左图用对数刻度："
        "不归一化时增长到 {bare}，先归一化再进分支时增长到 {normed}。右图用普通刻度："
        "分支除以根号 n 时增长到 {root}，低于 e；再加归一化时到 {normed_root}；除以 n 时到 {nth}。",
        "large": "方差，没有系数（对数刻度）",
        "small": "方差，有系数（普通刻度）",
        "axis": "块",
    },
    "en": {
        "alt": "Two pictures with the number of the block, up to {n}, across and the variance of "
        "the stream upwards. Left, on a logarithmic scale: without a norm it grows to {bare}, "
        "with a norm in front of the branch to {normed}. Right, on an ordinary scale: with the "
        "branch divided by the root of n it grows to {root}, below e; with a norm as well to "
        "{normed_root}; divided by n to {nth}.",
        "large": "variance without a factor (logarithmic)",
        "small": "variance with a factor (ordinary scale)",
        "axis": "blocks",
    },
}


@dataclass(frozen=True)
class Curve:
    """One rule: the list of its measured variances, its prediction, how its block is written."""

    name: str
    predicted: Callable[[int, int], float]
    block: str


LARGE = (
    Curve("bare", lambda i, n: 2.0**i, "x + F(x)"),
    Curve("normed", lambda i, n: 1.0 + i, "x + F(LN(x))"),
)
SMALL = (
    Curve("root", lambda i, n: (1 + 1 / n) ** i, "F(x) / √n"),
    Curve("normed_root", lambda i, n: 1 + i / n, "F(LN(x)) / √n"),
    Curve("nth", lambda i, n: (1 + 1 / n**2) ** i, "F(x) / n"),
)


@dataclass(frozen=True)
class Data:
    """The depth, and the measured variances by the name of the curve."""

    n: int
    measured: dict[str, Sequence[float]]

    def end(self, name: str) -> Quote:
        """The variance behind the last block, to two digits."""
        return Quote(f"stability_growth.{name}[{self.n}]", short(self.measured[name][self.n]))


def short(number: float) -> str:
    """Two digits, a power of ten raised: 1.6 × 10⁷."""
    mantissa, _, exponent = f"{number:#.2g}".partition("e")
    raised = str(int(exponent or 0)).translate(RAISED)
    return f"{mantissa} × 10{raised}" if exponent else mantissa.rstrip(".")


def read(value: Value) -> Data:
    n = value("stability_growth.n")
    assert isinstance(n, int)
    measured: dict[str, Sequence[float]] = {}
    for curve in LARGE + SMALL:
        found = value(f"stability_growth.{curve.name}")
        assert isinstance(found, Sequence) and len(found) == n + 1
        measured[curve.name] = found
    return Data(n, measured)


def draw(lang: str, value: Value) -> str:
    data, words = read(value), LABELS[lang]
    ends = {curve.name: data.end(curve.name).text for curve in LARGE + SMALL}
    alt = words["alt"].format(n=data.n, **ends)
    wide = Drawing(2 * PANEL + BETWEEN, FOOT, alt)
    large(wide, data, words, 0, 0)
    small(wide, data, words, PANEL + BETWEEN, 0)
    tall = Drawing(NARROW, 2 * FOOT + 24, alt)
    large(tall, data, words, 8, 0)
    small(tall, data, words, 8, FOOT + 24)
    return figure("variance-growth", wide, tall)


def large(drawing: Drawing, data: Data, words: dict[str, str], left: float, top: float) -> None:
    """Both curves without a factor; the height is the logarithm."""
    most = log10(max(data.measured["bare"]))

    def up(variance: float) -> float:
        return HEIGHT * max(log10(variance), 0) / most

    picture(drawing, data, words, "large", LARGE, up, left, top)


def small(drawing: Drawing, data: Data, words: dict[str, str], left: float, top: float) -> None:
    """The three curves with a factor, from one up to e, which none of them reaches."""

    def up(variance: float) -> float:
        return HEIGHT * max(variance - 1, 0) / (e - 1)

    bound = f'd="M{left:g} {top + TOP:g}h{PLOT}"'
    drawing.add(f'<path class="f-mark-plain" stroke-dasharray="1 4" {bound}/>')
    drawing.formula(left + 8, top + TOP + 20, "e", size=16)
    picture(drawing, data, words, "small", SMALL, up, left, top)


def picture(
    drawing: Drawing,
    data: Data,
    words: dict[str, str],
    title: str,
    curves: Sequence[Curve],
    up: Callable[[float], float],
    left: float,
    top: float,
) -> None:
    floor = top + TOP + HEIGHT

    def place(i: int, variance: float) -> tuple[float, float]:
        return left + PLOT * i / data.n, floor - up(variance)

    drawing.label(left, top + 16, words[title])
    drawing.line("quiet", f"M{left:g} {top + TOP:g}V{floor:g}H{left + PLOT:g}")
    drawing.label(left, floor + 22, words["axis"])
    depth = Quote("stability_growth.n", str(data.n))
    drawing.formula(left + PLOT, floor + 24, "n = ", depth, anchor="end", size=16)
    for curve in curves:
        points = [place(i, curve.predicted(i, data.n)) for i in range(data.n + 1)]
        mark(drawing, "plain", "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points))
        drawing.dots("sum", (place(i, v) for i, v in enumerate(data.measured[curve.name])))
        x, y = place(data.n, data.measured[curve.name][data.n])
        drawing.formula(x + 10, y - 2, curve.block, size=14)
        drawing.formula(x + 10, y + 15, data.end(curve.name), size=14)
