"""Measures verification, builds and the built site: python -m tests.bench [--part site] [--keep]

Seconds of one machine mean nothing on another, so the goals are ratios, and everything in a
ratio is measured in the same run, in turns. Each line is a fresh process from start to end:

- floor: import torch with its lazy parts, then compute every snippet on one core;
- cold: what `make check` does for the snippets, with an empty cache; warm: with a full one;
- pytest + runpy: the obvious way, all snippets in one process, not kept apart;
- whole check: cold and warm with pages, claims and formulas.

Then every n-th snippet by the tools that others use (see bench_peers), and the memory that ours
takes, summed over its processes: that is the part `tools`. The part `site`: builds (bench_builds),
and the site that was built (bench_pages, bench_demos). At the end all figures stand beside their
goals; `--keep` stores them in tests/bench.json and in the READMEs. Nothing here fails for being
slow; the exit code is 0 unless something could not be measured.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from tests import bench_goals
from tests.bench_builds import measured_builds
from tests.bench_demos import show_demos
from tests.bench_pages import measure_pages, pages_of
from tests.bench_peers import commands, environment, write_inputs
from tests.kept import keep, machine, stored
from verify.sandbox import LATE_IMPORTS

ROOT = Path(__file__).resolve().parent.parent
PARTS = ["tools", "site"]

FLOOR = f"""
import importlib, io, sys, contextlib
for name in {[name for group in LATE_IMPORTS.items() for name in (group[0], *group[1])]!r}:
    importlib.import_module(name)
import torch
for path in sys.argv[1:]:
    torch.set_default_dtype(torch.float32)  # one process for all: what one snippet sets, stays
    with open(path, encoding="utf-8") as file, contextlib.redirect_stdout(io.StringIO()):
        exec(compile(file.read(), path, "exec"), {{"__name__": "__main__"}})
"""

SNIPPETS = """
import sys
from pathlib import Path
from verify.sandbox import Cache, run_cached
programs = {Path(p).stem: Path(p).read_text(encoding="utf-8") for p in sys.argv[2:]}
runs = run_cached(programs, Cache(Path(sys.argv[1])))
failed = {stem: run.error for stem, run in runs.items() if run.error}
sys.exit(f"failed: {failed}" if failed else 0)
"""

CHECK = """
import sys
from pathlib import Path
from verify import project
project.Project.cache_folder = Path(sys.argv[1])
from verify.check import verify
verify(Path())
"""

PYTEST = """
import runpy
import pytest
import torch

@pytest.mark.parametrize("path", {paths!r})
def test_snippet(path):
    torch.set_default_dtype(torch.float32)  # one process for all: what one snippet sets, stays
    runpy.run_path(path, run_name="__main__")
"""


class BenchError(Exception):
    """Something that could not be measured, with what it said."""


@dataclass
class Way:
    """One thing to measure: a command, run in a fresh process, and its times in seconds."""

    name: str
    command: list[str]
    cleared: tuple[Path, ...] = ()  # removed before each run
    folder: Path = ROOT  # where it runs
    times: list[float] = field(default_factory=list)

    def run(self) -> float:
        """Seconds that the command takes; BenchError if it fails."""
        for path in self.cleared:
            shutil.rmtree(path, ignore_errors=True)
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
        start = time.perf_counter()
        done = subprocess.run(
            self.command,
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.perf_counter() - start
        if done.returncode:
            said = (done.stdout + done.stderr).strip()[-2000:]
            raise BenchError(f"{self.name}: exit code {done.returncode}\n{said}")
        return seconds

    @property
    def seconds(self) -> float:
        return median(self.times)


def python(code: str, *arguments: str | Path) -> list[str]:
    return [sys.executable, "-c", code, *map(str, arguments)]


def ways_to_run(snippets: list[Path], folder: Path) -> dict[str, Way]:
    """What is measured, in the order of the table. `folder` is for caches and the pytest file."""
    test = folder / "test_snippets.py"
    test.write_text(PYTEST.format(paths=list(map(str, snippets))), encoding="utf-8")
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    empty, full = folder / "empty", folder / "full"
    return {
        "floor": Way("floor", python(FLOOR, *snippets)),
        "cold": Way("snippets, cold", python(SNIPPETS, empty, *snippets), (empty,)),
        "warm": Way("snippets, warm", python(SNIPPETS, full, *snippets)),
        "pytest": Way("pytest + runpy", [*pytest, "--rootdir", str(folder), str(test)]),
        "check cold": Way("whole check, cold", python(CHECK, empty), (empty,)),
        "check warm": Way("whole check, warm", python(CHECK, full)),
    }


def ways_of_peers(snippets: list[Path], folder: Path) -> dict[str, Way]:
    """The same for a part of the snippets, with the peers."""
    every = ways_to_run(snippets, folder)
    ways = {key: every[key] for key in ("floor", "cold", "warm", "pytest")}
    write_inputs(snippets, folder)
    made = tuple(folder / name for name in ("book", "site", "jupyter_execute"))
    kept = tuple(folder / name for name in ("cache", ".cache"))  # myst-nb's, mkdocs-jupyter's
    python = environment(ROOT / ".cache" / "peers")
    for name, command in commands(python, folder).items():
        cleared = made if "warm" in name else (*made, *kept)
        ways[name] = Way(name, command, cleared, folder)
    return ways


WaysOf = Callable[[list[Path], Path], dict[str, Way]]


def measure(
    runs: int, snippets: list[Path], console: Console, ways_of: WaysOf = ways_to_run
) -> dict[str, Way]:
    """Time every way `runs` times, taking turns so that a slow minute hurts all alike."""
    with tempfile.TemporaryDirectory() as folder, console.status("filling caches") as status:
        ways = ways_of(snippets, Path(folder))
        for key in ("warm", "check warm"):
            if key in ways:
                ways[key].run()
        for number in range(1, runs + 1):
            for way in ways.values():
                status.update(f"run {number} of {runs}: {way.name}")
                way.times.append(way.run())
    return ways


def to_others(ways: dict[str, Way]) -> dict[str, float]:
    """Our snippets, computed from scratch, to everything else that computes them."""
    cold = ways["cold"].seconds
    return {
        name: cold / way.seconds
        for name, way in ways.items()
        if name in {goal.name for goal in bench_goals.GOALS} and name != "warm"
    }


# What a tree of processes keeps in memory, pages that several share counted once in all.
PSS = """
import os, subprocess, sys, time
import psutil
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
most = 0
while child.poll() is None:
    total = 0
    try:
        parent = psutil.Process(child.pid)
        for process in (parent, *parent.children(recursive=True)):
            total += process.memory_full_info().pss
    except psutil.Error:
        continue
    most = max(most, total)
    time.sleep(0.02)
