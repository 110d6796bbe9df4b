"""The demos for tests: their modules called in Node, the values of their snippets, their stills."""

from __future__ import annotations

import gzip
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lxml import html

from publish.pack import SHEETS
from render.demos import DEMOS, FOLDER
from verify.node import NodeProgram
from verify.sandbox import Cache, run_cached

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / FOLDER
SCRIPT = Path(__file__).with_name("demos.mjs")
IMPORT = re.compile(r"^import [^;]*? from '\./(?P<file>[\w.-]+)';", re.MULTILINE)
# What every demo shares: paid once, whichever comes first.
SHARED = ("demo.js", "draw.js", "numbers.js", "params.js", "parts.js", "tree.js")


def snippet_of(demo: str) -> str:
    return f"demo_{demo.replace('-', '_')}"


@cache
def values(stem: str) -> dict[str, Any]:
    """What a snippet leaves behind, by name."""
    source = (ROOT / "snippets" / f"{stem}.py").read_text(encoding="utf-8")
    run = run_cached({stem: source}, Cache(ROOT / ".cache" / "verify"))[stem]
    assert run.error is None, run.error
    return {name: entry.get("value") for name, entry in run.values.items()}


class Modules:
    """Calls what the demos' modules export, in one node process."""

    def __init__(self) -> None:
        self.node = NodeProgram(SCRIPT)

    def __call__(self, module: str, call: str, cases: Sequence[Sequence[Any]]) -> list[Any]:
        request = {"module": str(MODULES / module), "call": call, "cases": cases}
        return list(self.node.ask(request)["results"])

    def say(self, demo: str, lang: str, states: Sequence[dict[str, float]]) -> list[str]:
        """What a demo says of each state; what a state does not name is as at the start."""
        return self._of(demo, lang, states=states)

    def draw(
        self, demo: str, lang: str, states: Sequence[dict[str, float]]
    ) -> list[html.HtmlElement]:
        """What a demo shows in each state."""
        return [html.fragment_fromstring(text) for text in self._of(demo, lang, drawn=states)]

    def _of(self, demo: str, lang: str, **states: Any) -> list[str]:
        request = {"module": str(MODULES / f"{demo}.js"), "lang": lang, **states}
        return list(self.node.ask(request)["results"])


@dataclass(frozen=True)
class Case:
    """A function of a demo's module and what its snippet computed of the same arguments.

    `wanted` takes the snippet's values and gives a list of results, `read` a result of the module
    and gives the same. Numbers up to `floor` are rounding errors of zero.
    """

    module: str
    call: str
    snippet: str
    wanted: Callable[[dict[str, Any]], list[Any]]
    read: Callable[[Any], Any]
    floor: float = 0
    relative: float = 1e-9

    def arguments(self) -> list[Any]:
        return list(values(self.snippet)["cases"])


def trace(tensor: list[list[float]]) -> float:
    """A state as the snippet keeps it: its product with 1, 2, 3, … in reading order."""
    entries = [entry for token in tensor for entry in token]
    return sum(weight * entry for weight, entry in enumerate(entries, 1))


def trace_of_jacobian(matrix: list[list[float]]) -> float:
    return sum(i * j * entry for i, row in enumerate(matrix, 1) for j, entry in enumerate(row, 1))


CASES = [
    Case(
        "gradient-multiplier.model.js",
        "multiplier",
        "demo_gradient_multiplier",
        lambda found: list(
            zip(
                found["plain_cases"],
                found["plain_digits"],
                found["residual_cases"],
                found["residual_digits"],
                strict=True,
            )
        ),
        lambda result: [
            result[kind][what] for kind in ("plain", "residual") for what in ("value", "exact")
        ],
    ),
    Case(
        "norm-position.model.js",
        "tensors",
        "demo_norm_position",
        lambda found: [[v for kind in result for v in kind] for result in found["results"]],
        lambda result: [
            *map(trace, result[0]),
            *map(trace, result[1]),
            *map(trace_of_jacobian, result[2]),
            trace(result[3][0]),
        ],
        floor=1e-11,
    ),
    Case(
        "depth-journey.model.js",
        "measured",
        "demo_depth_journey",
        lambda found: list(found["results"]),
        list,
        floor=1e-12,
    ),
    Case(
        "worked-example.model.js",
        "block",
        "demo_worked_example",
        lambda found: list(found["results"]),
        lambda result: [
            result[name] for name in ("branch", "y", "loss", "gradY", "viaBranch", "gradX", "gradW")
        ],
        floor=1e-12,
    ),
    Case(
        "residual.model.js",
        "compare",
        "demo_residual",
        lambda found: list(found["results"]),
        lambda result: [result[name] for name in ("block", "plain", "blockMisses", "plainMisses")],
        floor=1e-12,
    ),
]


