"""`make mutants`: change every number, formula and program a little; who notices?"""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from verify import mutants_code, mutants_text
from verify.check import Result
from verify.katex import Katex
from verify.mutants_code import CodeMutants
from verify.mutants_text import TextMutants
from verify.shards import WHOLE, Shard

LEAST_SHARE = 0.95  # of the snippets' mutants; numbers and formulas: all of them


@dataclass
class Report:
    text: TextMutants
    code: CodeMutants | None  # None: only numbers and formulas were asked for

    def rows(self) -> list[tuple[str, str, int, int]]:
        """(family, kind, mutants, survivors), by family."""
        rows = []
        for (family, kind), count in sorted(self.text.counts.items(), reverse=True):
            alive = sum((m.edit.family, m.edit.kind) == (family, kind) for m in self.text.survivors)
            rows.append((family, kind, count, alive))
        if self.code:
            for kind, count in sorted(self.code.counts.items()):
                alive = sum(m.kind == kind for m in self.code.survivors)
                rows.append(("program", kind, count, alive))
        return rows

    def findings(self) -> list[str]:
        """Why the run fails; empty if it does not."""
        found = [f"{mutant}: nothing notices" for mutant in self.text.survivors]
        if self.code:
            found += [str(finding) for finding in (*self.code.blind, *self.code.stale)]
            if self.code.noticed_share < LEAST_SHARE:
                found.append(
                    f"only {self.code.noticed_share:.1%} of the programs' mutants are noticed, "
                    f"at least {LEAST_SHARE:.0%} must be: assert, print or claim more"
                )
        return found


def measure(result: Result, *, programs: bool, shard: Shard = WHOLE) -> Report:
    """Mutate the texts of the shard and, if asked, its `programs`; the languages apart."""
    with Katex(result.project.root / "docs" / "macros.json") as katex:
        text = mutants_text.measure(result, katex, shard)
    return Report(text, mutants_code.measure(result, shard) if programs else None)


def print_report(report: Report) -> None:
    table = Table("family", "kind", "mutants", "unnoticed", box=None)
    for family, kind, count, alive in report.rows():
        table.add_row(family, kind, str(count), str(alive))
    Console().print(table)
    print(f"set aside in \\cited and \\notation: {report.text.set_aside}")
    if report.code:
        for mutant in report.code.survivors:
            print(f"unnoticed: snippets/{mutant.key}")
        print(f"equivalent, with a reason in docs/equivalents.yml: {len(report.code.equivalents)}")
        print(f"noticed of the programs' mutants: {report.code.noticed_share:.1%}")
