"""The READMEs: their picture and their example are what the project really holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from figures.readme import standalone
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
