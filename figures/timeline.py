"""Four questions about the shortcut through the years: dots on lanes, dates from the references."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from itertools import count

from figures.kit import COLUMN, NARROW, Drawing, Quote, Role, Value, figure
from figures.things import mark

LANES: dict[str, Role] = {
    "carries": "identity",
    "size": "sum",
    "many": "identity",
    "why": "gradient",
}

LABELS = {
    "zh": {
        "alt": "一条时间线，分成四栏。捷径上传什么：{carries}。相加之后和分支的大小：{size}。"
        "不止一条流，也不只看上一层：{many}。为什么有效：{why}。",
        "carries": "捷径上传什么",
        "size": "归一化与分支的大小",
        "many": "多条流，往回看",
        "why": "为什么有效",
        "comma": "，",
        "post": "后置归一化",
        "pre": "前置归一化",
        "deep_attention": "深度注意力",
        "hyper": "超连接",
        "dense": "DenseNet（拼接）",
        "highway": "Highway（门）",
        "unet": "U-Net",
        "paths": "路径",
        "shattered": "破碎梯度",
        "surfaces": "损失曲面",
        "flow": "微分方程",
        "rank": "秩坍缩",
        "reversible": "可逆",
        "folded": "RepVGG（折叠）",
        "value": "值残差",
        "layers": "层的组合",
        "scale": "深度缩放",
        "reverse": "后置归来",
        "dropped": "随机深度",
        "preact": "预激活",
    },
    "en": {
        "alt": "A timeline in four lanes. What the shortcut carries: {carries}. The norm and the "
        "size of the branch: {size}. More than one stream, and more than the last layer: {many}. "
        "Why it works: {why}.",
        "carries": "what the shortcut carries",
        "size": "norm, and size of the branch",
        "many": "several streams, looking back",
        "why": "why it works",
        "comma": ", ",
        "post": "Post-LN",
        "pre": "Pre-LN",
        "deep_attention": "attention over depth",
        "hyper": "hyper-connections",
        "dense": "DenseNet (join)",
        "highway": "Highway (gate)",
        "unet": "U-Net",
        "paths": "paths",
        "shattered": "shattered gradients",
        "surfaces": "loss surfaces",
        "flow": "flows",
        "rank": "rank collapse",
        "reversible": "reversible",
        "folded": "RepVGG (fold)",
        "value": "value residuals",
        "layers": "layers combined",
        "scale": "depth scaling",
        "reverse": "Post-LN again",
        "dropped": "stochastic depth",
        "preact": "pre-activation",
    },
}


@dataclass(frozen=True)
class Event:
    """A work of docs/references.yml on its lane; `name` is a label or stands for itself."""

    work: str
    lane: str
    name: str


EVENTS = (
    Event("lang1988", "many", "Lang & Witbrock"),
    Event("hochreiter1997", "carries", "LSTM"),
    Event("srivastava2015", "carries", "highway"),
    Event("ronneberger2015", "many", "unet"),
    Event("he2015", "carries", "ResNet"),
    Event("he2016", "size", "preact"),
    Event("huang2016stochastic", "size", "dropped"),
    Event("veit2016", "why", "paths"),
    Event("huang2016densenet", "carries", "dense"),
    Event("balduzzi2017", "why", "shattered"),
    Event("vaswani2017", "size", "post"),
    Event("gomez2017", "carries", "reversible"),
    Event("li2018landscape", "why", "surfaces"),
    Event("chen2018", "why", "flow"),
    Event("zhang2019fixup", "size", "Fixup"),
    Event("wang2019", "many", "layers"),
    Event("xiong2020", "size", "pre"),
    Event("ding2021repvgg", "carries", "folded"),
    Event("dong2021", "why", "rank"),
    Event("wang2022deepnet", "size", "DeepNorm"),
    Event("yang2023depth", "size", "scale"),
    Event("zhu2024", "many", "hyper"),
    Event("zhou2024", "many", "value"),
    Event("xie2025", "many", "mHC"),
    Event("chen2026", "size", "reverse"),
    Event("kimi2026", "many", "deep_attention"),
)
YEARS = ("he2016", "chen2018", "xiong2020", "wang2022deepnet", "zhu2024", "chen2026")


@dataclass(frozen=True)
class Dated:
    """An event with its date, as printed and as a number of years."""

    event: Event
    quote: Quote
    years: float


def dated(value: Value) -> list[Dated]:
    found = []
    for event in EVENTS:
        name = f"{event.work}.date"
        text = str(value(name))
        year, _, month = text.partition(".")
        found.append(Dated(event, Quote(name, text), int(year) + (int(month or 1) - 0.5) / 12))
    return sorted(found, key=lambda one: one.years)


def draw(lang: str, value: Value) -> str:
    words, events = LABELS[lang], dated(value)
    lists = {
        lane: words["comma"].join(
            words.get(one.event.name, one.event.name) for one in on(lane, events)
        )
        for lane in LANES
    }
    alt = words["alt"].format(**lists)
    return figure("timeline", wide(words, events, value, alt), tall(words, events, alt))


def on(lane: str, events: Iterable[Dated]) -> list[Dated]:
    return [one for one in events if one.event.lane == lane]


# Wide: time runs to the right, the years before the break are pushed together -------------------

LEFT, RIGHT, FROM, UNTIL = 120, COLUMN - 8, 2015.2, 2026.4
BREAK = 2010  # what is earlier stands at the left, and not to scale
LEVEL, LANE = 20, 112  # px between the levels of labels; from lane to lane


def across(years: float) -> float:
    """Where a date stands."""
    if years < BREAK:
        return 8
    return LEFT + (years - FROM) / (UNTIL - FROM) * (RIGHT - LEFT)


def width_of(text: str) -> float:
    """About how wide a label is, in px."""
    wide, tall, low = 13.5, 8.2, 6.5
    return sum(
        wide if ord(letter) > 0x2E80 else tall if letter.isupper() else low for letter in text
    )


def wide(words: dict[str, str], events: list[Dated], value: Value, alt: str) -> Drawing:
    drawing = Drawing(COLUMN, len(LANES) * LANE + 34, alt)
    bottom = len(LANES) * LANE + 6
    for work in YEARS:
        name = f"{work}.date"
        digits = str(value(name)).partition(".")[0]
        x = across(int(digits))
        drawing.line("quiet", f"M{x:g} 24V{bottom}")
        label_quote(drawing, x, bottom + 18, Quote(name, digits), "mid")
    for number, (lane, role) in enumerate(LANES.items()):
        line = number * LANE + 92
        drawing.line("quiet", f"M0 {line}H{COLUMN}")
        drawing.label(0, line + 18, words[lane], role=role if role != "sum" else None)
        wide_lane(drawing, words, on(lane, events), line, role)
    return drawing


def wide_lane(
    drawing: Drawing, words: dict[str, str], events: list[Dated], line: int, role: Role
) -> None:
    """Flags on masts: each label on the lowest level on which nothing stands in its way.

    Those before the break come last: they are long, and no mast shall cross them.
    """
    taken: list[tuple[int, float, float]] = []
    flags = []
    for one in sorted(events, key=lambda one: one.years < BREAK):
        x, text = across(one.years), words.get(one.event.name, one.event.name)
        width = width_of(text) + (38 if one.years < BREAK else 0)
        start = x - 3 if x + width < COLUMN else x + 3 - width
        level = next(n for n in count() if fits(taken, n, start, start + width))
        taken.append((level, start, start + width))
        top = line - 14 - level * LEVEL
        drawing.line("quiet", f"M{x:g} {line}V{top + 3}")
        drawing.dot(x, line, role)
        flags.append((start, top, text, one))
    for start, top, text, one in flags:
        words_and_year = escape(text) + (f" {year(one.quote)}" if one.years < BREAK else "")
        drawing.add(f'<text class="t-label f-halo" x="{start:g}" y="{top}">{words_and_year}</text>')


def fits(taken: Iterable[tuple[int, float, float]], level: int, start: float, end: float) -> bool:
    return all(
        level != other or end + 8 < left or right + 8 < start for other, left, right in taken
    )


def label_quote(drawing: Drawing, x: float, y: float, quote: Quote, anchor: str) -> None:
    """A number in the face of the labels."""
    drawing.add(f'<text class="t-label {anchor}" x="{x:g}" y="{y:g}">{year(quote)}</text>')


def year(quote: Quote) -> str:
    return f'<tspan data-value="{quote.name}">{quote.text}</tspan>'


# Tall: time runs down, each lane a line of its own ----------------------------------------------

ROW, TOP, GAP = 24, 16, 20


def tall(words: dict[str, str], events: list[Dated], alt: str) -> Drawing:
    foot = TOP + len(events) * ROW + 12
    drawing = Drawing(NARROW, foot + len(LANES) * 22, alt)
    lanes = {lane: 8 + index * GAP for index, lane in enumerate(LANES)}
    for x in lanes.values():
        drawing.line("quiet", f"M{x} {TOP - 8}V{foot - 16}")
    for row, one in enumerate(events):
        y, x = TOP + row * ROW, lanes[one.event.lane]
        drawing.dot(x, y, LANES[one.event.lane])
        label_quote(drawing, 96, y + 5, one.quote, "start")
        drawing.label(164, y + 5, words.get(one.event.name, one.event.name))
    for row, lane in enumerate(LANES):
        y, x = foot + 6 + row * 22, lanes[lane]
        mark(drawing, "plain", f"M{x} {foot - 16}V{y}H{8 + len(LANES) * GAP}")
        drawing.label(96, y + 5, words[lane])
    return drawing
