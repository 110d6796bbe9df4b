"""What demos say agrees with what they show, over many of their states.

Of each phrase it is written down when it is true, for both languages at once. Among them are some
that no demo says any more: they were said where they were not true.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from itertools import product
from typing import Any

import pytest
from lxml import html

from render.demos import Demos
from tests.demos import ROOT, Modules, values

LANGUAGES = ("zh", "en")
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def named(names: str, numbers: list[float]) -> dict[str, float]:
    return dict(zip(names.split(), numbers, strict=True))


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def untrue(
    sentences: list[str], phrases: dict[str, Callable[[Any], bool]], facts: list[Any]
) -> list[tuple[str, Any]]:
    """The sentences with a phrase that is not true there, or with none."""
    found = []
    for sentence, fact in zip(sentences, facts, strict=True):
        holds = [true(fact) for phrase, true in phrases.items() if re.search(phrase, sentence)]
        if not all(holds) or not holds:
            found.append((sentence, fact))
    return found


# --- input and residual --------------------------------------------------------------------------

NAMES = "x1 x2 x3 f1 f2 f3 h1 h2 h3"


class Distances:
    """Squared distances in whole hundredths, which are exact."""

    def __init__(self, state: list[float]) -> None:
        self.state = state
        whole = [round(100 * value) for value in state]
        self.x, self.f, self.wanted = whole[:3], whole[3:6], whole[6:]
        self.block = self.between(map(sum, zip(self.x, self.f, strict=True)))
        self.plain = self.between(self.f)
        self.from_input = self.between(self.x)
        self.from_zero = self.between([0, 0, 0])

    def between(self, output: Any) -> int:
        return sum((one - other) ** 2 for one, other in zip(output, self.wanted, strict=True))

    def __repr__(self) -> str:
        return str(self.state)


def equally_far() -> Iterator[list[float]]:
    """States in which both are as far from the target, with components in another order."""
    chance = random.Random(0)
    for _ in range(300):
        block = [chance.randrange(-250, 251) for _ in range(3)]
        plain = [chance.choice((-1, 1)) * value for value in chance.sample(block, 3)]
        x = [b - p for b, p in zip(block, plain, strict=True)]
        f = [0, 0, 0] if chance.random() < 0.2 else [chance.randrange(-250, 251) for _ in range(3)]
        wanted = [b - p for b, p in zip(f, plain, strict=True)]
        yield [value / 100 for value in (*x, *f, *wanted)]


def residual_states() -> list[list[float]]:
    chance = random.Random(1)
    drawn = [[chance.choice((-5, -0.1, 0, 0.1, 2, 4.9)) for _ in range(9)] for _ in range(500)]
    near = [[chance.randrange(-50, 51) / 10 for _ in range(9)] for _ in range(1000)]
    cases = [[v for part in case for v in part] for case in values("demo_residual")["cases"]]
    return [*cases, *equally_far(), *drawn, *near]


RESIDUAL: dict[str, Callable[[Distances], bool]] = {
    "残差块离目标更近|block is closer": lambda at: at.block < at.plain,
    "普通层离目标更近|plain layer is closer": lambda at: at.plain < at.block,
    "更接近差额|nearer to the difference": lambda at: at.block < at.plain,
    "更接近整个目标|nearer to the whole": lambda at: at.plain < at.block,
    "一样远|equally far": lambda at: at.block == at.plain,
    "输出一样|outputs are the same": lambda at: at.x == [0, 0, 0],
    "只需|need only": lambda at: at.from_input < at.from_zero,
    "抵消|碍事|cancel|in the way": lambda at: at.from_zero < at.from_input,
    "离零更近|closer to zero": lambda at: at.from_zero < at.from_input,
    "整个目标造出来|have to build": lambda at: at.block == 0 < at.plain,
    "恒等映射|identity mapping": lambda at: at.f == [0, 0, 0],
    "什么也不剩|nothing is left": lambda at: at.block == at.from_zero,
}  # fmt: skip


@each_language
def test_which_of_two_layers_is_closer(call: Modules, lang: str) -> None:
    facts = [Distances(state) for state in residual_states()]
    said = call.say("residual", lang, [named(NAMES, at.state) for at in facts])
    assert untrue(said, RESIDUAL, facts) == []
    distance = re.compile(r"，(?:离目标 ([\d.]+)|正中目标)|, (?:([\d.]+) from|On) the target")
    for sentence, at in zip(said, facts, strict=True):
        block, plain = (float(match[1] or match[2] or 0) for match in distance.finditer(sentence))
        assert sign(at.block - at.plain) == (block > plain) - (block < plain), sentence


# --- gradient multiplier -------------------------------------------------------------------------


def slopes(step: int) -> list[float]:
    return [thousandths / 1000 for thousandths in range(-2500, 1501, step)]


def test_digits_behind_a_power_are_right(call: Modules) -> None:
    cases = [*product(range(1, 101, 7), slopes(10)), (100, 0.4), (99, 0.4), (69, 1.477), (30, -0.1)]
    found = call("gradient-multiplier.model.js", "multiplier", cases)
    powers = [power[kind] for power in found for kind in ("plain", "residual")]
    factors = [abs(Decimal(str(a)) + kind) for _, a in cases for kind in (0, 1)]
    layers = [n for n, _ in cases for _ in (0, 1)]
    written = call("gradient-multiplier.model.js", "writtenOut", [[power] for power in powers])
    for n, factor, power, out in zip(layers, factors, powers, written, strict=True):
        with localcontext(prec=1000):
            exact = factor**n
        assert float(power["value"]) == float(exact)
        if "digits" in out:
            assert Decimal(out["digits"]) == exact
        elif "places" in out:
            assert out["places"] == exact.adjusted() + 1 > 15
        elif "zeros" in out:
            assert out["zeros"] == -exact.adjusted() - 1 > 1, "there is more than one zero"
        else:
            digits = max(10, exact.adjusted() + 1)
            assert Decimal(out["about"]) == Context(prec=digits).create_decimal(exact)


IN_THE_END = {"zh": "层数一多", "en": "with enough layers"}
EXPLODES = {"zh": "爆炸", "en": "explode"}
VANISHES = {"zh": "消失", "en": "vanish"}
BOTH = {"zh": "也爆炸|也消失|更快", "en": r"\btoo\b|\balso\b|faster"}


@each_language
def test_remarks_on_slopes_agree_with_the_results(call: Modules, lang: str) -> None:
    """None says that a gradient explodes or vanishes where few layers do not make it so, and none
    says of both networks what is true of one."""
    module = "gradient-multiplier.model.js"
    with Demos(ROOT) as demos:
        words = demos.ask({"labels": "gradient-multiplier"})["labels"][lang]
    for a, key in zip(slopes(1), call(module, "remark", [[a] for a in slopes(1)]), strict=True):
        remark, plain, residual = words["remarks"][key], abs(a), abs(1 + a)
        if re.search(f"{EXPLODES[lang]}|{VANISHES[lang]}", remark):
            assert IN_THE_END[lang] in remark, (a, remark)
        if EXPLODES[lang] in remark:
            assert max(plain, residual) > 1, (a, remark)
        if VANISHES[lang] in remark:
            assert min(plain, residual) < 1, (a, remark)
        if re.search(BOTH[lang], remark):
            assert (plain - 1) * (residual - 1) > 0, (a, remark)


# --- worked example ------------------------------------------------------------------------------

ENTRIES = "x1 x2 w11 w12 w21 w22 t1 t2"


class Shares:
    """The gradients in whole millionths, which are exact."""

    def __init__(self, state: list[float]) -> None:
        self.state = state
        x1, x2, w11, w12, w21, w22, t1, t2 = (round(100 * value) for value in state)
        g1 = 100 * x1 + w11 * x1 + w12 * x2 - 100 * t1
        g2 = 100 * x2 + w21 * x1 + w22 * x2 - 100 * t2
        self.shortcut = [100 * g1, 100 * g2]
        self.branch = [w11 * g1 + w21 * g2, w12 * g1 + w22 * g2]
        self.both = [g + b for g, b in zip(self.shortcut, self.branch, strict=True)]
        self.opposite = any(g * b < 0 for g, b in zip(self.shortcut, self.branch, strict=True))
        self.grown = sign(sum(v**2 for v in self.both) - sum(v**2 for v in self.shortcut))

    def __repr__(self) -> str:
        return str(self.state)


def shares_states() -> list[list[float]]:
    chance = random.Random(0)
    coarse = [[chance.choice((-2, -1, 0, 0, 1, 3)) for _ in range(8)] for _ in range(2000)]
    fine = [[chance.randrange(-500, 501) / 100 for _ in range(8)] for _ in range(500)]
    cases = [[v for part in case for v in part] for case in values("demo_worked_example")["cases"]]
    rounded = [-2.09, 1.58, 0.44, 1.41, 0.73, -1.85, -0.68, -1.7]
    return [rounded, [1, 2, 0, -1, 1, 0, 1, 1], *cases, *coarse, *fine]


SHARES: dict[str, Callable[[Shares], bool]] = {
    "还小|are smaller": lambda at: at.grown < 0,
    "一样大|exactly as large": lambda at: at.grown == 0,
    "仍比|更大了|larger": lambda at: at.grown > 0,
    "有的分量上|In some component": lambda at: at.opposite,
    "没有哪个分量|In no component": lambda at: not at.opposite,
    "一部分|partly": lambda at: at.opposite and 0 not in at.both,
    "方向一致|agree": lambda at: (
        at.shortcut[0] * at.branch[1] == at.shortcut[1] * at.branch[0] and not at.opposite
    ),
    "恰好抵消|The two shares cancel": lambda at: at.both == [0, 0] != at.shortcut,
    "什么也没交回|branch returns nothing": lambda at: at.branch == [0, 0],
    "没有梯度|the loss is zero": lambda at: at.shortcut == [0, 0],
}


@each_language
def test_how_the_shares_of_a_gradient_add_up(call: Modules, lang: str) -> None:
    facts = [Shares(state) for state in shares_states()]
    assert {at.grown for at in facts if at.opposite} == {-1, 0, 1}
    said = call.say("worked-example", lang, [named(ENTRIES, at.state) for at in facts])
    assert untrue(said, SHARES, facts) == []


def slot(step: html.HtmlElement, name: str) -> str:
    tex = step.find_class("tex")[0].text
    (found,) = re.findall(rf"\\slot\{{slot={name}(?:,value=[^{{}}]+)?\}}\{{([^{{}}]*)\}}", tex)
    return str(found)


def as_written(text: str) -> Decimal:
    return Decimal(text.replace("−", "-"))


def test_an_equals_sign_stands_between_equal_numbers(call: Modules) -> None:
    """In the sum of the shares, digit for digit; in the drawing, of the number itself."""
    facts = [Shares(state) for state in [*shares_states()[:60], *shares_states()[-100:]]]
    drawn = call.draw("worked-example", "en", [named(ENTRIES, at.state) for at in facts])
    signs = set()
    for at, shown in zip(facts, drawn, strict=True):
        (step,) = (li for li in shown.iter("li") if "underbrace" in li.find_class("tex")[0].text)
        if slot(step, "is") == "=":
            for i in (1, 2):
                one, other, both = (as_written(slot(step, f"{name}{i}")) for name in "gbr")
                assert one + other == both, at
        for text in shown.iter("text"):
            name, equals, number = re.fullmatch(
                r"(.*?)(?: ([=≈]) (.*))?", text.text_content()
            ).groups()
            if equals and name.startswith("∂L/∂x"):
                exact = Decimal(at.both[int(name[-1]) - 1]) / 10**6
                assert (equals == "=") is (as_written(number) == exact), (at, number)
                signs.add(equals)
    assert signs == {"=", "≈"}


# --- norm position and depth journey -------------------------------------------------------------


def size(tensor: Any) -> float:
    return math.hypot(*(value for token in tensor for value in token))


def apart(one: Any, other: Any) -> float:
    return math.dist(*([value for token in tensor for value in token] for tensor in (one, other)))


@dataclass(frozen=True)
class Sizes:
    """A layer's input, its first block's output and what is added to the input in all; and of the
    gradient what came, what arrived by all ways, by shortcuts and by branches, and how much those
    shortcuts have changed.
    """

    input: float
    first: float
    added: float
    came: float
    arrived: float
    shortcut: float
    brought: float
    changed: float

    @classmethod
    def of(cls, layer: dict[str, Any]) -> Sizes:
        states, gradients, shortcut = layer["states"], layer["gradients"], layer["shortcut"]
        return cls(
            *(size(states[0]), size(states[1]), apart(states[-1], states[0])),
            *(size(gradients[-1]), size(gradients[0]), size(shortcut)),
            *(apart(gradients[0], shortcut), apart(shortcut, gradients[-1])),
        )


# What the remark of that name says of sizes.
OF_SIZES: dict[str, Callable[[Sizes], bool]] = {
    "preZero": lambda s: s.added == s.brought == s.changed == 0,
    "postZero": lambda s: s.added > 0 and s.brought == 0,
    "preLarge": lambda s: s.added < 0.2 * s.input and s.brought < 0.2 * s.arrived,
    "preSmall": lambda s: s.added > 3 * s.input and s.brought > 3 * s.came,
    "pre": lambda s: s.changed == 0,
    "postLarge": lambda s: s.first < s.input and max(s.arrived, s.shortcut) < s.came,
    "postSmall": lambda s: s.first > s.input and min(s.arrived, s.shortcut) > s.came,
    "post": lambda s: s.changed > 0.1 * s.came,
}


def test_an_equals_sign_stands_before_an_exact_size(call: Modules) -> None:
    """In the drawing, where all states and gradients have their sizes, most of them rounded."""
    cases = list(product(("pre", "post"), ("encoder", "decoder"), (0.1, 1, 3), (0, 1)))
    states = [dict(zip(("order", "layer", "c", "k"), case, strict=True)) for case in cases]
    layers = call("norm-position.model.js", "layer", cases)
    drawings = call.draw("norm-position", "en", states)
    for case, layer, drawn in zip(cases, layers, drawings, strict=True):
        sizes = [size(tensor) for tensor in (*layer["states"], *layer["gradients"])]
        texts = [element.text_content() for element in drawn.find_class("demo__size")]
        assert len(texts) == 2 * len(sizes), case  # wide and upright
        for text in texts:
            sign, number = text.split()[-2:]
            value = min(sizes, key=lambda one: abs(one - float(number)))
            assert (sign == "=") is math.isclose(value, float(number), rel_tol=1e-9), (case, text)


INPUTS = (0.1, 0.15, 0.2, 0.29, 0.3, 0.31, 0.6, 1, 2, 2.99, 3, 5, 7, 10)
STRENGTHS = (0, 0.01, 0.05, 0.1, 0.3, 0.7, 1, 1.01, 1.5, 2, 3)


def test_what_is_said_of_a_layer_is_so(call: Modules) -> None:
    module = "norm-position.model.js"
    cases = list(product(("pre", "post"), ("encoder", "decoder"), INPUTS, STRENGTHS))
    said = call(module, "remark", [[order, c, k] for order, _, c, k in cases])
    layers = map(Sizes.of, call(module, "layer", cases))
    wrong = [
        (case, key)
        for case, key, s in zip(cases, said, layers, strict=True)
        if not OF_SIZES[key](s)
    ]
    assert wrong == []
    assert set(said) == set(OF_SIZES)


# What is said of a branch's Jacobian, and which blocks must be zero by that.
OF_BLOCKS: dict[str, tuple[str, str, Callable[[int, int], bool]]] = {
    "self": ("没有哪一块注定是零", "no block has to be zero", lambda i, j: False),
    "masked": ("右上方的块全是零", "blocks above the diagonal are zero", lambda i, j: j > i),
    "cross": ("对角线之外的块全是零", "blocks off the diagonal are zero", lambda i, j: i != j),
    "ffn": ("对角线之外的块全是零", "blocks off the diagonal are zero", lambda i, j: i != j),
}


def test_blocks_that_are_said_to_be_zero_are_so(call: Modules, stills: Demos) -> None:
    """Those and no others are zero for every input and strength; without strength all are."""
    labels = stills.ask({"labels": "norm-position"})["labels"]
    places = list(product(range(3), repeat=2))
    branches = {"encoder": ["self", "ffn"], "decoder": ["masked", "cross", "ffn"]}
    zero: dict[str, set[tuple[int, int]]] = {name: set(places) for name in OF_BLOCKS}
    for order, layer, c, k in product(("pre", "post"), branches, (0.1, 1, 10), (0, 1)):
        (found,) = call("norm-position.model.js", "tensors", [[order, layer, c, k]])
        for name, matrix in zip(branches[layer], found[2][order == "pre" :: 3], strict=True):
            zero[name] &= {(i, j) for i, j in places if not any(block(matrix, i, j))}
    for name, (zh, en, must) in OF_BLOCKS.items():
        assert zero[name] == {place for place in places if must(*place)}, name
        assert zh in labels["zh"]["steps"][name] and en in labels["en"]["steps"][name]


def block(matrix: list[list[float]], i: int, j: int) -> list[float]:
    return [entry for row in matrix[4 * i : 4 * i + 4] for entry in row[4 * j : 4 * j + 4]]


def sizes_at_gates(factors: list[float], found: dict[str, Any]) -> Iterator[tuple[float, ...]]:
    """Of every gate its factor, and the luggage's size before and behind it."""
    sizes = [abs(value) for value in found["forward"]]
    return zip(factors, sizes[:-1], sizes[1:], strict=True)


