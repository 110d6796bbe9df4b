"""The page of mistakes: its table is what a snippet found, its messages are really raised."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from render.errors import RenderError
from render.fill import fill
from render.links import Site

ROOT = Path(__file__).parent.parent
FOUND = {"cast-down": ["caught", "missed", "missed"], "tuple": ["raises", "raises", "raises"]}
PAGE = "# Pitfalls {#pitfalls}\n\n### A `tuple` {#tuple}\n\n### Cast & lost {#cast-down}\n\n"
MARKER = "<!-- generated: caught -->"
ENDINGS = {"zh": "：", "en": ": "}  # between a message and what it leads to


def site(lang: str) -> Site:
    ledger: Any = {"snippets": {"pitfalls_caught": {"values": {"caught": FOUND}}}, "pages": {}}
    return Site(ledger, lang)


def test_the_table_says_what_the_snippet_found() -> None:
    text = fill(PAGE + MARKER, "practice/pitfalls.md", site("en"))
    first = '<td><a href="#cast-down">Cast &amp; lost</a></td><td><strong>caught</strong></td>'
    assert first + "<td>missed</td><td>missed</td>" in text
    assert '<a href="#tuple">A <code>tuple</code></a></td><td>error</td>' in text
    chinese = fill(PAGE + MARKER, "practice/pitfalls.md", site("zh"))
    assert "<td><strong>查出</strong></td><td>漏过</td>" in chinese


def test_a_mistake_without_a_heading_is_an_error() -> None:
    with pytest.raises(RenderError, match=r"pitfalls\.md:3: .*'tuple': no heading here has"):
        fill(f"### Cast {{#cast-down}}\n\n{MARKER}", "practice/pitfalls.md", site("en"))


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_messages_are_those_that_are_raised(lang: str) -> None:
    page = (ROOT / f"docs/{lang}/practice/pitfalls.md").read_text(encoding="utf-8")
    messages = re.findall(rf"^- `(.+?)`{ENDINGS[lang]}\[", page, re.MULTILINE)
    stems = set(re.findall(r"^```output (\w+)$", page, re.MULTILINE))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for stem in sorted(stems):
            runpy.run_path(str(ROOT / "snippets" / f"{stem}.py"))
    assert len(messages) > 3
    assert [message for message in messages if message not in printed.getvalue()] == []
