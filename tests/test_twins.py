"""Twins: a page that changes in one language alone is an error until the other follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeProject
from verify import twins
from verify.__main__ import main
from verify.check import verify
from verify.project import Project

EN, ZH = "docs/en/index.md", "docs/zh/index.md"
PAGES = {"en/index.md": "# A\n\nWords.\n", "zh/index.md": "# A\n\n字。\n"}


@pytest.fixture
def reviewed(project: MakeProject) -> Path:
    """A project whose twins have been read side by side."""
    root = project(PAGES)
    assert review(root) == 1
    assert problems(root) == []
    return root


def review(root: Path) -> int:
    return twins.review(twins.twins_of(Project(root)), root)


def problems(root: Path) -> list[str]:
    return [str(finding) for finding in twins.unreviewed(twins.twins_of(Project(root)), root)]


def change(root: Path, *paths: str) -> None:
    for path in paths:
        file = root / path
        file.write_text(file.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")


def test_a_project_without_reviews_is_asked_for_none(project: MakeProject) -> None:
    assert problems(project(PAGES)) == []


def test_one_changed_alone(reviewed: Path) -> None:
    change(reviewed, EN)
    (found,) = problems(reviewed)
    assert found == (
        f"{EN}:1: changed without its twin {ZH}: let the twin follow, then `make reviewed` "
        "(that alone, if nothing needs to follow)"
    )


def test_both_changed(reviewed: Path) -> None:
    change(reviewed, EN, ZH)
    assert problems(reviewed) == [
        f"{one}:1: changed together with {other}: read both once more, then `make reviewed`"
        for one, other in ((ZH, EN), (EN, ZH))
    ]


def test_a_new_pair(reviewed: Path) -> None:
    for lang in ("en", "zh"):
        (reviewed / "docs" / lang / "new.md").write_text("# B\n", encoding="utf-8")
    assert [line.split(":")[0] for line in problems(reviewed)] == [
        "docs/zh/new.md", "docs/en/new.md",
    ]  # fmt: skip
    assert all("changed together with" in line for line in problems(reviewed))


def test_a_page_without_twin_is_parity_s_business(reviewed: Path) -> None:
    (reviewed / "docs" / "en" / "new.md").write_text("# B\n", encoding="utf-8")
    assert problems(reviewed) == []


def test_a_change_taken_back(reviewed: Path) -> None:
    change(reviewed, EN)
    (reviewed / EN).write_text(PAGES["en/index.md"], encoding="utf-8")
    assert problems(reviewed) == []


def test_reviewed_again(reviewed: Path) -> None:
    change(reviewed, EN)
    assert review(reviewed) == 1
    assert problems(reviewed) == []
    assert review(reviewed) == 0


def test_a_page_that_is_gone_is_forgotten(reviewed: Path) -> None:
    for path in (EN, ZH):
        (reviewed / path).rename((reviewed / path).with_name("other.md"))
        (reviewed / path).write_text("# Other\n", encoding="utf-8")
    review(reviewed)
    assert set(twins.recorded(reviewed) or {}) == {"index.md", "other.md"}


def test_what_a_merge_left_behind(reviewed: Path) -> None:
    file = reviewed / twins.PATH
    file.write_text("<<<<<<< ours\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    (found,) = problems(reviewed)
    assert found == (
        "docs/twins.json:1: is not valid JSON: read the twins side by side, then `make reviewed` "
        "writes it"
    )
    review(reviewed)
    assert problems(reviewed) == []


def test_check_asks_and_parity_off_does_not(reviewed: Path) -> None:
    (reviewed / EN).write_text("# A\n\nOther words.\n", encoding="utf-8")
    assert "changed without its twin" in verify(reviewed).findings[0].message
    assert verify(reviewed, parity=False).findings == []


def test_the_command(reviewed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(reviewed, EN)
    assert main(["--root", str(reviewed), "reviewed"]) == 0
    assert capsys.readouterr().out == "docs/twins.json: 1 pages and questions recorded anew\n"
    assert problems(reviewed) == []
