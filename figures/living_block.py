"""The home page's headline: one block, forward and backward, with the worked example's numbers.

The still picture holds every number. Circles of class `f-travel` are hidden until
theme/assets/home.js sends them along the lines; `data-travel` is their share of the cycle. They are
painted beneath the boxes: what happens inside is the branch's own business.
"""

from dataclasses import dataclass
from functools import partial

from figures.kit import Drawing, Quote, Role, Value, figure, quote

WIDTH, TALL_WIDTH = 1120, 324
BEYOND = 2000  # px: the line comes in from one edge of the window and leaves at the other

LABELS = {
    "zh": {
        "alt": "一个残差块。输入 {x} 原样沿直线到达加号；分支算出 {branch}，加上去，"
        "得到 {y}。梯度 {grad_y} 沿两条路返回：捷径原样，分支成为 {via_branch}，"
        "相加得 {grad_x}。",
        "keep": "保留输入，",
        "add": "加上学到的。",
        "dashed": "虚线：梯度沿同一条路返回",
    },
    "en": {
        "alt": "A residual block. The input {x} runs straight to the plus sign; the branch "
        "computes {branch}, which is added, giving {y}. The gradient {grad_y} returns along two "
        "paths: unchanged by the shortcut, as {via_branch} by the branch; they add up to {grad_x}.",
        "keep": "Keep the input,",
        "add": "add what was learned.",
        "dashed": "Dashed: the gradient, on its way back",
    },
}


@dataclass(frozen=True)
class Layout:
    """Where the headline puts the block: px on a drawing of WIDTH."""

    size: int  # of the headline
    fork: int  # where the branch leaves
    box: int  # left edge of the branch's box
    box_width: int
    gap: int  # from the box to the plus sign
    rise: int  # how slowly the branch leaves the line
    keep: int | None  # width of the first half; None: Chinese characters are one size anyway
    add: int | None


LAYOUTS = {
    "zh": Layout(56, 372, 470, 376, 84, 52, None, None),
    "en": Layout(42, 322, 380, 516, 58, 34, 304, 452),
}

Numbers = dict[str, Quote]


def draw(lang: str, value: Value) -> str:
    names = ("x", "branch", "y", "grad_y", "via_branch", "grad_x")
    numbers = {name: quote(value, f"worked_example.{name}") for name in names}
    words = LABELS[lang]
    alt = words["alt"].format(**{name: number.text for name, number in numbers.items()})
    return figure(
        "living-block",
        wide(LAYOUTS[lang], words, numbers, alt),
        tall(lang, words, numbers, alt),
    )


def travel(drawing: Drawing, role: Role, path: str, start: float, end: float) -> None:
    """A dot that moves along `path` from `start` to `end`, parts of the cycle."""
    drawing.add(
        f'<circle class="f-travel f-head-{role}" r="7" data-travel="{start:g} {end:g}" '
        f"style=\"offset-path:path('{path}')\"/>"
    )


@dataclass(frozen=True)
class Frame:
    """Where the wide drawing's parts lie, from its layout."""

    fork: int
    plus: int
    left: int  # of the branch's box
    middle: int
    right: int
    line: int = 200  # heights: the line, the gradient's line, the branch, the gradient's branch
    back: int = 272
    top: int = 92
    low: int = 334


def frame(layout: Layout) -> Frame:
    right = layout.box + layout.box_width
    middle = layout.box + layout.box_width // 2
    return Frame(layout.fork, right + layout.gap, layout.box, middle, right)


def wide(layout: Layout, words: dict[str, str], numbers: Numbers, alt: str) -> Drawing:
    drawing = Drawing(WIDTH, 376, alt)
    at = frame(layout)
    forward(drawing, at, layout, numbers)
    headline(drawing, at, layout, words)
    backward(drawing, at, numbers)
    return drawing


def forward(drawing: Drawing, at: Frame, layout: Layout, numbers: Numbers) -> None:
    line, top, plus, fork = at.line, at.top, at.plus, at.fork
    climb = (
        f"M{fork} {line}C{fork + layout.rise} {line} {at.left - 48} {top} {at.left - 8} {top}"
        f"H{at.right}C{plus - 30} {top} {plus} {top + 28} {plus}"
    )
    drawing.line("branch", f"{climb} {line - 22}")
    drawing.head("branch", plus, line - 12, 90)
    drawing.line("identity", f"M{-BEYOND} {line}H{plus - 22}")
    drawing.head("identity", plus - 12, line, 0)
    drawing.line("sum", f"M{plus + 12} {line}H{WIDTH + BEYOND}")

    travel(drawing, "identity", f"M0 {line}H{fork}", 0, 0.14)
    travel(drawing, "identity", f"M{fork} {line}H{plus - 12}", 0.14, 0.38)
    travel(drawing, "branch", f"{climb} {line - 12}", 0.14, 0.38)
    travel(drawing, "sum", f"M{plus + 12} {line}H{WIDTH}", 0.38, 0.46)

    drawing.box("branch", at.left, top - 48, layout.box_width, 96)
    drawing.plus(plus, line)
    drawing.formula(0, line + 30, "x = ", numbers["x"], role="identity")
    applied = ("F(x) = Wx = ", numbers["branch"])
    drawing.formula(at.middle, line - 22, *applied, role="branch", anchor="mid")
    drawing.formula(WIDTH, line + 30, "y = ", numbers["y"], role="sum", anchor="end")


