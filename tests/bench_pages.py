"""What a reader's browser fetches and does: bytes of all pages, Lighthouse, the first result.

The built site is served as a good host serves it, compressed by brotli. Bytes are what Chromium
received: a first visit with an empty cache, then the next page of the navigation after it.
Lighthouse is a tool of the measurement alone: npm brings it into .cache on first use.
"""

from __future__ import annotations

import json
import mimetypes
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

import brotli
from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.browser import FLAGS, find_browser, launch
from verify.node import node_command

ROOT = Path(__file__).resolve().parent.parent
LIGHTHOUSE = "lighthouse@13.5.0"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
AUDITS = ("largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift")
# One page a template.
TEMPLATES = (
    "",
    "basics/worked-example/",
    "transformer/stability/",
    "practice/experiments/gradient-by-depth/",
    "answers/interview/",
    "reference/verification/",
    "demos/gradient-multiplier/",
)
FIRST_VISIT, SECOND_PAGE, STYLES = 120_000, 60_000, 8_000  # goals, in bytes
# The worker would hide what comes from the network; it fetches itself after the page is there.
WINDOW: dict[str, Any] = {
    "viewport": {"width": 1440, "height": 900},
    "service_workers": "block",
}
ADDRESS = "http://127.0.0.1:8000/"  # the site is built for it: elsewhere links would be none
QUERIES = {"": ("梯度消失", "Pre-LN"), "en/": ("vanishing gradient", "Pre-LN")}
# Bytes of everything that the page has fetched, as they came over the line.
FETCHED = """() => ['navigation', 'resource']
    .flatMap(kind => performance.getEntriesByType(kind))
    .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""
# Nothing has come for half a second. A network that idles may only wait for a busy processor.
QUIET = """() => new Promise(done => {
    let timer = setTimeout(done, 500);
    new PerformanceObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(done, 500);
    }).observe({ type: 'resource' });
})"""
# Milliseconds from the reader's turn to the search until its index is ready, and from the last key
# to the first result on the screen. He takes his time to type: so long, or until all is ready.
FIRST_RESULT = """async ([words, pause]) => {
    const query = document.querySelector('[data-md-component=search-query]');
    const list = document.querySelector('.md-search-result__list');
    const meta = document.querySelector('.md-search-result__meta');
    const change = (element, there) => new Promise(done => new MutationObserver((_, watch) => {
        if (!there()) return;
        watch.disconnect();
        done(performance.now());
    }).observe(element, { childList: true, subtree: true, characterData: true }));
    const turned = performance.now();
    const ready = change(meta, () => true);
    query.focus();
    await (pause === null ? ready : new Promise(done => setTimeout(done, pause)));
    await new Promise(done => requestIdleCallback(done, { timeout: 1000 }));
    const pressed = performance.now();
    const shown = change(list, () => list.querySelector('a'));
    query.value = words;
    query.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
    await shown;
    await new Promise(requestAnimationFrame);
    return [await ready - turned, performance.now() - pressed];
}"""
TYPING = 1500  # ms


@cache
def body(file: Path, packed: bool) -> bytes:
    content = file.read_bytes()
    return brotli.compress(content) if packed else content


class Handler(BaseHTTPRequestHandler):
    """Files, compressed where that helps, kept for ever if named after their content."""

    protocol_version = "HTTP/1.1"
    site: Path

    def handle(self) -> None:
        """A browser that closes its connection is no error."""
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, *arguments: Any) -> None:
        """Nothing."""

    def do_GET(self) -> None:
        file = self.site / self.path.split("?")[0].lstrip("/")
        file = file / "index.html" if file.is_dir() else file
        found = file.is_file()
        file = file if found else self.site / "404.html"
        packed = file.suffix not in (".woff2", ".png", ".zip")
        content = body(file, packed)
        self.send_response(200 if found else 404)
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        text = kind.startswith("text/") or kind.endswith(("javascript", "json", "xml"))
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if text else kind)
        self.send_header("Content-Length", str(len(content)))
        if packed:
            self.send_header("Content-Encoding", "br")
        age = "31536000, immutable" if "/assets/" in self.path else "600"
        self.send_header("Cache-Control", f"max-age={age}")
        self.end_headers()
        self.wfile.write(content)


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of the site, where it was built for: instant navigation works nowhere else."""
    handler = type("SiteHandler", (Handler,), {"site": site})
    with ThreadingHTTPServer(("127.0.0.1", 8000), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield ADDRESS
        server.shutdown()


@dataclass(frozen=True)
class Weight:
    """Bytes: of a first visit to a page, of the page alone to one who has seen another, and of the
    styles that stand in it.
    """

    page: str
    first: int
    second: int
    styles: int


def weigh(browser: Browser, root: str, pages: list[str]) -> Iterator[Weight]:
    for page in pages:
        context = browser.new_context(**WINDOW)
        tab = context.new_page()
        tab.goto(root + page)
        tab.evaluate(QUIET)
        first = int(tab.evaluate(FETCHED))
        context.close()
        context = browser.new_context(**WINDOW)
        tab = context.new_page()
        other = "basics/worked-example/" if "worked-example" not in page else "basics/depth/"
        tab.goto(root + ("en/" if page.startswith("en/") else "") + other)
        tab.evaluate(QUIET)
        tab.goto(root + page)
        tab.evaluate(QUIET)
        second = int(tab.evaluate(NEW))
        styles = len(brotli.compress(str(tab.evaluate(INLINE)).encode()))
        yield Weight(page or "/", first, second, styles)
        context.close()


# Of what the page has fetched, what was not in the cache.
NEW = """() => ['navigation', 'resource']
    .flatMap(kind => performance.getEntriesByType(kind))
    .filter(entry => entry.transferSize > 0)
    .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""

INLINE = """() => [...document.querySelectorAll('head style')].map(e => e.textContent).join('')"""


def show_weights(weights: list[Weight], console: Console) -> None:
    table = Table(title="KB received, compressed by brotli", title_justify="left")
    for heading in ("page", "first visit", "as a second page", "styles in it"):
        table.add_column(heading, justify="left" if heading == "page" else "right")
    heaviest = sorted(weights, key=lambda weight: -weight.first)
    for weight in heaviest:
        first, second = in_kb(weight.first, FIRST_VISIT), in_kb(weight.second, SECOND_PAGE)
        table.add_row(weight.page, first, second, in_kb(weight.styles, STYLES))
    console.print(table)
    first = sum(weight.first > FIRST_VISIT for weight in weights)
    second = sum(weight.second > SECOND_PAGE for weight in weights)
    styles = sum(weight.styles > STYLES for weight in weights)
    console.print(
        f"above the goal (!): {first} first visits ({FIRST_VISIT / 1000:.0f} KB), "
        f"{second} second pages ({SECOND_PAGE / 1000:.0f} KB), "
        f"{styles} pages by the styles in them ({STYLES / 1000:.0f} KB)"
    )


def in_kb(size: int, goal: int) -> str:
    """With a mark if it is above the goal."""
    return f"{'! ' if size > goal else ''}{size / 1000:.0f}"


@dataclass(frozen=True)
class Search:
    """Milliseconds until the index is ready, and from the last key to the first result."""

    said: str
    ready: float
    shown: float

    def __str__(self) -> str:
        return (
            f"search, {self.said}: index ready {self.ready:.0f} ms after turning to it, "
            f"first result {self.shown:.0f} ms after the last key"
        )


def first_results(
    browser: Browser,
    root: str,
    page: str,
    queries: Mapping[str, Sequence[str]],
    pause: int | None,
    times: int = 3,
) -> Iterator[Search]:
    """How long a reader of the page waits for the first result, in each language: medians."""
    for folder, several in queries.items():
        for words in several:
            waits = []
            for _ in range(times):
                tab = browser.new_page()
                tab.goto(root + folder + page, wait_until="networkidle")
                waits.append(tab.evaluate(FIRST_RESULT, [words, pause]))
                tab.close()
            ready, shown = map(median, zip(*waits, strict=True))
            yield Search(f"{folder.strip('/') or 'zh'} {words}", ready, shown)


def lighthouse_program() -> Path:
    folder = ROOT / ".cache" / "lighthouse"
    program = folder / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        npm = Path(node_command()).with_name("npm")
        install = [str(npm), "install", "--prefix", str(folder), "--no-audit", LIGHTHOUSE]
        subprocess.run(install, check=True, capture_output=True)
    return program


def lighthouse(url: str, chromium: Path) -> dict[str, float]:
    """One run on the profile of a phone: 1.6 Mbit/s, 150 ms, a processor slowed four times."""
    done = subprocess.run(
        [
            node_command(),
            str(lighthouse_program()),
            url,
            "--quiet",
            "--output=json",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--chrome-flags=--headless {' '.join(FLAGS)}",
        ],
        env={"CHROME_PATH": str(chromium), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    report = json.loads(done.stdout)
    scores = {name: 100 * report["categories"][name]["score"] for name in CATEGORIES}
    return scores | {name: report["audits"][name]["numericValue"] for name in AUDITS}


def show_lighthouse(root: str, chromium: Path, runs: int, console: Console) -> dict[str, float]:
    """Print it for one page a template; the worst of each."""
    table = Table(title=f"Lighthouse, median of {runs}", title_justify="left")
    for heading in ("page", *CATEGORIES, "LCP s", "TBT ms", "CLS"):
        table.add_column(heading, justify="left" if heading == "page" else "right")
    medians = []
    for page in TEMPLATES:
        found = [lighthouse(root + page, chromium) for _ in range(runs)]
        middle = {name: median(run[name] for run in found) for name in found[0]}
        medians.append(middle)
        numbers = [f"{middle[name]:.0f}" for name in CATEGORIES]
        paint, blocked, shift = (middle[name] for name in AUDITS)
        table.add_row(
            page or "/", *numbers, f"{paint / 1000:.1f}", f"{blocked:.0f}", f"{shift:.3f}"
        )
    console.print(table)
    paint, _, shift = AUDITS
    return {
        "paint": max(middle[paint] for middle in medians) / 1000,
        "shift": max(middle[shift] for middle in medians),
        "performance": min(middle[CATEGORIES[0]] for middle in medians),
        "other scores": min(middle[name] for middle in medians for name in CATEGORIES[1:]),
    }


def pages_of(site: Path) -> list[str]:
    """The addresses of all pages, from the site's root."""
    folders = (file.parent.relative_to(site).as_posix() for file in site.rglob("index.html"))
    return sorted("" if folder == "." else f"{folder}/" for folder in folders)


def measure_pages(site: Path, console: Console, *, runs: int) -> dict[str, float]:
    """Print everything about the pages of a built site; the worst of each."""
    pages = pages_of(site)
    chromium = find_browser()
    with served(site) as root:
        with sync_playwright() as playwright:
            browser = launch(playwright, chromium)
            weights = list(weigh(browser, root, pages))
            show_weights(weights, console)
            searches = list(first_results(browser, root, "reference/about/", QUERIES, TYPING))
            console.print("\n".join(map(str, searches)))
            browser.close()
        worst = {
            "first visit": max(weight.first for weight in weights) / 1000,
            "second page": max(weight.second for weight in weights) / 1000,
            "styles": max(weight.styles for weight in weights) / 1000,
            "result": max(search.shown for search in searches),
        }
        if runs:
            worst |= show_lighthouse(root, chromium, runs, console)
    return worst