# What the remark of that name says in both languages, and whether it is so of a journey.
OF_JOURNEYS: dict[str, tuple[str, str, Callable[[list[float], dict[str, Any]], bool]]] = {
    "taken": (
        "相加不会比原来大",
        "never larger than before",
        lambda factors, found: all(
            after <= before for a, before, after in sizes_at_gates(factors, found) if a < 0
        ),
    ),
    "wholeNet": (
        "也抵消不了缆车送到的那份；倍数一大，行李反而越走越大",
        "negative factors do not cancel what the cable cars bring, and large ones, of either sign",
        lambda factors, found: all(
            after > (1 if abs(a) >= 1 else 0.8) * before
            for a, before, after in sizes_at_gates(factors, found)
        ),
    ),
    "plainNet": (
        "没有一件原样到山顶",
        "nothing of what was packed arrives as it was",
        lambda _, found: all(
            packed != arrived
            for packed, arrived in zip(found["states"][0], found["states"][-1], strict=True)
        ),
    ),
}


def test_what_is_said_of_a_journey_is_so(call: Modules, stills: Demos) -> None:
    labels = stills.ask({"labels": "depth-journey"})["labels"]
    chance = random.Random(0)
    chains = [[a / 10] * n for n in (1, 3, 7, 12) for a in (-20, -19, -10, -5, 0, 1, 5, 10, 20)]
    chains += [[chance.randrange(-20, 21) / 10 for _ in range(12)] for _ in range(40)]
    cases = [
        (mode, factors, [cable] * len(factors))
        for mode, factors, cable in product(("number", "net"), chains, (True, False))
    ]
    said = [found["key"] for found in call("depth-journey.model.js", "remark", cases)]
    journeys = call("depth-journey.model.js", "journey", cases)
    for key, (zh, en, so) in OF_JOURNEYS.items():
        assert zh in labels["zh"]["remarks"][key] and en in labels["en"]["remarks"][key]
        found = [
            (case, so(case[1], j))
            for case, k, j in zip(cases, said, journeys, strict=True)
            if k == key
        ]
        assert found
        assert [case for case, is_so in found if not is_so] == []


