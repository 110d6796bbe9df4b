"""The parts of a page that teaches: what is missing is told with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ReadPage
from verify.anatomy import Anatomy, anatomy_findings, read_anatomy

ROOT = Path(__file__).parent.parent
WHOLE = """\
# Title {#page}

The answer, with $a. B$ in it.
{ .answer }

## Body {#body}

## Where it stops being true {#limits}

## Check yourself {#check}

??? question "One?"

    Yes.

???+ question "Two?"

    No.

## Where next {#next}
"""
ANATOMY = Anatomy(["basics/*.md"], ["limits", "check", "next"], 2)
PATH = "docs/en/basics/page.md"


def findings(read: ReadPage, source: str, path: str = PATH) -> list[tuple[int, str]]:
    return [(f.line, f.message) for f in anatomy_findings([read(source, path)], ANATOMY)]


def test_a_whole_page(read: ReadPage) -> None:
    assert findings(read, WHOLE) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("{ .answer }\n", "", 3, "begin with the answer"),
        ("# Title {#page}\n\n", "# Title {#page}\n\nA throat is cleared.\n\n", 3, "begin with"),
        ("in it.\n", "in it. And so on.\n", 3, "one sentence"),
        ("The answer, with $a. B$ in it.\n", "这是答案。还有一句。\n", 3, "one sentence"),
        ("{#limits}", "{#bounds}", 21, "no section `## … {#limits}`: add it, before {#check}"),
        ("## Where next {#next}", "", 21, "no section `## … {#next}`: add it, at the page's end"),
        ("## Where next", "### Where next", 21, "no section `## … {#next}`"),
        ("{#body}", "{#next}", 6, "{#next} stands before {#check}"),
        ("???+ question", "???+ note", 10, "has 1 of 2 questions"),
        ('??? question "One?"', "One?", 10, "has 1 of 2 questions"),
    ],
)
def test_what_is_missing(read: ReadPage, old: str, new: str, line: int, message: str) -> None:
    source = WHOLE.replace(old, new)
    if new == "{#next}":
        source = source.replace("## Where next {#next}\n", "\n")
    ((found, text),) = findings(read, source)
    assert found == line
    assert message in text
    assert "docs/anatomy.yml" in text


def test_an_empty_page(read: ReadPage) -> None:
    assert [line for line, _ in findings(read, "")] == [1, 1, 1, 1]


def test_other_pages_are_free(read: ReadPage) -> None:
    assert findings(read, "# Title\n", "docs/en/reference/page.md") == []
    assert findings(read, "# Title\n", "docs/en/basics/deeper/page.md") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [("pages: 3\n", 1), ("pages: [a]\nparts: [b]\n", 2), ("- a\n", 1), ("questions: many\n", 1)],
)
def test_a_wrong_file(tmp_path: Path, text: str, line: int) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "anatomy.yml").write_text(text, encoding="utf-8")
    assert [f.line for f in read_anatomy(tmp_path).findings] == [line]


def test_this_sites_teaching_pages_are_among_them(read: ReadPage) -> None:
    anatomy = read_anatomy(ROOT)
    assert anatomy.findings == []
    assert anatomy.holds_for(read("", "docs/zh/basics/gradient-flow.md"))
    assert anatomy.holds_for(read("", "docs/en/transformer/stability.md"))
    assert not anatomy.holds_for(read("", "docs/en/index.md"))
