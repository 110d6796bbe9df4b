"""The demos' mathematics, numbers, addresses, words and stills, without a browser."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from lxml import html

from render.demos import DEMOS, Demos, Place
from tests.demos import (
    CASES,
    MODULES,
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