print(most)
sys.exit(child.returncode)
"""


def memory(way: Way) -> float:
    """Run it once more: the most MB that its processes kept in memory together."""
    for path in way.cleared:
        shutil.rmtree(path, ignore_errors=True)
    done = subprocess.run(
        python(PSS, *way.command), cwd=way.folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BenchError(f"{way.name}: exit code {done.returncode} while its memory was watched")
    return int(done.stdout) / 1e6


def show_times(ways: dict[str, Way], runs: int, count: int, console: Console) -> None:
    floor = ways["floor"].seconds
    table = Table(title=f"{count} snippets, median of {runs} runs", title_justify="left")
    for heading in ("", "seconds", "from", "to", "to the floor"):
        table.add_column(heading, justify="left" if not heading else "right")
    for way in ways.values():
        numbers = (way.seconds, min(way.times), max(way.times), way.seconds / floor)
        table.add_row(way.name, *(f"{number:.2f}" for number in numbers))
    console.print(table)


def measure_tools(
    snippets: list[Path], runs: int, peers: int, console: Console
) -> dict[str, float]:
    """Print what the snippets cost us and others; figures by name, see bench_goals."""
    ways = measure(runs, snippets, console)
    show_times(ways, runs, len(snippets), console)
    figures = {"warm": ways["warm"].seconds, "memory": memory(ways["cold"])} | to_others(ways)
    if peers:
        some = snippets[:: max(1, len(snippets) // peers)][:peers]
        ways = measure(runs, some, console, ways_of_peers)
        show_times(ways, runs, len(some), console)
        figures = to_others(ways) | figures  # of all snippets where there are both
    return figures


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--runs", type=int, default=3, help="how often to measure (default: 3)")
    parser.add_argument(
        "--lighthouse", type=int, default=5, help="how often to run Lighthouse (default: 5)"
    )
    parser.add_argument(
        "--peers",
        type=int,
        default=20,
        help="how many snippets the peers get (default: 20; 0: none)",
    )
    parser.add_argument("--part", choices=PARTS, nargs="+", default=PARTS)
    parser.add_argument(
        "--keep", action="store_true", help="store the figures, also in the READMEs"
    )
    options = parser.parse_args(arguments)
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    if options.keep and not (options.lighthouse and options.peers):
        parser.error("--keep wants all of it: with Lighthouse and peers")
    console = Console(width=100 if not sys.stdout.isatty() else None)
    snippets = sorted((ROOT / "snippets").glob("*.py"))
    if not snippets:
        print("there are no snippets to measure: snippets/*.py", file=sys.stderr)
        return 1
    measured: dict[str, Any] = {**machine(), "snippets": len(snippets)}
    figures: dict[str, float] = {}
    try:
        if "tools" in options.part:
            figures |= measure_tools(snippets, options.runs, options.peers, console)
        if "site" in options.part:
            with measured_builds(console) as (site, seconds):
                measured["pages"] = len(pages_of(site))
                figures |= seconds
                figures |= measure_pages(site, console, runs=options.lighthouse)
                figures |= show_demos(site, console)
    except BenchError as error:
        print(error, file=sys.stderr)
        return 1
    bench_goals.show(figures, console)
    if options.keep:
        before = {} if set(options.part) == set(PARTS) else stored("bench")
        figures = before.get("figures", {}) | figures
        keep("bench", before | measured | {"figures": figures}, bench_goals.block)
    return 0


if __name__ == "__main__":
    sys.exit(main())
