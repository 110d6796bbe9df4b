"""Both languages say the same: pages, headings, blocks, formulas and claims, in the same order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest

from verify.claims import Claim
from verify.findings import Finding
from verify.pages import Block, Formula, Page

NormalForm = Callable[[Formula], str]


def without_words(formula: Formula) -> str:
    r"""TeX without what a translation changes: \text{…}, spaces."""
    return re.sub(r"\s+", "", re.sub(r"\\text\w*\s*\{[^{}]*\}", "", formula.tex))


def compare_languages(
    pages: Sequence[Page],
    languages: Sequence[str],
    claims: Mapping[str, Sequence[Claim]],
    normal: NormalForm = without_words,
) -> list[Finding]:
    """Findings where a language differs from the first one."""
    if len(languages) < 2:
        return []
    by_language = {lang: {p.name: p for p in pages if p.lang == lang} for lang in languages}
    first = by_language[languages[0]]
    findings: list[Finding] = []
    for lang in languages[1:]:
        other = by_language[lang]
        findings += missing_pages(first, other, lang)
        findings += missing_pages(other, first, languages[0])
        for name in sorted(first.keys() & other.keys()):
            findings += compare_pages(first[name], other[name], claims, normal)
    return findings


def missing_pages(have: Mapping[str, Page], lack: Mapping[str, Page], lang: str) -> list[Finding]:
    return [
        Finding(have[name].path, 1, f"has no twin: write docs/{lang}/{name}, or remove this page")
        for name in sorted(have.keys() - lack.keys())
    ]


def compare_pages(
    one: Page, two: Page, claims: Mapping[str, Sequence[Claim]], normal: NormalForm
) -> list[Finding]:
    """The first difference of each kind: what follows it is usually shifted, not wrong."""
    headings = without_id(one) + without_id(two) or first_difference(
        one, two, headings_of(one), headings_of(two), "heading"
    )
    if headings:
        return headings
    findings = list(compare_blocks(one, two))
    findings += first_difference(one, two, code_of(one), code_of(two), "code block")
    different_claims = first_difference(
        one, two, claims_of(claims.get(one.key, ())), claims_of(claims.get(two.key, ())), "claim"
    )
    findings += different_claims
    lines = {finding.line for finding in different_claims}  # a claim is a part of its formula
    formulas = first_difference(
        one, two, formulas_of(one, normal), formulas_of(two, normal), "formula"
    )
    findings += [finding for finding in formulas if finding.line not in lines]
    if one.snippet != two.snippet:
        message = (
            f"front matter has `snippet: {two.snippet}`, but {one.snippet} at "
            f"{one.path}:{one.meta_line('snippet')}: make them agree"
        )
        findings.append(Finding(two.path, two.meta_line("snippet"), message))
    return findings


Items = list[tuple[str, int]]


def without_id(page: Page) -> list[Finding]:
    """Headings below the title need an id of their own: that made from a title is another in
    every language."""
    return [
        Finding(
            page.path,
            heading.line,
            f"heading {heading.text!r} has no id: write {{#some-words}} behind it, the same in "
            "every language",
        )
        for heading in page.headings
        if heading.level > 1 and not heading.id
    ]


def headings_of(page: Page) -> Items:
    return [(f"{'#' * h.level} … {{#{h.id}}}", h.line) for h in page.headings]


def formulas_of(page: Page, normal: NormalForm) -> Items:
    return [(normal(f), f.line) for f in page.formulas]


def claims_of(claims: Sequence[Claim]) -> Items:
    return [(rf"\claim{{{c.name}}}{{{c.literal}}}", c.line) for c in claims]


def code_of(page: Page) -> Items:
    """Which program, section or output each code block shows; other code may be translated."""
    items: Items = []
    for fence in page.fences:
        shows = [f"{path}:{section}" if section else path for _, path, section in fence.includes]
        language = fence.info.split()[:1]
        words = fence.info.split() if language == ["output"] else [*language, *shows]
        items.append((" ".join(words), fence.line))
    return items


def sections(page: Page) -> Iterator[tuple[int, list[Block]]]:
    """Line of each heading and the blocks under it, the part before the first one included."""
    starts = [1, *(heading.line for heading in page.headings)]
    for start, end in zip_longest(starts, starts[1:], fillvalue=page.source.count("\n") + 2):
        yield start, [block for block in page.blocks if start <= block.line < end]


def compare_blocks(one: Page, two: Page) -> Iterator[Finding]:
    for (_, left), (start, right) in zip(sections(one), sections(two), strict=True):
        yield from first_difference(
            one,
            two,
            [(b.kind, b.line) for b in left],
            [(b.kind, b.line) for b in right],
            "block",
            start,
        )


def first_difference(
    one: Page, two: Page, left: Items, right: Items, what: str, start: int = 1
) -> list[Finding]:
    """The first place where `right`, of page `two`, differs; both begin at line `start` of it."""
    for a, b in zip_longest(left, right):
        if a is None and b is not None:
            message = f"{what} {b[0]!r} is missing in {one.path}: write it there too, or remove it"
            return [Finding(two.path, b[1], message)]
        if b is None and a is not None:
            line = right[-1][1] if right else start
            message = (
                f"{what} {a[0]!r} of {one.path}:{a[1]} is missing after this line: write it here "
                "too, or remove it there"
            )
            return [Finding(two.path, line, message)]
        if a is not None and b is not None and a[0] != b[0]:
            message = f"{what} is {b[0]!r}, but {a[0]!r} at {one.path}:{a[1]}: make them agree"
            return [Finding(two.path, b[1], message)]
    return []
