"""What an edit makes the build do again, counted. In the site nothing of it can be seen."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from publish.__main__ import main
from tests.scale import edit_page, edit_snippet, make_project
from tests.test_publish import contents
from verify.memo import Memo

SIZE = 4  # pages a language, beside home and verification


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a build does what takes time, by what the memory calls it."""
    counts: Counter[str] = Counter()
    original = Memo.of

    def of(memo: Memo, make: Any, *key: str) -> Any:
        def counting() -> Any:
            counts[key[0]] += 1
            return make()

        return original(memo, counting, *key)

    monkeypatch.setattr(Memo, "of", of)
    return counts


def built(root: Path, counts: Counter[str]) -> dict[str, int]:
    """Build the project; how many pages were made."""
    counts.clear()
    assert main(["--root", str(root), "build"]) == 0
    return {kind: counts[kind] for kind in ("finished", "read")}


def test_an_edit_makes_its_own_pages_again(
    tmp_path: Path, counted: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the site is, to the byte, that of a first build."""
    monkeypatch.setenv("WORKER", "off")  # a version in each page would be another for all
    root = make_project(tmp_path / "project", SIZE)
    first = built(root, counted)
    assert first["finished"] == first["read"] == 2 * (SIZE + 2)
    compressed = counted["compressed"]
    assert compressed > 2 * (SIZE + 2)
    edit_page(root, SIZE)
    # In both languages the page; and that of verification, which lists all that was verified.
    pages = {"finished": 4, "read": 4}
    assert built(root, counted) == pages
    assert counted["compressed"] < compressed / 2
    edit_snippet(root, SIZE)  # a line that only its own page shows
    assert built(root, counted) == {"finished": 2, "read": 2}
    again = contents(root / "site")
    for folder in ("build", "site", ".cache/read"):
        shutil.rmtree(root / folder)
    assert built(root, counted)["finished"] == first["finished"]
    assert contents(root / "site") == again
