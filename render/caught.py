"""Which mistake is caught by which test: a table of what a snippet found, with links to each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from render.links import Links
from render.tables import link, roomy, table, text

STEM, NAME = "pitfalls_caught", "caught"
HEAD = {
    "zh": ("错误", "分支置零", "梯度", "检查过的和"),
    "en": ("mistake", "zero branch", "gradient", "checked sum"),
}
WORDS = {
    "zh": {"caught": "查出", "missed": "漏过", "raises": "报错"},
    "en": {"caught": "caught", "missed": "missed", "raises": "error"},
}
HEADING = re.compile(r"^#{2,4} (?P<title>.+?) \{#(?P<id>[\w-]+)\}[ \t]*$", re.MULTILINE)


def caught(links: Links, markdown: str) -> str:
    """A row for each mistake of the snippet, by the heading of this page that has its name."""
    lang = links.site.lang
    found: Mapping[str, list[Any]] = links.site.ledger["snippets"][STEM]["values"][NAME]
    titles = {match["id"]: match["title"] for match in HEADING.finditer(markdown)}
    missing = [name for name in found if name not in titles]
    if missing:
        raise LookupError(f"snippets/{STEM}.py names {missing[0]!r}: no heading here has this id")
    rows = [
        (link(f"#{name}", inline(titles[name])), *(outcome(cell, lang) for cell in cells))
        for name, cells in found.items()
    ]
    return roomy(table(HEAD[lang], rows))


def outcome(cell: str, lang: str) -> str:
    """What a test said, in words; what it caught stands out."""
    word = text(WORDS[lang][cell])
    return f"<strong>{word}</strong>" if cell == "caught" else word


def inline(markdown: str) -> str:
    """A heading's words as HTML: only code is marked in them."""
    return re.sub(r"`(.+?)`", r"<code>\1</code>", text(markdown))
