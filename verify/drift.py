"""Does any claim depend on the machine? The snippets run again under other conditions.

Threads, the processor's instruction set, the hash seed and the order must not change a verdict.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verify.check import Result
from verify.claims import Values, compare
from verify.files import write_whole
from verify.findings import Finding
from verify.sandbox import run_programs

PATH = Path("build") / "drift.json"
VARIANTS: dict[str, dict[str, str]] = {
    "one thread": {"OMP_NUM_THREADS": "1"},
    "two threads": {"OMP_NUM_THREADS": "2"},
    "lowest CPU capability": {"ATEN_CPU_CAPABILITY": "default"},
    "lowest CPU capability, two threads": {
        "ATEN_CPU_CAPABILITY": "default",
        "OMP_NUM_THREADS": "2",
    },
    "hash seed 1": {"PYTHONHASHSEED": "1"},
    "hash seed 2": {"PYTHONHASHSEED": "2"},
    "reversed order": {},
}


@dataclass(frozen=True)
class Drift:
    """What changed under one condition: claims whose verdict is another, snippets that fail."""

    variant: str
    claims: int
    findings: list[Finding]


def measure(result: Result) -> Iterator[Drift]:
    """Run every snippet under every variant; a claim that no longer holds is a finding."""
    sources = {stem: snippet.source for stem, snippet in result.project.snippets.items()}
    for variant, environment in VARIANTS.items():
        order = reversed(sources) if variant == "reversed order" else iter(sources)
        runs = run_programs({stem: sources[stem] for stem in order}, environment=environment)
        findings = [
            Finding(result.project.snippets[stem].path, run.error[0], f"{variant}: {run.error[1]}")
            for stem, run in runs.items()
            if run.error
        ]
        values = Values(result.project.snippets, runs, result.project.references)
        claims = 0
        for page in result.project.pages:
            for claim in result.claims[page.path]:
                if claim.target is None or values.failed(claim.name, page.snippet):
                    continue
                claims += 1
                target = values.resolve(claim.name, page.snippet)
                for finding in compare(replace(claim, target=target)):
                    message = f"{variant}: {finding.message}"
                    findings.append(Finding(finding.path, finding.line, message))
        yield Drift(variant, claims, findings)


def write_report(rows: Sequence[Drift], root: Path) -> None:
    """Keep the table for the verification page."""
    table = [[row.variant, row.claims, len(row.findings)] for row in rows]
    write_whole(root / PATH, json.dumps(table, indent=1))
