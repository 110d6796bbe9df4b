r"""Formulas on pages against the formulas in code, the claims and plain arithmetic.

A formula is cut into statements (see statements.py), each a chain of sides. Within a stretch of
`=` and `\approx` every side must hang together with the others through checks of three kinds:

- symbolic: the relation stands as a comment above a statement of a shown snippet;
- named: a symbol stands above the assignment of the name that the claim beside it states;
- numeric: two neighbouring sides of numbers and claims, evaluated as they stand.

So `Wx = [0.1\times1 + …] = \claim{branch}{…}` is bound if `W x` stands above the assignment of
`branch`, since the numbers between them are evaluated; and in `a = b = c` it is enough that code
says a = b and a = c. Other relations (<, \le, \ne …) must stand in code, or hold between claims.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from verify.arithmetic import operands
from verify.bindings import Binding
from verify.checks import Checks, ClaimTarget
from verify.expressions import Claim, FormulaError, Num, Seq, Sym, normal_form
from verify.katex import Katex
from verify.katex_tree import Expression, read_expression
from verify.numeric import wrong_comparison, wrong_equation
from verify.sides import (
    claim_of,
    free_numbers,
    has_symbol,
    indexed_symbols,
    is_value,
    without_unit,
)
from verify.statements import EQUAL, Statement, cut


@dataclass(frozen=True)
class Relation:
    """One check that holds. `kind`: symbolic, named, numeric, or expression (no sign)."""

    sign: str
    left: str
    right: str
    kind: str
    binding: Binding | None = None

    @property
    def tex(self) -> str:
        return f"{self.left} {self.sign} {self.right}" if self.sign else self.left


@dataclass
class Verdict:
    """`problems` empty: every relation is checked and every number accounted for, but `symbols`.

    `symbols` are indexed symbols that stand by themselves: each must be among the `checked` symbols
    of some formula of its page. `exception` is (kind, reason) of \\cited or \\notation.
    """

    relations: list[Relation] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    symbols: set[str] = field(default_factory=set)
    checked: set[str] = field(default_factory=set)
    exception: tuple[str, str] | None = None
    offset: int = 0  # where in the TeX KaTeX stopped, if that is the problem


Lookup = Callable[[str], ClaimTarget | None]


def examine(
    formula_tex: str,
    display: bool,
    claims_lookup: Lookup,
    checks: Checks,
    katex: Katex,
) -> Verdict:
    """Check one formula against what code says and against its own numbers.

    `claims_lookup` gives the target of a claim's name as written, None if it has none: that is
    reported where claims are read, and nothing more is asked of such a claim here.
    """
    parsed = katex.parse(formula_tex, display)
    if parsed.error is not None:
        return Verdict(problems=[parsed.error], offset=parsed.offset)
    try:
        expression = read_expression(parsed)
        parts = cut(expression.items)
    except FormulaError as error:
        return Verdict(problems=[str(error)])
    verdict = Verdict()
    if parts.excused:
        exemption = parts.excused[0].exemption
        verdict.exception = (exemption.kind, exemption.reason)
    examination = _Examination(verdict, claims_lookup, checks)
    for statement in parts.statements:
        examination.statement(statement)
    if parts.statements:
        examination.surroundings(expression)
    return verdict


def formula_normal_form(formula_tex: str, display: bool, katex: Katex) -> str:
    """The whole formula in normal form, without prose: twins in two languages have the same."""
    parsed = katex.parse(formula_tex, display)
    try:
        return normal_form(read_expression(parsed).items) if not parsed.error else formula_tex
    except FormulaError:
        return formula_tex


# --- one formula -------------------------------------------------------------------------------


class _Examination:
    """Examines the statements of one formula and writes what it finds into the verdict."""

    def __init__(self, verdict: Verdict, lookup: Lookup, checks: Checks) -> None:
        self._verdict = verdict
        self._lookup = lookup
        self._checks = checks

    def statement(self, statement: Statement) -> None:
        if not statement.is_chain or (
            statement.is_descriptive and not any(free_numbers(statement.items))
        ):
            self._alone(statement.items)
            return
        before = len(self._verdict.problems)
        self._chain(statement)
        if len(self._verdict.problems) == before:
            self._verdict.checked |= indexed_symbols(statement.items)

    def surroundings(self, expression: Expression) -> None:
        """Labels and words, which no check covers: numbers there would pass unseen."""
        for aside in expression.asides:
            self._verdict.symbols |= indexed_symbols(aside)
            for number in free_numbers(aside):
                self._problem(f"the number {number.text} in a label: say it in the text, claimed")
        for words in expression.words:
            if re.search(r"\d", words):
                self._problem(f"a number in \\text{{{words}}}: say it outside \\text, claimed")

    def _problem(self, message: str) -> None:
        if message not in self._verdict.problems:
            self._verdict.problems.append(message)

    def _record(self, relation: Relation) -> None:
        if relation not in self._verdict.relations:
            self._verdict.relations.append(relation)

    def _alone(self, items: Seq) -> None:
        """An expression without a relation that asserts anything."""
        numbers = list(free_numbers(items))
        for before, sign, item in zip((Sym(","), *items), items, items[1:], strict=False):
            if (before, sign) == (Sym(","), Sym("-")) and isinstance(item, Claim):
                self._problem(f"the sign before \\claim{{{item.name}}} belongs inside the claim")
        binding = self._checks.stating(items) if numbers and has_symbol(items) else None
        if not numbers:
            self._verdict.symbols |= indexed_symbols(items)
        elif binding is not None:
            self._record(Relation("", normal_form(items), "", "expression", binding))
            self._verdict.checked |= indexed_symbols(items)
        else:
            self._problem(_advice_alone(items, numbers))

    # A chain of sides

    def _chain(self, statement: Statement) -> None:
        stretches = list(_stretches(statement))
        for start, end in stretches:
            self._equalities(statement, start, end)
        for (start, middle), (_, end) in pairwise(stretches):
            self._comparison(statement, start, middle, end)

    def _equalities(self, statement: Statement, start: int, end: int) -> None:
        """Sides start to end (included), joined by = and \approx, must all hang together."""
        sides, signs = statement.sides, statement.signs
        groups = {index: index for index in range(start, end + 1)}

        def join(one: int, two: int) -> None:
            joined = {groups[one], groups[two]}
            groups.update((index, min(joined)) for index in groups if groups[index] in joined)

        for left in range(start, end):
            if is_value(sides[left]) and is_value(sides[left + 1]):
                self._equation(sides[left], signs[left], sides[left + 1])
                join(left, left + 1)
        for distance in range(1, end - start + 1):
            for one in range(start, end - distance + 1):
                two = one + distance
                sign = "=" if set(signs[one:two]) == {"="} else "\\approx"
                if groups[one] != groups[two] and self._tied(sides[one], sign, sides[two]):
                    join(one, two)
        for left in range(start, end):
            if groups[left] != groups[left + 1]:
                self._untied(statement, left, sides[start : end + 1])
                join(left, left + 1)

    def _tied(self, left: Seq, sign: str, right: Seq) -> bool:
        """Whether code ties two sides to each other, of which at least one is symbolic."""
        if is_value(left) and is_value(right):
            return False
        one, two = normal_form(left), normal_form(right)
        if binding := self._checks.relation(one, sign, two):
            self._record(Relation(sign, one, two, "symbolic", binding))
            return True
        symbol, claim = (right, claim_of(left)) if is_value(left) else (left, claim_of(right))
        if claim is None:
            return False
        target = self._lookup(claim.name)
        if target is None:
            return True  # reported where claims are read
        binding = None if target.cited else self._checks.named(symbol, target)
        if binding is None:
            return False
        self._record(Relation(sign, one, two, "named", binding))
        return True

    def _untied(self, statement: Statement, left: int, stretch: list[Seq]) -> None:
        one, sign, two = statement.sides[left], statement.signs[left], statement.sides[left + 1]
        symbol, value = (two, one) if is_value(one) else (one, two)
        if not is_value(value):
            self._problem(_advice_symbolic(one, sign, two, self._checks))
            return
        claim = claim_of(value) or next(filter(None, map(claim_of, stretch)), None)
        target = self._lookup(claim.name) if claim else None
        if claim is None:
            self._problem(_advice_number(one, sign, two, symbol, value))
        elif target is not None:
            self._problem(_advice_named(symbol, claim, target, self._checks))

    def _equation(self, left: Seq, sign: str, right: Seq) -> None:
        left, right = without_unit(left), without_unit(right)
        one, two = normal_form(left), normal_form(right)
        try:
            message = wrong_equation(left, sign, right)
        except FormulaError as error:
            message = str(error)
        if message:
            self._problem(f"`{one} {sign} {two}`: {message}")
        else:
            self._record(Relation(sign, one, two, "numeric"))

    def _comparison(self, statement: Statement, start: int, middle: int, end: int) -> None:
        """The relation behind side `middle`, between anything equal to the left of it and
        anything equal to the right of it: in code, or between claims."""
        sides, sign = statement.sides, statement.signs[middle]
        lefts, rights = sides[start : middle + 1][::-1], sides[middle + 1 : end + 1]
        pairs = [(left, right) for left in lefts for right in rights]
        values = [(a, b) for a, b in pairs if is_value(a) and is_value(b)]
        if values and self._is_false(*values[0], sign):
            return
        for left, right in pairs:
            one, two = normal_form(left), normal_form(right)
            if binding := self._checks.relation(one, sign, two):
                self._record(Relation(sign, one, two, "symbolic", binding))
                return
        for left, right in values:
            if not any(operands(left)) and not any(operands(right)):
                self._record(Relation(sign, normal_form(left), normal_form(right), "numeric"))
                return
        self._problem(_advice_symbolic(sides[middle], sign, sides[middle + 1], self._checks))

    def _is_false(self, left: Seq, right: Seq, sign: str) -> bool:
        try:
            message = wrong_comparison(without_unit(left), sign, without_unit(right))
        except FormulaError as error:
            message = str(error)
        if message:
            self._problem(f"`{normal_form(left)} {sign} {normal_form(right)}` {message}")
        return bool(message)


def _stretches(statement: Statement) -> Iterator[tuple[int, int]]:
    """First and last side of each run that = and \approx join."""
    start = 0
    for index, sign in enumerate(statement.signs):
        if sign not in EQUAL:
            yield start, index
            start = index + 1
    yield start, len(statement.sides) - 1


# --- what to do about it -----------------------------------------------------------------------


def _advice_alone(items: Seq, numbers: Sequence[Num]) -> str:
    text = normal_form(items)
    if has_symbol(items):
        return (
            f"`{text}` has numbers but no relation: put `# ${text}$` directly above the statement "
            "of a shown snippet that computes it, or claim the numbers"
        )
    listed = ", ".join(number.text for number in numbers)
    return (
        f"{listed} in `{text}` is neither claimed nor computed: write "
        f"\\claim{{NAME}}{{{numbers[0].text}}}, or a formula that gives it"
    )


def _advice_symbolic(left: Seq, sign: str, right: Seq, checks: Checks) -> str:
    one, two = normal_form(left), normal_form(right)
    near = checks.near(one, two)
    hint = f" (near it: `# ${near.tex}$`, {near.stem}:{near.comment_line})" if near else ""
    return (
        f"no shown code checks `{one} {sign} {two}`: put `# ${one} {sign} {two}$` directly above "
        "the statement that checks or defines it (assert, assert_close, an assignment, for, def, "
        f"return){hint}"
    )


def _advice_number(left: Seq, sign: str, right: Seq, symbol: Seq, value: Seq) -> str:
    relation, name = f"{normal_form(left)} {sign} {normal_form(right)}", normal_form(symbol)
    return (
        f"nothing ties the numbers of `{relation}` to code: claim the value, "
        f"`{name} {sign} \\claim{{NAME}}{{{normal_form(value)}}}`, with `# ${name}$` directly "
        f"above the assignment of NAME, or put `# ${relation}$` directly above what checks it"
    )


def _advice_named(symbol: Seq, claim: Claim, target: ClaimTarget, checks: Checks) -> str:
    name = normal_form(symbol)
    if target.cited:
        return (
            f"`{name}` stands beside the cited figure {claim.name}, but no code computes it: put "
            f"the formula in \\cited{{{target.stem}}}{{…}}, or say in words what the figure is"
        )
    if target.steps == ".grad":
        return (
            f"`{name}` is not tied to {claim.name}: give the gradient a name of its own, "
            f"`grad_{target.name} = {target.name}.grad` with `# ${name}$` above it, and claim that"
        )
    there = ", ".join(f"`# ${tex}$`" for tex in checks.above(target)) or "no formula"
    mend = f"put `# ${name}$` directly above that assignment"
    if re.fullmatch(r"\[\d+\]", target.steps):
        mend += f", as a list of all entries, `# ${name}, …$`"
    elif target.steps:
        mend = f"give it a name of its own, with `# ${name}$` directly above, and claim that"
    return (
        f"`{name}` is not tied to {claim.name}: above the last assignment of {target.name} in "
        f"{target.stem} stands {there}; {mend}"
    )
