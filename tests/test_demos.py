"""The demos' mathematics, numbers, addresses, words and stills, without a browser."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from lxml import html

from render.demos import DEMOS, Demos, Place
from tests.demos import (
    CASES,
    MODULES,
    ROOT,
    SHARED,
    Case,
    Modules,
    differences,
    same,
    sizes,
    snippet_of,
    unclaimed,
    values,
)
from verify.sandbox import Cache, run_cached

LANGUAGES = ("zh", "en")
each_demo = pytest.mark.parametrize("demo", DEMOS)


@pytest.fixture(scope="module")
def call() -> Iterator[Modules]:
    modules = Modules()
    yield modules
    modules.node.close()


@pytest.fixture(scope="module")
def stills() -> Iterator[Demos]:
    with Demos(ROOT) as demos:
        yield demos


# --- mathematics: the snippets' cases -----------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.module)
def test_scripts_compute_what_snippets_do(call: Modules, case: Case) -> None:
    assert len(case.arguments()) > 80
    assert differences(case, call(case.module, case.call, case.arguments())) == []


def test_a_difference_is_told() -> None:
    case = Case("", "", "", list, list, floor=1e-12)
    for found, equal in (
        ([1 + 1e-10, ["a", 1e-13]], True),
        ([1 + 1e-8, ["a", 0]], False),
        ([1, ["b", 0]], False),
        ([1, ["a", 1e-11]], False),
        ([1, ["a"]], False),
    ):
        assert same(found, [1, ["a", 0]], case) is equal


def test_written_out(call: Modules) -> None:
    def power(n: int, a: float) -> Any:
        return call("gradient-multiplier.model.js", "multiplier", [[n, a]])[0]["plain"]

    cases = [power(20, 0.5), power(20, 1.5), power(100, -2.5), power(20, 0.01), power(3, 0.0)]
    assert call("gradient-multiplier.model.js", "writtenOut", [[case] for case in cases]) == [
        {"digits": "0.00000095367431640625"},
        {"about": f"{1.5**20:.10g}"},
        {"places": len(str(int(2.5**100)))},
        {"zeros": 39},
        {"digits": "0"},
    ]


@each_demo
def test_a_demo_starts_where_its_snippet_does(stills: Demos, demo: str) -> None:
    """Every number of the still equals the value it names; the built page's are tested again."""
    names = {name.split(".")[0] for name in still(stills, demo, "en").xpath("//@data-value")}
    assert names == {snippet_of(demo)}


def test_the_pytorch_program_prints_what_is_shown(call: Modules) -> None:
    cases = values("demo_worked_example")["cases"][::7]
    programs = call("worked-example.model.js", "program", cases)
    runs = run_cached({f"p{i}": text for i, text in enumerate(programs)}, Cache(None))
    for i, found in enumerate(call("worked-example.model.js", "block", cases)):
        run = runs[f"p{i}"]
        assert run.error is None, run.error
        printed = [line.split(": ")[1].split(", ") for line in run.output.splitlines()]
        names = ("branch", "y", "loss", "gradY", "viaBranch", "gradX", "gradW")
        shown = [[found[name]] if name == "loss" else found[name] for name in names]
        texts = [call("numbers.js", "positional", [[v, 6] for v in row]) for row in shown]
        # Python writes the smallest with an exponent.
        assert printed == [[f"{float(text):.6g}" for text in row] for row in texts]


# --- numbers as text ----------------------------------------------------------------------------

TIES = [0.125, 0.375, 2.5, 0.5, 1.5, 1.0625, 12345.0, 12335.0, 2**-20, 1e22, 4.35, 9.995, 99995.0]
PLAIN = [0.0, 1.0, -1.0, 0.1, 1 / 3, -2 / 3, 1e-4, 9.9999e-5, 1e16, 5e-324, 1.7976931348623157e308]


def many_numbers() -> list[float]:
    chance = random.Random(0)
    drawn = [chance.choice((-1, 1)) * 10 ** chance.uniform(-300, 300) for _ in range(2000)]
    near = [round(chance.uniform(-100, 100), chance.randrange(5)) for _ in range(2000)]
    return [*TIES, *(-tie for tie in TIES), *PLAIN, *drawn, *near]


@pytest.mark.parametrize("precision", [1, 2, 3, 4, 10, 15])
def test_numbers_are_written_as_python_writes_them(call: Modules, precision: int) -> None:
    cases = [(number, precision) for number in many_numbers()]
    wanted = [f"{number:.{precision}g}" for number, _ in cases]
    assert call("numbers.js", "general", cases) == wanted
    wanted = [f"{number:.{precision}e}" for number, _ in cases]
    assert call("numbers.js", "scientific", cases) == wanted


