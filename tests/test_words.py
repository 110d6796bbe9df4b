"""The search's index has the words that it was made of, and no others."""

from __future__ import annotations

from pathlib import Path

import material
import pytest

from publish.scripts import WORKER_CHANGES, changed
from verify.node import NodeProgram

WORKERS = Path(material.__file__).parent / "templates" / "assets" / "javascripts" / "workers"
(WORKER,) = WORKERS.glob("search.*.min.js")
# Of such lists lunr as it is takes one, with 414 of the middle, for one that ends in q1 and q2.
LISTS = [
    ["000", "a1", "a2", *(f"b{chr(0x4E00 + index)}" for index in range(count)), "q1zz"]
    for count in range(400, 430)
]


def has_its_words(script: str, folder: Path) -> bool:
    file = folder / "worker.js"
    file.write_text(script, encoding="utf-8")
    with NodeProgram(Path(__file__).with_name("words.mjs"), str(file)) as node:
        return all(sorted(node.ask(words)) == sorted(words) for words in LISTS)


@pytest.mark.parametrize("changes", [WORKER_CHANGES, ()], ids=["ours", "lunr as it is"])
def test_the_index_has_its_words(changes: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    """Else the search fails for them. Lunr's does: the day it does not, our change can go."""
    script = changed(WORKER.read_text(encoding="utf-8"), changes)
    assert has_its_words(script, tmp_path) == bool(changes)
