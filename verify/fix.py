"""`make fix`: rewrite stale literals with the value as computed, at the precision they had."""

from __future__ import annotations

import re

from verify.check import Result
from verify.claims import compare, corrected, one_line
from verify.files import write_whole


def fix(result: Result) -> list[str]:
    """Rewrite every claim whose literal no longer holds; a line of report for each."""
    reports: list[str] = []
    for page in result.project.pages:
        stale = [claim for claim in result.claims[page.path] if compare(claim)]
        done: list[str] = []
        file = result.project.root / page.path
        text = page.source
        for claim in reversed(stale):  # from the end, so that earlier offsets stay true
            new = corrected(claim)
            if new is None:
                done.append(f"{page.path}:{claim.line}: {claim.name}: mend by hand")
                continue
            end = claim.start + len(claim.literal)
            text = text[: claim.start] + in_place(text[claim.start : end], new) + text[end:]
            change = f"{one_line(claim.literal)} -> {one_line(new)}"
            done.append(f"{page.path}:{claim.line}: {claim.name}: {change}")
        if text != page.source:
            write_whole(file, text)
        reports += reversed(done)
    return reports


def in_place(old: str, new: str) -> str:
    """`new` with the signs that begin the lines of `old`, where it stands in a quotation."""
    first, *rest = new.split("\n")
    prefixes = re.findall(r"\n([ \t>]*)", old)
    return "\n".join([first, *(p + line.lstrip() for p, line in zip(prefixes, rest, strict=True))])