@pytest.mark.parametrize("decimals", [0, 1, 2, 3])
def test_numbers_with_so_many_decimals(call: Modules, decimals: int) -> None:
    cases = [(number, decimals) for number in many_numbers() if 1e-90 < abs(number) < 1e15]
    wanted = [f"{number:z.{decimals}f}" for number, _ in cases]
    assert call("numbers.js", "fixed", cases) == wanted


def test_numbers_in_formulas(call: Modules) -> None:
    cases = [[9.5367e-7], [-0.5], [3325.26], [-1e-5], [0]]
    wanted = ["9.537 × 10^{−7}", "−0.5", "3325", "−1 × 10^{−5}", "0"]
    assert call("numbers.js", "shown", cases) == wanted


def test_what_is_rounded_is_not_called_equal(call: Modules) -> None:
    cases = [[0], [-8], [1.5], [0.1 + 0.2], [1.5**8], [0.99995], [-2e-9 / 3]]
    assert "".join(call("numbers.js", "equals", cases)) == "====≈≈≈"


TYPED = {
    "1e5": 1e5, "0,5": 0.5, "−0.5": -0.5, "–0.5": -0.5, "-0.5": -0.5, "1e−2": 0.01, " 7 ": 7,
    "１２": 12, "－0．5": -0.5, "0，5": 0.5, ".5": 0.5, "5.": 5, "+3": 3, "1e999": "Infinity",
    "-1e999": "-Infinity", "": "NaN", "abc": "NaN", "NaN": "NaN", "Infinity": "NaN", "0x10": "NaN",
    "1 2": "NaN", "1.2.3": "NaN", "--1": "NaN", "<script>": "NaN", "e5": "NaN", "½": "NaN",
}  # fmt: skip


def test_numbers_are_read_as_they_are_typed(call: Modules) -> None:
    found = call("numbers.js", "parseNumber", [[text] for text in TYPED])
    assert dict(zip(TYPED, found, strict=True)) == TYPED


# --- the address --------------------------------------------------------------------------------

ADDRESSES: list[tuple[str, dict[str, float], list[str]]] = [
    ("", {}, []),
    ("#limits", {}, []),
    ("#gm.n=50&gm.a=-0.5", {"n": 50, "a": -0.5}, []),
    ("#re.x1=1&gm.n=7", {"n": 7}, []),
    ("#gm.n=NaN", {}, ["unreadable"]),
    ("#gm.n=&gm.a=", {}, ["unreadable", "unreadable"]),
    ("#gm.n=1e999", {"n": 100}, ["range"]),
    ("#gm.n=-1e999", {"n": 1}, ["range"]),
    ("#gm.n=0", {"n": 1}, ["range"]),
    ("#gm.n=2.6", {"n": 3}, ["rounded"]),
    ("#gm.a=−0,5", {"a": -0.5}, []),
    ("#gm.a=0.00049", {"a": 0}, ["rounded"]),
    ("#gm.a=-0", {"a": 0}, []),
    ("#gm.n=abc&gm.a=%3Cscript%3Ealert(1)%3C%2Fscript%3E", {}, ["unreadable", "unreadable"]),
    ("#gm.n=7&gm.n=9", {"n": 7}, []),
    ("#gm.__proto__=7&gm.constructor=8&gm.toString=9", {}, []),
    ("#gm.a=%E0%A4%A", {}, ["unreadable"]),
    ("#" + "&".join(f"gm.n{i}={i}&x{i}.n={i}" for i in range(100)) + "&gm.n=9", {"n": 9}, []),
    ("#" + "9" * 100_000, {}, []),
    ("#gm.n=" + "9" * 100_000, {"n": 100}, ["range"]),
]


@pytest.mark.parametrize(("address", "changed", "notes"), ADDRESSES)
def test_an_address_gives_an_allowed_state(
    stills: Demos, address: str, changed: dict[str, float], notes: list[str]
) -> None:
    state = stills.ask({"name": "gradient-multiplier", "address": address})
    assert state["state"] == {"n": 20, "a": 0.5} | changed
    assert [note["note"] for note in state["notes"]] == notes


WRITTEN = [
    ("", {"n": 20, "a": 0.5}, ""),
    ("#limits", {"n": 20, "a": 0.5}, ""),
    ("#limits", {"n": 50, "a": -0.5}, "#gm.n=50&gm.a=-0.5"),
    ("#gm.n=7&gm.b=8", {"n": 20, "a": 0.001}, "#gm.a=0.001"),
    ("#re.x1=1&gm.n=7&xx.n=8", {"n": 9, "a": 0.5}, "#re.x1=1&gm.n=9"),
]