def differences(case: Case, results: Sequence[Any]) -> list[str]:
    """Where the results of a module are not those of the snippet."""
    wanted = case.wanted(values(case.snippet))
    assert len(results) == len(wanted) == len(case.arguments()) > 0
    return [
        f"{case.call}{arguments}: {case.read(result)}, not {right}"
        for arguments, result, right in zip(case.arguments(), results, wanted, strict=True)
        if not same(case.read(result), right, case)
    ]


def same(found: Any, wanted: Any, case: Case) -> bool:
    """Equal strings, nothing, numbers or lists of them, to the accuracy of the case."""
    if isinstance(wanted, list | tuple):
        return len(found) == len(wanted) and all(
            same(f, w, case) for f, w in zip(found, wanted, strict=True)
        )
    if found is None or wanted is None or isinstance(wanted, str):
        return bool(found == wanted)
    return math.isclose(found, wanted, rel_tol=case.relative, abs_tol=case.floor)


def needed(module: str) -> set[str]:
    """The modules that one loads, itself included."""
    found: set[str] = set()
    pending = [module]
    while pending:
        name = pending.pop()
        if name in found:
            continue
        found.add(name)
        source = (MODULES / name).read_text(encoding="utf-8")
        pending += [match["file"] for match in IMPORT.finditer(source)]
    return found


def compressed() -> dict[str, int]:
    """The bytes of each module as a server would send it: as short as the build makes it."""
    sources = {file.name: file.read_text(encoding="utf-8") for file in MODULES.glob("*.js")}
    with NodeProgram(SHEETS) as node:
        short = node.ask({"words": "", "sheets": {}, "scripts": sources})["scripts"]
    return {name: len(gzip.compress(text.encode(), 9, mtime=0)) for name, text in short.items()}


def sizes() -> Iterator[tuple[str, int]]:
    """Compressed bytes: what all demos share, then what each has for itself."""
    bytes_of = compressed()
    yield "shared", sum(bytes_of[name] for name in SHARED)
    for demo in DEMOS:
        yield demo, sum(bytes_of[name] for name in needed(f"{demo}.js") - set(SHARED))


def unclaimed(still: html.HtmlElement) -> list[str]:
    """Texts with digits in a demo's still that are no claim, no tick and no notation.

    The programs that it offers are left out: what is typed into them is run by another test.
    """
    for formula in still.find_class("tex"):
        formula.text = CLAIMED_SLOT.sub("", formula.text)
    classes = ("demo__axis", "demo__embed", "demo__code")
    excused = " or ".join(["@data-value", *(f"contains(@class, '{name}')" for name in classes)])
    texts = still.xpath(f"//text()[not(ancestor::*[{excused}])]")
    return [str(text) for text in texts if re.search(r"\d", text) and not notation(text)]


# A place of a formula that names its value; a square and a half are notation.
CLAIMED_SLOT = re.compile(r"\\slot\{slot=\w+,value=[^{}]+\}\{[^{}]*\}|\^2|\\tfrac12")


def notation(text: Any) -> bool:
    """Whether a text is the fixed part of a formula, such as 1 + a, or an index."""
    parent = text.getparent()
    chain = [parent, *parent.iterancestors()]
    return any(
        element.get("class", "").split()[:1] in (["demo__math"], ["t-math"], ["demo__out"])
        for element in chain
    )
