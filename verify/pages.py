"""What a page is made of: formulas, texts, headings, blocks and code, each with its line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from verify.findings import Finding

FIRST_MARK = 0xE000  # private-use characters stand for formulas
LAST_MARK = 0xF8FE
DOLLAR = "\uf8ff"  # stands for an escaped dollar
MARKS = re.compile("[\ue000-\uf8fe]")


@dataclass(frozen=True)
class Formula:
    """TeX between dollars; `start` is its offset in the file, `place` where it stands.

    The place is as for a Text; a formula on lines of its own stands in prose.
    """

    tex: str
    line: int
    start: int
    display: bool
    place: str = "prose"


@dataclass(frozen=True)
class Text:
    """A run of text; each formula in it is one NUL.

    `place`: prose, heading, table, code, alt, title or meta.
    """

    text: str
    line: int
    place: str


@dataclass(frozen=True)
class Fence:
    """A fenced code block; `includes` are its snippet lines as (line, path, section)."""

    info: str
    content: str
    line: int
    includes: tuple[tuple[int, str, str | None], ...] = ()


@dataclass(frozen=True)
class Heading:
    level: int
    id: str
    text: str
    line: int


@dataclass(frozen=True)
class Block:
    """A block of the page in reading order: kind with what must agree between languages."""

    kind: str
    line: int


@dataclass
class Page:
    """One Markdown file. `name` is its path below its language's folder.

    A page that shows the question bank is composed: `source` has the bank's texts in their places,
    and `origins` says of every line in which file and line it was written.
    """

    path: str
    lang: str
    name: str
    source: str
    meta: dict[str, Any] = field(default_factory=dict)
    meta_lines: dict[str, int] = field(default_factory=dict)
    formulas: list[Formula] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    fences: list[Fence] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    origins: list[tuple[str, int]] = field(default_factory=list)  # of composed lines
    blocks_made: dict[str, str] = field(default_factory=dict)  # Markdown by what generated it
    own_source: str | None = None  # what the file of a composed page holds

    @property
    def key(self) -> str:
        """What the page is filed under: an experiment's file holds the page of every language."""
        return self.path if self.name.endswith(".md") else f"{self.path}:{self.lang}"

    @property
    def title(self) -> str:
        return str(
            self.meta.get("title") or (self.headings[0].text if self.headings else self.name)
        )

    @property
    def written(self) -> str:
        """What the page's own file holds."""
        return self.source if self.own_source is None else self.own_source

    @property
    def snippet(self) -> str | None:
        """The stem that short claim names on this page belong to."""
        stem = self.meta.get("snippet")
        return stem if isinstance(stem, str) else None

    def line_at(self, offset: int) -> int:
        return self.source.count("\n", 0, offset) + 1

    def origin(self, line: int) -> tuple[str, int]:
        """The file and line where a line of this page was written."""
        return self.origins[line - 1] if 0 < line <= len(self.origins) else (self.path, line)

    def meta_line(self, key: str) -> int:
        """The line of the front matter that sets `key`; 1 if none does."""
        return self.meta_lines.get(key, 1)

    def complain(self, line: int, message: str) -> None:
        self.findings.append(Finding(self.path, line, message))


def blank(pattern: re.Pattern[str], text: str) -> str:
    """`text` with every match of `pattern` turned to spaces, lines and offsets kept."""
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
