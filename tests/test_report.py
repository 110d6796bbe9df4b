"""The report for people and for tools: its shape, and what it counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeProject
from verify.__main__ import main
from verify.check import verify
from verify.report import as_text, summary

PAGE = """\
# A title

Here $s = \\claim{a.s}{5}$ and $x + y$, quoted as $\\claim{old1494.rule}{72}$.

We write $\\notation{a name}{z = x}$ and $s = x + y$.

```python
--8<-- "snippets/a.py"
```
"""
PROGRAM = '"""A."""\nx = 2\ny = 3\n# $s = x + y$\ns = x + y\nassert s == 5\n'
REFERENCES = """\
old1494:
  authors: [Somebody]
  year: 1494
  title: A book
  figures:
    rule: {value: "72", where: page 5, what: {en: the rule}}
"""


@pytest.fixture
def root(project: MakeProject) -> Path:
    return project({"en/index.md": PAGE}, {"a": PROGRAM}, REFERENCES)


def printed(root: Path, capsys: pytest.CaptureFixture[str], code: int) -> dict[str, Any]:
    assert main(["--root", str(root), "report", "--json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_when_all_holds(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(root, capsys, 0)
    versions = found.pop("versions")
    assert found == {
        "numbers": {"total": 1, "checked": 1},
        "cited figures": {"total": 1, "checked": 1},
        "formulas": {"total": 5, "checked": 2, "relations": 2, "symbols only": 3},
        "snippets": {"total": 1, "checked": 1},
        "exceptions": [
            {"file": "docs/en/index.md", "line": 5, "kind": "notation", "reason": "a name"}
        ],
        "unaccounted": [],
    }
    assert {"python", "katex", "markdown-it-py", "platform"} <= versions.keys()


def test_what_does_not_hold_has_file_and_line(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = PAGE.replace("{5}", "{6}").replace("{72}", "{73}") + "\nAnd 8.\n"
    (root / "docs" / "en" / "index.md").write_text(wrong, encoding="utf-8")
    found = printed(root, capsys, 1)
    assert found["numbers"] == {"total": 1, "checked": 0}
    assert found["cited figures"] == {"total": 1, "checked": 0}
    assert [(f["file"], f["line"]) for f in found["unaccounted"]] == [
        ("docs/en/index.md", 3), ("docs/en/index.md", 3), ("docs/en/index.md", 11),
    ]  # fmt: skip
    assert all(set(f) == {"file", "line", "message"} for f in found["unaccounted"])
    assert "'8' in the text is not accounted for" in found["unaccounted"][2]["message"]


def test_what_cannot_be_read_is_counted_as_unchecked(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "snippets" / "a.py").write_text(PROGRAM.replace("== 5", "== 6"), encoding="utf-8")
    broken = PAGE.replace("x + y$, quoted", "\\frac{x$, quoted")
    (root / "docs" / "en" / "index.md").write_text(broken, encoding="utf-8")
    found = printed(root, capsys, 1)
    assert found["snippets"] == {"total": 1, "checked": 0}
    assert found["numbers"] == {"total": 1, "checked": 0}
    assert found["formulas"]["total"] == 5


def test_for_people(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(root), "report"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:6] == [
        "numbers: 1 total, 1 checked",
        "cited figures: 1 total, 1 checked",
        "formulas: 5 total, 2 checked, 2 relations, 3 symbols only",
        "snippets: 1 total, 1 checked",
        "exceptions: 1",
        "unaccounted: 0",
    ]
    assert lines[6].startswith("versions: python 3.")


def test_for_people_with_what_is_open(root: Path) -> None:
    (root / "docs" / "en" / "index.md").write_text(PAGE + "\nAnd 8.\n", encoding="utf-8")
    lines = as_text(summary(verify(root))).splitlines()
    assert lines[5] == "unaccounted: 1"
    assert lines[6].startswith("  docs/en/index.md:11: '8' in the text is not accounted for")
