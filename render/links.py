"""Where pages, code lines and references are, as addresses relative to the page in hand."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any

from render.ledger import Claim, Ledger, Myth, Page, Question, Shown, pages_of

REFERENCES = "reference/references.md"
VERIFICATION = "reference/verification.md"
FORMULAS = "reference/formulas.md"
PROGRAMS = "reference/programs.md"
GLOSSARY = "reference/glossary.md"


def page_address(name: str) -> str:
    """`basics/depth.md` is served as `basics/depth/`, `index.md` as the root."""
    stem = name.removesuffix(".md").removesuffix(".ipynb")
    return stem[: -len("index")] if stem.split("/")[-1] == "index" else stem + "/"


def relative(target: str, start: str) -> str:
    """The address of folder `target` seen from folder `start`, both below the same root."""
    return posixpath.relpath("/" + target, "/" + start) + "/"


def line_id(stem: str, line: int) -> str:
    return f"{stem}-L{line}"


@dataclass(frozen=True)
class Site:
    """One language of the site: what every page of it needs to know."""

    ledger: Ledger
    lang: str
    repo_url: str = ""
    address: str = ""  # of this language's home page, absolute

    @cached_property
    def pages(self) -> dict[str, Page]:
        return {page["name"]: page for page in pages_of(self.ledger, self.lang)}

    @property
    def glossary(self) -> dict[str, dict[str, Any]]:
        """The terms of docs/glossary.yml by key."""
        return self.ledger.get("glossary", {})

    @cached_property
    def questions(self) -> dict[str, Question]:
        return {question["id"]: question for question in self.ledger["questions"]}

    @cached_property
    def myths(self) -> dict[str, Myth]:
        return {myth["id"]: myth for myth in self.ledger["myths"]}

    @cached_property
    def pages_by_line(self) -> dict[tuple[str, int], list[str]]:
        """Names of the pages that show a line of a snippet, those that teach before answers."""
        found: dict[tuple[str, int], list[str]] = {}
        for page in sorted(self.pages.values(), key=is_composed):
            for shown in self.shown_on(page):
                for line in shown["lines"]:
                    found.setdefault((shown["stem"], line), []).append(page["name"])
        return found

    @cached_property
    def unshown(self) -> list[Shown]:
        """Snippets whole, of which a page uses a line that no page shows."""
        shown = {
            (part["stem"], line)
            for page in self.pages.values()
            for part in page["shown"]
            for line in part["lines"]
        }
        used = {place for page in self.pages.values() for place in used_lines(page)}
        stems = sorted({stem for stem, _ in used - shown})
        return [whole(stem, self.ledger["snippets"][stem]["source"]) for stem in stems]

    def shown_on(self, page: Page) -> list[Shown]:
        """The code of a page; the page of all programs has what no other page shows."""
        rest = self.unshown if page["name"] == PROGRAMS else []
        return [*page["shown"], *rest]

    def source(self, path: str, line: int | None = None) -> str | None:
        """A file in the repository, if there is one to link to."""
        if not self.repo_url:
            return None
        anchor = f"#L{line}" if line else ""
        return f"{self.repo_url.rstrip('/')}/blob/main/{path}{anchor}"


def is_composed(page: Page) -> bool:
    """Whether the page shows the question bank."""
    return bool(page["blocks"])


def used_lines(page: Page) -> Iterator[tuple[str, int]]:
    """Lines of snippets that a page's claims and checks refer to."""
    for claim in page["claims"]:
        if claim["kind"] == "computed":
            yield code_stem(claim), claim["code_line"] or 1
    for formula in page["formulas"]:
        for check in formula["checks"]:
            yield check["stem"], check["line"]


def code_stem(claim: Claim) -> str:
    """The program in which a claimed value is set: an experiment may have it from a snippet."""
    return PurePosixPath(claim["path"]).stem


def whole(stem: str, source: str) -> Shown:
    """All lines of a snippet but the markers of its sections."""
    lines = source.rstrip("\n").split("\n")
    numbers = [number for number, line in enumerate(lines, 1) if "--8<--" not in line]
    return {"line": 1, "stem": stem, "section": None, "lines": numbers}


@dataclass(frozen=True)
class Links:
    """Addresses seen from the page `name` of a site."""

    site: Site
    name: str

    def page(self, name: str, anchor: str = "") -> str:
        hash_ = f"#{anchor}" if anchor else ""
        if name == self.name and hash_:
            return hash_
        return relative(page_address(name), page_address(self.name)) + hash_

    def reference(self, key: str) -> str | None:
        return self.page(REFERENCES, key) if REFERENCES in self.site.pages else None

    def glossary(self, key: str) -> str | None:
        """A term's entry, if there is a page of them."""
        return self.page(GLOSSARY, key) if GLOSSARY in self.site.pages else None

    def program(self, stem: str) -> str | None:
        """The first line of a snippet that is shown, by a page that teaches if there is one."""
        source = self.site.ledger["snippets"][stem]["source"].split("\n")
        shown = [
            # Empty lines at the start of a section are not shown.
            (page["name"], line_id(stem, next(n for n in part["lines"] if source[n - 1].strip())))
            for page in sorted(self.site.pages.values(), key=is_composed)
            for part in self.site.shown_on(page)
            if part["stem"] == stem
        ]
        return self.page(*shown[0]) if shown else None

    def code_line(self, stem: str, line: int) -> str | None:
        """The line on this page, else on the first page that shows it, else in the repository."""
        names = self.site.pages_by_line.get((stem, line), [])
        if names:
            return self.page(first(names, self.name), line_id(stem, line))
        return self.site.source(self.site.ledger["snippets"][stem]["path"], line)


def first(names: Iterable[str], preferred: str) -> str:
    """`preferred` if it is among the names, else the first of them."""
    known = list(names)
    return preferred if preferred in known else known[0]
