"""`make tag PAGE=…`: propose a claim for every number of a page that has none yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from verify.check import Result
from verify.digits import DIGITS, Names, unaccounted
from verify.experiments import file_text
from verify.files import write_whole
from verify.literals import LiteralError, matches, parse_literal
from verify.pages import Formula, Page, blank
from verify.sandbox import Run
from verify.scan import DISPLAY, INLINE, INLINE_CODE
from verify.structure import INLINE_ATTRIBUTES
from verify.tex import macro_calls

NUMBER = r"-?\d+(?:\.\d+)?(?:\s*\\(?:times|cdot)\s*10\^(?:\{-?\d+\}|\d))?"
VALUE = rf"\[[^\[\]=]*\]|\\begin\{{[bp]matrix\}}.*?\\end\{{[bp]matrix\}}|{NUMBER}"
LINK_TARGET = re.compile(r"(?<=\])\([^)\n]*\)")
HTML_TAG = re.compile(r"</?[A-Za-z][^>\n]*>")
IN_TEXT = re.compile(rf"(?:(?<!\w)[-−])?{DIGITS.pattern}")
# A value is what stands alone on a side: after a relation, or at the start, up to the next.
ALONE = re.compile(
    rf"(?:^|(?<==)|(?<=\\approx)|(?<=\\le)|(?<=\\ge)|(?<=&))\s*(?P<value>{VALUE})\s*"
    r"(?=$|=|\\approx|\\le|\\ge|\\\\|[,.;]|\\end|\\quad)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Proposal:
    """A number at `start:end` of the page, and the names whose value it is."""

    line: int
    start: int
    end: int
    text: str
    names: tuple[str, ...]
    in_formula: bool

    @property
    def claim(self) -> str:
        claim = rf"\claim{{{self.names[0]}}}{{{self.text}}}"
        return claim if self.in_formula else f"${claim}$"


def propose(page: Page, result: Result) -> list[Proposal]:
    """Untagged numbers of `page` that some value of its snippets equals, in reading order."""
    stems = dict.fromkeys([page.snippet, *(block.stem for block in result.shown[page.key])])
    candidates = [
        (short_name(stem, name, page), value)
        for stem in stems
        if stem in result.runs
        for name, value in claimable(result.runs[stem])
    ]
    proposals = []
    for start, text, in_formula in untagged(page, result):
        names = tuple(name for name, value in candidates if equal(text, value))
        if names:
            line = page.line_at(start)
            proposals.append(Proposal(line, start, start + len(text), text, names, in_formula))
    return sorted(proposals, key=lambda p: p.start)


def short_name(stem: str, name: str, page: Page) -> str:
    return name if stem == page.snippet else f"{stem}.{name}"


def claimable(run: Run) -> Iterator[tuple[str, object]]:
    """Every value of a run under the name that claims it; whole values before their entries."""
    for name, entry in run.values.items():
        if "value" in entry:
            yield name, entry["value"]
    for name, entry in run.values.items():
        value = entry.get("value")
        if isinstance(value, list) and len(value) <= 16:
            yield from ((f"{name}[{i}]", v) for i, v in enumerate(value))
        yield from ((f"{name}.{a}", v) for a, v in entry["attributes"].items())


def equal(text: str, value: object) -> bool:
    """Whether a claim would hold; a whole number is not proposed for a value that is none."""
    if text.isdigit() and isinstance(value, float) and not value.is_integer():
        return False
    try:
        return matches(parse_literal(text), value) is None
    except (LiteralError, ValueError):
        return False


def untagged(page: Page, result: Result) -> Iterator[tuple[int, str, bool]]:
    """(offset, text, whether it stands in a formula) of numbers that no claim covers."""
    for formula in page.formulas:
        for match in ALONE.finditer(without_claims(formula)):
            yield formula.start + match.start("value"), match["value"].strip(), True
    open_lines = {
        text.line
        for text in page.texts
        if text.place in ("prose", "table") and any(unaccounted(text.text, result.names))
    }
    for match in IN_TEXT.finditer(running_text(page, result.names)):
        if page.line_at(match.start()) in open_lines:
            yield match.start(), match.group(), False


def running_text(page: Page, names: Names) -> str:
    """The page with all blanked that is no running text: formulas, code, addresses, names."""
    text = page.source
    for pattern in (DISPLAY, INLINE_CODE, INLINE, LINK_TARGET, INLINE_ATTRIBUTES, HTML_TAG):
        text = blank(pattern, text)
    return names.without(text)


def without_claims(formula: Formula) -> str:
    """The TeX with every claim blanked, offsets kept."""
    tex = formula.tex
    for call in macro_calls(formula.tex, "claim", 2):
        tex = tex[: call.start] + "\0" * (call.end - call.start) + tex[call.end :]
    return tex


def tag(path: str, result: Result, *, write: bool) -> list[str]:
    """Report proposals for the page at `path`; `write` puts in those with a single candidate.

    Twins have the same formulas and numbers in the same order, so what is written into one page
    is written into its twins too, wherever they still agree.
    """
    page = next((p for p in result.project.pages if p.path == path), None)
    if page is None:
        known = ", ".join(p.path for p in result.project.pages)
        raise LookupError(f"no page {path}: give one of {known}")
    proposals = propose(page, result)
    lines = [
        f"{place(page, p.line)}: {p.text} -> {p.claim}{alternatives(p)}" for p in proposals
    ] or [f"{page.path}: no untagged number equals a value of the page's snippets"]
    if write and page.origins:
        raise LookupError(f"{path} shows the question bank: put the claims into docs/questions")
    if write:
        wanted = [(p.text, p.claim) for p in proposals if len(p.names) == 1]
        for twin in (p for p in result.project.pages if p.name == page.name):
            lines += write_tags(twin, propose(twin, result), wanted, result)
    return lines


def place(page: Page, line: int) -> str:
    """Where the line was written."""
    path, line = page.origin(line)
    return f"{path}:{line}"


def alternatives(proposal: Proposal) -> str:
    """The other names that fit, the first few of them."""
    others = proposal.names[1:]
    more = f", … {len(others) - 4} more" if len(others) > 4 else ""
    return f"  (or {', '.join(others[:4])}{more})" if others else ""


def write_tags(
    page: Page, proposals: list[Proposal], wanted: list[tuple[str, str]], result: Result
) -> list[str]:
    text = page.source
    written = 0
    for proposal in reversed(proposals):
        if (proposal.text, proposal.claim) in wanted:
            text = text[: proposal.start] + proposal.claim + text[proposal.end :]
            written += 1
    if written:
        root = result.project.root
        write_whole(root / page.path, file_text(root, page, text))
    return [f"{page.path}: {written} written"]
