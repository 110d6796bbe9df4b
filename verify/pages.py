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
    """One Markdown file. `name` is its path below its language's folder."""

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

    @property
    def title(self) -> str:
        return str(
            self.meta.get("title") or (self.headings[0].text if self.headings else self.name)
        )

    @property
    def snippet(self) -> str | None:
        """The stem that short claim names on this page belong to."""
        stem = self.meta.get("snippet")
        return stem if isinstance(stem, str) else None

    def line_at(self, offset: int) -> int:
        return self.source.count("\n", 0, offset) + 1

    def meta_line(self, key: str) -> int:
        """The line of the front matter that sets `key`; 1 if none does."""
        return self.meta_lines.get(key, 1)

    def complain(self, line: int, message: str) -> None:
        self.findings.append(Finding(self.path, line, message))


def blank(pattern: re.Pattern[str], text: str) -> str:
    """`text` with every match of `pattern` turned to spaces, lines and offsets kept."""
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
