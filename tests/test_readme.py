"""The READMEs: their picture and their example are what the project really holds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from figures.readme import standalone
from tests import load
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


@pytest.mark.parametrize("lang", load.READMES)
def test_what_the_site_bears_is_what_was_measured(lang: str) -> None:
    """And that was within the goals: no error, no page with stragglers."""
    measured = json.loads(load.KEPT.read_text(encoding="utf-8"))
    assert load.block(lang, measured) in (ROOT / load.READMES[lang]).read_text(encoding="utf-8")
    assert measured["errors"] == 0
    assert max(found.ratio for found in load.spreads_of(measured)) <= load.GOAL
    assert (measured["connections"], measured["seconds"]) == (load.CONNECTIONS, load.SECONDS)
