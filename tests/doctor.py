"""Says what is missing on this machine, and how to get it: `make doctor`.

Where there is no make either:

    python3 tests/doctor.py

It needs nothing but the system's Python, which may be older (from 3.7) than the one that the
project needs: it is for machines on which nothing works yet.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Callable, Iterator, Mapping, Sequence  # noqa: UP035 (Python 3.7)

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
# GB. The libraries of .venv take half of it (with CUDA several more); the rest is for the caches,
# the built site and the copies that tests make.
SPACE = 5
SMALL = "genanki"  # of requirements.txt, to try the registry with

BROWSERS = (
    "chromium-headless-shell",  # has no window to keep: pages open faster
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
BROWSER_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
# Debian's, which `make test` installs where it may.
PACKAGES = ("chromium-headless-shell", "fonts-noto-cjk")
SYSTEMS = ("Debian", "macOS", "Windows")


@dataclass(frozen=True)
class Line:
    """What one look found; `advice` is one sentence, or a command for each of SYSTEMS."""

    ok: bool
    what: str
    advice: Sequence[str] = ()

    def __str__(self) -> str:
        head = ("ok       " if self.ok else "missing  ") + self.what
        if self.ok:
            return head
        if len(self.advice) == 1:
            return head + "\n           " + self.advice[0]
        ways = zip(SYSTEMS, self.advice)  # noqa: B905 (Python 3.7)
        return "\n           ".join([head, *(name.ljust(9) + way for name, way in ways)])


def missing(what: str, *advice: str) -> Line:
    return Line(False, what, advice)


def run(command: Sequence[str]) -> tuple[int, str]:
    """The exit code of a command and what it said, on whichever stream."""
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
    except OSError as error:
        return 127, str(error)
    return done.returncode, done.stdout.strip()


def port_is_free(port: int) -> bool:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def is_writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=str(folder)):
            return True
    except OSError:
        return False


@dataclass(frozen=True)
class Machine:
    """All that the doctor asks of the computer; tests put their own answers in."""

    system: str = platform.system()
    python: tuple[int, ...] = tuple(sys.version_info[:3])
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    which: Callable[[str], str | None] = shutil.which
    exists: Callable[[Path], bool] = Path.exists
    has_module: Callable[[str], bool] = lambda name: find_spec(name) is not None
    run: Callable[[Sequence[str]], tuple[int, str]] = run
    free_bytes: Callable[[Path], int] = lambda folder: shutil.disk_usage(str(folder)).free
    is_writable: Callable[[Path], bool] = is_writable
    port_is_free: Callable[[int], bool] = port_is_free
    is_root: bool = hasattr(os, "geteuid") and os.geteuid() == 0


def examine(machine: Machine, port: int) -> Iterator[Line]:
    """One line for each thing that the project needs."""
    yield python(machine)
    yield environments(machine)
    yield make(machine)
    yield git(machine)
    yield browser(machine)
    yield chinese(machine)
    yield space(machine)
    yield permission(machine)
    yield python_packages(machine)
    yield node_packages(machine)
    yield free_port(machine, port)


def python(machine: Machine) -> Line:
    version = ".".join(map(str, machine.python))
    if machine.python >= OLDEST:
        return Line(True, f"Python {version}")
    wanted = ".".join(map(str, OLDEST))
    return missing(
        f"Python {wanted} or newer (this is {version}; with another: make PYTHON=python{wanted})",
        f"sudo apt-get install python{wanted} python{wanted}-venv",
        f"brew install python@{wanted}",
        f"winget install Python.Python.{wanted}",
    )


def environments(machine: Machine) -> Line:
    """Debian leaves `ensurepip` out of Python, so that `python -m venv` fails."""
    if machine.has_module("venv") and machine.has_module("ensurepip"):
        return Line(True, "virtual environments")
    return missing(
        "virtual environments (Python's modules venv and ensurepip)",
        "sudo apt-get install python3-venv",
        "brew install python",
        "winget install Python.Python.3.12",
    )


def make(machine: Machine) -> Line:
    if machine.which("make"):
        return Line(True, "make")
    return missing(
        "make",
        "sudo apt-get install make",
        "xcode-select --install",
        "not needed: README.md has the commands without it",
    )


def git(machine: Machine) -> Line:
    if machine.which("git"):
        return Line(True, "git")
    return missing(
        "git",
        "sudo apt-get install git",
        "xcode-select --install",
        "winget install Git.Git",
    )


def browser(machine: Machine) -> Line:
    """Its absence is nothing to act on where `make test` can get one by itself."""
    named = machine.environment.get("CHROMIUM")
    if named:
        if machine.exists(Path(named)):
            return Line(True, f"Chromium: {named}, from CHROMIUM in the environment")
        return missing(f"Chromium: CHROMIUM names {named}, which is not there", "unset CHROMIUM")
    found = [place for place in map(machine.which, BROWSERS) if place]
    found += [place for place in BROWSER_PLACES if machine.exists(Path(place))]
    if found:
        return Line(True, f"Chromium: {found[0]}")
    if machine.is_root and machine.which("apt-get"):
        return Line(True, f"Chromium: none yet, `make test` installs {' '.join(PACKAGES)}")
    return missing(
        "Chromium, for `make test` (which tries Playwright’s, if its download can be reached)",
        f"sudo apt-get install {' '.join(PACKAGES)}",
        "brew install --cask chromium",
        "nothing to do: Edge is part of the system; else winget install Google.Chrome",
    )


def chinese(machine: Machine) -> Line:
    if machine.system in ("Darwin", "Windows"):
        return Line(True, "fonts for Chinese: part of the system")
    code, said = machine.run(["fc-list", ":lang=zh-cn", "family"])
    if code == 0 and said:
        return Line(True, "fonts for Chinese: " + said.splitlines()[0])
    return missing(
        "fonts for Chinese (the Chinese cheat sheet would print boxes)",
        "sudo apt-get install fontconfig fonts-noto-cjk",
        "part of the system",
        "part of the system",
    )


def space(machine: Machine) -> Line:
    free = machine.free_bytes(ROOT) / 1e9
    if free >= SPACE:
        return Line(True, f"disk space: {free:.0f} GB free")
    return missing(
        f"disk space: {free:.1f} GB free, {SPACE} GB needed",
        "empty the bin and the package caches (pip cache purge), or move this folder",
    )


def permission(machine: Machine) -> Line:
    if machine.is_writable(ROOT):
        return Line(True, "permission to write into this folder")
    return missing(
        "permission to write into this folder",
        f'sudo chown -R "$USER" "{ROOT}"',
        f'sudo chown -R "$USER" "{ROOT}"',
        f'icacls "{ROOT}" /grant "%USERNAME%":F /T',
    )


def python_packages(machine: Machine) -> Line:
    """Whether pip, as this machine configures it, brings a package."""
    if not machine.has_module("pip"):
        return Line(True, "Python packages: `make setup` tries them, this Python has no pip")
    with tempfile.TemporaryDirectory() as folder:
        limits = ["--timeout", "15", "--retries", "0", "--disable-pip-version-check"]
        options = ["--quiet", "--no-deps", "--no-cache-dir", *limits, "-d", folder]
        command = [sys.executable, "-m", "pip", "download", *options, pinned(SMALL)]
        code, said = machine.run(command)
    if code == 0:
        return Line(True, "Python packages: pip reaches its registry")
    return missing(
        f"Python packages: pip does not reach its registry: {last_line(said)}",
        "behind a proxy set HTTPS_PROXY; "
        "for a mirror near you: pip config set global.index-url ADDRESS",
    )


def node_packages(machine: Machine) -> Line:
    """npm comes with `make setup`, of which it is the last step."""
    npm = machine.which("npm") or next(
        (str(file) for file in (ROOT / ".venv/bin/npm",) if machine.exists(file)), None
    )
    if npm is None:
        return Line(True, "npm: comes with `make setup`")
    code, said = machine.run(
        [npm, "view", "katex", "version", "--fetch-retries=0", "--fetch-timeout=15000"]
    )
    if code == 0:
        return Line(True, "npm packages: npm reaches its registry")
    return missing(
        f"npm packages: npm does not reach its registry: {last_line(said)}",
        "behind a proxy: npm config set proxy ADDRESS; "
        "for a mirror near you: npm config set registry ADDRESS",
    )


def free_port(machine: Machine, port: int) -> Line:
    if machine.port_is_free(port):
        return Line(True, f"port {port} is free for `make serve`")
    return missing(f"port {port} is taken", f"take another: make serve PORT={port + 1}")


def pinned(package: str) -> str:
    """The package with its version, as requirements.txt has it."""
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    found = re.search(rf"^{package}==\S+$", text, re.MULTILINE)
    assert found, f"requirements.txt has no {package}"
    return found.group()


def last_line(said: str) -> str:
    return said.splitlines()[-1] if said else "it says nothing"


def main(machine: Machine | None = None) -> int:
    machine = machine or Machine()
    lines = list(examine(machine, int(machine.environment.get("PORT") or 8000)))
    print("\n".join(map(str, lines)))
    absent = sum(not line.ok for line in lines)
    print(f"\n{absent} missing" if absent else "\nnothing is missing")
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main())
