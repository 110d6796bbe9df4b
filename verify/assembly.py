"""Pieces of a formula put together: digits to numbers, brackets to groups, scripts to bases."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verify.expressions import (
    FormulaError,
    Group,
    Matrix,
    Node,
    Num,
    Rel,
    Script,
    Seq,
    Sym,
    is_number_only,
    split,
)


@dataclass(frozen=True)
class Digit:
    text: str


@dataclass(frozen=True)
class Space:
    thin: bool = False


@dataclass(frozen=True)
class Open:
    tex: str


@dataclass(frozen=True)
class Close:
    tex: str


@dataclass(frozen=True)
class Fence:
    """| or \\|, which opens and closes."""

    tex: str


@dataclass(frozen=True)
class Not:
    """The stroke of \\not, before a relation."""


@dataclass(frozen=True)
class Raise:
    """Sub- and superscript of what stands before."""

    sub: Seq
    sup: Seq


Piece = Node | Digit | Space | Open | Close | Fence | Not | Raise


def assemble(pieces: Sequence[Piece]) -> Seq:
    """Put digits together to numbers, match brackets, attach scripts, drop spaces."""
    frames: list[tuple[Open | Fence, list[Node]]] = [(Open(""), [])]
    for piece in _join_digits(pieces):
        items = frames[-1][1]
        if isinstance(piece, Open):
            frames.append((piece, []))
        elif isinstance(piece, Close):
            _close(frames, piece)
        elif isinstance(piece, Fence):
            if frames[-1][0] == piece:
                _close(frames, Close(piece.tex))
            else:
                frames.append((piece, []))
        elif isinstance(piece, Raise):
            items[-1:] = [_raised(items[-1:], piece)]
        elif isinstance(piece, Not):
            items.append(Sym("\\not"))
        elif not isinstance(piece, Space | Digit):
            items.append(piece)
    while len(frames) > 1:
        _unopen(frames)
    return _simplify(frames[0][1])


def _join_digits(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Digits become numbers; a point with no digit on one side is punctuation."""
    index = 0
    while index < len(pieces):
        end = _run_end(pieces, index)
        if end == index:
            yield pieces[index]
            index += 1
            continue
        text = "".join(p.text for p in pieces[index:end] if isinstance(p, Digit))
        number = text.rstrip(".")
        if number and not re.fullmatch(r"\d+(\.\d+)?", number):
            raise FormulaError(f"`{text}` is no number: write 0.5, not .5, and one point only")
        yield from [Num(number)] if number else []
        yield from [Sym(".")] * (len(text) - len(number))
        index = end


def _run_end(pieces: Sequence[Piece], start: int) -> int:
    """End of the number that starts here; a thin space before just three digits belongs to it."""
    end = start
    while end < len(pieces) and isinstance(pieces[end], Digit):
        end += 1
    if end == start or pieces[end : end + 1] != [Space(thin=True)]:
        return end
    group = end + 1
    while group < len(pieces) and re.match(r"\d", getattr(pieces[group], "text", "")):
        group += 1
    return _run_end(pieces, end + 1) if group - end == 4 else end


def _raised(base: list[Node], script: Raise) -> Node:
    """The script on its base; sub and sup given one after the other are one script."""
    if base and isinstance(base[0], Script) and _fits(base[0], script):
        before = base[0]
        return Script(before.base, before.sub or script.sub, before.sup or script.sup)
    return Script(tuple(base), script.sub, script.sup)


def _fits(before: Script, script: Raise) -> bool:
    return not (before.sub and script.sub) and not (before.sup and script.sup)


def _close(frames: list[tuple[Open | Fence, list[Node]]], close: Close) -> None:
    while len(frames) > 1 and isinstance(frames[-1][0], Fence):
        if frames[-1][0].tex == close.tex:
            break
        _unopen(frames)
    if len(frames) == 1:
        frames[0][1].append(Sym(close.tex))
        return
    opening, items = frames.pop()
    frames[-1][1].append(group(opening.tex, _simplify(items), close.tex))


def _unopen(frames: list[tuple[Open | Fence, list[Node]]]) -> None:
    """A bracket that nothing closes is an ordinary sign."""
    opening, items = frames.pop()
    frames[-1][1].extend([Sym(opening.tex), *items])


def group(opening: str, body: Seq, closing: str) -> Node:
    """Brackets around something; [a, b] and a delimited array are matrices."""
    bare = body[0] if len(body) == 1 else None
    if isinstance(bare, Matrix) and bare.bare and (opening, closing) in (("[", "]"), ("(", ")")):
        return Matrix(bare.rows)
    if (opening, closing) == ("[", "]") and Sym(",") in body:
        return _vector(split(body, (Sym(","),)))
    if (opening, closing) == ("[", "]") and isinstance(bare, Matrix) and len(bare.rows[0]) == 1:
        return _vector([body])  # [[1, 2]]
    return Group(opening, body, closing)


def _vector(parts: list[Seq]) -> Matrix:
    """A column of the parts, or if all parts are columns, the matrix with these as its rows."""
    columns = [part[0] for part in parts if len(part) == 1]
    rows = [c.rows for c in columns if isinstance(c, Matrix) and len(c.rows[0]) == 1]
    if len(rows) == len(parts) and len({len(row) for row in rows}) == 1:
        return Matrix(tuple(tuple(cell for (cell,) in row) for row in rows))
    return Matrix(tuple((part,) for part in parts))


def _simplify(items: list[Node]) -> Seq:
    """Join := and \\not with their sign, and drop product signs that juxtaposition replaces."""
    result: list[Node] = []
    for index, item in enumerate(items):
        following = items[index + 1] if index + 1 < len(items) else None
        if item == Rel("=") and result and result[-1] == Sym(":"):
            result.pop()
        if isinstance(item, Rel) and result and result[-1] == Sym("\\not"):
            result.pop()
            item = _negated(item)
        if item in (Sym("\\cdot"), Sym("*"), Sym("\\times")) and result and following:
            sign = _product(result[-1], item, following)
            result += [] if sign is None else [sign]
        else:
            result.append(item)
    return tuple(result)


def _negated(item: Rel) -> Rel:
    return Rel({"=": "\\ne", "\\in": "\\notin"}.get(item.tex, f"\\not{item.tex}"))


def _product(left: Node, sign: Node, right: Node) -> Node | None:
    """The sign to keep between two factors; None if it says no more than juxtaposition."""
    operators = (Sym("+"), Sym("-"), Sym("/"), Sym(","))
    if isinstance(left, Rel) or isinstance(right, Rel) or left in operators or right in operators:
        return sign
    one, two = is_number_only(left), is_number_only(right)
    if one and two:
        return Sym("\\times")
    return sign if sign == Sym("\\times") and not one and not two else None
