r"""Formulas as expressions, and their normal form.

Dropped: colour, size, style, spacing, boxes, classes, labels of braces and over relations, prose in
\text{…}. Equal in normal form: \frac12 and \tfrac{1}{2}; \left( and \bigl( and (; \cdot and
juxtaposition (between numbers: \cdot and \times); [a, b] and a column; bmatrix and pmatrix;
\mathrm, \operatorname, \text and \max for names. Everything else stays as written: \times between
symbols, a/b beside \frac{a}{b}, ^T beside ^\top, the order of terms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verify.katex import Exemption


class FormulaError(ValueError):
    """What is wrong with a formula, and what to write instead."""


@dataclass(frozen=True)
class Num:
    """A number as written, without thin spaces: `13781`, `0.50`."""

    text: str


@dataclass(frozen=True)
class Sym:
    """A letter, name, operator or punctuation mark, as TeX."""

    tex: str


@dataclass(frozen=True)
class Rel:
    """A relation sign: =, \\le, \\to …"""

    tex: str


@dataclass(frozen=True)
class Words:
    """Prose in \\text{…}: it separates statements and is no part of the mathematics."""

    text: str


@dataclass(frozen=True)
class Gap:
    """\\quad, a line break, or \\Rightarrow: what stands on both sides are two statements."""


@dataclass(frozen=True)
class Script:
    base: Seq
    sub: Seq
    sup: Seq


@dataclass(frozen=True)
class Frac:
    """\\frac, or without a bar \\binom."""

    top: Seq
    bottom: Seq
    bar: bool = True


@dataclass(frozen=True)
class Root:
    body: Seq
    index: Seq


@dataclass(frozen=True)
class Group:
    """What stands between two delimiters; "" for an invisible one."""

    opening: str
    body: Seq
    closing: str


@dataclass(frozen=True)
class Matrix:
    """`bare` has no delimiters of its own (cases, substack): these stand in a Group around it."""

    rows: tuple[tuple[Seq, ...], ...]
    bare: bool = False


@dataclass(frozen=True)
class Rows:
    """An alignment: aligned, align, gathered, split."""

    rows: tuple[tuple[Seq, ...], ...]


@dataclass(frozen=True)
class Marked:
    """An accent or a font over a longer expression: \\hat{x}, \\mathbf{A b}."""

    mark: str
    body: Seq


@dataclass(frozen=True)
class Claim:
    """\\claim{name}{tex}."""

    name: str
    tex: str
    body: Seq


@dataclass(frozen=True)
class Excused:
    """\\cited{…}{…} or \\notation{…}{…}."""

    exemption: Exemption
    body: Seq


Node = (
    Num
    | Sym
    | Rel
    | Words
    | Gap
    | Script
    | Frac
    | Root
    | Group
    | Matrix
    | Rows
    | Marked
    | Claim
    | Excused
)
Seq = tuple[Node, ...]


TRANSPOSED = tuple(map(Sym, ("\\top", "T", "\\intercal", "\\mathrm{T}", "\\mathsf{T}")))


def is_number_only(node: Node) -> bool:
    """Whether it consists of numbers, claims and arithmetic alone."""
    if isinstance(node, Num | Claim):
        return True
    if isinstance(node, Sym):
        return node.tex in ("+", "-", "\\times", "/", "\\%", "\\div")
    if isinstance(node, Script):
        return all(map(is_number_only, node.base)) and all(
            is_number_only(part) or part in TRANSPOSED for part in (*node.sub, *node.sup)
        )
    if isinstance(node, Matrix):
        return all(cell and all(map(is_number_only, cell)) for row in node.rows for cell in row)
    return isinstance(node, Frac | Root | Group) and all(
        map(is_number_only, (part for seq in children(node) for part in seq))
    )


def children(node: Node) -> tuple[Seq, ...]:
    """The sequences directly inside a node."""
    match node:
        case Script(base, sub, sup):
            return base, sub, sup
        case Frac(top, bottom):
            return top, bottom
        case Root(body, index):
            return body, index
        case Matrix(rows) | Rows(rows):
            return tuple(cell for row in rows for cell in row)
        case Group(_, body, _) | Marked(_, body) | Claim(_, _, body) | Excused(_, body):
            return (body,)
    return ()


def walk(items: Seq) -> Iterator[Seq]:
    """The sequence and all sequences inside it."""
    yield items
    for item in items:
        for inside in children(item):
            yield from walk(inside)


def split(items: Seq, separators: tuple[Node, ...]) -> list[Seq]:
    """The parts between the separators, outermost level only."""
    parts: list[list[Node]] = [[]]
    for item in items:
        if item in separators:
            parts.append([])
        else:
            parts[-1].append(item)
    return [tuple(part) for part in parts]


# --- normal form -------------------------------------------------------------------------------

_BINARY = {"+", "-", "\\pm", "\\mp", "\\times", "\\cdot", "\\odot", "\\oplus", "\\otimes", "\\circ"}
_TIGHT = tuple(map(Sym, (",", ";", "/", "!", ".", "\\%")))  # no space before these
_UNARY = Sym("unary")  # the sign of what follows it
_OPENING = {"|": "\\lvert ", "\\|": "\\lVert "}
_CLOSING = {"|": " \\rvert", "\\|": " \\rVert"}


def plain(items: Seq) -> Seq:
    """Without claims, prose and gaps."""
    result: list[Node] = []
    for item in items:
        if isinstance(item, Claim | Excused):
            result += plain(item.body)
        elif not isinstance(item, Words | Gap):
            result.append(item)
    return tuple(result)


def normal_form(items: Seq) -> str:
    """TeX that is the same for two sequences exactly if they are the same mathematics to us."""
    text = ""
    before: Node | None = None
    for item in plain(items):
        text += _between(before, item) if before else ""
        text += _tex(item)
        if isinstance(item, Sym) and _is_operator(item) and (not before or _is_operator(before)):
            before = _UNARY
        else:
            before = item
    return text


def _is_operator(node: Node) -> bool:
    return isinstance(node, Rel) or (
        isinstance(node, Sym) and node.tex in _BINARY | {",", ";", "/", _UNARY.tex}
    )


def _between(before: Node, item: Node) -> str:
    if before in (_UNARY, Sym("/")) or item in _TIGHT:
        return ""
    inside = item.base[0] if isinstance(item, Script) and item.base else item
    if isinstance(inside, Group) and inside.opening in ("(", "[") and not _is_operator(before):
        return ""
    return " "


def _tex(node: Node) -> str:
    match node:
        case Num(text) | Sym(text) | Rel(text):
            return text
        case Script(base, sub, sup):
            return _script_tex(base, sub, sup)
        case Frac(top, bottom, bar):
            command = "\\frac" if bar else "\\binom"
            return f"{command}{{{normal_form(top)}}}{{{normal_form(bottom)}}}"
        case Root(body, index):
            return f"\\sqrt{f'[{normal_form(index)}]' if index else ''}{{{normal_form(body)}}}"
        case Group("\\{", (Matrix(rows, bare=True),), ""):
            return _rows_tex(rows, "cases")
        case Group(opening, body, closing):
            left, right = _OPENING.get(opening, opening), _CLOSING.get(closing, closing)
            return f"{left}{normal_form(body)}{right}"
        case Matrix(rows, bare):
            return _matrix_tex(rows, "matrix" if bare else "bmatrix")
        case Rows(rows):
            return _rows_tex(rows, "aligned")
        case Marked(mark, body):
            return f"{mark}{{{normal_form(body)}}}"
    return ""


def _script_tex(base: Seq, sub: Seq, sup: Seq) -> str:
    text = normal_form(base)
    if len(plain(base)) != 1 or isinstance(base[0], Script):
        text = f"{{{text}}}"
    if sup and all(part == Sym("\\prime") for part in sup):
        return text + _braced("_", sub) + "'" * len(sup)
    return text + _braced("_", sub) + _braced("^", sup)


def _braced(sign: str, items: Seq) -> str:
    text = normal_form(items)
    if not text:
        return ""
    return f"{sign}{text}" if len(text) == 1 or text == "\\top" else f"{sign}{{{text}}}"


def _matrix_tex(rows: tuple[tuple[Seq, ...], ...], kind: str) -> str:
    if kind == "bmatrix" and len(rows) > 1 and all(len(row) == 1 for row in rows):
        return f"[{', '.join(normal_form(row[0]) for row in rows)}]"
    return _rows_tex(rows, kind)


def _rows_tex(rows: tuple[tuple[Seq, ...], ...], kind: str) -> str:
    lines = [" & ".join(map(normal_form, row)) for row in rows]
    body = r" \\ ".join(lines)
    return f"\\begin{{{kind}}} {body} \\end{{{kind}}}"
