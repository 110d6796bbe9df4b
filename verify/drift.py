"""Does any claim depend on the machine? The snippets run again under other conditions.

Threads, the processor's instruction set, the hash seed and the order must change no verdict, and no
output that a page shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest

from verify.check import Result
from verify.claims import Values, compare
from verify.compose import relocate
from verify.findings import Finding
from verify.sandbox import Run, run_programs

# Threads that wait must not keep the cores from those that work: two programs run at a time.
TWO_THREADS = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "PASSIVE"}
LOWEST = {"ATEN_CPU_CAPABILITY": "default"}
VARIANTS: dict[str, dict[str, str]] = {
    "one thread": {"OMP_NUM_THREADS": "1"},
    "two threads": TWO_THREADS,
    "lowest CPU capability": LOWEST,
    "lowest CPU capability, two threads": LOWEST | TWO_THREADS,
    "hash seed 1": {"PYTHONHASHSEED": "1"},
    "hash seed 2": {"PYTHONHASHSEED": "2"},
    "reversed order": {},
}


@dataclass(frozen=True)
class Drift:
    """What changed under one condition: verdicts of claims, outputs, snippets that now fail."""

    variant: str
    claims: int
    findings: list[Finding]


def measure(result: Result) -> Iterator[Drift]:
    """Run every snippet under every variant; what no longer holds is a finding."""
    sources = {stem: snippet.source for stem, snippet in result.project.snippets.items()}
    for variant, environment in VARIANTS.items():
        order = reversed(sources) if variant == "reversed order" else iter(sources)
        runs = run_programs({stem: sources[stem] for stem in order}, environment=environment)
        claims, changed = changed_claims(result, runs)
        findings = [*failures(result, runs), *changed_outputs(result, runs), *changed]
        findings = list(dict.fromkeys(relocate(findings, result.project.pages)))
        named = [Finding(f.path, f.line, f"{variant}: {f.message}") for f in findings]
        yield Drift(variant, claims, named)


def failures(result: Result, runs: Mapping[str, Run]) -> Iterator[Finding]:
    for stem, run in runs.items():
        if run.error:
            yield Finding(result.project.snippets[stem].path, *run.error)


def changed_outputs(result: Result, runs: Mapping[str, Run]) -> Iterator[Finding]:
    """Output fences of pages in which another text would stand."""
    for page in result.project.pages:
        for fence in result.outputs[page.path]:
            before, run = result.runs[fence.stem].output, runs[fence.stem]
            if run.error or run.output == before:
                continue
            pairs = zip_longest(before.splitlines(), run.output.splitlines(), fillvalue="")
            old, new = next(((a, b) for a, b in pairs if a != b), (before, run.output))
            message = f"output of {fence.stem} is {new!r}, not {old!r}: print fewer digits"
            yield Finding(page.path, fence.line, message)


def changed_claims(result: Result, runs: Mapping[str, Run]) -> tuple[int, list[Finding]]:
    """How many claims could be compared with these runs, and those that no longer hold."""
    values = Values(result.project.snippets, runs, result.project.references)
    claims = 0
    findings: list[Finding] = []
    for page in result.project.pages:
        for claim in result.claims[page.path]:
            if claim.target is None or values.failed(claim.name, page.snippet):
                continue
            claims += 1
            try:
                target = values.resolve(claim.name, page.snippet)
            except LookupError as error:
                findings.append(Finding(page.path, claim.line, str(error.args[0])))
            else:
                for finding in compare(replace(claim, target=target)):
                    differs = finding.message.rpartition("; ")[0]  # without the advice for texts
                    message = f"{differs}: claim fewer digits, or a bound"
                    findings.append(replace(finding, message=message))
    return claims, findings
