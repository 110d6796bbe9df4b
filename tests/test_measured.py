"""Tables of mutants and drift are shown only for the state that they were measured on."""

from __future__ import annotations

from tests.conftest import MakeProject
from verify.measured import keep, recall
from verify.project import Project

PAGE = "# Page\n\nText.\n"
ROWS = [["number", "last digit", 3, 0]]


def test_a_kept_table_comes_back(project: MakeProject) -> None:
    kept = Project(project({"en/index.md": PAGE}, {}))
    keep(kept, "mutants", ROWS)
    assert recall(Project(kept.root), "mutants") == ROWS
    assert recall(kept, "drift") == []


def test_any_change_makes_it_stale(project: MakeProject) -> None:
    kept = Project(project({"en/index.md": PAGE}, {}))
    keep(kept, "mutants", ROWS)
    page = kept.root / "docs" / "en" / "index.md"
    page.write_text(PAGE + "More.\n", encoding="utf-8")
    assert recall(Project(kept.root), "mutants") == []


def test_a_broken_file_is_none(project: MakeProject) -> None:
    kept = Project(project({"en/index.md": PAGE}, {}))
    keep(kept, "drift", ROWS)
    (kept.root / "build" / "drift.json").write_text("{", encoding="utf-8")
    assert recall(kept, "drift") == []
