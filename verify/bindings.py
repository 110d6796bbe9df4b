r"""Formulas in code: `# $y = x + F(x)$` directly above the statement that checks or defines it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verify.findings import Finding

FORMULA = re.compile(r"\$(.+?)(?<!\\)\$")
COMMENT = re.compile(r"#\s*\$(?P<tex>[^$]+)\$\s*")
CHECKING = "an assert, assert_close, an assignment, for, def, return"


@dataclass(frozen=True)
class Binding:
    """One formula comment and the statement beneath it (lines from 1, `end_line` included).

    `names` are module-level names that hold, when the program has ended, just what this statement
    gave them. `parts` are names that it unpacks a value into, in order.
    """

    stem: str
    comment_line: int
    tex: str
    statement_line: int
    end_line: int
    kind: str
    names: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


def read_bindings(stem: str, path: str, source: str) -> tuple[list[Binding], list[Finding]]:
    """All formula comments of a snippet that parses, and those that are bound to nothing."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return [], []  # reported where the snippet is read
    statements = _statements(tree)
    last_set = dict(_settings(tree.body))
    bindings: list[Binding] = []
    findings: list[Finding] = []
    for group in _comment_groups(source):
        statement = statements.get(group[-1][0] + 1)
        problem = _unbound(statement, source, group[-1][0] + 1)
        for line, comment in group:
            match = COMMENT.fullmatch(comment)
            if match is None:
                findings.append(Finding(path, line, _malformed(comment)))
            elif statement is None or problem:
                message = f"the formula in `{comment}` {problem}"
                findings.append(Finding(path, line, message))
            else:
                bindings.append(_bind(stem, line, match["tex"].strip(), statement, last_set))
    findings += _trailing_comments(path, source)
    return bindings, findings


def _bind(stem: str, line: int, tex: str, statement: ast.stmt, last_set: dict[str, int]) -> Binding:
    first, last = _first_line(statement), statement.end_lineno or statement.lineno
    names = [name for name, where in last_set.items() if first <= where <= last]
    parts = [part if part in names else "" for part in _unpacked(statement)]
    loop = _loop_names(statement)
    if len(names) > 1:
        names = [name for name in names if name not in loop]
    if parts or (len(names) > 1 and not _chained(statement)):
        names = []  # one formula cannot say which of several names it belongs to
    kind = _kind(statement)
    return Binding(stem, line, tex, first, last, kind, tuple(names), tuple(parts))


# --- comments ----------------------------------------------------------------------------------


def _comments(source: str) -> Iterator[tuple[int, int, str]]:
    """Line, column and text of every comment."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield *token.start, token.string


def _comment_groups(source: str) -> Iterator[list[tuple[int, str]]]:
    """Formula comments on lines of their own; those on adjacent lines belong together."""
    lines = source.splitlines()
    group: list[tuple[int, str]] = []
    for line, column, comment in _comments(source):
        if lines[line - 1][:column].strip() or "$" not in comment:
            continue
        if group and group[-1][0] + 1 != line:
            yield group
            group = []
        group.append((line, comment))
    if group:
        yield group


def _trailing_comments(path: str, source: str) -> Iterator[Finding]:
    lines = source.splitlines()
    for line, column, comment in _comments(source):
        if FORMULA.search(comment) and lines[line - 1][:column].strip():
            message = f"`{comment}` stands behind code: put it on a line of its own directly above"
            yield Finding(path, line, message)


def _malformed(comment: str) -> str:
    return f"`{comment}`: write one formula a line and nothing else, `# $y = x + F(x)$`"


# --- statements --------------------------------------------------------------------------------


def _statements(tree: ast.AST) -> dict[int, ast.stmt]:
    """The statement that begins on each line, the outermost if there are several."""
    found: dict[int, ast.stmt] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            found.setdefault(_first_line(node), node)
    return found


def _first_line(statement: ast.stmt) -> int:
    """Where the statement begins, decorators included."""
    decorators: Sequence[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _kind(statement: ast.stmt) -> str:
    match statement:
        case ast.Assert():
            return "assert"
        case ast.Expr(value=ast.Call()) if _called(statement).startswith("assert"):
            return "assert_close"
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
            return "assign"
        case ast.For():
            return "for"
        case ast.FunctionDef():
            return "def"
        case ast.Return():
            return "return"
    return "other"


def _called(statement: ast.stmt) -> str:
    """Last part of the name of the function that an expression statement calls."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return ast.unparse(statement.value.func).rpartition(".")[2]
    return ""


def _unbound(statement: ast.stmt | None, source: str, line: int) -> str:
    """Why what is beneath a comment checks nothing; "" if it does."""
    if statement is not None and _can_check(statement):
        return ""
    lines = source.splitlines()
    after = lines[line - 1].strip() if line <= len(lines) else None
    what = "the end of the file" if after is None else f"`{after}`" if after else "a blank line"
    return f"is followed by {what}: put it directly above what checks or defines it ({CHECKING})"


def _can_check(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call) and _called(statement) != "print"
    idle = ast.Import | ast.ImportFrom | ast.Pass | ast.Global | ast.Nonlocal | ast.Delete
    return not isinstance(statement, idle)


# --- names -------------------------------------------------------------------------------------


def _settings(body: Sequence[ast.stmt]) -> Iterator[tuple[str, int]]:
    """Names that module-level code sets, with their lines, in order."""
    for statement in body:
        for target in _targets(statement):
            yield from ((name, statement.lineno) for name in _names(target))
        if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            yield statement.name, statement.lineno
            continue
        for part in ("body", "orelse", "finalbody"):
            yield from _settings(getattr(statement, part, []))
        for handler in getattr(statement, "handlers", []):
            yield from _settings(handler.body)


def _targets(statement: ast.stmt) -> list[ast.expr]:
    match statement:
        case ast.Assign(targets=targets):
            return targets
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target) | ast.For(target=target):
            return [target]
        case ast.With(items=items):
            return [item.optional_vars for item in items if item.optional_vars]
    return []


def _names(target: ast.expr) -> Iterator[str]:
    """Names that a target binds, or whose item or attribute it sets."""
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _names(part)
        case ast.Subscript(value=part) | ast.Attribute(value=part) | ast.Starred(value=part):
            yield from _names(part)


def _loop_names(statement: ast.stmt) -> set[str]:
    """Names of loop variables, which a formula above the loop is not about."""
    loops = [node for node in ast.walk(statement) if isinstance(node, ast.For)]
    return {name for loop in loops for name in _names(loop.target)}


def _chained(statement: ast.stmt) -> bool:
    """a = b = value: both names hold the same."""
    return isinstance(statement, ast.Assign) and all(
        isinstance(target, ast.Name) for target in statement.targets
    )


def _unpacked(statement: ast.stmt) -> tuple[str, ...]:
    """Names in `a, b = …`, in order; "" for a target that is no plain name."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return ()
    target = statement.targets[0]
    if not isinstance(target, ast.Tuple | ast.List):
        return ()
    return tuple(part.id if isinstance(part, ast.Name) else "" for part in target.elts)
