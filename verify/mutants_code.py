"""Small wrong versions of a snippet: does anything notice them?

A mutant is noticed if it raises, prints something else, or a claim on a page no longer holds.
Seeds, learning rates, numbers of steps and bounds are left alone: a program that is right stays
right when they change a little.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from verify.findings import Finding
from verify.sandbox import Run
from verify.snippets import Snippet

EQUIVALENTS = "docs/equivalents.yml"
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.Pow: "*", ast.MatMult: "*",
}  # fmt: skip
SYMBOLS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@",
}  # fmt: skip
FREE_CALLS = {"manual_seed", "seed", "set_num_threads"}
FREE_WORDS = re.compile(r"seed|^lr$|rate|steps|epochs|^[ar]?tol|eps|delta|^h$|bound|limit|places")


@dataclass(frozen=True)
class Mutant:
    """One edit of a snippet: the text `old` at `line` became `new`."""

    stem: str
    line: int
    kind: str
    old: str
    new: str
    source: str

    @property
    def key(self) -> str:
        return f"{self.stem}:{self.line}: {self.old} -> {self.new}"


def mutate(snippet: Snippet) -> list[Mutant]:
    """Every mutant of a snippet, in the order of its lines."""
    tree = ast.parse(snippet.source)
    starts = line_starts(snippet.source)
    mutants = []
    for start, end, new, kind, node in edits(tree, snippet.source, starts):
        old = snippet.source[start:end]
        source = snippet.source[:start] + new + snippet.source[end:]
        line = snippet.source.count("\n", 0, start) + 1
        shown_old, shown_new = context(snippet.source, source, start, end, len(new), node)
        mutants.append(Mutant(snippet.stem, line, kind, shown_old or old, shown_new or new, source))
    return mutants


def context(
    before: str, after: str, start: int, end: int, length: int, node: ast.expr
) -> tuple[str, str]:
    """The edited line before and after, so that a survivor can be read without the file."""
    left = before.rfind("\n", 0, start) + 1
    right = before.find("\n", end)
    right = len(before) if right < 0 else right
    return before[left:right].strip(), after[left : right + length - (end - start)].strip()


def line_starts(source: str) -> list[int]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


Edit = tuple[int, int, str, str, ast.expr]


def edits(tree: ast.Module, source: str, starts: list[int]) -> Iterator[Edit]:
    """(start, end, replacement, kind, node) of every edit."""
    encoded = source.splitlines(keepends=True)

    def offset(line: int, column: int) -> int:
        text = encoded[line - 1].encode()[:column].decode()
        return starts[line - 1] + len(text)

    def span(node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)

    for node in changeable(tree):
        start, end = span(node)
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            left, right = span(node.left)[1], span(node.right)[0]
            symbol = SYMBOLS[type(node.op)]
            at = left + source[left:right].index(symbol)
            yield at, at + len(symbol), OPERATORS[type(node.op)], "operator", node
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield start, start + 1, "", "sign", node
        elif isinstance(node, ast.Attribute) and node.attr in ("T", "mT", "mH", "H"):
            yield span(node.value)[1], end, "", "transpose", node
        elif isinstance(node, ast.Constant):
            yield start, end, changed_constant(node.value), "constant", node


def changed_constant(value: int | float) -> str:
    """The next number: 3 -> 4, 0.25 -> 0.26, 1e-3 -> 2e-3."""
    if isinstance(value, int):
        return str(value + 1)
    text = repr(value)
    digits, _, exponent = text.partition("e")
    places = len(digits.partition(".")[2])
    moved = f"{float(digits) + 10.0**-places:.{places}f}"
    return moved + (f"e{exponent}" if exponent else "")


def changeable(tree: ast.Module) -> Iterator[ast.expr]:
    """Expressions that may be edited, leaving out what `FREE_…` names and bounds in comparisons."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        stack.extend(reversed(list(allowed_children(node))))
        is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
        if isinstance(node, ast.BinOp | ast.UnaryOp | ast.Attribute) or is_number:
            assert isinstance(node, ast.expr)
            yield node


def allowed_children(node: ast.AST) -> Iterable[ast.AST]:
    if isinstance(node, ast.JoinedStr):
        return []
    if isinstance(node, ast.Call) and called_name(node) in FREE_CALLS:
        return []
    if isinstance(node, ast.Assign) and any(is_free(t) for t in node.targets):
        return []
    if isinstance(node, ast.keyword) and FREE_WORDS.search(node.arg or ""):
        return []
    if isinstance(node, ast.Compare) and not isinstance(node.ops[0], ast.Eq):
        return [node.left, *(c for c in node.comparators if not isinstance(c, ast.Constant))]
    return ast.iter_child_nodes(node)


def called_name(node: ast.Call) -> str:
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_free(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and bool(FREE_WORDS.search(target.id))


# --- the verdict ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Equivalent:
    """A mutant that changes nothing, with the reason."""

    key: str
    reason: str


def read_equivalents(root: Path) -> tuple[dict[str, str], list[Finding]]:
    """docs/equivalents.yml: the key of a mutant -> why no check could notice it."""
    file = root / EQUIVALENTS
    if not file.exists():
        return {}, []
    loaded: Any = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    findings = [
        Finding(EQUIVALENTS, 1, f"{key!r} needs a reason")
        for key, reason in loaded.items()
        if not str(reason or "").strip()
    ]
    return {str(k): str(v) for k, v in loaded.items()}, findings


def noticed(run: Run, original: Run, holds: Callable[[Run], bool]) -> bool:
    """Whether a mutant's run differs in a way that a check or a reader sees."""
    return run.error is not None or run.output != original.output or not holds(run)


def survivors(
    mutants: Iterable[Mutant],
    runs: Mapping[str, Run],
    originals: Mapping[str, Run],
    holds: Callable[[str, Run], bool],
) -> list[Mutant]:
    return [
        mutant
        for mutant in mutants
        if not noticed(
            runs[mutant.key],
            originals[mutant.stem],
            lambda run, s=mutant.stem: holds(s, run),  # type: ignore[misc]
        )
    ]
