"""What can be read off a snippet without running it: sections, and where each name is set."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from verify.findings import Finding, not_utf8

MARKER = re.compile(r"^\s*#\s*-+8<-+\s*\[\s*(?P<edge>start|end)\s*:\s*(?P<name>[\w-]+)\s*\]\s*$")
MARKER_SIGN = re.compile(r"#.*-8<-")
STEM = re.compile(r"[A-Za-z]\w*", re.ASCII)


@dataclass
class Snippet:
    """A program in snippets/. `sections` maps each name to its first and last line."""

    stem: str
    path: str
    source: str
    sections: dict[str, tuple[int, int]] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    parses: bool = True

    @property
    def program(self) -> str:
        """What a reader copies: the file without section markers."""
        lines = self.source.splitlines(keepends=True)
        return "".join(line for line in lines if not MARKER.match(line.rstrip("\n")))

    def origin(self, name: str) -> tuple[str, int, str]:
        """Where a value of this name is set: file, line, and the line of code."""
        line = self.names.get(name, 1)
        return self.path, line, self.source.splitlines()[line - 1].strip()

    def to_run(self, source: str | None = None) -> str:
        """What the runner gets: the file as it stands, or `source`, a changed version of it."""
        return self.source if source is None else source

    def shown_lines(self, section: str | None) -> list[int]:
        """Line numbers that a page shows for a section (None: the whole file)."""
        lines = self.source.splitlines()
        first, last = (1, len(lines)) if section is None else self.sections[section]
        return [n for n in range(first, last + 1) if not MARKER.match(lines[n - 1])]


def read_snippet(file: Path, root: Path) -> Snippet:
    path = file.relative_to(root).as_posix()
    try:
        source = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        broken = Finding(path, 1, not_utf8(error))
        return Snippet(file.stem, path, "", findings=[broken], parses=False)
    return parse_snippet(file.stem, path, source)


def parse_snippet(stem: str, path: str, source: str) -> Snippet:
    snippet = Snippet(stem, path, source)
    if not STEM.fullmatch(stem):
        message = "no claim can name this file: use letters, digits and _ in its name"
        snippet.findings.append(Finding(path, 1, message))
    read_sections(snippet)
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:  # ValueError: NUL, in the first releases of 3.11
        line = getattr(error, "lineno", None) or 1
        message = f"does not parse: {getattr(error, 'msg', error)}"
        snippet.findings.append(Finding(path, line, message))
        snippet.parses = False
        return snippet
    if not ast.get_docstring(tree):
        message = "has no docstring: say in one English sentence what the program shows"
        snippet.findings.append(Finding(path, 1, message))
    snippet.names = dict(assigned_names(tree.body))
    return snippet


def read_sections(snippet: Snippet) -> None:
    open_sections: dict[str, int] = {}
    for number, line in enumerate(snippet.source.splitlines(), 1):
        marker = MARKER.match(line)
        if not marker:
            if MARKER_SIGN.search(line):
                message = "marks no section: write `# --8<-- [start:name]` or `# --8<-- [end:name]`"
                snippet.findings.append(Finding(snippet.path, number, message))
            continue
        name = marker["name"]
        if marker["edge"] == "start":
            if name in open_sections or name in snippet.sections:
                message = f"section {name!r} starts twice: give each section its own name"
                snippet.findings.append(Finding(snippet.path, number, message))
            open_sections[name] = number
        elif name in open_sections:
            snippet.sections[name] = (open_sections.pop(name) + 1, number - 1)
        else:
            message = f"section {name!r} ends but never starts: add `# --8<-- [start:{name}]`"
            snippet.findings.append(Finding(snippet.path, number, message))
    for name, number in open_sections.items():
        message = f"section {name!r} is not closed: add `# --8<-- [end:{name}]`"
        snippet.findings.append(Finding(snippet.path, number, message))


def assigned_names(body: Iterable[ast.stmt | ast.ExceptHandler]) -> Iterator[tuple[str, int]]:
    """Names that module-level code sets, in order; the last setting of a name is what it holds."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield statement.name, statement.lineno
        elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            yield from target_names(statement, targets)
        elif isinstance(statement, ast.For | ast.While | ast.If | ast.With | ast.Try):
            if isinstance(statement, ast.For):
                yield from target_names(statement, [statement.target])
            if isinstance(statement, ast.With):
                set_by = [item.optional_vars for item in statement.items]
                yield from target_names(statement, [target for target in set_by if target])
            for part in ("body", "handlers", "orelse", "finalbody"):
                yield from assigned_names(getattr(statement, part, []))
        elif isinstance(statement, ast.ExceptHandler):
            yield from assigned_names(statement.body)


def target_names(statement: ast.stmt, targets: Iterable[ast.expr]) -> Iterator[tuple[str, int]]:
    """Names that `statement` sets, or sets a part of: `x`, `x[0]`, `x.grad`, `a, *b`."""
    for target in targets:
        while isinstance(target, ast.Subscript | ast.Attribute):
            target = target.value
        parts = target.elts if isinstance(target, ast.Tuple | ast.List) else []
        yield from target_names(statement, parts)
        if isinstance(target, ast.Starred):
            yield from target_names(statement, [target.value])
        if isinstance(target, ast.Name):
            yield target.id, statement.lineno
