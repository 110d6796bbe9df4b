"""docs/changes.yml: what a reader notices of the site's changes, newest first, in both languages.

    gradient-floor:              # its name, part of its permanent address
      date: 2026-11-29           # when it reached the site
      page: basics/gradient-flow.md#true-floor
      zh: …
      en: …

The feeds of both languages are made of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path

import yaml

from verify.findings import Finding
from verify.pages import Page
from verify.question_checks import page_problem
from verify.yaml_nodes import Nodes, RefusedError, Written, compose_file

PATH = "docs/changes.yml"
KEYS = ("date", "page")


@dataclass(frozen=True)
class Change:
    """One change: `page` and `anchor` say where to see it, `words` what it is, by language."""

    id: str
    line: int
    date: date
    page: str
    anchor: str
    words: Mapping[str, str]


def read_changes(
    root: Path, languages: Sequence[str], pages: Sequence[Page], findings: list[Finding]
) -> list[Change]:
    """Read the file, if it is there; `findings` says what is wrong with it."""
    if not (root / PATH).exists():
        return []
    reader = Reader(PATH, findings)
    try:
        entries = reader.mapping(compose_file(root / PATH, PATH, findings) or 1, "the file")
    except RefusedError:
        return []
    found = [reader.read(key, *entry, languages) for key, entry in entries.items()]
    changes = [change for change in found if change]
    for newer, older in pairwise(changes):
        if older.date > newer.date:
            message = f"{older.id} is newer than {newer.id} above it: put the newest first"
            findings.append(Finding(PATH, older.line, message))
    for change in changes:
        if problem := page_problem(change, pages):
            findings.append(Finding(PATH, change.line, f"{change.id}: {problem}"))
    return changes


class Reader(Nodes):
    def read(self, key: str, line: int, node: yaml.Node, languages: Sequence[str]) -> Change | None:
        try:
            return self.change(key, line, node, languages)
        except RefusedError:
            return None

    def change(self, key: str, line: int, node: yaml.Node, languages: Sequence[str]) -> Change:
        self.identifier(key, line)
        entries = self.mapping(node, key)
        self.known_keys(entries, (*KEYS, *languages), key)
        self.needed(entries, KEYS, key, line)
        self.in_all_languages(entries, languages, key, line)
        page, _, anchor = self.paragraph(entries["page"][1], "page").text.partition("#")
        words = {lang: self.paragraph(entries[lang][1], lang).text for lang in languages}
        day = self.day(self.paragraph(entries["date"][1], "date"))
        return Change(key, entries["page"][0], day, page, anchor, words)

    def day(self, written: Written) -> date:
        try:
            return date.fromisoformat(written.text)
        except ValueError:
            message = f"`date: {written.text}` is no day: write it as YEAR-MONTH-DAY"
            raise self.refuse(written.line, message) from None
