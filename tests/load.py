"""Many readers at once: python -m tests.load [--keep]

nginx serves site/ with the file that the build writes for it, on this machine alone; wrk keeps a
thousand connections busy for half a minute, asking for every page in turn. Printed are the errors
and, for each page, the median and what 99 of 100 answers stay within. `--keep` stores that in
tests/load.json and in the READMEs. wrk runs beside nginx and takes its share of the processors.
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from publish.addresses import Addresses
from publish.assemble import page_addresses
from publish.hosting import nginx_file
from tests.kept import keep, machine
from tests.nginx import NoNginxError, free_port, serving

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = Path(__file__).with_suffix(".lua")
CONNECTIONS, SECONDS, THREADS = 1000, 30, 2
GRACE = 60  # seconds after which a wrk that does not end is ended
GOAL = 10  # times the median that 99 of 100 answers stay within
STEP = 1.01  # between two latencies that the script tells apart
WORDS = {
    "en": {
        "not run": "measured by `make load KEEP=1`",
        "what": "{connections:,} connections, {seconds} seconds, {pages} pages; "
        "wrk and nginx share {processors} processors (load average before: {busy})",
        "sum": "{requests:,} answers, {errors} errors",
        "row": "{name}: median {median:.0f} ms, 99 of 100 within {p99:.0f} ms ({ratio:.1f} times)",
        "names": ("all pages", "the slowest page", "the largest ratio"),
    },
    "zh": {
        "not run": "由 `make load KEEP=1` 测得",
        "what": "{connections:,} 个连接，{seconds} 秒，{pages} 个页面；"
        "wrk 与 nginx 共用 {processors} 个处理器（之前的平均负载 {busy}）",
        "sum": "应答 {requests:,} 次，出错 {errors} 次",
        "row": "{name}：中位数 {median:.0f} 毫秒，99% 在 {p99:.0f} 毫秒以内（{ratio:.1f} 倍）",
        "names": ("所有页面", "最慢的页面", "比值最大的页面"),
    },
}


@dataclass(frozen=True)
class Spread:
    """Milliseconds of the answers of one page, or of all."""

    page: str
    median: float
    p99: float

    @property
    def ratio(self) -> float:
        return self.p99 / self.median


def spread(page: str, steps: Counter[int]) -> Spread:
    """From how many answers took each step."""
    ordered = sorted(steps)
    sums = list(accumulate(steps[step] for step in ordered))

    def below(share: float) -> float:
        return float(
            STEP ** next(s for s, n in zip(ordered, sums, strict=True) if n >= share * sums[-1])
        )

    return Spread(page, below(0.5), below(0.99))


def read_output(output: str, pages: list[str]) -> tuple[list[Spread], int, int]:
    """The spread over all pages, then of each; errors; requests."""
    counts: dict[str, Counter[int]] = {page: Counter() for page in pages}
    for index, step, count in re.findall(r"^(\d+) (-?\d+) (\d+)$", output, re.MULTILINE):
        counts[pages[int(index) - 1]][int(step)] += int(count)
    silent = [page for page, steps in counts.items() if not steps]
    if silent:
        raise SystemExit(f"no answer for {', '.join(silent)}: is the site whole? `make build`")
    everything = sum(counts.values(), Counter())
    errors, requests = re.findall(r"^errors (\d+) requests (\d+)$", output, re.MULTILINE)[0]
    spreads = [spread(page, steps) for page, steps in counts.items()]
    return [spread("", everything), *spreads], int(errors), int(requests)


def run_wrk(url: str, pages: list[str], folder: Path) -> str:
    """What the script prints at the end."""
    listed = folder / "pages"
    listed.write_text("".join(f"/{page}\n" for page in pages), encoding="utf-8")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a file for each connection
    wrk = ["wrk", "-c", str(CONNECTIONS), "-d", f"{SECONDS}s", "-t", str(THREADS)]
    done = subprocess.run(
        [*wrk, "-s", str(SCRIPT), url, "--", str(listed)],
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS + GRACE,
    )
    if done.returncode:
        raise SystemExit(f"wrk failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def measure(site: Path) -> dict[str, Any]:
    """Numbers of answers and errors, milliseconds, and how busy the machine was before."""
    on = machine()
    pages = sorted(page_addresses(site))
    port = free_port()
    policy = re.findall(r'Policy" content="([^"]+)"', (site / "index.html").read_text("utf-8"))[0]
    text = nginx_file(policy, Addresses(), f"127.0.0.1:{port} backlog=4096", str(site))
    asked = "    add_header X-Asked $http_x_asked;\n"  # see tests/load.lua
    text = text.replace("    server_tokens off;\n", "    server_tokens off;\n" + asked)
    assert asked in text
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(text, folder):
            output = run_wrk(f"http://127.0.0.1:{port}/", pages, folder)
    spreads, errors, requests = read_output(output, pages)
    return {
        "connections": CONNECTIONS,
        "seconds": SECONDS,
        **on,
        "requests": requests,
        "errors": errors,
        "milliseconds": {s.page or "/": [round(s.median, 1), round(s.p99, 1)] for s in spreads[1:]},
        "all": [round(spreads[0].median, 1), round(spreads[0].p99, 1)],
    }


def spreads_of(measured: dict[str, Any]) -> list[Spread]:
    return [Spread(page, *both) for page, both in measured["milliseconds"].items()]


def show(measured: dict[str, Any], console: Console) -> None:
    table = Table(title="milliseconds, slowest first", title_justify="left")
    for heading in ("page", "median", "99 of 100", "ratio"):
        table.add_column(heading, justify="left" if heading == "page" else "right")
    for found in sorted(spreads_of(measured), key=lambda found: -found.p99):
        table.add_row(found.page, f"{found.median:.1f}", f"{found.p99:.1f}", f"{found.ratio:.1f}")
    console.print(table)
    console.print(block("en", measured).split("```")[1].removeprefix("text\n"))


def block(lang: str, measured: dict[str, Any]) -> str:
    """What a README says about it."""
    words: dict[str, Any] = WORDS[lang]
    spreads = spreads_of(measured)
    slowest = max(spreads, key=lambda found: found.p99)
    steepest = max(spreads, key=lambda found: found.ratio)
    every, slow, steep = words["names"]
    rows = {
        every: Spread("", *measured["all"]),
        f"{slow} ({slowest.page})": slowest,
        f"{steep} ({steepest.page})": steepest,
    }
    said = measured | {"pages": len(spreads)}
    lines = [words["what"].format(**said), words["sum"].format(**said)]
    lines += [
        words["row"].format(name=name, median=found.median, p99=found.p99, ratio=found.ratio)
        for name, found in rows.items()
    ]
    return f"<!-- not run: {words['not run']} -->\n```text\n" + "\n".join(lines) + "\n```\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="store it, also in the READMEs")
    options = parser.parse_args()
    site = ROOT / "site"
    if not (site / "index.html.br").is_file():
        print("site/ is not there, or not compressed: `make build` first", file=sys.stderr)
        return 1
    if shutil.which("wrk") is None:
        print("wrk is not there. On Debian: sudo apt-get install wrk", file=sys.stderr)
        return 1
    try:
        measured = measure(site)
    except NoNginxError as error:
        print(error, file=sys.stderr)
        return 1
    show(measured, Console())
    if options.keep:
        keep("load", measured, block)
    worst = max(found.ratio for found in spreads_of(measured))
    return int(measured["errors"] > 0 or worst > GOAL)


if __name__ == "__main__":
    sys.exit(main())