CUT = "".join(f"&dj.c{gate}=0" for gate in range(12))
RESULTS = [
    # where, the result's place, what it is and what it is not
    (f"#dj.n=3&dj.a=-2{CUT}", 0, ("= −8", "大小超过出发时", "Larger in size"), ()),
    (f"#dj.n=3&dj.a=-0.5{CUT}", 1, ("= −0.125", "大小不及出发时", "Smaller in size"), ()),
    ("#dj.a=-2", 0, ("= 1", "大小不变", "The same size"), ()),
    ("#dj.mode=net&dj.n=12&dj.a=0.03", 0, ("≈ 1", "大小不及", "Smaller", "余弦", "Cosine"), ()),
    ("#dj.mode=net&dj.n=1&dj.a=0", 0, ("= 1", "大小不变", "The same size"), ()),
    ("#dj.mode=net&dj.c3=0&dj.g3=0", 0, ("= 0", "恰好是零", "zero"), ("余弦", "Cosine")),
]


@pytest.mark.parametrize(("address", "index", "has", "lacks"), RESULTS)
def test_results_of_a_journey(
    call: Modules,
    stills: Demos,
    address: str,
    index: int,
    has: tuple[str, ...],
    lacks: tuple[str, ...],
) -> None:
    """Sizes are compared, not signs; what is rounded is not called equal; no angle with zero."""
    state = stills.ask({"name": "depth-journey", "address": address})["state"]
    drawn = [call.draw("depth-journey", lang, [state])[0] for lang in LANGUAGES]
    read = "".join(str(view.find_class("demo__reading")[0][index].text_content()) for view in drawn)
    assert [text for text in has if text not in read] == [], read
    assert [text for text in lacks if text in read] == [], read
