"""Does any claim depend on the machine? The snippets run again under other conditions.

Threads, the processor's instruction set, the hash seed and the order must change no verdict, and
nothing that a program prints: readers who run it compare.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest

from verify.check import Result
from verify.claims import Values, compare
from verify.compose import relocate
from verify.experiments import Experiment, without_figures
from verify.findings import Finding
from verify.sandbox import Run, run_programs
from verify.shards import WHOLE, Shard

# Threads that wait must not keep the cores from those that work: two programs run at a time.
TWO_THREADS = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "PASSIVE"}
LOWEST = {"ATEN_CPU_CAPABILITY": "default"}
# Experiments train for many seconds, so they run once again, under what changes most.
FOR_EXPERIMENTS = "lowest CPU capability, two threads"
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


def measure(result: Result, shard: Shard = WHOLE) -> Iterator[Drift]:
    """Run every snippet of the shard under every variant; what no longer holds is a finding."""
    programs = {s: program for s, program in result.project.snippets.items() if shard.has(s)}
    for variant, environment in VARIANTS.items():
        sources = {
            stem: program.to_run()
            for stem, program in programs.items()
            if variant == FOR_EXPERIMENTS or not isinstance(program, Experiment)
        }
        order = reversed(sources) if variant == "reversed order" else iter(sources)
        ordered = {stem: sources[stem] for stem in order}
        studies = [one.stem for one in result.project.experiments if one.stem in sources]
        if studies:
            runs = run_programs(ordered, environment=environment, experiments=studies)
        else:
            runs = run_programs(ordered, environment=environment)
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
    """Programs that print another text: at the page that shows it, else at the program."""
    for stem, run in runs.items():
        if run.error:
            continue
        before, after = map(without_figures, (result.runs[stem].output, run.output))
        pairs = zip_longest(before.splitlines(), after.splitlines(), fillvalue="")
        changed = next(((old, new) for old, new in pairs if old != new), None)
        if changed is None:
            continue
        old, new = changed
        message = f"output of {stem} is {new!r}, not {old!r}: set a seed, or print fewer digits"
        places = [
            (page.path, fence.line)
            for page in result.project.pages
            for fence in result.outputs[page.key]
            if fence.stem == stem
        ]
        for path, line in places or [(result.project.snippets[stem].path, 1)]:
            yield Finding(path, line, message)


def changed_claims(result: Result, runs: Mapping[str, Run]) -> tuple[int, list[Finding]]:
    """How many claims could be compared with these runs, and those that no longer hold."""
    known = {stem: runs.get(stem, Run(error=(1, "was not run"))) for stem in result.runs}
    values = Values(result.project.snippets, known, result.project.references)
    claims = 0
    findings: list[Finding] = []
    for page in result.project.pages:
        for claim in result.claims[page.key]:
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
