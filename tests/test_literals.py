"""Literals of claims: what is read, what is refused, what a value may be."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.literals import LiteralError, matches, parse_literal, spell

READ = [
    ("0", (), ["0"], ["1"]),
    ("-0.5", (), ["-1/2"], ["1/10"]),
    ("1.250", (), ["1.25"], ["1/1000"]),
    (r"13\,781", (), ["13781"], ["1"]),
    (r"-1\,234\,567.5", (), ["-1234567.5"], ["1/10"]),
    (r"9.54\times10^{-7}", (), ["9.54e-7"], ["1e-9"]),
    (r"9.54 \times 10^{-7}", (), ["9.54e-7"], ["1e-9"]),
    (r"-9.54\cdot10^{-7}", (), ["-9.54e-7"], ["1e-9"]),
    (r"9.54\mathrm{e}{-7}", (), ["9.54e-7"], ["1e-9"]),
    (r"2\times10^7", (), ["2e7"], ["1e7"]),
    (r"10^{-7}", (), ["1e-7"], ["1e-7"]),
    (r"10^7", (), ["1e7"], ["1e7"]),
    (r"\frac{1}{2}", (), ["1/2"], ["0"]),
    (r"-\tfrac12", (), ["-1/2"], ["0"]),
    (r"[0.5,\ 1.5]", (2,), ["0.5", "1.5"], ["0.1", "0.1"]),
    (r"[0.5]", (1,), ["0.5"], ["0.1"]),
    (r"\left[ 13\,781, -2 \right]", (2,), ["13781", "-2"], ["1", "1"]),
    (r"[[1, 2],\ [3, 4]]", (2, 2), ["1", "2", "3", "4"], ["1"] * 4),
    (r"\begin{bmatrix} 0.5 \\ -1.50 \end{bmatrix}", (2,), ["0.5", "-1.5"], ["0.1", "0.01"]),
    (r"\begin{pmatrix}1&2\\3&4\\\end{pmatrix}", (2, 2), ["1", "2", "3", "4"], ["1"] * 4),
    (r"\begin{bmatrix} 1 & 2 \end{bmatrix}", (1, 2), ["1", "2"], ["1"] * 2),
]


@pytest.mark.parametrize(("tex", "shape", "values", "units"), READ)
def test_reads(tex: str, shape: tuple[int, ...], values: list[str], units: list[str]) -> None:
    literal = parse_literal(tex)
    assert literal.shape == shape
    assert [entry.value for entry in literal.entries] == [Fraction(v) for v in values]
    assert [entry.unit for entry in literal.entries] == [Fraction(u) for u in units]
    assert literal.tex == tex


@pytest.mark.parametrize(
    ("tex", "advice"),
    [
        ("", "write the value"),
        ("1.2５", "ASCII digits"),
        ("−0.5", "write -"),
        ("1–2", "write -"),
        ("1{,}234", r"13\,781"),
        ("1,234", r"write 1\,234"),
        ("1,234,567.8", r"write 1\,234\,567.8"),
        (r"5\%", r"behind the claim"),
        ("5%", r"behind the claim"),
        ("-0", "without a sign"),
        ("-0.00", "without a sign"),
        (r"[0.5, -0.0]", "without a sign"),
        (r"-0\times10^{3}", "without a sign"),
        ("007", "leading zeros"),
        (".5", "write 0.5"),
        ("5.", "write 5"),
        ("+5", "plus sign"),
        ("1e-7", r"\times10^{-7}"),
        ("1-2", "both ends"),
        (r"1 \sim 2", "both ends"),
        ("1, 2", "vector"),
        (r"\infty", "finite"),
        (r"1 \pm 0.1", "apart"),
        (r"\begin{bmatrix} 1 & \text{x} \end{bmatrix}", "words"),
        (r"\begin{bmatrix} 1 & 2 \\ 3 \end{bmatrix}", "unequal"),
        (r"\begin{bmatrix} 1 \\ \\ 2 \end{bmatrix}", "empty entry"),
        ("[1, ]", "empty entry"),
        ("[]", "empty entry"),
        ("[[1, 2], 3]", "no matrix"),
        (r"\frac{1}{0}", "zero"),
        (r"\claim{a}{1}", "inside a claim"),
        ("x", "no number"),
        (r"2\times3", "no number"),
        (r"\sqrt{2}", "no number"),
        ("10^{-9999}", "out of range"),
    ],
)
def test_refuses_and_says_what_to_write(tex: str, advice: str) -> None:
    with pytest.raises(LiteralError) as refusal:
        parse_literal(tex)
    assert advice in str(refusal.value)


@pytest.mark.parametrize(
    ("tex", "value"),
    [
        ("1.25", 1.25),
        ("0.4", 0.4000000059604645),
        ("20", 20),
        ("20", 20.3),
        (r"9.54\times10^{-7}", 9.5367431640625e-07),
        (r"\tfrac13", 0.3333333432674408),
        (r"[0.4,\ 2.05]", [0.4000000059604645, 2.0499999523162842]),
        (r"[0.4,\ 2.05]", [[0.4], [2.05]]),
        (r"\begin{bmatrix} 0.1 & 0.2 \\ -0.1 & 0.3 \end{bmatrix}", [[0.1, 0.2], [-0.1, 0.3]]),
        (r"1.4\times10^4", 13781),
    ],
)
def test_value_stated(tex: str, value: Any) -> None:
    assert matches(parse_literal(tex), value) is None


@pytest.mark.parametrize(
    ("tex", "value", "message"),
    [
        ("1.35", 1.25, "text says 1.35, value is 1.25"),
        ("20", 21, "text says 20, value is 21"),
        ("0.12", 0.125, "half-way: print one digit more or less"),
        ("0.55", 0.5450000166893005, "half-way"),
        ("2", 2.5, "half-way"),
        ("0.5", -0.5, "text says 0.5, value is -0.5"),
        (r"\tfrac12", 0.50001, r"text says \tfrac12, value is 0.50001"),
        ("[0.4, 2.05]", [0.4, 2.15], "entry [1]: text says 2.05, value is 2.15"),
        (r"[[1, 2], [3, 4]]", [[1, 2], [5, 4]], "entry [1][0]: text says 3, value is 5"),
        ("[1, 2]", [[1, 2], [3, 4]], "text has shape 2, value has shape 2×2"),
        ("[1, 2]", [[1, 2]], "text has shape 2, value has shape 1×2"),
        ("1", [1], "text is a single number, value has shape 1"),
        ("[1]", 1, "text has shape 1, value is a single number"),
        ("1", True, "truth value"),
        ("[1]", [True], "truth value"),
        ("1", float("nan"), "nan"),
        ("1", float("inf"), "inf"),
        ("1", "1", "str"),
        ("1", None, "NoneType"),
        ("[1, 2]", [1, [2]], "unequal"),
    ],
)
def test_value_not_stated(tex: str, value: Any, message: str) -> None:
    assert message in (matches(parse_literal(tex), value) or "no message")


@pytest.mark.parametrize(
    ("like", "value", "spelt"),
    [
        ("0.25", 1.2345, "1.23"),
        ("0.25", -0.001, "0.00"),
        ("3", 4.0, "4"),
        (r"13\,781", -12345678.4, r"-12\,345\,678"),
        (r"13\,781", 999, "999"),
        (r"9.54\times10^{-7}", 9.9996e-8, r"1.00\times10^{-7}"),
        (r"9.54\mathrm{e}{-7}", -0.0, r"0.00\mathrm{e}{0}"),
        (r"10^{-7}", 1e-9, "10^{-9}"),
        (r"10^{-7}", -3e-9, r"-3\times10^{-9}"),
        (r"\tfrac12", 0.33333334, r"\tfrac{1}{3}"),
        (r"[0.5,\ 1.50]", [0.75, 2.049], r"[0.8,\ 2.05]"),
        (r"\begin{bmatrix} 1 \\ 2 \end{bmatrix}", [3, 4], r"\begin{bmatrix} 3 \\ 4 \end{bmatrix}"),
        ("0.55", 1e30, "1000000000000000019884624838656.00"),
    ],
)
def test_spells_in_the_form_of_the_literal(like: str, value: Any, spelt: str) -> None:
    assert spell(value, parse_literal(like)) == spelt


def test_leaves_entries_that_hold() -> None:
    assert spell([0.5, 3.0], parse_literal(r"[\tfrac12, 2]")) == r"[\tfrac12, 3]"


def test_does_not_spell_another_shape() -> None:
    with pytest.raises(LiteralError, match="by hand"):
        spell([1, 2], parse_literal("1"))


# --- whatever the number ---------------------------------------------------------------------

DIGITS = st.integers(-(10**7), 10**7)
PLACES = st.integers(0, 5)


def plain(digits: int, places: int) -> str:
    """`digits` with its point moved `places` to the left; zero without a sign."""
    sign, text = "-" if digits < 0 else "", str(abs(digits)).rjust(places + 1, "0")
    return f"{sign}{text[:-places]}.{text[-places:]}" if places else sign + text


def thousands(digits: int, places: int) -> str:
    return f"{digits:,}".replace(",", r"\,")


def scientific(digits: int, places: int) -> str:
    return rf"{plain(digits, places)}\times10^{{{-places}}}"


def roman(digits: int, places: int) -> str:
    return rf"{plain(digits, places)}\mathrm{{e}}{{{places}}}"


def vector(digits: int, places: int) -> str:
    return rf"[{plain(digits, places)},\ 0.5]"


def matrix(digits: int, places: int) -> str:
    return rf"\begin{{bmatrix}} 1 & {plain(digits, places)} \\ -3 & 0 \end{{bmatrix}}"


FORMS = st.sampled_from([plain, thousands, scientific, roman, vector, matrix])


def value_of(tex: str) -> Any:
    """The value that the literal states, as a program would hold it."""
    literal = parse_literal(tex)
    flat = [float(entry.value) for entry in literal.entries]
    if len(literal.shape) == 2:
        width = literal.shape[1]
        return [flat[start : start + width] for start in range(0, len(flat), width)]
    return flat if literal.shape else flat[0]


@given(DIGITS, PLACES, FORMS)
def test_holds_for_its_own_value_and_no_neighbour(digits: int, places: int, form: Any) -> None:
    value = value_of(form(digits, places))
    assert matches(parse_literal(form(digits, places)), value) is None
    for other in (digits + 1, digits - 1, -digits if digits else 1, digits * 10 + 1):
        assert matches(parse_literal(form(other, places)), value) is not None


@given(DIGITS, PLACES, FORMS, st.integers(-(10**7), 10**7))
def test_what_is_spelt_is_read_and_holds(digits: int, places: int, form: Any, new: int) -> None:
    value = value_of(form(new, places))
    spelt = spell(value, parse_literal(form(digits, places)))
    message = matches(parse_literal(spelt), value)
    assert message is None or "half-way" in message


@given(st.floats(allow_nan=False, allow_infinity=False, width=32), PLACES)
def test_spelling_a_float_rounds_it(value: float, places: int) -> None:
    spelt = spell(value, parse_literal(plain(1, places)))
    message = matches(parse_literal(spelt), value)
    assert message is None or "half-way" in message
