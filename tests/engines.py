"""Every page in Firefox and in Safari's engine: the tests have Chromium alone.

    make engines [PAGES=basics]

Each page of the built site is opened in windows of a tablet and of two phones and unfolded: what
it complains of, formulas that are not drawn, what sticks out of the window. Firefox is driven by
puppeteer, WebKitGTK (Safari's engine on Linux) through selenium by its own driver; both libraries
are fetched on first use, into .cache. Exits with 1 if there is anything to mend, or no browser.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

from tests.bench_pages import pages_of
from tests.bench_peers import environment
from tests.built.reader import UNDRAWN
from tests.built.test_sweep import STICKS_OUT
from tests.site import ROOT, listening
from verify.node import node_command

PUPPETEER, SELENIUM = "puppeteer-core@25.16.0", "selenium==4.51.0"
WIDTHS = (768, 390, 320)
SCREEN = "-screen 0 1700x1200x24"
ADVICE = "sudo apt-get install firefox-esr webkit2gtk-driver xvfb"
# What is to be mended on the page as it stands, in words. All of it is laid out and has its fonts
# before anything is measured.
LOOK = f"""async () => {{
    const DRAWN = /^<(path|g|rect|circle)\\b/; // Firefox counts in how thick they are
    document.documentElement.classList.add('whole');
    document.documentElement.classList.remove('embedded'); // WebKit looks through a frame
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    await document.fonts.ready;
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    return [
        ...({UNDRAWN})().map(formula => `not drawn: ${{formula.slice(0, 60)}}`),
        ...({STICKS_OUT})().filter(what => !DRAWN.test(what))
            .map(what => `sticks out: ${{what.slice(0, 160)}}`),
    ];
}}"""


class NoEngineError(Exception):
    """A browser that is not there; the message says how to get it."""


def firefox() -> list[str]:
    """The command that looks at pages in Firefox; what to look at comes by its input."""
    program = next((found for name in ("firefox-esr", "firefox") if (found := which(name))), None)
    if program is None:
        raise NoEngineError(f"Firefox is not there: {ADVICE}")
    folder = ROOT / ".cache" / "firefox"
    if not (folder / "node_modules" / "puppeteer-core").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        npm = str(Path(node_command()).with_name("npm"))
        install = [npm, "install", "--prefix", str(folder), "--no-audit", PUPPETEER]
        subprocess.run(install, check=True, capture_output=True)
    return [node_command(), str(Path(__file__).with_name("firefox.mjs")), str(folder), program]


def webkit() -> list[str]:
    """The same for WebKitGTK."""
    driver = which("WebKitWebDriver")
    browser = next(Path("/usr").glob("lib/*/webkit2gtk-4.*/MiniBrowser"), None)
    screen = which("xvfb-run")  # it has no mode without a window
    if not (driver and browser and screen):
        raise NoEngineError(f"WebKitGTK, its driver or Xvfb is not there: {ADVICE}")
    python = environment(ROOT / ".cache" / "webkit", [SELENIUM])
    program = str(Path(__file__).with_name("webkit.py"))
    return [screen, "-a", "-s", SCREEN, str(python), program, driver, str(browser)]


ENGINES = {"Firefox": firefox, "WebKit": webkit}


def complaints(command: list[str], addresses: list[str]) -> Iterator[tuple[str, str]]:
    """(page and width, what is to be mended), as the browser comes to it."""
    request = json.dumps({"addresses": addresses, "widths": WIDTHS, "look": LOOK})
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(request)
        process.stdin.close()
        seen = 0
        for line in process.stdout:
            answer: dict[str, Any] = json.loads(line)
            seen += 1
            for what in answer["found"]:
                yield f"{answer['address']} at {answer['width']} px", what
    if process.returncode or seen != len(addresses) * len(WIDTHS):
        yield "all", f"broken off after {seen} looks, exit code {process.returncode}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engines", description=__doc__)
    parser.add_argument("--pages", default="", help="only those whose address has this in it")
    options = parser.parse_args(arguments)
    site = ROOT / "site"
    if not (site / "index.html").is_file():
        print("there is no site: `make build` makes it", file=sys.stderr)
        return 1
    wanted = [page for page in pages_of(site) if options.pages in page]
    problems = 0
    with listening("/", site) as server:
        for name, find in ENGINES.items():
            try:
                command = find()
            except NoEngineError as error:
                print(error)
                problems += 1
                continue
            count = 0
            for place, what in complaints(command, [server.url + page for page in wanted]):
                print(f"{name}: {place.removeprefix(server.url)}: {what}", flush=True)
                count += 1
            print(f"{name}: {len(wanted)} pages in {len(WIDTHS)} widths, {count} to mend")
            problems += count
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
