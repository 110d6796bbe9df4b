"""Measured curves, one picture a method: what each rule for residual branches does.

Every dot is a value of a snippet; the lines only join the dots. A curve's name and its last value
stand at its right end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import log10

from figures.kit import COLUMN, NARROW, Drawing, Quote, Value, figure
from figures.things import mark

LEFT, TOP = 8, 34  # where a plot begins
HEIGHT, PICTURE = 144, 176  # height of a plot, and with its axis
WIDE_PLOT, TALL_PLOT = 440, 186  # widths of the plots; the names of the curves stand at the right
LINE, NAME = 16, 38  # px from a curve's name to its value, and from one name to the next
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Chart:
    """Lists of a snippet over another list of it, or over their places; `last` names the last."""

    curves: tuple[str, ...]
    over: str = ""
    last: str = ""
    log_over: bool = False
    log_up: bool = False


CHARTS = {
    "gpt2-curve": Chart(
        ("stability_gpt2_init.plain_curve", "stability_gpt2_init.scaled_curve"),
        last="stability_gpt2_init.deep",
    ),
    "fixup-curve": Chart(
        ("stability_fixup.unscaled_curve", "stability_fixup.scaled_curve"),
        over="stability_fixup.blocks",
        log_over=True,
    ),
    "zero-start-curve": Chart(
        (
            "stability_zero_start.rezero_shares",
            "stability_zero_start.zero_last_shares",
            "stability_zero_start.both_shares",
        ),
        last="stability_zero_start.steps",
    ),
    "layer-scale-curve": Chart(
        ("stability_layer_scale.by_adam", "stability_layer_scale.by_descent"),
        over="stability_layer_scale.sizes",
        log_over=True,
        log_up=True,
    ),
    "fine-tuning-curve": Chart(
        ("stability_fine_tuning.from_random", "stability_fine_tuning.from_zero"),
        last="stability_fine_tuning.steps",
    ),
    "output-shift-curve": Chart(
        (
            "stability_output_shift.post_curve",
            "stability_output_shift.gpt2_curve",
            "stability_output_shift.pre_curve",
            "stability_output_shift.deep_norm_curve",
        ),
        over="stability_output_shift.depths",
        log_over=True,
        log_up=True,
    ),
    "admin-curve": Chart(
        ("stability_admin.differences_plain", "stability_admin.differences"),
        last="stability_admin.n",
    ),
    "branch-norm-curve": Chart(
        ("stability_branch_norms.pre_curve", "stability_branch_norms.peri_curve"),
        last="stability_branch_norms.n",
        log_up=True,
    ),
    "layer-norm-scaling-curve": Chart(
        ("stability_branch_norms.unscaled_curve", "stability_branch_norms.scaled_curve"),
        last="stability_branch_norms.n",
    ),
    "stochastic-depth-curve": Chart(
        ("stability_stochastic_depth.survived",),
        last="stability_stochastic_depth.n",
    ),
    "dropout-curve": Chart(
        ("stability_dropout_on_sum.branch_shares", "stability_dropout_on_sum.sum_shares"),
        last="stability_dropout_on_sum.n",
    ),
    "first-step-curve": Chart(
        ("stability_first_step.descent_steps", "stability_first_step.adam_steps"),
        over="stability_first_step.sizes",
        log_over=True,
        log_up=True,
    ),
    "precision-curve": Chart(
        ("stability_precision.curve_fp32", "stability_precision.curve_bf16"),
        over="stability_precision.written",
    ),
    "rank-collapse-curve": Chart(
        (
            "stability_rank_collapse.skipped",
            "stability_rank_collapse.normed",
            "stability_rank_collapse.pure",
        ),
        last="stability_rank_collapse.layers",
        log_up=True,
    ),
}

# What a chart shows, a note on it, what lies across, and its curves in the order of CHARTS.
Words = tuple[str, str, str, tuple[str, ...]]
LABELS: dict[str, dict[str, Words]] = {
    "zh": {
        "gpt2-curve": ("残差流的方差", "开头为一", "层", ("不缩放", "缩放")),
        "fixup-curve": (
            "第一步让输出移动多远",
            "最浅的网络为一",
            "块（对数刻度）",
            ("不乘系数", "乘系数"),
        ),
        "zero-start-curve": (
            "分支输出的长度",
            "输入的长度为一",
            "梯度下降的步数",
            ("系数为零", "最后一层为零", "两者都为零"),
        ),
        "layer-scale-curve": (
            "一步让输出移动多远",
            "并入矩阵之后为一，对数刻度",
            "系数的大小（对数刻度）",
            ("Adam", "梯度下降"),
        ),
        "fine-tuning-curve": ("新任务上的损失", "", "微调的步数", ("B 随机", "B 从零")),
        "output-shift-curve": (
            "同样的扰动让输出偏移多少",
            "最浅的网络为一，对数刻度",
            "层（对数刻度）",
            ("Post-LN", "GPT-2", "Pre-LN", "DeepNorm"),
        ),
        "admin-curve": ("与 Pre-LN 相差多少", "输出的长度为一", "子层", ("Post-LN", "Admin")),
        "branch-norm-curve": (
            "权重放大之后，残差流的方差",
            "对数刻度",
            "块",
            ("Pre-LN", "输出也归一化"),
        ),
        "layer-norm-scaling-curve": ("残差流的方差", "", "块", ("Pre-LN", "LayerNorm 缩放")),
        "stochastic-depth-curve": ("抽签中块得以保留的比例", "", "块", ("保留",)),
        "dropout-curve": ("输入还剩下多少", "", "块", ("在分支上", "在和上")),
        "first-step-curve": (
            "第一步的大小",
            "对数刻度",
            "梯度的大小（对数刻度）",
            ("梯度下降", "Adam"),
        ),
        "precision-curve": ("残差流里的数", "", "写入的次数", ("float32", "bf16")),
        "rank-collapse-curve": (
            "词元之间的差别所占的份额",
            "对数刻度",
            "层",
            ("带捷径", "带 LayerNorm", "纯注意力"),
        ),
    },
    "en": {
        "gpt2-curve": ("variance of the stream", "one at its start", "layers", ("as is", "scaled")),
        "fixup-curve": (
            "how far a first step moves the output",
            "shallowest stack one",
            "blocks (log scale)",
            ("no factor", "with it"),
        ),
        "zero-start-curve": (
            "length of the branch’s output",
            "that of the input one",
            "steps of descent",
            ("factor zero", "last layer zero", "both zero"),
        ),
        "layer-scale-curve": (
            "how far a step moves the output",
            "folded matrix one, log scale",
            "size of the factors (log scale)",
            ("Adam", "descent"),
        ),
        "fine-tuning-curve": (
            "loss on the new task",
            "",
            "steps of tuning",
            ("B random", "B from zero"),
        ),
        "output-shift-curve": (
            "how far equal jolts shift the output",
            "shallowest stack one, log scale",
            "layers (log scale)",
            ("Post-LN", "GPT-2", "Pre-LN", "DeepNorm"),
        ),
        "admin-curve": (
            "distance from the Pre-LN stack",
            "length of its output one",
            "sub-layers",
            ("Post-LN", "Admin"),
        ),
        "branch-norm-curve": (
            "variance of the stream, large weights",
            "log scale",
            "blocks",
            ("Pre-LN", "output normed"),
        ),
        "layer-norm-scaling-curve": (
            "variance of the stream",
            "",
            "blocks",
            ("Pre-LN", "LN scaling"),
        ),
        "stochastic-depth-curve": ("share of draws that keep a block", "", "blocks", ("kept",)),
        "dropout-curve": (
            "what is left of the input",
            "",
            "blocks",
            ("on the branch", "on the sum"),
        ),
        "first-step-curve": (
            "size of the first step",
            "log scale",
            "size of the gradient (log scale)",
            ("descent", "Adam"),
        ),
        "precision-curve": ("the number in the stream", "", "writes", ("float32", "bf16")),
        "rank-collapse-curve": (
            "share of the tokens not common to all",
            "log scale",
            "layers",
            ("shortcut", "LayerNorm", "pure attention"),
        ),
    },
}
# The alternative text, a name beside its value, between two of them, a title with its note.
PATTERNS = {
    "zh": ("{title}。横轴：{axis}，{span}。右端的值：{ends}。", "{}：{}", "，", "{}（{}）"),
    "en": ("{title}. Across: {axis}, {span}. At the right end: {ends}.", "{}: {}", ", ", "{} ({})"),
}
SPANS = {"zh": ("到 {}", "从 {} 到 {}"), "en": ("to {}", "from {} to {}")}


@dataclass(frozen=True)
class Curve:
    """One list: its name, its points between 0 and 1 both ways, and its last value."""

    name: str
    points: Sequence[tuple[float, float]]
    last: Quote


def numbers(value: Value, name: str) -> Sequence[float]:
    found = value(name)
    assert isinstance(found, Sequence) and all(isinstance(x, int | float) for x in found), name
    return found


def printed(number: float) -> str:
    """Whole numbers as they are, others to two digits or with a power of ten: 1.6 × 10⁻⁷."""
    if number == 0 or isinstance(number, int) or 100 <= number < 1e4:
        return f"{number:.0f}"
    if 0.01 <= number < 100:
        return f"{number:#.2g}".rstrip(".")
    mantissa, _, exponent = f"{number:.1e}".partition("e")
    return f"{mantissa} × 10{str(int(exponent)).translate(RAISED)}"


def scale(numbers: Sequence[float], log: bool, span: Sequence[float]) -> list[float]:
    """Where the numbers lie between the ends of `span`, as shares."""
    measure: Callable[[float], float] = log10 if log else float
    low, high = measure(span[0]), measure(span[-1])
    return [(measure(number) - low) / (high - low) for number in numbers]


def read(chart: Chart, names: Sequence[str], value: Value) -> list[Curve]:
    lists = [numbers(value, name) for name in chart.curves]
    everything = sorted(number for found in lists for number in found)
    span = everything if chart.log_up else [min(0.0, everything[0]), everything[-1]]
    longest = max(map(len, lists))
    over = numbers(value, chart.over) if chart.over else [float(i) for i in range(longest)]
    across = scale(over, chart.log_over, over)
    return [
        Curve(
            name,
            list(zip(across, scale(found, chart.log_up, span), strict=False)),
            Quote(f"{source}[{len(found) - 1}]", printed(found[-1])),
        )
        for name, source, found in zip(names, chart.curves, lists, strict=True)
    ]


def ends(chart: Chart, value: Value) -> list[Quote]:
    """What stands at the ends of the axis; only the right one where the left one is nothing."""
    if not chart.over:
        found = value(chart.last)
        assert isinstance(found, int)
        return [Quote(chart.last, str(found))]
    over = numbers(value, chart.over)
    places = [0, len(over) - 1] if over[0] else [len(over) - 1]
    return [Quote(f"{chart.over}[{i}]", printed(over[i])) for i in places]


def draw(name: str, lang: str, value: Value) -> str:
    chart, (title, note, axis, names) = CHARTS[name], LABELS[lang][name]
    curves, axis_ends = read(chart, names, value), ends(chart, value)
    pattern, pair, comma, noted = PATTERNS[lang]
    listed = comma.join(pair.format(curve.name, curve.last.text) for curve in curves)
    one_line = noted.format(title, note) if note else title
    span = SPANS[lang][len(axis_ends) - 1].format(*(quote.text for quote in axis_ends))
    alt = pattern.format(title=one_line, axis=axis, span=span, ends=listed)
    wide, tall = Drawing(COLUMN, TOP + PICTURE, alt), Drawing(NARROW, TOP + PICTURE + 36, alt)
    wide.label(0, 16, one_line)
    picture(wide, TOP, WIDE_PLOT, axis_ends, curves)
    wide.label(LEFT + WIDE_PLOT / 2, TOP + HEIGHT + 20, axis, anchor="mid")
    tall.label(0, 16, title)
    tall.label(0, 34, note)
    picture(tall, TOP + 18, TALL_PLOT, axis_ends, curves)
    tall.label(LEFT + TALL_PLOT / 2, TOP + HEIGHT + 56, axis, anchor="mid")
    return figure(name, wide, tall)


def picture(
    drawing: Drawing, top: int, width: int, axis_ends: Sequence[Quote], curves: Sequence[Curve]
) -> None:
    """A plot with its upper left corner at LEFT, `top`."""
    floor, right = top + HEIGHT, LEFT + width
    drawing.line("quiet", f"M{LEFT} {top}V{floor}H{right}")
    drawing.formula(right, floor + 20, axis_ends[-1], anchor="end", size=14)
    if len(axis_ends) > 1:
        drawing.formula(LEFT, floor + 20, axis_ends[0], size=14)
    for curve, y in zip(curves, apart(curves, top), strict=True):
        points = [(LEFT + width * across, floor - HEIGHT * up) for across, up in curve.points]
        end, height = points[-1]
        if end < right:  # it stops early: a line leads to its name
            drawing.line("quiet", f"M{end:.1f} {height:.1f}L{right + 8} {y:.1f}")
        mark(drawing, "plain", "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points))
        drawing.dots("sum", points)
        drawing.label(right + 12, y, curve.name)
        drawing.formula(right + 12, y + LINE, curve.last, size=14)


def apart(curves: Sequence[Curve], top: int) -> list[float]:
    """Heights for the names beside the ends of the curves, none on another."""
    heights = [top + HEIGHT * (1 - curve.points[-1][1]) for curve in curves]
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed: dict[int, float] = {}
    for rank, i in enumerate(order):
        least = placed[order[rank - 1]] + NAME if rank else top + 6.0
        most = top + HEIGHT - LINE - NAME * (len(order) - 1 - rank)
        placed[i] = max(least, min(heights[i], most))
    return [placed[i] for i in range(len(heights))]


FIGURES = {name: partial(draw, name) for name in CHARTS}
