"""The READMEs: their picture and their example are what the project really holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from figures.readme import standalone
from tests import bench_goals, kept, load
from verify.check import verify
from verify.ledger import make_ledger

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def ledger() -> dict[str, object]:
    return make_ledger(verify(ROOT))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_picture_is_drawn_from_the_ledger(ledger: dict[str, object], lang: str) -> None:
    stored = (ROOT / "figures" / f"readme.{lang}.svg").read_text(encoding="utf-8")
    assert stored == standalone(lang, ledger), "stale: run `python -m figures.readme`"


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_quoted_lines_stand_in_the_snippet(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    quoted = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert quoted is not None
    snippet = (ROOT / "snippets" / "worked_example.py").read_text(encoding="utf-8").splitlines()
    assert all(line in snippet for line in quoted.group(1).splitlines())


@pytest.mark.parametrize(
    "name", ["README.md", "README.zh.md", "CONTRIBUTING.md", "CONTRIBUTING.zh.md"]
)
def test_every_make_command_exists(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    commands = set(re.findall(r"`(?:\w+=\S+ )?make ([a-z]+)|^make ([a-z]+)", text, re.MULTILINE))
    assert {a or b for a, b in commands} <= targets


@pytest.mark.parametrize("lang", kept.READMES)
def test_what_the_site_bears_is_what_was_measured(lang: str) -> None:
    """And that was within the goals: no error, no page with stragglers."""
    measured = kept.stored("load")
    assert kept.told("load", lang) == load.block(lang, measured)
    assert measured["errors"] == 0
    assert max(found.ratio for found in load.spreads_of(measured)) <= load.GOAL
    assert (measured["connections"], measured["seconds"]) == (load.CONNECTIONS, load.SECONDS)


@pytest.mark.parametrize("lang", kept.READMES)
def test_the_table_of_figures_is_what_was_measured(lang: str) -> None:
    """All of it, with no figure left out."""
    measured = kept.stored("bench")
    assert kept.told("bench", lang) == bench_goals.block(lang, measured)
    assert set(measured["figures"]) == {goal.name for goal in bench_goals.GOALS}


def test_a_missed_goal_is_called_missed() -> None:
    rows = {what: goal for what, _, goal in bench_goals.rows("en", {"floor": 1.31, "warm": 1.0})}
    assert list(rows.values()) == ["missed: at most 1.30", "at most 1.0 s"]
    ((_, figure, goal),) = bench_goals.rows("zh", {"demo frames": 59.6})
    assert (figure, goal) == ("59.6", "未达到：不低于 60.0")