def headline(drawing: Drawing, at: Frame, layout: Layout, words: dict[str, str]) -> None:
    drawing.headline(0, at.line - 28, words["keep"], layout.size, length=layout.keep)
    baseline = at.top + (14 if layout.add else 20)
    shift = 0 if layout.add else 10  # a Chinese full stop is mostly empty: centre what is seen
    drawing.headline(at.middle + shift, baseline, words["add"], layout.size, "mid", layout.add)


def backward(drawing: Drawing, at: Frame, numbers: Numbers) -> None:
    """The same block in the mirror, dashed."""
    back, low, plus, fork, middle = at.back, at.low, at.plus, at.fork, at.middle
    descend = f"M{plus} {back}C{plus} {back + 40} {plus - 30} {low} {at.right - 10} {low}"
    rejoin = f"H{fork + 60}C{fork + 20} {low} {fork} {back + 40} {fork}"
    drawing.line("gradient", f"M{WIDTH} {back}H{fork + 12}")
    drawing.line("gradient", f"M{fork - 12} {back}H11")
    drawing.line("gradient", f"{descend}H{middle + 46}M{middle - 46} {low}{rejoin} {back + 23}")
    drawing.head("gradient", 0, back, 180)
    drawing.head("gradient", fork, back + 12, -90)
    drawing.head("gradient", fork + 12, back, 180)

    travel(drawing, "gradient", f"M{WIDTH} {back}H{plus}", 0.52, 0.58)
    travel(drawing, "gradient", f"M{plus} {back}H{fork + 12}", 0.58, 0.82)
    travel(drawing, "gradient", f"{descend}{rejoin} {back + 12}", 0.58, 0.82)
    travel(drawing, "gradient", f"M{fork - 12} {back}H0", 0.82, 0.96)

    drawing.box("gradient", middle - 46, low - 21, 92, 42)
    drawing.plus(fork, back, 11, role="gradient")
    drawing.dot(plus, back)
    label = partial(drawing.formula, role="gradient")
    label(middle, low + 6, "W^{⊤}", anchor="mid")
    label(WIDTH, back + 30, "∇_{y}L = ", numbers["grad_y"], anchor="end")
    label(0, back + 30, "∇_{x}L = ", numbers["grad_x"])
    label(middle - 66, low + 28, numbers["via_branch"], anchor="end")
    label(middle, back - 10, numbers["grad_y"], anchor="mid", halo=True)


def tall(lang: str, words: dict[str, str], numbers: Numbers, alt: str) -> Drawing:
    height, line, back, plus, fork = 520, 30, 10, 318, 92
    drawing = Drawing(TALL_WIDTH, height, alt)
    box, box_width = 86, 236
    leave = f"M{line} {fork}C{line} 150 {box - 30} 168 {box} 168"
    enter = f"M{box + 60} 208C{box + 60} {plus - 20} {box} {plus} {line + 22} {plus}"

    drawing.line("branch", leave)
    drawing.line("branch", enter)
    drawing.head("branch", line + 12, plus, 180)
    drawing.line("identity", f"M{line} 0V{plus - 22}")
    drawing.head("identity", line, plus - 12, 90)
    drawing.line("sum", f"M{line} {plus + 12}V{height}")
    drawing.line("gradient", f"M{back} {height}V11")
    drawing.head("gradient", back, 0, -90)

    travel(drawing, "identity", f"M{line} 0V{fork}", 0, 0.1)
    travel(drawing, "identity", f"M{line} {fork}V{plus - 12}", 0.1, 0.38)
    travel(drawing, "branch", leave, 0.1, 0.2)
    travel(drawing, "branch", enter, 0.24, 0.38)
    travel(drawing, "sum", f"M{line} {plus + 12}V{height}", 0.38, 0.48)
    travel(drawing, "gradient", f"M{back} {height}V0", 0.54, 0.96)

    drawing.box("branch", box, 128, box_width, 80)
    drawing.plus(line, plus)
    tall_headline(drawing, lang, words, box + box_width // 2)
    label = partial(drawing.formula, size=17)
    label(56, 80, "x = ", numbers["x"], role="identity")
    label(box + 76, 240, "F(x) = Wx", role="branch")
    label(box + 76, 264, "= ", numbers["branch"], role="branch")
    label(56, plus + 34, "y = ", numbers["y"], role="sum")
    tall_addition(drawing, plus + 84, words, numbers)
    return drawing


def tall_headline(drawing: Drawing, lang: str, words: dict[str, str], middle: int) -> None:
    if lang == "zh":
        drawing.headline(56, 48, words["keep"], 38)
        drawing.headline(middle + 8, 181, words["add"], 36, "mid")
    else:
        first, rest = words["add"].split(" was ")
        drawing.headline(56, 46, words["keep"], 33, length=240)
        drawing.headline(middle, 162, first, 28, "mid")
        drawing.headline(middle, 194, f"was {rest}", 28, "mid")


def tall_addition(drawing: Drawing, y: int, words: dict[str, str], numbers: Numbers) -> None:
    """The gradient's two shares, one above the other, and their sum below the rule."""
    label = partial(drawing.formula, role="gradient", size=17)
    rows = (("∇_{y}L", "grad_y", 0), ("+ W^{⊤}∇_{y}L", "via_branch", 30), ("∇_{x}L", "grad_x", 68))
    for symbol, name, down in rows:
        label(146, y + down, symbol, anchor="end")
        label(156, y + down, "= ", numbers[name])
    drawing.add(f'<path class="f-ruled" d="M56 {y + 41}H282"/>')
    drawing.label(56, y + 102, words["dashed"])
