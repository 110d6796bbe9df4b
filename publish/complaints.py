"""What MkDocs logs, as findings: the file and line that an author has to change, and how."""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path

from jinja2 import TemplateError, TemplateSyntaxError

from render.errors import RenderError
from verify.findings import Finding

Locate = Callable[[re.Match[str]], list[Finding]]


class Complaints(logging.Handler):
    """Collects MkDocs' warnings and errors while its block runs."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())

    def __enter__(self) -> Complaints:
        logging.getLogger("mkdocs").addHandler(self)
        return self

    def __exit__(self, *exception: object) -> None:
        logging.getLogger("mkdocs").removeHandler(self)


class Translator:
    """Turns messages about one language into findings."""

    def __init__(self, root: Path, lang: str, config: str) -> None:
        self.root = root
        self.docs = f"docs/{lang}"
        self.config = config
        self.rules: list[tuple[re.Pattern[str], Locate]] = [
            (re.compile(r"A reference to '(?P<page>[^']+)' is included in the 'nav'"), self.nav),
            (re.compile(r"The following pages exist .*not included in the \"nav\""), self.omitted),
            (re.compile(r"Doc file '(?P<page>[^']+)' contains (?P<what>.*link '(?P<link>[^']+)'.*)",
                        re.DOTALL), self.link),
            (re.compile(r"Error (?:reading|building) page '(?P<page>[^']+)': Snippet (?P<what>.*"
                        r"'(?P<name>[^']+)'.*)", re.DOTALL), self.snippet),
            (re.compile(r"Error (?:reading|building) page '(?P<page>[^']+)'(?P<what>.*)",
                        re.DOTALL), self.page),
            (re.compile(r"Config value '(?P<key>\w+)': (?P<what>.*)", re.DOTALL), self.setting),
        ]  # fmt: skip

    def findings(self, messages: Iterable[str], error: BaseException | None) -> list[Finding]:
        """One finding or more for each message; an error that knows its place replaces the log."""
        if isinstance(error, RenderError):
            return [error.finding]
        if isinstance(error, TemplateError):
            return [self.template(error)]
        found = [finding for message in messages for finding in self.translate(message)]
        if not found:
            found = [Finding(self.config, 1, f"{type(error).__name__}: {error}")]
        return found

    def template(self, error: TemplateError) -> Finding:
        """Jinja puts the template's own lines into the traceback."""
        frames = [(f.filename, f.lineno or 1) for f in traceback.extract_tb(error.__traceback__)]
        if isinstance(error, TemplateSyntaxError):
            frames.append((error.filename or "", error.lineno))
        theme = self.root / "theme"
        for filename, line in reversed(frames):
            if Path(filename).is_relative_to(theme):
                path = Path(filename).relative_to(self.root).as_posix()
                return Finding(path, line, f"template: {error.message or error}")
        return Finding(self.config, 1, f"template: {error.message or error}")

    def translate(self, message: str) -> list[Finding]:
        for pattern, locate in self.rules:
            match = pattern.search(message)
            if match:
                return locate(match)
        return [Finding(self.config, 1, message)]

    def nav(self, match: re.Match[str]) -> list[Finding]:
        page = match["page"]
        mend = (
            f"nav names {page}, but {self.docs}/{page} does not exist: add it or remove the entry"
        )
        return [Finding(self.config, self.line(self.config, page), mend)]

    def omitted(self, match: re.Match[str]) -> list[Finding]:
        pages = re.findall(r"^\s*- (.+)$", match.string, re.MULTILINE)
        mend = f"is not in the nav of {self.config}: add it there"
        return [Finding(f"{self.docs}/{page}", 1, mend) for page in pages]

    def link(self, match: re.Match[str]) -> list[Finding]:
        path = f"{self.docs}/{match['page']}"
        what = " ".join(match["what"].split())
        return [Finding(path, self.line(path, match["link"]), f"has {what} Mend the link.")]

    def snippet(self, match: re.Match[str]) -> list[Finding]:
        path = f"{self.docs}/{match['page']}"
        mend = "name a file below snippets/, or a section that it marks with --8<-- [start:NAME]"
        message = f"snippet {' '.join(match['what'].split())}: {mend}"
        return [Finding(path, self.line(path, match["name"]), message)]

    def page(self, match: re.Match[str]) -> list[Finding]:
        return [Finding(f"{self.docs}/{match['page']}", 1, match["what"].strip(" :"))]

    def setting(self, match: re.Match[str]) -> list[Finding]:
        line = self.line(self.config, f"{match['key']}:")
        return [Finding(self.config, line, f"{match['key']}: {match['what']}")]

    def line(self, path: str, needle: str) -> int:
        """The first line of a file that has `needle`; 1 if none has."""
        file = self.root / path
        lines = file.read_text(encoding="utf-8").split("\n") if file.is_file() else []
        return next((n for n, line in enumerate(lines, 1) if needle in line), 1)
