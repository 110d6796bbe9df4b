"""What the code says: the formulas that stand above its statements, and how to find them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verify.bindings import Binding
from verify.expressions import FormulaError, Script, Seq, Sym, normal_form, split
from verify.katex import Katex
from verify.katex_tree import read_expression
from verify.statements import EQUAL, Statement, cut

_FLIPPED = {"<": ">", ">": "<", "\\le": "\\ge", "\\ge": "\\le", "\\ll": "\\gg", "\\gg": "\\ll"}
_SYMMETRIC = ("=", "\\approx", "\\ne", "\\equiv")


@dataclass(frozen=True)
class ClaimTarget:
    """What a claim's name means: `steps` is `.attr` or `[0][1]` after the name in the snippet."""

    stem: str
    name: str
    steps: str = ""
    cited: bool = False


def claim_target(full_name: str, cited: bool = False) -> ClaimTarget:
    """`stem.name.attr[0]` taken apart."""
    match = re.fullmatch(r"(\w+)\.(\w+)(.*)", full_name)
    if match is None:
        raise ValueError(f"{full_name!r} is no full claim name: stem.name, then .attr or [index]")
    return ClaimTarget(match[1], match[2], match[3], cited)


@dataclass(frozen=True)
class CommentFormula:
    """A formula comment: its statements, and in normal form all sides that are equal to others."""

    binding: Binding
    statements: tuple[Statement, ...]
    sides: frozenset[str]
    listed: tuple[str, ...]  # the entries, if the comment is a list `# $a, b$`


class Checks:
    """The formulas of many bindings. Where two say the same, the first one counts.

    What they do not say, the checks in `rest` may.
    """

    def __init__(
        self, bindings: Sequence[Binding], katex: Katex, rest: Checks | None = None
    ) -> None:
        self.problems: list[tuple[Binding, str]] = []
        self._rest = rest
        self._relations: dict[tuple[str, str, str], Binding] = {}
        self._sides: dict[str, Binding] = {}  # by a side of a relation
        self._stated: dict[str, Binding] = {}  # by a side, related or alone, or an entry of a list
        self._by_name: dict[tuple[str, str], list[CommentFormula]] = {}
        katex.warm((binding.tex, False) for binding in bindings)
        for binding in bindings:
            try:
                self._add(_read_comment(binding, katex))
            except FormulaError as error:
                self.problems.append((binding, f"`# ${binding.tex}$`: {error}"))

    def _add(self, formula: CommentFormula) -> None:
        binding = formula.binding
        for name in filter(None, (*binding.names, *binding.parts)):
            self._by_name.setdefault((binding.stem, name), []).append(formula)
        for statement in formula.statements:
            for left, sign, right in _relations(statement):
                for side in (left, right):
                    self._sides.setdefault(side, binding)
                self._relations.setdefault((sign, left, right), binding)
                if other := sign if sign in _SYMMETRIC else _FLIPPED.get(sign):
                    self._relations.setdefault((other, right, left), binding)
        for text in (*_sides_of(formula.statements), *formula.listed):
            self._stated.setdefault(text, binding)

    def relation(self, left: str, sign: str, right: str) -> Binding | None:
        """The binding that states this relation, in either direction."""
        own = self._relations.get((sign, left, right))
        return self._rest.relation(left, sign, right) if own is None and self._rest else own

    def named(self, symbol: Seq, target: ClaimTarget) -> Binding | None:
        """The binding that ties the symbol to the name that is claimed."""
        for formula in self._by_name.get((target.stem, target.name), []):
            if _ties(formula, symbol, target):
                return formula.binding
        return self._rest.named(symbol, target) if self._rest else None

    def above(self, target: ClaimTarget) -> list[str]:
        """TeX of the formulas above the assignment of the name."""
        formulas = self._by_name.get((target.stem, target.name), [])
        own = [formula.binding.tex for formula in formulas]
        return self._rest.above(target) if not own and self._rest else own

    def stating(self, items: Seq) -> Binding | None:
        """A binding with a side, or a whole formula, that is just these items."""
        own = self._stated.get(normal_form(items))
        return self._rest.stating(items) if own is None and self._rest else own

    def near(self, left: str, right: str) -> Binding | None:
        """A binding that shares a side with this relation."""
        own = self._sides.get(left) or self._sides.get(right)
        return self._rest.near(left, right) if own is None and self._rest else own


def _read_comment(binding: Binding, katex: Katex) -> CommentFormula:
    parsed = katex.parse(binding.tex, False)
    if parsed.error is not None:
        raise FormulaError(parsed.error)
    if parsed.claims or parsed.exemptions:
        raise FormulaError("a comment in code is plain LaTeX, without \\claim or exceptions")
    statements = cut(read_expression(parsed).items).statements
    equal = [one for one in statements if set(one.signs) <= set(EQUAL)]
    sides = frozenset(_sides_of(equal))
    return CommentFormula(binding, tuple(statements), sides, _entries(statements))


def _sides_of(statements: Sequence[Statement]) -> Iterator[str]:
    return (normal_form(side) for statement in statements for side in statement.sides)


def _entries(statements: Sequence[Statement]) -> tuple[str, ...]:
    if len(statements) != 1 or statements[0].is_chain:
        return ()
    parts = split(statements[0].sides[0], (Sym(","),))
    return tuple(map(normal_form, parts)) if len(parts) > 1 else ()


def _relations(statement: Statement) -> Iterator[tuple[str, str, str]]:
    """Neighbouring sides, and any two sides with nothing but = between them."""
    sides = [normal_form(side) for side in statement.sides]
    for start, left in enumerate(sides):
        for end in range(start + 1, len(sides)):
            signs = statement.signs[start:end]
            if len(signs) == 1 or set(signs) == {"="}:
                yield left, signs[0], sides[end]


def _ties(formula: CommentFormula, symbol: Seq, target: ClaimTarget) -> bool:
    """Whether a formula above the assignment of the name gives the symbol to what is claimed.

    `# $W$` above `weight = …` names weight itself, and W_{12} is weight[0][1]; a list `# $a, b$`
    names the entries, or the names that `one, two = …` unpacks.
    """
    text, parts, listed = normal_form(symbol), formula.binding.parts, formula.listed
    steps = re.findall(r"\[([^\]]+)\]", target.steps)
    if target.name in parts:
        listed = listed if len(listed) == len(parts) and not target.steps else ()
        return bool(listed) and listed[parts.index(target.name)] == text
    if not target.steps:
        return text in formula.sides
    if not steps:
        return text in formula.sides and target.steps != ".grad"
    if not all(step.isdigit() for step in steps):
        return False
    if len(steps) == 1 and int(steps[0]) < len(listed):
        return listed[int(steps[0])] == text
    return _without_entry(symbol, steps) in formula.sides


def _without_entry(symbol: Seq, steps: Sequence[str]) -> str | None:
    """`x` for x_1 beside [0]: entries count from one."""
    if len(symbol) != 1 or not isinstance(symbol[0], Script) or symbol[0].sup:
        return None
    entry = "".join(str(int(step) + 1) for step in steps)
    written = normal_form(symbol[0].sub).replace(" ", "").replace(",", "")
    return normal_form(symbol[0].base) if written == entry else None
