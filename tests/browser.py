"""Finds a Chromium for the tests of the built site, and gets one where there is none.

    python -m tests.browser

prints the browser that the tests will use. It looks at $CHROMIUM, at the usual names and places,
and at Playwright's own; then it tries the Debian package (as root) and `playwright install`. If
all that fails it says what it tried and exits with 1: the tests never skip the browser.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.doctor import BROWSER_PLACES, BROWSERS, PACKAGES

Answer = TypeVar("Answer")

FLAGS = (
    "--no-sandbox",  # containers often run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
APT_INSTALL = ("apt-get", "install", "-y", "--no-install-recommends", *PACKAGES)
QUIET = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}  # packages ask no questions
PLAYWRIGHT_INSTALL = (sys.executable, "-m", "playwright", "install", "chromium")
ADVICE = f"""\
The tests of the built site need a Chromium. One of these gets it:
  sudo {" ".join(APT_INSTALL)}
  {" ".join(PLAYWRIGHT_INSTALL)}
  install Chromium or Google Chrome by hand and set CHROMIUM=/path/to/its/program"""


class NoBrowserError(Exception):
    """No Chromium that starts; the message lists what was tried and how to get one."""

    def __init__(self, tried: list[str]) -> None:
        self.tried = tried
        super().__init__("\n".join(["No Chromium was found. Tried:", *tried, "", ADVICE]))


def launch(playwright: Playwright, path: Path) -> Browser:
    """Start the browser at `path` as all tests do."""
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS))


def aside(ask: Callable[[], Answer]) -> Answer:
    """What `ask` answers, in a thread of its own.

    Playwright refuses to start where another one is at work, as it is all through the tests of
    the built site; those of the guide look for a browser in the same process.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(ask).result()


def why_not(path: Path) -> str | None:
    """Why the program at `path` cannot drive a page; None if it can.

    Existing is not enough: Ubuntu's /usr/bin/chromium-browser only says that it wants snap.
    """

    def drive() -> None:
        with sync_playwright() as playwright:
            browser = launch(playwright, path)
            browser.new_page().goto("about:blank")
            browser.close()

    try:
        aside(drive)
    except Exception as error:  # whatever is wrong with it, the next candidate is to be tried
        return next((line for line in str(error).splitlines() if line.strip()), repr(error))
    return None


def playwright_path() -> Path:
    """Where Playwright would have put its own Chromium."""

    def ask() -> Path:
        with sync_playwright() as playwright:
            return Path(playwright.chromium.executable_path)

    return aside(ask)


def run(command: tuple[str, ...]) -> int:
    """Run `command` with its output on standard error; its exit code."""
    print("+", " ".join(command), file=sys.stderr, flush=True)
    try:
        return subprocess.run(command, stdout=sys.stderr, env=QUIET, check=False).returncode
    except OSError as error:
        print(error, file=sys.stderr)
        return 127


@dataclass(frozen=True)
class Machine:
    """All that the search asks of the computer; tests put their own answers in."""

    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    which: Callable[[str], str | None] = shutil.which
    exists: Callable[[Path], bool] = Path.exists
    why_not: Callable[[Path], str | None] = why_not
    playwright_path: Callable[[], Path] = playwright_path
    run: Callable[[tuple[str, ...]], int] = run
    is_root: bool = hasattr(os, "geteuid") and os.geteuid() == 0


def candidates(machine: Machine) -> Iterator[tuple[str, Path | None]]:
    """Each place to look, with what is there."""
    for name in BROWSERS:
        found = machine.which(name)
        yield f"{name} on PATH", Path(found) if found else None
    for place in map(Path, BROWSER_PLACES):
        if machine.exists(place):
            yield str(place), place
    own = machine.playwright_path()
    yield f"Playwright's own, {own}", own if machine.exists(own) else None


def find_browser(machine: Machine | None = None) -> Path:
    """The first Chromium that starts; NoBrowserError if there is none.

    CHROMIUM in the environment is an order, not a hint: if it does not start, nothing else is
    tried, so that nobody tests with another browser than the one he named.
    """
    machine = machine or Machine()
    named = machine.environment.get("CHROMIUM")
    places = [("CHROMIUM in the environment", Path(named))] if named else candidates(machine)
    tried = []
    for place, path in places:
        if path is None:
            tried.append(f"  {place}: not there")
            continue
        reason = machine.why_not(path)
        if reason is None:
            return path
        tried.append(f"  {place} ({path}): does not start: {reason}")
    raise NoBrowserError(tried)


def install_commands(machine: Machine) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Ways to get a browser, each as the commands to run one after the other."""
    if machine.is_root and machine.which("apt-get"):
        yield ("apt-get", "update"), APT_INSTALL
    yield (PLAYWRIGHT_INSTALL,)


def get_browser(machine: Machine | None = None) -> Path:
    """As `find_browser`, but installs one if there is none."""
    machine = machine or Machine()
    try:
        return find_browser(machine)
    except NoBrowserError as error:
        if machine.environment.get("CHROMIUM"):
            raise
        tried = error.tried
    for commands in install_commands(machine):
        way = " && ".join(" ".join(command) for command in commands)
        failed = next((c for c in map(machine.run, commands) if c), 0)
        if failed:
            tried.append(f"  {way}: failed with exit code {failed}")
            continue
        try:
            return find_browser(machine)
        except NoBrowserError as error:
            tried += [f"  {way}: succeeded, but then:", *(f"  {line}" for line in error.tried)]
    raise NoBrowserError(tried)


def main() -> int:
    try:
        print(f"browser for the tests: {get_browser()}")
    except NoBrowserError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
