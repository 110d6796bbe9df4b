"""tests/doctor.py: on machines that lack one thing or another, and as a command on this one."""

from __future__ import annotations

import ast
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests import doctor
from tests.doctor import Machine, examine, main

FILE = Path(doctor.__file__)


def complete(**changes: Any) -> Machine:
    """A Debian machine that has everything, but for `changes`."""
    given: dict[str, Any] = {
        "system": "Linux",
        "python": (3, 11, 2),
        "environment": {},
        "which": lambda name: f"/usr/bin/{name}",
        "exists": lambda file: False,
        "has_module": lambda name: True,
        "run": lambda command: (0, "Noto Sans CJK SC"),
        "free_bytes": lambda folder: 50e9,
        "is_writable": lambda folder: True,
        "port_is_free": lambda port: True,
        "is_root": False,
    }
    return Machine(**{**given, **changes})


def without(*names: str) -> Any:
    return lambda name: None if name in names else f"/usr/bin/{name}"


def failing(program: str, said: str = "") -> Any:
    def run(command: Sequence[str]) -> tuple[int, str]:
        return (1, said) if program in command[:3] else (0, "Noto Sans CJK SC")

    return run


def test_a_complete_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(complete()) == 0
    *lines, empty, last = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert all(line.startswith("ok       ") for line in lines)
    assert (empty, last) == ("", "nothing is missing")


NO_BROWSER = without(*doctor.BROWSERS)
LACKING = {
    "python": ({"python": (3, 9, 6)}, "Python 3.11 or newer (this is 3.9.6", "brew install python"),
    "venv": (
        {"has_module": lambda name: name != "ensurepip"},
        "virtual environments",
        "sudo apt-get install python3-venv",
    ),
    "make": ({"which": without("make")}, "make", "xcode-select --install"),
    "git": ({"which": without("git")}, "git", "winget install Git.Git"),
    "browser": (
        {"which": NO_BROWSER},
        "Chromium, for",
        "sudo apt-get install chromium-headless-shell",
    ),
    "named": ({"environment": {"CHROMIUM": "/x"}}, "Chromium: CHROMIUM names /x", "unset CHROMIUM"),
    "fonts": ({"run": failing("fc-list")}, "fonts for Chinese", "fonts-noto-cjk"),
    "no fonts": ({"run": lambda command: (0, "")}, "fonts for Chinese", "fonts-noto-cjk"),
    "space": ({"free_bytes": lambda folder: 1.2e9}, "disk space: 1.2 GB free, 5 GB", "pip cache"),
    "write": ({"is_writable": lambda folder: False}, "permission", "sudo chown -R"),
    "pip": (
        {"run": failing("pip", "one\nNo route")},
        "Python packages: pip does not reach its registry: No route",
        "pip config set global.index-url",
    ),
    "npm": (
        {"run": failing("view")},
        "npm packages: npm does not reach its registry: it says nothing",
        "npm config set registry",
    ),
    "port": ({"port_is_free": lambda port: False}, "port 8000 is taken", "make serve PORT=8001"),
}


@pytest.mark.parametrize("name", LACKING)
def test_what_is_missing_is_named_with_a_way_to_get_it(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    changes, what, way = LACKING[name]
    assert main(complete(**changes)) == 1
    said = capsys.readouterr().out
    assert said.endswith("\n1 missing\n")
    (absent,) = re.findall(r"^missing  .*(?:\n {11}.*)*", said, re.MULTILINE)
    assert absent.startswith(f"missing  {what}")
    assert way in absent
    ways = absent.splitlines()[1:]
    assert len(ways) == 1 or [w.split()[0] for w in ways] == ["Debian", "macOS", "Windows"]


def test_a_machine_that_needs_nothing_done() -> None:
    """What the system brings, or the next command will, is not missing."""
    apple = complete(system="Darwin", run=failing("fc-list"), which=NO_BROWSER)
    place = doctor.BROWSER_PLACES[0]
    apple = Machine(**{**apple.__dict__, "exists": lambda file: str(file) == place})
    root = complete(is_root=True, which=NO_BROWSER)
    fresh = complete(which=without("npm"), has_module=lambda name: name != "pip")
    for machine in (apple, root, fresh):
        assert [str(line) for line in examine(machine, 8000) if not line.ok] == []


def test_as_a_command_with_the_system_s_python_alone() -> None:
    """No package in reach; the port is really looked at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(FILE)],
            env={"PATH": "", "PORT": str(port)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "")
    assert "`make setup` tries them, this Python has no pip" in done.stdout
    assert f"missing  port {port} is taken" in done.stdout
    assert len(re.findall(r"^(?:ok|missing)  ", done.stdout, re.MULTILINE)) == 11


def test_a_machine_without_python() -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "doctor", "PYTHON=no-such-python"],
        cwd=FILE.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode
    assert done.stdout.startswith("missing  Python 3.11 or newer, no-such-python is not there: ")
    assert "sudo apt-get install python3-venv" in done.stdout


def test_an_older_python_can_read_it() -> None:
    ast.parse(FILE.read_text(encoding="utf-8"), feature_version=(3, 7))


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    assert doctor.is_writable(tmp_path)
    assert not doctor.is_writable(tmp_path / "none")


def test_a_command_that_is_not_there() -> None:
    code, said = doctor.run(["no-such-command"])
    assert code == 127
    assert "no-such-command" in said


def test_the_registry_is_tried_with_a_package_that_the_project_needs() -> None:
    assert re.fullmatch(rf"{doctor.SMALL}==[\d.]+", doctor.pinned(doctor.SMALL))
