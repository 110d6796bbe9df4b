"""Sizes of outputs and of gradients behind every block of three stacks, on logarithmic scales."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

from figures.kit import NARROW, Anchor, Drawing, Quote, Role, Value, figure
from figures.things import mark
from figures.variance_growth import short

PANEL, BETWEEN = 300, 52  # width of one picture, and the gap to the next
PLOT, HEIGHT = 184, 204  # width and height of its plot; names stand beside it, at the quoted end
TOP, FOOT = 40, 284  # where the plot begins, and the height of a picture with its axis
STACKS = ("bare", "pre_ln", "plain")

LABELS = {
    "zh": {
        "alt": "两幅图，横轴是块的序号，直到 {n}，纵轴用对数刻度。左图是各块输出的大小：有捷径、"
        "没有归一化时增长到 {bare_out}，Pre-LN 到 {pre_ln_out}，没有捷径时到 {plain_out}。"
        "右图是各块输出处梯度的大小，从末端往回：没有归一化时增长到 {bare_in}，"
        "Pre-LN 到 {pre_ln_in}，没有捷径时只剩 {plain_in}。",
        "outputs": "各块输出的大小",
        "gradients": "输出处梯度的大小（从右端传回）",
        "bare": "无归一化",
        "pre_ln": "Pre-LN",
        "plain": "无捷径",
        "axis": "块",
    },
    "en": {
        "alt": "Two pictures with the number of the block, up to {n}, across and a logarithmic "
        "scale upwards. Left the size of each block's output: with shortcuts and no norm it grows "
        "to {bare_out}, in Pre-LN to {pre_ln_out}, without shortcuts it ends at {plain_out}. Right "
        "the size of the gradient there, from the end backwards: without a norm it grows to "
        "{bare_in}, in Pre-LN to {pre_ln_in}, without shortcuts {plain_in} is left.",
        "outputs": "size of each block’s output",
        "gradients": "size of the gradient there (from the right)",
        "bare": "no norm",
        "pre_ln": "Pre-LN",
        "plain": "no shortcut",
        "axis": "block",
    },
}


@dataclass(frozen=True)
class Panel:
    """One picture: what it shows, how it is drawn, and the block at which curves are quoted."""

    name: str
    role: Role
    end: int

    @property
    def names_first(self) -> bool:
        """Whether the names stand left of the plot."""
        return self.end == 0


OUTPUTS = Panel("outputs", "sum", -1)
GRADIENTS = Panel("gradients", "gradient", 0)


@dataclass(frozen=True)
class Data:
    """The depth, and by panel and stack the size behind every block."""

    n: int
    sizes: dict[str, dict[str, Sequence[float]]]

    def quoted(self, panel: Panel, stack: str) -> Quote:
        index = panel.end % self.n
        return Quote(
            f"pytorch_hooks.{panel.name}[{stack}][{index}]",
            short(self.sizes[panel.name][stack][index]).replace("-", "⁻"),
        )


def read(value: Value) -> Data:
    n = value("pytorch_hooks.n")
    assert isinstance(n, int)
    sizes: dict[str, dict[str, Sequence[float]]] = {}
    for panel in (OUTPUTS, GRADIENTS):
        found = value(f"pytorch_hooks.{panel.name}")
        assert isinstance(found, dict) and set(found) == set(STACKS)
        assert all(len(curve) == n for curve in found.values())
        sizes[panel.name] = found
    return Data(n, sizes)


def draw(lang: str, value: Value) -> str:
    data, words = read(value), LABELS[lang]
    ends = {
        f"{stack}_{side}": data.quoted(panel, stack).text
        for panel, side in ((OUTPUTS, "out"), (GRADIENTS, "in"))
        for stack in STACKS
    }
    alt = words["alt"].format(n=data.n, **ends)
    wide = Drawing(2 * PANEL + BETWEEN, FOOT, alt)
    picture(wide, data, words, OUTPUTS, 0, 0)
    picture(wide, data, words, GRADIENTS, PANEL + BETWEEN, 0)
    tall = Drawing(NARROW, 2 * FOOT + 24, alt)
    picture(tall, data, words, OUTPUTS, 8, 0)
    picture(tall, data, words, GRADIENTS, 8, FOOT + 24)
    return figure("layer-norms", wide, tall)


def picture(
    drawing: Drawing, data: Data, words: dict[str, str], panel: Panel, left: float, top: float
) -> None:
    """All curves of a panel between its axes, each with its name and the size at one end."""
    curves = data.sizes[panel.name]
    logs = [log10(size) for curve in curves.values() for size in curve]
    lowest, highest = min(logs), max(logs)
    start, floor = left + (PANEL - PLOT) * panel.names_first, top + TOP + HEIGHT

    def place(i: int, size: float) -> tuple[float, float]:
        return (
            start + PLOT * i / (data.n - 1),
            floor - HEIGHT * (log10(size) - lowest) / (highest - lowest),
        )

    drawing.label(left, top + 16, words[panel.name])
    drawing.line("quiet", f"M{start:g} {top + TOP:g}V{floor:g}H{start + PLOT:g}")
    drawing.label(start, floor + 22, words["axis"])
    depth = Quote("pytorch_hooks.n", str(data.n))
    drawing.formula(start + PLOT, floor + 24, "n = ", depth, anchor="end", size=16)
    for stack in STACKS:
        points = [place(i, size) for i, size in enumerate(curves[stack])]
        mark(drawing, "plain", "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points))
        drawing.dots(panel.role, points)
        anchor: Anchor = "end" if panel.names_first else "start"
        x = start - 12 if panel.names_first else start + PLOT + 12
        y = points[panel.end][1]
        drawing.label(x, y, words[stack], anchor=anchor)
        drawing.formula(x, y + 18, data.quoted(panel, stack), anchor=anchor, size=14)
