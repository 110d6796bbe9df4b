"""Numbers as a claim writes them: read, compared with a value, spelt anew.

A literal is a number (`-0.5`, `13\\,781`, `9.54\\times10^{-7}`, `10^{-7}`, `9.54\\mathrm{e}{-7}`,
`\\tfrac12`), a vector `[0.5,\\ 1.5]` or a matrix (bmatrix, pmatrix; one column is a vector). It
holds for a value that lies less than half a unit of its last place away, entry by entry.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

Shape = tuple[int, ...]
_EXACT = Context(prec=2000)  # enough for every float


class LiteralError(ValueError):
    """What is wrong with a literal, and what to write instead."""


@dataclass(frozen=True)
class Number:
    """One entry: `value`, and `unit`, the worth of one step in its last place.

    A fraction is exact: its unit is 0.
    """

    tex: str
    value: Fraction
    unit: Fraction

    @property
    def digits(self) -> int:
        """Significant digits that are written."""
        return len(str(abs(self.value // self.unit))) if self.unit else 0


@dataclass(frozen=True)
class Literal:
    """`between[i]` is the text before entry i, `between[-1]` the text after the last entry."""

    shape: Shape
    entries: tuple[Number, ...]
    between: tuple[str, ...]

    @property
    def tex(self) -> str:
        return _interleave(self.between, [entry.tex for entry in self.entries])


# --- reading ---------------------------------------------------------------------------------

_SPACE = r"(?:\\[ ,;:!]|~|\s)*"
_PLAIN = r"-?(?:0|[1-9]\d{0,2}(?:\\,\d{3})+|[1-9]\d*)(?:\.\d+)?"
_EXPONENT = r"(?:\{(?P<exponent>-?\d+)\}|(?P<digit>\d))"
_NUMBER = re.compile(_PLAIN)
_SCIENTIFIC = re.compile(
    rf"(?P<mantissa>{_PLAIN})(?P<times>\s*\\(?:times|cdot)\s*10\s*\^\s*){_EXPONENT}"
)
_ROMAN_E = re.compile(
    rf"(?P<mantissa>{_PLAIN})(?P<times>\s*\\mathrm\s*(?:\{{e\}}|e)\s*)\{{(?P<exponent>-?\d+)\}}"
)
_POWER = re.compile(rf"(?P<times>-?10\s*\^\s*){_EXPONENT}")
_FRACTION = re.compile(
    r"(?P<sign>-?)(?P<command>\\[td]?frac)\s*"
    r"(?:\{(?P<top>\d+)\}|(?P<top1>\d))\s*(?:\{(?P<bottom>\d+)\}|(?P<bottom1>\d))"
)
_BRACKETS = re.compile(
    r"(?:\\left|\\[bB]igg?l)?\s*(?P<open>\[)(?P<body>.*)(?:\\right|\\[bB]igg?r)?\s*\]", re.DOTALL
)
_MATRIX = re.compile(
    r"\\begin\{(?P<kind>[bp]?matrix)\}(?P<body>.*)\\end\{(?P=kind)\}\s*", re.DOTALL
)
_SIZED_END = re.compile(r"\\(?:right|[bB]igg?r)\s*$")

_REFUSALS = (
    (re.compile(r"[０-９．－＋％，]"), "full-width characters: write ASCII digits and signs"),
    (re.compile("[\u2212\u2010-\u2015]"), "a dash that is no ASCII minus: write -"),
    (re.compile(r"%"), "a percent sign inside: put it behind the claim, \\claim{…}{…}\\,\\%"),
    (re.compile(r"\{,\}"), "{,} inside a number: write a thin space, 13\\,781"),
    (re.compile(r"\\text"), "words inside: a claim states numbers only"),
    (re.compile(r"\\(?:infty|mathrm\{(?:NaN|inf)\})"), "no finite number"),
    (re.compile(r"\\pm"), "\\pm: claim the value and its spread apart"),
    (re.compile(r"\\(?:sim|dots|ldots)|\.\."), "a range: claim both ends apart"),
    (re.compile(r"\\claim"), "a claim inside a claim: claim the whole or its entries"),
)


@lru_cache(maxsize=4096)
def parse_literal(tex: str) -> Literal:
    """Read what stands in a claim; LiteralError with what to write instead."""
    if not tex.strip():
        raise LiteralError("an empty claim: write the value")
    for pattern, message in _REFUSALS:
        if pattern.search(tex):
            raise LiteralError(f"`{tex}` has {message}")
    if matrix := _MATRIX.fullmatch(tex.strip()):
        return _parse_matrix(tex, matrix["body"])
    if brackets := _BRACKETS.fullmatch(tex.strip()):
        return _parse_brackets(tex, _SIZED_END.sub("", brackets["body"]))
    return Literal((), (_parse_number(tex.strip()),), _around(tex, [tex.strip()]))


def _parse_matrix(tex: str, body: str) -> Literal:
    lines = re.split(r"\\\\", body)
    if len(lines) > 1 and not lines[-1].strip():
        lines.pop()
    rows = [[_trim(cell) for cell in line.split("&")] for line in lines]
    return _from_rows(tex, rows, column=len(rows[0]) == 1)


def _parse_brackets(tex: str, body: str) -> Literal:
    body = _trim(body)
    if not body.startswith("["):
        return _from_rows(tex, [[_trim(cell)] for cell in _cells(body)], column=True)
    rows = re.findall(r"\[([^\[\]]*)\]", body)
    if re.sub(r"\[[^\[\]]*\]", "", body).strip("\\ ,;:!~\n\t") or not rows:
        raise LiteralError(f"`{tex}` is no matrix: write [[1, 2], [3, 4]] or a bmatrix")
    return _from_rows(tex, [[_trim(cell) for cell in _cells(row)] for row in rows], False)


def _cells(body: str) -> list[str]:
    """Split at commas, but not at the thin space \\,"""
    return re.split(r"(?<!\\),", body)


def _from_rows(tex: str, rows: list[list[str]], column: bool) -> Literal:
    if any(len(row) != len(rows[0]) for row in rows):
        raise LiteralError(f"`{tex}` has rows of unequal length")
    cells = [cell for row in rows for cell in row]
    shape: Shape = (len(rows),) if column else (len(rows), len(rows[0]))
    return Literal(shape, tuple(_parse_number(cell) for cell in cells), _around(tex, cells))


def _parse_number(tex: str) -> Number:
    number = _read_number(tex)
    if number is None:
        raise LiteralError(_advice(tex))
    if number.value == 0 and tex.startswith("-"):
        raise LiteralError(f"`{tex}` is a negative zero: write it without a sign")
    return number


def _read_number(tex: str) -> Number | None:
    if _NUMBER.fullmatch(tex):
        return Number(tex, _plain_value(tex), _plain_unit(tex))
    if match := _SCIENTIFIC.fullmatch(tex) or _ROMAN_E.fullmatch(tex):
        scale = Fraction(10) ** _exponent(match)
        mantissa = match["mantissa"]
        return Number(tex, _plain_value(mantissa) * scale, _plain_unit(mantissa) * scale)
    if match := _POWER.fullmatch(tex):
        scale = Fraction(10) ** _exponent(match)
        return Number(tex, -scale if tex.startswith("-") else scale, scale)
    if match := _FRACTION.fullmatch(tex):
        return Number(tex, _fraction_value(tex, match), Fraction(0))
    return None


def _advice(tex: str) -> str:
    """Why `tex` is no number, as far as one can tell."""
    if not tex:
        return "an empty entry: write its number"
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", tex):
        return f"`{tex}` has commas between thousands: write {tex.replace(',', chr(92) + ',')}"
    if re.fullmatch(r"-?0\d+(\.\d+)?", tex):
        return f"`{tex}` has leading zeros: leave them out"
    if re.fullmatch(r"-?\.\d+", tex):
        return f"`{tex}` begins with a point: write {tex.replace('.', '0.')}"
    if re.fullmatch(r"-?\d+\.", tex):
        return f"`{tex}` ends with a point: write {tex[:-1]}"
    if tex.startswith("+"):
        return f"`{tex}` has a plus sign: leave it out"
    if re.fullmatch(r"-?[\d.]+[eE][-+]?\d+", tex):
        return f"`{tex}` would read as a product: write 9.54\\times10^{{-7}}"
    if re.fullmatch(r"[\d.]+\s*(-|--|–)\s*[\d.]+", tex):
        return f"`{tex}` is a range: claim both ends apart"
    if "," in tex:
        return f"`{tex}` is a list: write [1,\\ 2] for a vector, or claim each number"
    return (
        f"`{tex}` is no number that can be claimed: write -0.5, 13\\,781, 9.54\\times10^{{-7}}, "
        "\\tfrac12, [0.5,\\ 1.5] or a bmatrix of these"
    )


def _exponent(match: re.Match[str]) -> int:
    exponent = int(match["exponent"] or match.groupdict().get("digit") or 0)
    if abs(exponent) > 400:
        raise LiteralError(f"the exponent {exponent} is out of range")
    return exponent


def _fraction_value(tex: str, match: re.Match[str]) -> Fraction:
    top, bottom = match["top"] or match["top1"], match["bottom"] or match["bottom1"]
    if int(bottom) == 0:
        raise LiteralError(f"`{tex}` divides by zero")
    value = Fraction(int(top), int(bottom))
    return -value if match["sign"] else value


def _plain_value(text: str) -> Fraction:
    return Fraction(text.replace("\\,", ""))


def _plain_unit(text: str) -> Fraction:
    return Fraction(1, 10 ** len(text.partition(".")[2]))


def _trim(text: str) -> str:
    return re.sub(rf"^{_SPACE}|{_SPACE}$", "", text)


def _around(tex: str, cells: Sequence[str]) -> tuple[str, ...]:
    """The text of `tex` before, between and after the cells, which occur in it in this order."""
    between, end = [], 0
    for cell in cells:
        start = tex.index(cell, end)
        between.append(tex[end:start])
        end = start + len(cell)
    return (*between, tex[end:])


def _interleave(between: Sequence[str], entries: Sequence[str]) -> str:
    return "".join(a + b for a, b in zip(between, (*entries, ""), strict=True))


# --- comparing -------------------------------------------------------------------------------


def matches(literal: Literal, value: Any) -> str | None:
    """None if the literal states the plain value (int, float, nested lists), else what differs."""
    try:
        shape, flat = _shape(value), list(_flatten(value))
    except LiteralError as error:
        return str(error)
    if not _same_shape(literal.shape, shape):
        return f"text {spell_shape(literal.shape)}, value {spell_shape(shape)}"
    for index, (number, entry) in enumerate(zip(literal.entries, flat, strict=True)):
        if message := _differs(number, entry):
            return f"{_place(literal.shape, index)}{message}"
    return None


def _differs(number: Number, value: int | float) -> str | None:
    if isinstance(value, int) and number.value.denominator == 1 and number.unit == 1:
        return None if number.value == value else f"text says {number.tex}, value is {value}"
    exact = Fraction(value)
    away = abs(exact - number.value)
    if number.unit == 0:
        close = away <= abs(number.value) * Fraction(1, 10**6)
        return None if close else f"text says {number.tex}, value is {show(value)}"
    if _is_tie(number, exact, value):
        return (
            f"text says {number.tex}, value is {show(value)}: the value lies half-way: "
            "print one digit more or less"
        )
    if 2 * away >= number.unit:
        return f"text says {number.tex}, value is {show(value)}"
    return None


def _is_tie(number: Number, exact: Fraction, value: int | float) -> bool:
    """Whether the value is as near to the next literal, up to the precision of a float32."""
    half = number.unit / 2
    near = number.value + (half if exact > number.value else -half)
    noise = half * Fraction(1, 10**9) + abs(exact) * Fraction(1, 2**52)
    if abs(exact - near) <= noise:
        return True
    return 4 * abs(exact - near) < number.unit and _as_float32(near) == value


def _as_float32(number: Fraction) -> float | None:
    try:
        return float(struct.unpack("f", struct.pack("f", float(number)))[0])
    except OverflowError:
        return None


def _shape(value: Any) -> Shape:
    if not isinstance(value, list | tuple):
        return ()
    shapes = {_shape(item) for item in value}
    if len(shapes) > 1:
        raise LiteralError("value is a list of unequal parts, which no literal can state")
    return (len(value), *(shapes.pop() if shapes else ()))


def _flatten(value: Any) -> Iterator[int | float]:
    if isinstance(value, list | tuple):
        for item in value:
            yield from _flatten(item)
    elif isinstance(value, bool):
        raise LiteralError(f"value is the truth value {value}: claim a number")
    elif not isinstance(value, int | float):
        raise LiteralError(f"value is a {type(value).__name__}: claim a number, vector or matrix")
    elif not math.isfinite(value):
        raise LiteralError(f"value is {value}, which no literal states")
    else:
        yield value


def _same_shape(written: Shape, computed: Shape) -> bool:
    """A vector states a value of one dimension, or a column."""
    return computed == written or (len(written) == 1 and computed == (*written, 1))


def spell_shape(shape: Shape) -> str:
    return f"has shape {'×'.join(map(str, shape))}" if shape else "is a single number"


def _place(shape: Shape, index: int) -> str:
    if not shape:
        return ""
    if len(shape) == 1:
        return f"entry [{index}]: "
    return f"entry [{index // shape[1]}][{index % shape[1]}]: "


def show(value: int | float) -> str:
    """The value to seven significant digits, as messages and marks print it."""
    return str(value) if isinstance(value, int) else f"{value:.7g}"


# --- spelling --------------------------------------------------------------------------------


def spell(value: Any, like: Literal) -> str:
    """Print the value in the form and precision of `like`; LiteralError if it has another shape."""
    shape, flat = _shape(value), list(_flatten(value))
    if not _same_shape(like.shape, shape):
        raise LiteralError(
            f"`{like.tex}` {spell_shape(like.shape)}, "
            f"the value {spell_shape(shape)}: rewrite it by hand"
        )
    entries = [_spell_number(v, number) for v, number in zip(flat, like.entries, strict=True)]
    return _interleave(like.between, entries)


def _spell_number(value: int | float, like: Number) -> str:
    if _differs(like, value) is None:
        return like.tex
    if match := _SCIENTIFIC.fullmatch(like.tex) or _ROMAN_E.fullmatch(like.tex):
        return _spell_scientific(value, match["mantissa"], match["times"])
    if match := _POWER.fullmatch(like.tex):
        spelt = _spell_scientific(value, "1", r"\times" + match["times"].lstrip("-"))
        return re.sub(r"^(-?)1\\times", r"\1", spelt)
    if match := _FRACTION.fullmatch(like.tex):
        ratio = Fraction(value).limit_denominator(1000)
        sign = "-" if ratio < 0 else ""
        return f"{sign}{match['command']}{{{abs(ratio.numerator)}}}{{{ratio.denominator}}}"
    return _spell_plain(Decimal(value), like.tex)


def _spell_plain(value: Decimal, like: str) -> str:
    places = len(like.partition(".")[2])
    text = f"{_rounded(value, places):f}"
    whole, point, rest = text.partition(".")
    if "\\," in like:
        whole = f"{int(whole.lstrip('-')):,}".replace(",", "\\,")
        whole = f"-{whole}" if text.startswith("-") else whole
    return whole + point + rest


def _spell_scientific(value: int | float, mantissa: str, times: str) -> str:
    places = len(mantissa.partition(".")[2])
    exponent = Decimal(value).adjusted() if value else 0
    if abs(_rounded(Decimal(value).scaleb(-exponent, _EXACT), places)) >= 10:
        exponent += 1
    return f"{_rounded(Decimal(value).scaleb(-exponent, _EXACT), places):f}{times}{{{exponent}}}"


def _rounded(value: Decimal, places: int) -> Decimal:
    """Round to `places`, without the sign that would be left on a zero."""
    with_places = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN, _EXACT)
    return abs(with_places) if with_places == 0 else with_places
