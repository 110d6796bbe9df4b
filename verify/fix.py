"""`make fix`: rewrite stale literals with the value as computed, at the precision they had."""

from __future__ import annotations

from verify.check import Result
from verify.claims import compare, corrected
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
            text = text[: claim.start] + new + text[claim.start + len(claim.literal) :]
            done.append(f"{page.path}:{claim.line}: {claim.name}: {claim.literal} -> {new}")
        if text != page.source:
            write_whole(file, text)
        reports += reversed(done)
    return reports
