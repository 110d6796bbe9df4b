r"""Claims: `\claim{worked_example.loss}{1.25}` says what a name of a snippet holds.

A claim is found in a formula, its name is looked up among the values the snippets left (or the
figures quoted in docs/references.yml), and its literal is compared with that value.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from verify.findings import Finding
from verify.literals import LiteralError, matches, parse_literal, spell
from verify.pages import Page
from verify.references import PATH as REFERENCES_PATH
from verify.references import References
from verify.sandbox import Run
from verify.snippets import Snippet
from verify.tex import MacroError, macro_calls

NAME = re.compile(r"(?P<head>[A-Za-z]\w*)(?P<rest>(?:\.[A-Za-z]\w*|\[-?\w+\])*)")
STEP = re.compile(r"\.([A-Za-z]\w*)|\[(-?\w+)\]")

STABLE_DIGITS = 6


@dataclass(frozen=True)
class Target:
    """What a name stands for: its value, and the line that gives it."""

    name: str  # in full: stem.name…
    kind: str  # "computed" or "cited"
    value: Any
    digits: int  # significant digits that the value's type carries
    path: str
    line: int
    code: str  # the line of code, or the place in the paper


@dataclass(frozen=True)
class Claim:
    """A literal on a page, and the target it is said to equal (None if there is none)."""

    page: str
    line: int
    formula: int  # index among the page's formulas
    name: str
    literal: str
    start: int  # offset of the literal in the file
    target: Target | None

    @property
    def value(self) -> str:
        """The target's value; a computed one to six significant digits, or one more than written.

        Those behind can be others in the next run: where an array lies in memory decides in which
        order it is added up. What a paper says is published as it is quoted.
        """
        assert self.target is not None, "only a claim that was read has a target"
        if self.target.kind == "cited":
            return show_value(self.target.value, self.target.digits)
        written = max(number.digits for number in parse_literal(self.literal).entries)
        digits = min(self.target.digits, max(STABLE_DIGITS, written + 1))
        return show_value(self.target.value, digits)


class Values:
    """Everything that can be claimed: values that snippets left, figures from papers."""

    def __init__(
        self, snippets: Mapping[str, Snippet], runs: Mapping[str, Run], references: References
    ) -> None:
        self.snippets = snippets
        self.runs = runs
        self.references = references

    def failed(self, name: str, default: str | None) -> bool:
        """Whether `name` belongs to a snippet that did not run: its own error is enough."""
        stem = self.full_name(name, default).partition(".")[0]
        return stem in self.runs and self.runs[stem].error is not None

    def full_name(self, name: str, default: str | None) -> str:
        head = re.split(r"[.\[]", name, maxsplit=1)[0]
        is_stem = head in self.snippets or head in self.references.works
        if default and not (is_stem and "." in name):
            return f"{default}.{name}"
        return name

    def resolve(self, name: str, default: str | None) -> Target:
        """The target of a claim's name; LookupError, with what to do, if there is none."""
        if not NAME.fullmatch(name):
            raise LookupError(
                f"claim name {name!r}: write snippet.name, then .attribute or [index] "
                "(letters, digits, _; an index a step: [0][1])"
            )
        full = self.full_name(name, default)
        stem, dot, rest = full.partition(".")
        if not dot:
            raise LookupError(
                f"claim name {name!r} names no snippet: write stem.{name}, or set `snippet: stem` "
                "in the page's front matter"
            )
        if stem in self.references.works:
            return self._cited(full)
        if stem not in self.snippets:
            raise LookupError(f"no snippet or reference {stem!r}{self._nearest(stem)}")
        try:
            return self._computed(full, stem, rest)
        except KeyError:
            raise LookupError(self._no_value(stem, rest, named=full == name)) from None

    def _nearest(self, stem: str) -> str:
        near = difflib.get_close_matches(stem, [*self.snippets, *self.references.works], 1)
        return f": did you mean {near[0]!r}?" if near else f": snippets/{stem}.py does not exist"

    def _no_value(self, stem: str, rest: str, named: bool) -> str:
        """What to say when a snippet leaves no such value; `named`: the claim names the snippet."""
        head = re.split(r"[.\[]", rest, maxsplit=1)[0]
        values = list(self.runs[stem].values)
        message = f"{self.snippets[stem].path} leaves no value {head!r}"
        others: list[str] = []
        if not named and "." in rest:
            message += ", and no snippet or reference has that name"
            others = [*self.snippets, *self.references.works]
        near = difflib.get_close_matches(head, [*values, *others], 1)
        return message + (
            f": did you mean {near[0]!r}?" if near else f" (it has: {', '.join(values)})"
        )

    def _cited(self, full: str) -> Target:
        figure = self.references.figure(full)
        key, _, name = full.partition(".")
        if figure is None or "value" not in figure:
            known = ", ".join(sorted(self.references.works[key]["figures"])) or "none yet"
            line = self.references.lines.get(key, 1)
            raise LookupError(
                f"{REFERENCES_PATH}:{line} quotes no figure {name!r} from {key} (it has: {known})"
            )
        text = str(figure["value"])
        value = float(text) if re.search(r"[.eE]", text) else int(text)
        line = self.references.lines.get(full, 1)
        return Target(full, "cited", value, 15, REFERENCES_PATH, line, str(figure["where"]))

    def _computed(self, full: str, stem: str, rest: str) -> Target:
        snippet, values = self.snippets[stem], self.runs[stem].values
        head = re.split(r"[.\[]", rest, maxsplit=1)[0]
        entry = values[head]
        value = follow(entry, rest[len(head) :], full)
        path, line, code = snippet.origin(head)
        return Target(full, "computed", value, entry["digits"], path, line, code)


