"""Which tests fail now and then? The suite many times over, in a new order each time.

    python -m tests.flaky --runs 20 --browser 5 --minutes 60

The tests that need no browser run in pairs, one with one thread and one with two, at the same time,
so that each run also disturbs another. In between come the built site's tests, by two processes.
What would probably not end in time is not begun, and the report says how often each was run.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
BUILT = "tests/built"
SAID = 300  # letters of what a failed test says
THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")


@dataclass(frozen=True)
class Run:
    """One pytest, by what it is given, in an order of its own."""

    paths: Sequence[str]
    seed: int
    threads: int
    processes: int = 1

    @property
    def in_browser(self) -> bool:
        return BUILT in self.paths

    @property
    def command(self) -> list[str]:
        """What repeats the order as well."""
        options = ["--random-order", f"--random-order-seed={self.seed}", "-p", "no:cacheprovider"]
        if self.processes > 1:
            options += [f"--numprocesses={self.processes}", "--dist=loadfile"]
        return ["pytest", *self.paths, *options]


@dataclass
class Tally:
    """How often each test ran and failed; why it first did, and a command that repeats it."""

    ran: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    again: dict[str, str] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)

    def add(self, run: Run, report: Path, code: int) -> None:
        """Count what the report of a run says; one that failed without a test has failed itself."""
        failures = 0
        for case in cases(report):
            name = f"{case.get('classname', '')}::{case.get('name', '')}"
            self.ran[name] += 1
            for problem in (*case.iter("failure"), *case.iter("error")):
                self.fail(name, run)
                self.why.setdefault(name, " ".join(problem.get("message", "").split())[:SAID])
                failures += 1
        if code and not failures:
            whole = f"pytest itself, exit code {code}"
            self.ran[whole] += 1
            self.fail(whole, run)

    def fail(self, name: str, run: Run) -> None:
        self.failed[name] += 1
        prefix = f"OMP_NUM_THREADS={run.threads} python -m "
        self.again.setdefault(name, prefix + " ".join(run.command))

    def lines(self) -> Iterator[str]:
        for name, count in self.failed.most_common():
            share = 100 * count / self.ran[name]
            yield f"{count} of {self.ran[name]} ({share:.0f} %)  {name}"
            if self.why.get(name):
                yield f"    {self.why[name]}"
            yield f"    first with: {self.again[name]}"


def cases(report: Path) -> Iterator[ElementTree.Element]:
    if report.exists():
        yield from ElementTree.parse(report).iter("testcase")


def start(run: Run, report: Path) -> subprocess.Popen[bytes]:
    """The run, without its output: what fails is in the report."""
    threads = {name: str(run.threads) for name in THREADS}
    command = [sys.executable, "-m", *run.command, "-q", f"--junitxml={report}"]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **threads},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def together(runs: Sequence[Run], tally: Tally) -> None:
    """Carry out some runs at the same time and count what they find."""
    with tempfile.TemporaryDirectory() as folder:
        reports = [Path(folder) / f"{number}.xml" for number in range(len(runs))]
        started = [start(run, report) for run, report in zip(runs, reports, strict=True)]
        codes = [process.wait() for process in started]
        for run, report, code in zip(runs, reports, codes, strict=True):
            tally.add(run, report, code)


def plan(runs: int, browser: int, paths: Sequence[str], seed: int) -> list[list[Run]]:
    """Groups of runs: pairs, and the browser's evenly among them, from the first on."""
    others = list(paths) or ["tests", f"--ignore={BUILT}"]
    pairs = [Run(others, seed + number, 1 + number % 2) for number in range(runs)]
    groups = [pairs[number : number + 2] for number in range(0, runs, 2)]
    among = len(groups) / browser if browser else 0
    for number in reversed(range(browser)):
        groups.insert(round(number * among), [Run([BUILT], seed + number, 1, processes=2)])
    return groups


def carry_out(groups: Sequence[list[Run]], end: float) -> tuple[Tally, Counter[bool]]:
    """What was found by `end`, and how many runs were made, by whether they were in a browser."""
    tally, made = Tally(), Counter[bool]()
    longest = {True: 0.0, False: 0.0}
    for number, group in enumerate(groups):
        kind, begun = group[0].in_browser, time.monotonic()
        if begun + longest[kind] > end:
            continue
        print(f"{number + 1} of {len(groups)}: {' | '.join(' '.join(r.command) for r in group)}")
        sys.stdout.flush()
        together(group, tally)
        made[kind] += len(group)
        longest[kind] = max(longest[kind], time.monotonic() - begun)
    return tally, made


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.flaky", description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="of the tests without a browser")
    parser.add_argument("--browser", type=int, default=5, help="of those in the browser")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, help="of the first order (default: a new one)")
    parser.add_argument("paths", nargs="*", help="these tests alone, in place of all")
    options = parser.parse_args(arguments)
    seed = random.randrange(10**6) if options.seed is None else options.seed
    if options.paths:
        options.browser = 0
    groups = plan(options.runs, options.browser, options.paths, seed)
    tally, made = carry_out(groups, time.monotonic() + 60 * options.minutes)
    print("\n".join(tally.lines()))
    print(
        f"{sum(tally.ran.values())} results, {len(tally.failed)} tests failed now and then; "
        f"runs without browser: {made[False]} of {options.runs}, in it: {made[True]} of "
        f"{options.browser}, as many as fit into {options.minutes:.0f} minutes"
    )
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
