"""Marks the first use of a glossary's term in each section: a link to its entry.

Hover, focus or tap opens the popover of marks.js with both names and the definition; without
JavaScript the link has the same in its title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from html import escape
from typing import Any

from render.links import FORMULAS, GLOSSARY, PROGRAMS, VERIFICATION, Links
from render.scan import VOID, Attributes, Scanner

Entry = dict[str, Any]
FREE = frozenset(
    {"index.md", GLOSSARY, VERIFICATION, FORMULAS, PROGRAMS}
)  # pages without marked terms
SECTION = "h2"
# Where a term is no running text, or where a link would stand within something that is clicked.
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
CODE_AND_DRAWINGS = ("code", "kbd", "pre", "math", "figure", "svg", "script", "style")
SKIPPED_TAGS = frozenset((*HEADINGS, *CODE_AND_DRAWINGS, "a", "button", "label", "nav", "summary"))
SKIPPED_CLASSES = frozenset({"arithmatex", "figure", "highlight", "output", "tex"})
LATIN = re.compile(r"[A-Za-z]")


class Terms:
    """The glossary as one page sees it. Collects an entry for each term that the page marks."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.lang = links.site.lang
        self.glossary = links.site.glossary
        self.languages = links.site.ledger["languages"]
        self.entries: dict[str, Entry] = {}

    @cached_property
    def forms(self) -> dict[str, str]:
        """Every form of every term in small letters, with the term's key."""
        return {
            form.lower(): key
            for key, term in self.glossary.items()
            if "short" in term and "page" in term
            for form in forms_of(term, self.languages)
        }

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Any term, the longest first; a Latin one is a whole word and may stand in the plural."""
        patterns = [
            rf"(?<![A-Za-z0-9-]){re.escape(form)}(?:e?s)?(?![A-Za-z0-9-])"
            if LATIN.search(form)
            else re.escape(form)
            for form in sorted(self.forms, key=len, reverse=True)
        ]
        return re.compile("|".join(patterns), re.IGNORECASE)

    def key_of(self, text: str) -> str:
        """The term that `text`, a match of the pattern, is a form of."""
        form = text.lower()
        while form not in self.forms:
            form = form[:-1]
        return self.forms[form]

    def mark(self, key: str, text: str) -> str:
        """`text` as a link to the term's entry, which is collected."""
        term = self.glossary[key]
        self.entries[f"term:{key}"] = self._entry(term)
        other = [term[lang] for lang in self.languages if lang != self.lang]
        title = " · ".join([*other, term["short"][self.lang]])
        href = self.links.glossary(key) or self.links.page(term["page"])
        return (
            f'<a class="term" href="{escape(href)}" data-term="{key}"'
            f' title="{escape(title)}">{text}</a>'
        )

    def _entry(self, term: dict[str, Any]) -> Entry:
        rows = {lang: term[lang] for lang in self.languages}
        entry: Entry = {"rows": {**rows, "means": term["short"][self.lang]}}
        explained = self.links.site.pages.get(term["page"])
        if explained and term["page"] != self.links.name:
            entry |= {"href": self.links.page(term["page"]), "at": explained["title"]}
        return entry


def forms_of(term: dict[str, Any], languages: Iterable[str]) -> Iterator[str]:
    """What a text may call the term: its name in any language, and what `also` lists."""
    for lang in languages:
        yield term[lang]
        yield from term.get("also", {}).get(lang, ())


def mark_terms(html: str, terms: Terms) -> list[tuple[int, int, str]]:
    """Replacements for the first use of each term in each section of the page's article."""
    if not terms.forms or terms.links.name in FREE:
        return []
    scanner = _TermScanner(html, terms)
    scanner.feed(html)
    scanner.close()
    return scanner.replacements


class _TermScanner(Scanner):
    """Reads the running text of the article."""

    def __init__(self, html: str, terms: Terms) -> None:
        super().__init__(html)
        self.terms = terms
        self.path: list[tuple[str, bool]] = []  # open elements, and whether each is skipped
        self.in_article = 0
        self.seen: set[str] = set()
        self.replacements: list[tuple[int, int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "article":
            self.in_article = len(self.path) + 1
        if tag == SECTION:
            self.seen.clear()
        if tag not in VOID:
            skipped = bool(self.path) and self.path[-1][1]
            self.path.append((tag, skipped or is_skipped(tag, dict(attrs))))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """`<path/>` in SVG: nothing is left open."""

    def handle_endtag(self, tag: str) -> None:
        if any(tag == name for name, _ in self.path):
            while self.path.pop()[0] != tag:
                pass
        if len(self.path) < self.in_article:
            self.in_article = 0

    def handle_data(self, data: str) -> None:
        if not self.in_article or self.path[-1][1]:
            return
        start = self.position()
        for match in self.terms.pattern.finditer(data):
            key = self.terms.key_of(match.group())
            if key not in self.seen:
                self.seen.add(key)
                place = (start + match.start(), start + match.end())
                self.replacements.append((*place, self.terms.mark(key, match.group())))


def is_skipped(tag: str, attributes: Attributes) -> bool:
    """Whether what stands in such an element is left as it is; demos write their own text."""
    classes = set((attributes.get("class") or "").split())
    generated = "data-generated" in attributes
    return tag in SKIPPED_TAGS or "-" in tag or generated or not SKIPPED_CLASSES.isdisjoint(classes)
