r"""A formula cut into statements, and each statement into a chain of sides joined by relations.

Cuts at the outermost level: \quad and wider, line breaks, \Rightarrow and \iff, prose in \text{…},
and a comma or semicolon if a relation follows before the next cut (so `l = 0, 1, \dots, n - 1` is
one statement, `a = b, c = d` are two). Alignments are read row by row, each pair of columns on its
own; an empty left side continues the chain of the row before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from verify.expressions import (
    Excused,
    FormulaError,
    Gap,
    Matrix,
    Num,
    Rel,
    Rows,
    Seq,
    Sym,
    Words,
    split,
)

EQUAL = ("=", "\\approx")
DESCRIPTIVE = {
    "\\to",
    "\\mapsto",
    "\\longrightarrow",
    "\\longmapsto",
    "\\xrightarrow",
    "\\in",
    "\\ni",
    "\\subset",
    "\\subseteq",
    "\\supset",
    "\\supseteq",
    "\\sim",
}
_PUNCTUATION = tuple(map(Sym, (",", ";", ".")))


@dataclass
class Statement:
    """A chain: `signs[i]` stands between `sides[i]` and `sides[i + 1]`. Without signs, one side."""

    sides: list[Seq]
    signs: list[str] = field(default_factory=list)

    @property
    def is_chain(self) -> bool:
        return bool(self.signs)

    @property
    def is_descriptive(self) -> bool:
        """`x_0 \\to x_n`, `x \\in X`: it says what things are, not that they are equal."""
        return self.is_chain and all(sign in DESCRIPTIVE for sign in self.signs)

    @property
    def items(self) -> Seq:
        """The whole statement as one sequence."""
        parts: list[Seq] = [self.sides[0]]
        for sign, side in zip(self.signs, self.sides[1:], strict=True):
            parts += [(Rel(sign),), side]
        return tuple(item for part in parts for item in part)


@dataclass(frozen=True)
class Cut:
    """`excused` are the parts within \\cited or \\notation."""

    statements: list[Statement]
    excused: list[Excused]


def cut(items: Seq) -> Cut:
    """All statements of a formula; FormulaError if a side is missing."""
    _check_thousands(items)
    excused: list[Excused] = []
    statements: list[Statement] = []
    rows = _alignment(items)
    if rows is None:
        statements = _read_line(items, None, excused)
    else:
        for column in _columns(rows):
            chain: Statement | None = None
            for cells in column:
                read = _read_line(cells, chain, excused)
                statements += [one for one in read if one is not chain]
                chain = next((one for one in reversed(read) if one.is_chain), chain)
    for statement in statements:
        _check_sides(statement)
    return Cut(statements, excused)


def _alignment(items: Seq) -> tuple[tuple[Seq, ...], ...] | None:
    """Rows of a formula that is one alignment, punctuation behind it aside."""
    kept = [item for item in items if not isinstance(item, Gap | Words)]
    while kept and kept[-1] in _PUNCTUATION:
        kept.pop()
    match kept:
        case [Rows(rows)]:
            return rows
        case [Matrix(rows, bare=True) as table] if _has_relation(table):
            return rows
    return None


def _has_relation(table: Matrix) -> bool:
    return any(isinstance(item, Rel) for row in table.rows for cell in row for item in cell)


def _columns(rows: tuple[tuple[Seq, ...], ...]) -> Iterator[list[Seq]]:
    """The lines of each pair of columns: `a &= b` is one line."""
    width = max(len(row) for row in rows)
    for start in range(0, width, 2):
        yield [tuple(item for cell in row[start : start + 2] for item in cell) for row in rows]


def _read_line(items: Seq, before: Statement | None, excused: list[Excused]) -> list[Statement]:
    """Statements of one line; the first may go on with the chain `before`, which then changes."""
    statements: list[Statement] = []
    for number, piece in enumerate(_pieces(items)):
        if len(piece) == 1 and isinstance(piece[0], Excused):
            excused.append(piece[0])
            continue
        if any(isinstance(item, Excused) for item in piece):
            raise FormulaError(
                "\\cited and \\notation hold a whole statement, not a part of one: "
                "put all of it inside"
            )
        statement = _chain(piece)
        if number == 0 and before is not None and _continues(statement, before):
            before.sides[-1] += statement.sides[0]
            before.sides += statement.sides[1:]
            before.signs += statement.signs
            statements.append(before)
        else:
            statements.append(statement)
    return statements


def _continues(statement: Statement, before: Statement) -> bool:
    """Whether a row goes on with the chain of the row before."""
    first = statement.sides[0]
    if not before.sides[-1]:
        return True  # that row ended with its relation
    if statement.is_chain:
        return not first
    return bool(first) and first[0] in (Sym("+"), Sym("-"), Sym("\\times"))


def _pieces(items: Seq) -> list[Seq]:
    """The line cut at gaps, prose, and at commas that separate relations."""
    pieces: list[Seq] = []
    separators = tuple(item for item in items if isinstance(item, Gap | Words))
    for stretch in split(items, separators):
        pieces += _join_lists(split(stretch, _PUNCTUATION[:2]))
    return [piece for piece in map(_without_end, pieces) if piece]


def _join_lists(parts: Sequence[Seq]) -> list[Seq]:
    """Put back commas before parts without a relation, and after them while none came."""
    joined: list[Seq] = []
    for part in parts:
        lacks = not any(isinstance(item, Rel | Excused) for item in part)
        leads = joined and not any(isinstance(item, Rel | Excused) for item in joined[-1])
        if joined and (lacks or leads):
            joined[-1] = (*joined[-1], Sym(","), *part)
        else:
            joined.append(part)
    return joined


def _without_end(piece: Seq) -> Seq:
    while piece and piece[-1] in _PUNCTUATION:
        piece = piece[:-1]
    return piece


def _chain(piece: Seq) -> Statement:
    statement = Statement([()])
    for item in piece:
        if isinstance(item, Rel):
            statement.signs.append(item.tex)
            statement.sides.append(())
        else:
            statement.sides[-1] += (item,)
    return statement


def _check_sides(statement: Statement) -> None:
    if statement.is_chain and not all(statement.sides):
        sign = statement.signs[min(statement.sides.index(()), len(statement.signs) - 1)]
        raise FormulaError(
            f"a side of `{sign}` is empty (words in \\text{{…}} do not count): "
            "write what stands there as a symbol"
        )


def _check_thousands(items: Seq) -> None:
    for before, comma, after in zip(items, items[1:], items[2:], strict=False):
        if not isinstance(before, Num) or comma != Sym(",") or not isinstance(after, Num):
            continue
        if re.fullmatch(r"\d{1,3}", before.text) and re.fullmatch(r"\d{3}(\.\d+)?", after.text):
            one, two = before.text, after.text
            raise FormulaError(f"{one},{two} reads as two numbers: write {one}\\,{two}")
