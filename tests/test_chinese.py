"""Spacing and punctuation of Chinese beside Latin, by a linter of its own: autocorrect."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import autocorrect_py
import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*sorted(ROOT.glob("docs/zh/**/*.md")), ROOT / "README.zh.md", ROOT / "CONTRIBUTING.zh.md"]
# What readers meet; the other lists are for authors.
TEXTS = [ROOT / "docs" / f"{n}.yml" for n in ("glossary", "references", "anatomy")]
TEXTS += sorted(ROOT.glob("docs/questions/*.yml"))


def complaints(text: str) -> list[str]:
    """What the linter would write otherwise."""
    lines = autocorrect_py.lint_for(text, "markdown").lines
    return [f"line {line.line}: {line.old} -> {line.new}" for line in lines]


def strings(node: object) -> Iterator[str]:
    """Every text in a YAML file's values."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, list | dict):
        for value in node.values() if isinstance(node, dict) else node:
            yield from strings(value)


def named(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def test_the_linter_finds_what_it_should() -> None:
    assert complaints("残差abc块,好的.") == ["line 1: 残差abc块,好的. -> 残差 abc 块，好的。"]
    assert list(strings({"a": ["x", {"b": "y"}], "c": 1})) == ["x", "y"]


@pytest.mark.parametrize("file", PAGES, ids=named)
def test_pages(file: Path) -> None:
    assert complaints(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("file", TEXTS, ids=named)
def test_texts_in_lists(file: Path) -> None:
    texts = strings(yaml.safe_load(file.read_text(encoding="utf-8")))
    assert [said for text in texts for said in complaints(text)] == []
