"""The formulas of a page against the code that the site shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from verify.bindings import Binding
from verify.checks import Checks, ClaimTarget, claim_target
from verify.claims import Values
from verify.findings import Finding
from verify.formulas import Verdict, examine
from verify.katex import Katex
from verify.pages import Formula, Page
from verify.shown import Shown


@dataclass
class Examined:
    """A page's formulas, each with its verdict (None if its TeX does not parse)."""

    verdicts: list[Verdict | None] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


class ShownChecks:
    """What the programs say that pages show: formula comments shown with their statement.

    All of them are read once; a page's own programs come before the others.
    """

    def __init__(
        self,
        shown: Mapping[str, Sequence[Shown]],
        bindings: Mapping[str, Sequence[Binding]],
        katex: Katex,
    ) -> None:
        visible: dict[str, set[int]] = {}
        for block in (b for blocks in shown.values() for b in blocks):
            visible.setdefault(block.stem, set()).update(block.lines)
        self._bindings = {
            stem: [
                binding
                for binding in found
                if {binding.comment_line, binding.statement_line} <= visible.get(stem, set())
            ]
            for stem, found in bindings.items()
        }
        self._shown, self._katex = shown, katex
        self._all = Checks([b for found in self._bindings.values() for b in found], katex)

    def of(self, page: Page) -> Checks:
        here = dict.fromkeys(block.stem for block in self._shown.get(page.key, ()))
        own = [binding for stem in here for binding in self._bindings.get(stem, ())]
        return Checks(own, self._katex, self._all)


def target_lookup(page: Page, values: Values) -> Callable[[str], ClaimTarget | None]:
    """What a claim's name on this page stands for; None if it cannot be resolved."""

    def lookup(name: str) -> ClaimTarget | None:
        try:
            target = values.resolve(name.strip(), page.snippet)
        except LookupError:
            return None
        return claim_target(target.name, cited=target.kind == "cited")

    return lookup


def examine_page(page: Page, checks: Checks, values: Values, katex: Katex) -> Examined:
    """Every formula of `page`: what checks it, and what nothing checks."""
    examined = Examined()
    lookup = target_lookup(page, values)
    katex.warm((f.tex, f.display) for f in page.formulas)
    for formula in page.formulas:
        parsed = katex.parse(formula.tex, formula.display)
        if parsed.error is not None:
            line = page.line_at(formula.start + (parsed.offset or 0))
            message = f"TeX does not parse: {parsed.error}"
            examined.findings.append(Finding(page.path, line, message))
            examined.verdicts.append(None)
            continue
        verdict = examine(formula.tex, formula.display, lookup, checks, katex)
        examined.verdicts.append(verdict)
        examined.findings += problems(page, formula, verdict, values)
    examined.findings += stray_symbols(page, examined.verdicts)
    return examined


def problems(page: Page, formula: Formula, verdict: Verdict, values: Values) -> list[Finding]:
    findings = [Finding(page.path, formula.line, message) for message in verdict.problems]
    kind, reason = verdict.exception or ("", "")
    if kind == "cited" and reason not in values.references.works:
        message = rf"\cited{{{reason}}}: docs/references.yml has no work {reason!r}"
        findings.append(Finding(page.path, formula.line, message))
    return findings


def stray_symbols(page: Page, verdicts: Sequence[Verdict | None]) -> list[Finding]:
    """An indexed symbol in the text must occur in a checked formula of its page."""
    checked = {symbol for verdict in verdicts if verdict for symbol in verdict.checked}
    findings = []
    for formula, verdict in zip(page.formulas, verdicts, strict=True):
        for symbol in sorted(verdict.symbols - checked) if verdict else ():
            message = (
                f"`{symbol}` occurs in no checked formula of this page: the index may be wrong, "
                "or a formula that uses it is missing"
            )
            findings.append(Finding(page.path, formula.line, message))
    return findings
