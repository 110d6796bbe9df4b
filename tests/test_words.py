"""The search's index has the words that it was made of, no others, and takes a typo for one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import material
import pytest

from publish.scripts import search_worker
from verify.node import NodeProgram

WORKERS = Path(material.__file__).parent / "templates" / "assets" / "javascripts" / "workers"
(WORKER,) = WORKERS.glob("search.*.min.js")
LUNR = WORKER.read_text(encoding="utf-8")
OURS = search_worker(LUNR, "lunr")
# Of such lists lunr as it is takes one, with 414 of the middle, for one that ends in q1 and q2.
LISTS = [
    ["000", "a1", "a2", *(f"b{chr(0x4E00 + index)}" for index in range(count)), "q1zz"]
    for count in range(400, 430)
]
# Each stands in one place more than the next.
KNOWN = ["residual", "gradient", "gradients", "transformer", "factor", "actor", "last", "fan", "x1"]


def answers(script: str, folder: Path, questions: list[Any]) -> list[Any]:
    file = folder / "worker.js"
    file.write_text(script, encoding="utf-8")
    with NodeProgram(Path(__file__).with_name("words.mjs"), str(file)) as node:
        return [node.ask(question) for question in questions]


@pytest.mark.parametrize(("script", "ours"), [(OURS, True), (LUNR, False)], ids=["ours", "lunr"])
def test_the_index_has_its_words(script: str, ours: bool, tmp_path: Path) -> None:
    """Else the search fails for them. Lunr's does: the day it does not, our change can go."""
    found = answers(script, tmp_path, [[words] for words in LISTS])
    assert (list(map(sorted, found)) == list(map(sorted, LISTS))) == ours


@pytest.mark.parametrize(
    ("query", "sought"),
    [
        ("graident", "graident gradient"),  # two letters changed places
        ("Residuel flow", "Residuel residual flow"),
        ("transfomer 残差", "transfomer transformer 残差"),
        ("resiidual*", "resiidual residual*"),
        ("残差gradeint", "残差gradeint gradient"),
        ("bactor", "bactor factor"),  # and not actor, which fewer places have
        ("gradien", "gradien"),  # begins a word
        ("residual", "residual"),
        ("least", "least"),  # looked for nowhere, and none of lunr's words
        ("faan x2", "faan x2"),  # too short to tell
        ("gardeint", "gardeint"),  # two slips
        ("conv2dx residuel_1", "conv2dx residuel_1"),  # a name
    ],
)
def test_a_word_that_is_misspelt_is_found(query: str, sought: str, tmp_path: Path) -> None:
    """As the next word that is known, beside what was typed."""
    assert answers(OURS, tmp_path, [[KNOWN, query]]) == [sought]
