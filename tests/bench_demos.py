"""What the demos weigh and how smoothly they move: python -m tests.bench_demos

The site in site/ is opened as on a phone, with the processor slowed down four times. Each demo gets
another state in every frame for some seconds, as if it were dragged, or plays, if it can; what
counts are the frames that were drawn and the longest wait between two. Other work on the machine
shows in the result, so each demo moves five times, and the median counts.
"""

from __future__ import annotations

import gzip
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.table import Table

from render.demos import DEMOS
from tests.browser import find_browser, launch
from tests.demos import SHARED, needed
from tests.site import ROOT, listening

SLOWED = 4
SECONDS = 3
RUNS = 5
PHONE: dict[str, Any] = {
    "has_touch": True,
    "is_mobile": True,
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
}
# What can be dragged has another value in each frame, one that a hand can set.
MOVE = """([tag, seconds]) => new Promise(done => {
    const demo = document.querySelector(tag);
    const play = demo.querySelector('[data-play]');
    const moved = demo.querySelector('[data-handle], input[type=range], input[type=text]');
    const name = moved.dataset.handle ?? moved.name;
    if (play) play.click();
    const times = [];
    const frame = time => {
        times.push(time);
        const part = (Math.sin(times.length / 20) + 1) / 2;
        const {min, max, step} = demo.constructor.params[name];
        const value = Math.round((min + part * (max - min)) / step) * step;
        if (!play) demo.take(name, String(Number(value.toFixed(2))));
        if (time - times[0] < seconds * 1000) requestAnimationFrame(frame);
        else done(times);
    };
    requestAnimationFrame(frame);
})"""


@dataclass(frozen=True)
class Motion:
    """Frames a second, and the longest time between two of them, of twenty (in ms)."""

    demo: str
    rate: float
    longest: float


def motions(site: Path) -> Iterator[Motion]:
    path = find_browser()
    with listening("/") as server, sync_playwright() as playwright:
        server.folder = site
        browser = launch(playwright, path)
        page = browser.new_context(**PHONE).new_page()
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        for demo in DEMOS:
            found = []
            for _ in range(RUNS):
                page.goto(f"{server.url}en/demos/{demo}/")
                found.append(motion(page, demo))
            yield sorted(found, key=lambda run: run.rate)[RUNS // 2]
        browser.close()


def motion(page: Page, demo: str) -> Motion:
    tag = f"{demo}-demo"
    page.wait_for_function("tag => document.querySelector(tag)?.state", arg=tag)
    times: list[float] = page.evaluate(MOVE, [tag, SECONDS])
    waits = sorted(after - before for before, after in pairwise(times))
    return Motion(demo, 1000 * len(waits) / sum(waits), waits[int(0.95 * len(waits))])


def weights(site: Path) -> dict[str, int]:
    """Compressed bytes of what is served: what all demos share, and what each has for itself."""
    (folder,) = (site / "assets").glob("demos.*")

    def size(names: set[str]) -> int:
        return sum(len(gzip.compress((folder / n).read_bytes(), 9, mtime=0)) for n in names)

    own = {demo: size(needed(f"{demo}.js") - set(SHARED)) for demo in DEMOS}
    return {"shared": size(set(SHARED)), **own}


def show_demos(site: Path, console: Console) -> dict[str, float]:
    """Print all of it; the heaviest in KB, and the frames a second of the slowest."""
    table = Table(title=f"demos, on a phone {SLOWED} times slower", title_justify="left")
    for heading in ("", "gzip KB", "frames a second", "19 of 20 within, ms"):
        table.add_column(heading, justify="left" if not heading else "right")
    weighed = weights(site)
    table.add_row("shared", f"{weighed['shared'] / 1000:.1f}", "", "")
    slowest = math.inf
    for found in motions(site):
        slowest = min(slowest, found.rate)
        kilobytes = f"{weighed[found.demo] / 1000:.1f}"
        table.add_row(found.demo, kilobytes, f"{found.rate:.0f}", f"{found.longest:.0f}")
    console.print(table)
    heaviest = max(weighed[demo] for demo in DEMOS)
    return {"demo weight": heaviest / 1000, "demo frames": slowest}


if __name__ == "__main__":
    if not (ROOT / "site").is_dir():
        sys.exit("site/ is not there: `make build` first")
    show_demos(ROOT / "site", Console())