def follow(entry: Mapping[str, Any], steps: str, full: str) -> Any:
    """Walk `.attribute` and `[index]` from a described value; LookupError if a step fails."""
    value: Any = entry.get("value")
    attributes = entry["attributes"]
    first = True
    for attribute, index in STEP.findall(steps):
        if attribute:
            if not first or attribute not in attributes:
                known = ", ".join(attributes) or "none"
                raise LookupError(
                    f"{full}: no attribute {attribute!r} can be claimed (it has: {known}): "
                    "give the value a name of its own in the snippet"
                )
            value = attributes[attribute]
        else:
            value = step_into(value, index, full)
        first = False
    if value is None:
        kind = f"a {entry['kind']}" if "kind" in entry else "None"
        raise LookupError(f"{full} is {kind}: claim a number, a list or a tensor of numbers")
    return value


def step_into(value: Any, index: str, full: str) -> Any:
    try:
        if isinstance(value, dict):
            return value[index]
        if isinstance(value, list):
            return value[int(index)]
    except (KeyError, IndexError, ValueError):
        pass
    size = f"has {len(value)} entries" if isinstance(value, list | dict) else "cannot be indexed"
    raise LookupError(f"{full}: no [{index}], the value {size}")


def show_value(value: Any, digits: int) -> str:
    """A value as computed, with the digits its type carries."""
    if isinstance(value, list):
        return "[" + ", ".join(show_value(v, digits) for v in value) + "]"
    if isinstance(value, float):
        return f"{value:.{digits}g}"
    return str(value)


def read_claims(page: Page, values: Values) -> tuple[list[Claim], list[Finding]]:
    """Every claim of a page in reading order, and what is wrong with them."""
    claims: list[Claim] = []
    findings = list(misplaced_claims(page))
    for index, formula in enumerate(page.formulas):
        try:
            calls = list(macro_calls(formula.tex, "claim", 2))
        except MacroError as error:
            line = page.line_at(formula.start + error.position)
            findings.append(Finding(page.path, line, str(error)))
            continue
        for call in calls:
            name, literal = call.arguments[0].strip(), call.arguments[1]
            start = formula.start + call.starts[1]
            line = page.line_at(formula.start + call.start)
            if r"\claim" in literal:
                message = "a claim inside a claim: close the first one before the next"
                findings.append(Finding(page.path, line, message))
                continue
            target = None
            try:
                if not values.failed(name, page.snippet):
                    target = values.resolve(name, page.snippet)
            except LookupError as error:
                findings.append(Finding(page.path, line, str(error.args[0])))
            claim = Claim(page.path, line, index, name, literal, start, target)
            claims.append(claim)
            findings += compare(claim)
    return claims, findings


def claimed_stems(page: Page, values: Values) -> Iterator[str]:
    """The snippets and references that a page's claims name; what cannot be read names none."""
    for formula in page.formulas:
        with suppress(MacroError):
            for call in macro_calls(formula.tex, "claim", 2):
                yield values.full_name(call.arguments[0].strip(), page.snippet).partition(".")[0]


def misplaced_claims(page: Page) -> Iterable[Finding]:
    for text in page.texts:
        if r"\claim" in text.text:
            where = "inside code" if text.place == "code" else "outside a formula"
            message = rf"\claim {where} is not seen: write $\claim{{name}}{{literal}}$"
            yield Finding(page.path, text.line, message)


def compare(claim: Claim) -> list[Finding]:
    """Findings of one claim: its literal against its target's value."""
    target = claim.target
    if target is None:
        return []
    try:
        literal = parse_literal(claim.literal)
    except LiteralError as error:
        return [Finding(claim.page, claim.line, f"claim {claim.name}: {error}")]
    problem = matches(literal, target.value)
    if problem is None:
        return []
    _, _, rest = target.name.partition(".")
    gives = f"{target.path} gives {rest} = {show_value(target.value, target.digits)}"
    if target.kind == "cited":
        gives = f"{target.path}:{target.line} quotes {show_value(target.value, 15)}"
    if problem.startswith("text says"):  # which is said already
        problem = problem.partition(": ")[2]
    message = f"text says {one_line(claim.literal)}, {gives}" + (f" ({problem})" if problem else "")
    mend = "`make fix` rewrites the text" if corrected(claim) else "mend the text or the program"
    return [Finding(claim.page, claim.line, f"{message}; {mend}")]


def one_line(tex: str) -> str:
    return " ".join(tex.split())


def corrected(claim: Claim) -> str | None:
    """The literal that holds now; None if value and literal differ in more than digits."""
    if claim.target is None:
        return None
    try:
        new = spell(claim.target.value, parse_literal(claim.literal))
        return new if matches(parse_literal(new), claim.target.value) is None else None
    except (LiteralError, ValueError, TypeError):
        return None