@pytest.mark.parametrize(("before", "state", "after"), WRITTEN)
def test_a_state_is_written_into_the_address(
    stills: Demos, before: str, state: dict[str, float], after: str
) -> None:
    request = {"name": "gradient-multiplier", "address": before, "state": state, "others": ["re"]}
    assert stills.ask(request)["written"] == after


# --- words --------------------------------------------------------------------------------------


def shape(words: Any) -> Any:
    """The keys of labels, and the places to be filled in each."""
    if isinstance(words, dict):
        return {key: shape(value) for key, value in words.items()}
    return sorted(re.findall(r"\{\w+\}", words))


def strings(words: Any) -> Iterator[str]:
    if isinstance(words, dict):
        for value in words.values():
            yield from strings(value)
    else:
        yield words


@pytest.mark.parametrize("module", ["demo", *DEMOS])
def test_labels_are_the_same_in_both_languages(stills: Demos, module: str) -> None:
    labels = stills.ask({"labels": module})["labels"]
    assert shape(labels["zh"]) == shape(labels["en"])
    assert all(re.search("[一-鿿]", text) for text in strings(labels["zh"]))
    assert not any(re.search("[一-鿿]", text) for text in strings(labels["en"]))


# --- what remarks say ---------------------------------------------------------------------------


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


def texts(node: Any) -> str:
    return node if isinstance(node, str) else "".join(map(texts, node["children"]))


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
    read = ""
    for lang, words in stills.ask({"labels": "depth-journey"})["labels"].items():
        common = stills.ask({"labels": "demo"})["labels"][lang]
        context = {"lang": lang, "scope": "dj", "playing": False, "common": common}
        (view,) = call("depth-journey.js", "default.view", [[state, words, context]])
        reading = view[-1]["children"][0]
        assert reading["attributes"]["class"] == "demo__reading"
        read += texts(reading["children"][index])
    assert [text for text in has if text not in read] == [], read
    assert [text for text in lacks if text in read] == [], read


# --- stills -------------------------------------------------------------------------------------


def still(stills: Demos, demo: str, lang: str, standalone: bool = False) -> html.HtmlElement:
    where = Place(lang, "../../demos/", "https://example.org/demos/a/")
    line = f"<{demo}-demo{' standalone' if standalone else ''}></{demo}-demo>"
    return html.fragment_fromstring(stills.place(line, where))


@each_demo
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("standalone", [False, True])
def test_every_number_of_a_still_is_a_claim(
    stills: Demos, demo: str, lang: str, standalone: bool
) -> None:
    tree = still(stills, demo, lang, standalone)
    assert unclaimed(tree) == []
    assert tree.xpath("//*[@data-value]")
    assert [
        e for e in tree.xpath("//*[contains(@class, 'demo__number')]") if not e.get("data-value")
    ] == []
    assert tree.xpath("//@style | //@*[starts-with(name(), 'on')]") == []


@each_demo
def test_a_still_stands_on_one_line(stills: Demos, demo: str) -> None:
    where = Place("en", "../../demos/", "https://example.org/")
    text = f"Before\n\n<{demo}-demo></{demo}-demo>\n\nAfter"
    placed = stills.place(text, where)
    assert placed.count("\n") == text.count("\n")
    assert placed.startswith("Before\n\n<figure ") and placed.endswith("</figure>\n\nAfter")
    assert f'href="../../demos/{demo}/"' in placed


def test_an_unknown_demo_is_refused(stills: Demos) -> None:
    where = Place("en", "demos/", "https://example.org/")
    with pytest.raises(LookupError, match="no demo <residul-demo>; there are <residual-demo>"):
        stills.place("<residul-demo></residul-demo>", where)
    inline = "Write `<residual-demo></residual-demo>` in a page."
    assert stills.place(inline, where) == inline


# --- scripts -------------------------------------------------------------------------------------


def test_scripts_are_small() -> None:
    weighed = dict(sizes())
    assert set(weighed) == {"shared", *DEMOS}
    assert all(size < 15_000 for size in weighed.values()), weighed
    assert all((MODULES / name).is_file() for name in SHARED)


LENIENT = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function|https?://(?!www\.w3\.org/)"
)


def test_nothing_in_the_scripts_needs_a_lenient_policy() -> None:
    for file in MODULES.glob("*.js"):
        source = file.read_text(encoding="utf-8")
        found = re.findall(
            r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function|https?://(?!www\.w3\.org/)",
            source,
        )
        assert found == [], file.name
