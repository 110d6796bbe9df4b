r"""Sides made of numbers only, evaluated exactly as they stand.

Sums, products (\times, \cdot, juxtaposition), quotients, powers, roots, absolute values, norms,
vectors and matrices. Everything is a Fraction; only roots that are not rational are rounded, far
beyond any digit that is printed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from verify.expressions import (
    TRANSPOSED,
    Claim,
    FormulaError,
    Frac,
    Gap,
    Group,
    Matrix,
    Node,
    Num,
    Root,
    Script,
    Seq,
    Sym,
    Words,
    children,
    is_number_only,
    normal_form,
)
from verify.literals import Literal, LiteralError, parse_literal

NEGLIGIBLE = Fraction(1, 10**40)
_PRECISE = Context(prec=60)
_LARGEST_BITS = 200_000
_SIGNS = (Sym("+"), Sym("-"))
_OPERATORS = (*_SIGNS, Sym("\\times"), Sym("/"), Sym("\\div"))


@dataclass(frozen=True)
class Table:
    """A matrix; a vector is a column."""

    rows: tuple[tuple[Fraction, ...], ...]

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])


Value = Fraction | Table
Moved = Mapping[int, Fraction]  # id of a Num → the value to take instead


def is_numeric(items: Seq) -> bool:
    """Whether a side consists of numbers, claims and arithmetic, with at least one number."""
    items = without_words(items)
    return any(has_number((item,)) for item in items) and all(map(is_number_only, items))


def has_number(items: Seq) -> bool:
    return any(
        isinstance(item, Num | Claim) or any(map(has_number, children(item))) for item in items
    )


def without_words(items: Seq) -> Seq:
    return tuple(item for item in items if not isinstance(item, Words | Gap))


def operands(items: Seq) -> Iterator[Num]:
    """The numbers of a side that no claim holds."""
    for item in items:
        if isinstance(item, Num):
            yield item
        elif not isinstance(item, Claim):
            for inside in children(item):
                yield from operands(inside)


def evaluate(items: Seq, moved: Moved | None = None) -> Value:
    """The value of a numeric side; FormulaError where the arithmetic is not defined."""
    return _Evaluation(moved or {}).total(without_words(items))


@lru_cache(maxsize=4096)
def exact(text: str) -> Fraction:
    """The value of a number as written."""
    return Fraction(text)


def literal_of(items: Seq) -> Literal | None:
    """The literal that a side is, with the units of its last places; None if it is more."""
    items = without_words(items)
    tex = items[0].tex if len(items) == 1 and isinstance(items[0], Claim) else normal_form(items)
    try:
        return parse_literal(tex)
    except LiteralError:
        return None


def literal_value(literal: Literal) -> Value:
    values = [entry.value for entry in literal.entries]
    if not literal.shape:
        return values[0]
    width = literal.shape[1] if len(literal.shape) == 2 else 1
    return Table(tuple(tuple(values[i : i + width]) for i in range(0, len(values), width)))


def entries(value: Value) -> tuple[Fraction, ...]:
    if isinstance(value, Fraction):
        return (value,)
    return tuple(entry for row in value.rows for entry in row)


def shape(value: Value) -> tuple[int, ...]:
    return () if isinstance(value, Fraction) else (value.height, value.width)


def spell_value(value: Value) -> str:
    """The value for a message: exact if that is short, else to seven digits."""
    if isinstance(value, Fraction):
        return _spell_fraction(value)
    if value.width == 1:
        return f"[{', '.join(_spell_fraction(row[0]) for row in value.rows)}]"
    rows = [f"[{', '.join(map(_spell_fraction, row))}]" for row in value.rows]
    return f"[{', '.join(rows)}]"


def _spell_fraction(value: Fraction) -> str:
    if value.denominator == 1 and abs(value) < 10**15:
        return str(value)
    for places in range(1, 13):
        if (value * 10**places).denominator == 1 and abs(value) < 10**12:
            return f"{Decimal(int(value * 10**places)).scaleb(-places):f}"
    return f"{Decimal(value.numerator) / Decimal(value.denominator):.7g}"


class _Evaluation:
    """Recursive descent over one side."""

    def __init__(self, moved: Moved) -> None:
        self._moved = moved

    def total(self, items: Seq) -> Value:
        """Terms joined by + and -."""
        value: Value | None = None
        for sign, term in _terms(items):
            part = self._product(term)
            part = _scaled(Fraction(-1), part) if sign == "-" else part
            value = part if value is None else _sum(value, part)
        if value is None:
            raise FormulaError("an empty side")
        return value

    def _product(self, items: Seq) -> Value:
        """Factors joined by \\times, / or nothing; a sign may stand before a factor."""
        value: Value | None = None
        operator, minus, before = "", False, None
        for item in items:
            if item in _OPERATORS:
                minus ^= item == Sym("-")
                operator = operator if item in _SIGNS else normal_form((item,))
                continue
            if item == Sym("\\%") and value is not None:
                value = _quotient(value, Fraction(100))
                continue
            if before and not operator:
                _check_side_by_side(before, item, items)
            factor = self._factor(item)
            factor = _scaled(Fraction(-1), factor) if minus else factor
            if value is None:
                value = factor
            else:
                divides = operator in ("/", "\\div")
                value = _quotient(value, factor) if divides else _times(value, factor)
            operator, minus, before = "", False, item
        if value is None or operator:
            raise FormulaError(f"`{normal_form(items)}` lacks a factor")
        return value

    def _factor(self, node: Node) -> Value:
        match node:
            case Num(text):
                return self._moved[id(node)] if id(node) in self._moved else exact(text)
            case Claim(_, tex, body):
                try:
                    return literal_value(parse_literal(tex))
                except LiteralError:
                    return self.total(body)
            case Frac(top, bottom, bar):
                if not bar:
                    return _binomial(self.total(top), self.total(bottom))
                return _quotient(self.total(top), self.total(bottom))
            case Matrix(rows):
                return self._table(rows)
            case Group(opening, body, closing):
                return _grouped(opening, self.total(body), closing)
            case Root(body, index):
                return _root(self.total(body), self.total(index) if index else Fraction(2))
            case Script(base, sub, sup):
                return self._script(base, sub, sup)
        raise FormulaError(f"`{normal_form((node,))}` is no arithmetic")

    def _table(self, rows: tuple[tuple[Seq, ...], ...]) -> Table:
        if len({len(row) for row in rows}) != 1:
            raise FormulaError("a matrix with rows of unequal length")
        return Table(tuple(tuple(_number(self.total(cell)) for cell in row) for row in rows))

    def _script(self, base: Seq, sub: Seq, sup: Seq) -> Value:
        value = self.total(base)
        is_norm = len(base) == 1 and isinstance(base[0], Group) and base[0].opening == "\\|"
        if sub and not (is_norm and sub == (Num("2"),)):
            raise FormulaError(f"`{normal_form((Script(base, sub, ()),))}`: a number with an index")
        if not sup:
            return value
        if len(sup) == 1 and sup[0] in TRANSPOSED:
            return _transposed(value)
        return _power(_number(value), _number(self.total(sup)))


def _terms(items: Seq) -> Iterator[tuple[str, Seq]]:
    """Split at + and - that join; one at the start or behind a product sign belongs to a term."""
    sign, term = "+", list[Node]()
    for item in items:
        joins = item in _SIGNS
        if joins and not term and sign == "+":
            sign = "-" if item == Sym("-") else "+"
        elif joins and term and term[-1] not in _OPERATORS:
            yield sign, tuple(term)
            sign, term = "-" if item == Sym("-") else "+", []
        else:
            term.append(item)
    yield sign, tuple(term)


def _check_side_by_side(before: Node, item: Node, items: Seq) -> None:
    if _ends_in_digits(before) and (_ends_in_digits(item) or isinstance(item, Frac)):
        text = normal_form(items)
        raise FormulaError(f"two numbers side by side in `{text}`: write \\times between them")
    if Sym("/") in items:
        raise FormulaError(f"`{normal_form(items)}`: what / divides is not clear, put brackets")


def _ends_in_digits(node: Node) -> bool:
    if isinstance(node, Script):
        return isinstance(node.base[0], Num)
    return isinstance(node, Num) or (isinstance(node, Claim) and not node.tex.startswith("\\b"))


def _number(value: Value) -> Fraction:
    if isinstance(value, Table):
        raise FormulaError(f"{spell_value(value)} stands where a single number is needed")
    return value


def _scaled(by: Fraction, value: Value) -> Value:
    if isinstance(value, Fraction):
        return by * value
    return Table(tuple(tuple(by * entry for entry in row) for row in value.rows))


def _sum(one: Value, two: Value) -> Value:
    if isinstance(one, Fraction) and isinstance(two, Fraction):
        return one + two
    if shape(one) != shape(two) or isinstance(one, Fraction) or isinstance(two, Fraction):
        raise FormulaError(f"a sum of unlike shapes: {spell_value(one)} and {spell_value(two)}")
    pairs = zip(one.rows, two.rows, strict=True)
    return Table(tuple(tuple(a + b for a, b in zip(*pair, strict=True)) for pair in pairs))


def _times(one: Value, two: Value) -> Value:
    if isinstance(one, Fraction):
        return _scaled(one, two)
    if isinstance(two, Fraction):
        return _scaled(two, one)
    if one.width == two.width == 1 and one.height == two.height > 1:
        one = _transposed(one)  # a product of two columns is their dot product
        assert isinstance(one, Table)
    if one.width != two.height:
        raise FormulaError(
            f"a product of unlike shapes: {one.height}×{one.width} and {two.height}×{two.width}"
        )
    columns = list(zip(*two.rows, strict=True))
    table = [[sum(map(_multiplied, row, column)) for column in columns] for row in one.rows]
    if len(table) == len(table[0]) == 1:
        return Fraction(table[0][0])
    return Table(tuple(tuple(map(Fraction, row)) for row in table))


def _multiplied(one: Fraction, two: Fraction) -> Fraction:
    return one * two


def _quotient(one: Value, two: Value) -> Value:
    divisor = _number(two)
    if divisor == 0:
        raise FormulaError("a division by zero")
    return _scaled(1 / divisor, one)


def _transposed(value: Value) -> Value:
    if isinstance(value, Fraction):
        return value
    return Table(tuple(zip(*value.rows, strict=True)))


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1:
        return _decimal(base, lambda number: _PRECISE.power(number, _to_decimal(exponent)))
    if base == 0 and exponent < 0:
        raise FormulaError("a negative power of zero")
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if size * abs(exponent) > _LARGEST_BITS:
        raise FormulaError("a power too large to be evaluated exactly: claim it")
    return base ** int(exponent)


def _root(value: Value, index: Value) -> Fraction:
    number, degree = _number(value), _number(index)
    if number < 0 or degree <= 0:
        raise FormulaError("a root of a negative number")
    if degree != 2:
        return _power(number, 1 / degree)
    top, bottom = math.isqrt(number.numerator), math.isqrt(number.denominator)
    if (top * top, bottom * bottom) == (number.numerator, number.denominator):
        return Fraction(top, bottom)
    return _decimal(number, _PRECISE.sqrt)


def _decimal(number: Fraction, function: Callable[[Decimal], Decimal]) -> Fraction:
    if number <= 0:
        raise FormulaError("a root or broken power of a number that is not positive")
    return Fraction(function(_to_decimal(number)))


def _to_decimal(number: Fraction) -> Decimal:
    return _PRECISE.divide(Decimal(number.numerator), Decimal(number.denominator))


def _grouped(opening: str, value: Value, closing: str) -> Value:
    if (opening, closing) == ("|", "|"):
        return abs(_number(value))
    if (opening, closing) == ("\\|", "\\|"):
        if isinstance(value, Table) and 1 not in shape(value):
            raise FormulaError("the norm of a matrix is ambiguous: claim it")
        return _root(Fraction(sum(entry * entry for entry in entries(value))), Fraction(2))
    if not re.fullmatch(r"[(\[]|\\\{", opening):
        raise FormulaError(f"`{opening}` is no bracket of arithmetic")
    return value


def _binomial(top: Value, bottom: Value) -> Fraction:
    n, k = _number(top), _number(bottom)
    if n.denominator != 1 or k.denominator != 1 or not 0 <= k <= n or n > 1000:
        raise FormulaError("a binomial coefficient of these numbers is not defined here")
    return Fraction(math.comb(int(n), int(k)))
