"""verify/memo.py: what is remembered, and what is forgotten."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from publish import compress as twins
from verify.files import DRAFT
from verify.memo import DAY, UNUSED, Memo, remove_unused
from verify.sandbox import Cache, Run


@pytest.fixture
def made() -> Iterator[int]:
    """A number more each time that something is made."""
    return iter(range(100))


def age(file: Path, seconds: float) -> None:
    then = time.time() - seconds
    os.utime(file, (then, then))


def test_each_key_is_made_once(tmp_path: Path, made: Iterator[int]) -> None:
    def of(memo: Memo, *key: str) -> int:
        return memo.of(lambda: next(made), *key)

    memo = Memo(tmp_path)
    keys = (("a",), ("a",), ("b",), ("a", "b"), ("ab",), ("b",))
    assert [of(memo, *key) for key in keys] == [0, 0, 1, 2, 3, 1]
    assert of(Memo(tmp_path, versions=("2",)), "a") == 4
    assert of(Memo(), "a") == 5
    assert of(memo, "a") == 0


def test_other_code_forgets(tmp_path: Path, made: Iterator[int]) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.py").write_text(f"x = {name!r}", encoding="utf-8")
    memos = [Memo(tmp_path / "cache", tmp_path / name) for name in ("one", "two", "one")]
    assert [memo.of(lambda: next(made), "a") for memo in memos] == [0, 1, 0]


def test_what_nobody_uses_is_removed(tmp_path: Path, made: Iterator[int]) -> None:
    """And nothing else: what is used stays, however old it is."""
    memo, runs = Memo(tmp_path / "read"), Cache(tmp_path / "verify")
    for key in ("used", "not"):
        memo.of(lambda: next(made), key)
        runs.store(key, Run("printed"))
    other = tmp_path / "peers" / "program.py"
    draft = tmp_path / "read" / f".half{DRAFT}"
    for file in (other, draft):
        file.parent.mkdir(exist_ok=True)
        file.touch()
    for file in tmp_path.rglob("*.*"):
        age(file, UNUSED + DAY)
    for file in (tmp_path / "read").iterdir():
        age(file, UNUSED + DAY)
    assert memo.of(lambda: next(made), "used") == 0
    assert runs.load("used")
    remove_unused(tmp_path)
    assert memo.of(lambda: next(made), "used") == 0
    assert memo.of(lambda: next(made), "not") == 2
    assert [runs.load("used"), runs.load("not")] == [Run("printed"), None]
    assert other.exists() and not draft.exists()


def test_two_may_remove_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One finds the file gone that it was about to remove, or to read."""
    memo = Memo(tmp_path / "read")
    assert memo.of(lambda: "made", "a") == "made"
    (file,) = (tmp_path / "read").iterdir()
    age(file, UNUSED + DAY)
    real = Path.unlink

    def twice(path: Path, missing_ok: bool = False) -> None:
        real(path)
        real(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", twice)
    remove_unused(tmp_path)
    monkeypatch.undo()
    assert not file.exists()
    assert memo.of(lambda: "made again", "a") == "made again"


def test_only_changed_texts_are_compressed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[bytes] = []
    monkeypatch.setattr(twins, "WAYS", {".br": lambda text: done.append(text) or text.upper()})
    site, memo = tmp_path / "site", Memo(tmp_path / "cache")
    site.mkdir()
    for name in ("a.html", "b.html", "picture.png"):
        (site / name).write_text(name, encoding="utf-8")
    twins.compress(site, memo)
    assert sorted(done) == [b"a.html", b"b.html"]
    (site / "b.html").write_text("b, edited", encoding="utf-8")
    twins.compress(site, memo)
    assert done[2:] == [b"b, edited"]
    assert (site / "a.html.br").read_bytes() == b"A.HTML"
    assert (site / "b.html.br").read_bytes() == b"B, EDITED"
