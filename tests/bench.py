"""Measures verification against its floor and against pytest: python -m tests.bench --runs 3

Seconds of one machine mean nothing on another, so the goals are ratios, and everything in a
ratio is measured in the same run, in turns. Each line is a fresh process from start to end:

- floor: import torch with its lazy parts, then compute every snippet on one core;
- cold: what `make check` does for the snippets, with an empty cache; warm: with a full one;
- pytest + runpy: the obvious way, all snippets in one process, not kept apart;
- whole check: cold and warm with pages, claims and formulas.

The second table is what a page weighs, compressed. Nothing here fails for being slow; the exit
code is 0 unless something could not be measured.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from lxml import html
from rich.console import Console
from rich.table import Table

from verify.sandbox import LATE_IMPORTS

ROOT = Path(__file__).resolve().parent.parent

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
    cache: Path | None = None  # emptied before each run
    times: list[float] = field(default_factory=list)

    def run(self) -> float:
        """Seconds that the command takes; BenchError if it fails."""
        if self.cache:
            shutil.rmtree(self.cache, ignore_errors=True)
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
        start = time.perf_counter()
        done = subprocess.run(
            self.command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
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
        "cold": Way("snippets, cold", python(SNIPPETS, empty, *snippets), empty),
        "warm": Way("snippets, warm", python(SNIPPETS, full, *snippets)),
        "pytest": Way("pytest + runpy", [*pytest, "--rootdir", str(folder), str(test)]),
        "check cold": Way("whole check, cold", python(CHECK, empty), empty),
        "check warm": Way("whole check, warm", python(CHECK, full)),
    }


def measure(runs: int, snippets: list[Path], console: Console) -> dict[str, Way]:
    """Time every way `runs` times, taking turns so that a slow minute hurts all alike."""
    with tempfile.TemporaryDirectory() as folder, console.status("filling caches") as status:
        ways = ways_to_run(snippets, Path(folder))
        for key in ("warm", "check warm"):
            ways[key].run()
        for number in range(1, runs + 1):
            for way in ways.values():
                status.update(f"run {number} of {runs}: {way.name}")
                way.times.append(way.run())
    return ways


def goals(ways: dict[str, Way]) -> Iterator[tuple[str, float, float]]:
    """Each goal: what it says, the ratio that was measured, the bound it must stay below."""
    cold, warm = ways["cold"].seconds, ways["warm"].seconds
    yield "snippets cold, to the floor", cold / ways["floor"].seconds, 1.5
    yield "snippets cold, to pytest + runpy", cold / ways["pytest"].seconds, 1.0
    yield "snippets warm, to cold", warm / cold, 1 / 3


def show_times(ways: dict[str, Way], runs: int, count: int, console: Console) -> None:
    floor = ways["floor"].seconds
    table = Table(title=f"{count} snippets, median of {runs} runs", title_justify="left")
    for heading in ("", "seconds", "from", "to", "to the floor"):
        table.add_column(heading, justify="left" if not heading else "right")
    for way in ways.values():
        numbers = (way.seconds, min(way.times), max(way.times), way.seconds / floor)
        table.add_row(way.name, *(f"{number:.2f}" for number in numbers))
    console.print(table)
    table = Table(title="goals", title_justify="left")
    for heading in ("", "ratio", "at most", "result"):
        table.add_column(heading, justify="left" if not heading else "right")
    for name, ratio, bound in goals(ways):
        result = "met" if ratio <= bound else "[bold]missed[/bold]"
        table.add_row(name, f"{ratio:.2f}", f"{bound:.2f}", result)
    console.print(table)


# --- what pages weigh -------------------------------------------------------------------------


@dataclass(frozen=True)
class Weight:
    """Bytes of one page as a server would send them: gzip for text, fonts as they are."""

    page: str
    markup: int
    styles: int
    scripts: int

    @property
    def total(self) -> int:
        return self.markup + self.styles + self.scripts


def compressed(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 9, mtime=0))


def weigh(page: Path, site: Path) -> Weight:
    """The page, and the styles and scripts that it names."""
    tree = html.fromstring(page.read_bytes())
    names = {
        "styles": tree.xpath("//link[@rel='stylesheet']/@href"),
        "scripts": tree.xpath("//script/@src"),
    }
    sizes = dict.fromkeys(names, 0)
    for kind, addresses in names.items():
        for address in addresses:
            path = address.split("?")[0].split("#")[0]
            file = site / path.lstrip("/") if path.startswith("/") else page.parent / path
            sizes[kind] += compressed(file) if file.is_file() else 0
    name = page.relative_to(site).as_posix().removesuffix("index.html") or "/"
    return Weight(name, compressed(page), sizes["styles"], sizes["scripts"])


def kinds(site: Path) -> dict[str, list[Weight]]:
    """Pages by the folder they are in, which is the type of page: /, basics, reference."""
    found: dict[str, list[Weight]] = {}
    for page in sorted(site.rglob("*.html")):
        weight = weigh(page, site)
        parts = [p for p in page.relative_to(site).parent.parts if p != "en"]
        kind = page.name if page.name != "index.html" else parts[0] if parts else "home"
        found.setdefault(kind, []).append(weight)
    return found


def show_weights(site: Path, console: Console) -> None:
    table = Table(title="gzip KB: the heaviest page of each type", title_justify="left")
    for heading in ("type", "pages", "heaviest"):
        table.add_column(heading)
    for heading in ("markup", "styles", "scripts", "together"):
        table.add_column(heading, justify="right")
    for kind, weights in kinds(site).items():
        most = max(weights, key=lambda weight: weight.total)
        numbers = (most.markup, most.styles, most.scripts, most.total)
        table.add_row(kind, str(len(weights)), most.page, *(f"{n / 1000:.1f}" for n in numbers))
    console.print(table)
    fonts = sorted(site.rglob("*.woff2"))
    size = sum(font.stat().st_size for font in fonts)
    indexes = sorted(site.rglob("search_index*.json"))
    console.print(f"fonts: {len(fonts)} files, {size / 1000:.0f} KB; a page fetches those it uses")
    for index in indexes:
        name = index.relative_to(site).as_posix()
        console.print(f"search index {name}: {compressed(index) / 1000:.1f} KB")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--runs", type=int, default=3, help="how often to measure (default: 3)")
    options = parser.parse_args(arguments)
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    console = Console(width=100 if not sys.stdout.isatty() else None)
    snippets = sorted((ROOT / "snippets").glob("*.py"))
    if not snippets:
        print("there are no snippets to measure: snippets/*.py", file=sys.stderr)
        return 1
    try:
        ways = measure(options.runs, snippets, console)
    except BenchError as error:
        print(error, file=sys.stderr)
        return 1
    show_times(ways, options.runs, len(snippets), console)
    site = ROOT / "site"
    if site.is_dir():
        show_weights(site, console)
    else:
        console.print("site/ is not there: `make build` first, and its pages are weighed too")
    return 0


if __name__ == "__main__":
    sys.exit(main())
