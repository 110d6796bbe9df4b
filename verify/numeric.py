r"""Numbers against numbers: whether a relation holds, and whether a slip in it would be noticed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from verify.arithmetic import (
    NEGLIGIBLE,
    Value,
    entries,
    evaluate,
    exact,
    literal_of,
    operands,
    shape,
    spell_value,
)
from verify.expressions import FormulaError, Num, Script, Seq, walk

_COMPARED = {
    "<": Fraction.__lt__,
    ">": Fraction.__gt__,
    "\\le": Fraction.__le__,
    "\\ge": Fraction.__ge__,
    "\\ne": Fraction.__ne__,
    "\\ll": Fraction.__lt__,
    "\\gg": Fraction.__gt__,
}


@lru_cache(maxsize=4096)
def wrong_equation(left: Seq, sign: str, right: Seq) -> str:
    r"""What is wrong with numbers joined by = or \approx; "" if they can be relied on."""
    return _false(left, sign, right) or _blind(left, sign, right)


def wrong_comparison(left: Seq, sign: str, right: Seq) -> str:
    """What is wrong with two numbers compared; "" if nothing, or if this cannot be told."""
    one, two = evaluate(left), evaluate(right)
    if not isinstance(one, Fraction) or not isinstance(two, Fraction) or sign not in _COMPARED:
        return ""
    if _COMPARED[sign](one, two):
        return ""
    return f"is false: the left side is {spell_value(one)}, the right side {spell_value(two)}"


def _false(left: Seq, sign: str, right: Seq) -> str:
    one, two = evaluate(left), evaluate(right)
    differs = f"the left side is {spell_value(one)}, the right side {spell_value(two)}"
    if shape(one) != shape(two):
        return differs
    if sign == "=":
        hint = "; for a rounded value write \\approx" if _rounds(one, two, right) else ""
        return "" if _equal(one, two) else differs + hint
    literal = literal_of(right)
    if literal is None or any(number.unit == 0 for number in literal.entries):
        return "on the right of \\approx stands the rounded value itself, a number or a matrix"
    if not _rounds(one, two, right):
        return f"{differs}: not within half a unit of its last place"
    return ""


def _equal(one: Value, two: Value) -> bool:
    pairs = zip(entries(one), entries(two), strict=True)
    return all(abs(a - b) <= NEGLIGIBLE * max(Fraction(1), abs(a)) for a, b in pairs)


def _rounds(one: Value, two: Value, right: Seq) -> bool:
    """Whether `two`, the value of the literal `right`, is `one` rounded to its digits."""
    literal = literal_of(right)
    if literal is None:
        return False
    units = (number.unit for number in literal.entries)
    triples = zip(entries(one), entries(two), units, strict=True)
    return all(2 * abs(a - b) < unit for a, b, unit in triples)


def _blind(left: Seq, sign: str, right: Seq) -> str:
    """The operand that could be another one while the relation still holds."""
    one, two = evaluate(left), evaluate(right)
    for side in (left, right):
        for number, other in _slips(side):
            moved = _moved(side, number, other)
            if moved is None:
                continue
            pair = (moved, two) if side is left else (one, moved)
            if _still_holds(*pair, sign, right):
                return (
                    f"with {spell_value(other)} in place of {number.text} it would hold as well, "
                    "so a slip would not be noticed: print more digits, or claim the operand, "
                    f"\\claim{{NAME}}{{{number.text}}}"
                )
    return ""


def _slips(side: Seq) -> Iterator[tuple[Num, Fraction]]:
    """Every operand of a side with every value that a slip would give it."""
    scripts = [item for inside in walk(side) for item in inside if isinstance(item, Script)]
    bases = [id(item.base[0]) for item in scripts if item.base]
    for number in operands(side):
        for other in variants(number.text):
            signed = other == -exact(number.text) and id(number) in bases
            if not signed:  # a sign before a power is none of its base
                yield number, other


def _moved(side: Seq, number: Num, other: Fraction) -> Value | None:
    """The side's value with another number in one place; None where it has none."""
    try:
        return evaluate(side, {id(number): other})
    except FormulaError:
        return None


def _still_holds(one: Value, two: Value, sign: str, right: Seq) -> bool:
    return _equal(one, two) if sign == "=" else _rounds(one, two, right)


def variants(text: str) -> Iterator[Fraction]:
    """What a slip makes of a number: its last or first digit moved by one, its sign, its point."""
    value = exact(text)
    unit = Fraction(1, 10 ** len(text.partition(".")[2]))
    yield from (value + unit, value - unit)
    first = next((place for place, digit in enumerate(text) if digit in "123456789"), 0)
    for place in (first, len(text) - 1):
        for step in (1, 9):
            digit = str((int(text[place]) + step) % 10)
            yield Fraction(text[:place] + digit + text[place + 1 :])
    if value:
        yield from (-value, value * 10, value / 10)
