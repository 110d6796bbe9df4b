"""`make check` in parts: put together they are the whole, and what is no whole is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.scale import edit_snippet, make_project, place, word
from verify.__main__ import main
from verify.shards import FOLDER, Shard

SIZE = 6


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A project that was checked in three parts, and its ledger when checked as a whole."""
    root = make_project(tmp_path_factory.mktemp("shards") / "project", SIZE)
    assert main(["--root", str(root), "check"]) == 0
    ledger = root / "build" / "ledger.json"
    whole = ledger.read_text(encoding="utf-8")
    ledger.unlink()
    for number in (1, 2, 3):
        assert main(["--root", str(root), "check", "--shard", f"{number}/3"]) == 0
    assert not ledger.exists()
    return root, whole


@pytest.fixture
def parts(checked: tuple[Path, str], tmp_path: Path) -> tuple[Path, str]:
    """A copy of it, to be changed."""
    root, whole = checked
    return shutil.copytree(root, tmp_path / "project"), whole


def merge(root: Path) -> int:
    return main(["--root", str(root), "merge", str(root / FOLDER)])


def test_the_union_is_the_whole(parts: tuple[Path, str]) -> None:
    root, whole = parts
    assert merge(root) == 0
    assert (root / "build" / "ledger.json").read_text(encoding="utf-8") == whole
    files = sorted((root / FOLDER).glob("*.json"))
    ledgers = [json.loads(file.read_text(encoding="utf-8"))["ledger"] for file in files]
    stems = [stem for ledger in ledgers for stem in ledger["snippets"]]
    assert sorted(stems) == [f"case_{word(index)}" for index in range(SIZE)]  # each in one
    assert max(len(ledger["snippets"]) for ledger in ledgers) < SIZE
    for ledger in ledgers:  # twins are compared, so they stay together
        names = [name.partition("/")[2] for name in ledger["pages"]]
        assert all(names.count(name) == 2 for name in names)


def test_a_missing_part_is_named(
    parts: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    root, _ = parts
    (root / FOLDER / "2-of-3.json").unlink()
    assert merge(root) == 1
    said = "shard 2/3 is missing: `SHARD=2/3 make check` makes it\n"
    assert capsys.readouterr().err == said


def test_a_part_of_another_state_is_refused(
    parts: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    root, _ = parts
    edit_snippet(root, SIZE)
    assert main(["--root", str(root), "check", "--shard", "1/3"]) == 0
    capsys.readouterr()
    assert merge(root) == 1
    said = capsys.readouterr().err
    assert "shard 1/3" not in said
    for name in ("2/3", "3/3"):
        assert f"shard {name} was made from another state: `SHARD={name} make check`" in said


def test_a_part_of_other_versions_is_refused(
    parts: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    root, _ = parts
    part = root / FOLDER / "3-of-3.json"
    content = part.read_text(encoding="utf-8")
    changed = json.loads(content)
    changed["ledger"]["versions"]["python"] = "2.7"
    part.write_text(json.dumps(changed), encoding="utf-8")
    assert merge(root) == 1
    assert "shard 3/3 was made with other versions than 1/3" in capsys.readouterr().err
    part.write_text(content[:-1], encoding="utf-8")
    assert merge(root) == 1
    assert "3-of-3.json is no part, or half of one" in capsys.readouterr().err


def test_a_shard_finds_what_is_wrong_on_its_pages(
    parts: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """And another does not look at them."""
    root, _ = parts
    name = place(0)
    for lang in ("zh", "en"):
        page = root / "docs" / lang / name
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("{1.875}", "{1.876}"), encoding="utf-8")
    mine = next(number for number in (1, 2, 3) if Shard(number, 3).has(name))
    for number in (1, 2, 3):
        code = main(["--root", str(root), "check", "--shard", f"{number}/3"])
        assert code == (1 if number == mine else 0)
    assert f"docs/en/{name}:14: text says 1.876" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["0/3", "4/3", "2", "a/b", "2/8/1"])
def test_no_shard(text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    with pytest.raises(SystemExit):
        main(["--root", str(tmp_path), "check", "--shard", text])
    assert "a shard is written like 2/8" in capsys.readouterr().err
