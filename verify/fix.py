"""`make fix`: rewrite stale literals with the value as computed, at the precision they had."""

from __future__ import annotations

import re
from pathlib import Path

from verify.check import Result
from verify.claims import Claim, compare, corrected, one_line
from verify.experiments import file_text
from verify.files import write_whole
from verify.pages import Page


def fix(result: Result) -> list[str]:
    """Rewrite every claim whose literal no longer holds; a line of report for each."""
    reports: list[str] = []
    for page in result.project.pages:
        stale = [claim for claim in result.claims[page.key] if compare(claim)]
        if not page.origins:
            reports += fix_page(result.project.root, page, stale)
            continue
        for claim in stale:
            report = fix_composed(result.project.root, page, claim)
            reports += [report] if report not in reports else []
    return reports


def fix_page(root: Path, page: Page, stale: list[Claim]) -> list[str]:
    done: list[str] = []
    text = page.source
    for claim in reversed(stale):  # from the end, so that earlier offsets stay true
        new = corrected(claim)
        if new is not None:
            end = claim.start + len(claim.literal)
            text = text[: claim.start] + in_place(text[claim.start : end], new) + text[end:]
        done.append(report(page.path, claim.line, claim, new))
    if text != page.source:
        write_whole(root / page.path, file_text(root, page, text))
    return list(reversed(done))


def fix_composed(root: Path, page: Page, claim: Claim) -> str:
    """Rewrite a claim where it was written: on its line of the question bank, or below."""
    path, line = page.origin(claim.line)
    new = corrected(claim)
    if new is not None:
        text = (root / path).read_text(encoding="utf-8")
        start = sum(len(one) for one in text.splitlines(keepends=True)[: line - 1])
        words = r"\s+".join(re.escape(word) for word in claim.literal.split())
        call = re.compile(rf"\\claim\{{\s*{re.escape(claim.name)}\s*\}}\{{(\s*{words}\s*)\}}")
        if found := call.search(text, start):
            old = found.group(1)
            text = text[: found.start(1)] + in_place(old, new) + text[found.end(1) :]
            write_whole(root / path, text)
    return report(path, line, claim, new)


def report(path: str, line: int, claim: Claim, new: str | None) -> str:
    change = "mend by hand" if new is None else f"{one_line(claim.literal)} -> {one_line(new)}"
    return f"{path}:{line}: {claim.name}: {change}"


def in_place(old: str, new: str) -> str:
    """`new` with the signs that begin the lines of `old`, where it stands in a quotation."""
    first, *rest = new.split("\n")
    prefixes = re.findall(r"\n([ \t>]*)", old)
    return "\n".join([first, *(p + line.lstrip() for p, line in zip(prefixes, rest, strict=True))])
