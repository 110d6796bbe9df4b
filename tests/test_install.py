"""install.py, with stand-ins for venv, pip and npm: interrupted, repeated, twice at once."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Each notes its call, and dies with its caller when it is told to, its work half done.
STAND_IN = """#!{python}
import os, pathlib, signal, sys
root = pathlib.Path({root!r})
with (root / "log").open("a") as log:
    print("{name}", *[a for a in sys.argv[1:] if a.startswith("--cl")], file=log)
{work}
if os.environ.get("FAULT") == "killed {name}":
    os.kill(os.getppid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)
if os.environ.get("FAULT") == "{name} waits":
    (root / "waits").open().read()
if os.environ.get("FAULT") == "{name} fails":
    sys.exit(1)
"""
MAKES_VENV = """
folder = root / ".venv" / "bin"
folder.mkdir(parents=True, exist_ok=True)
(folder / "python").unlink(missing_ok=True)
(folder / "python").symlink_to(sys.executable)
(folder / "npm").write_bytes((root / "stand-ins" / "npm").read_bytes())
(folder / "npm").chmod(0o755)
"""
MAKES_NODE = '(root / "node_modules").mkdir(exist_ok=True)'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A clone in which nothing is installed."""
    shutil.copy(ROOT / "install.py", tmp_path)
    (tmp_path / "requirements.txt").write_text("one==1\n", encoding="utf-8")
    (tmp_path / "package-lock.json").write_text("{}\n", encoding="utf-8")
    (tmp_path / "stand-ins").mkdir()
    works = {"venv.py": MAKES_VENV, "pip.py": "", "npm": MAKES_NODE}
    for file, work in works.items():
        text = STAND_IN.format(
            python=sys.executable, root=str(tmp_path), name=file.removesuffix(".py"), work=work
        )
        (tmp_path / "stand-ins" / file).write_text(text, encoding="utf-8")
    return tmp_path


def start(folder: Path, fault: str = "") -> subprocess.Popen[str]:
    environment = {**os.environ, "FAULT": fault, "PYTHONPATH": str(folder / "stand-ins")}
    command = [sys.executable, str(folder / "install.py")]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def install(folder: Path, fault: str = "") -> tuple[int, str, list[str]]:
    """Exit code, what was said, and what was called."""
    (folder / "log").write_text("", encoding="utf-8")
    process = start(folder, fault)
    said, _ = process.communicate()
    return process.returncode, said, calls(folder)


def calls(folder: Path) -> list[str]:
    return (folder / "log").read_text(encoding="utf-8").splitlines()


ALL = ["venv --clear", "pip", "npm"]


def test_installed_once(folder: Path) -> None:
    assert install(folder)[::2] == (0, ALL)
    assert install(folder) == (0, "", [])


@pytest.mark.parametrize(
    ("killed", "again"),
    [("venv", ALL), ("pip", ALL), ("npm", ["npm"])],
)
def test_an_interrupted_installation_starts_afresh(
    folder: Path, killed: str, again: list[str]
) -> None:
    assert install(folder, f"killed {killed}")[0] == -signal.SIGKILL
    code, said, called = install(folder)
    assert (code, called) == (0, again)
    assert ("interrupted: starting afresh" in said) == (killed != "npm")
    assert install(folder)[::2] == (0, [])


def test_a_change_is_seen_whatever_the_clock_says(folder: Path) -> None:
    install(folder)
    for name, called in {"requirements.txt": ["pip"], "package-lock.json": ["npm"]}.items():
        file = folder / name
        file.write_text(f"{file.read_text(encoding='utf-8')}\n", encoding="utf-8")
        os.utime(file, (0, 0))
        assert install(folder)[::2] == (0, called)
        os.utime(file, (1 << 32, 1 << 32))
        assert install(folder)[::2] == (0, [])


def test_an_interrupted_change_starts_afresh(folder: Path) -> None:
    install(folder)
    (folder / "requirements.txt").write_text("one==2\n", encoding="utf-8")
    assert install(folder, "killed pip")[::2] == (-signal.SIGKILL, ["pip"])
    (folder / "requirements.txt").write_text("one==1\n", encoding="utf-8")
    assert install(folder)[::2] == (0, ALL[:2])


def test_a_python_that_is_gone_is_replaced(folder: Path) -> None:
    install(folder)
    python = folder / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(folder / "uninstalled")
    assert install(folder)[::2] == (0, ALL[:2])


def test_a_folder_that_cannot_be_written_is_told(folder: Path) -> None:
    (folder / ".cache").write_text("in the way", encoding="utf-8")
    code, said, _ = install(folder)
    assert code == 1
    assert said.endswith(".cache': mend that, then run the command again\n")
    (folder / ".cache").unlink()
    install(folder)
    shutil.rmtree(folder / ".cache")
    (folder / ".cache").write_text("in the way", encoding="utf-8")
    assert install(folder) == (0, "", [])  # nothing to install


def test_a_venv_made_by_hand_is_completed(folder: Path) -> None:
    """The readme lets people install torch for their machine first."""
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    shutil.copy(folder / "stand-ins" / "npm", python.with_name("npm"))
    python.with_name("npm").chmod(0o755)
    assert install(folder)[::2] == (0, ALL[1:])


@pytest.mark.parametrize("name", ["venv", "pip", "npm"])
def test_a_failure_is_told(folder: Path, name: str) -> None:
    code, said, _ = install(folder, f"{name} fails")
    assert code == 1
    assert name in said
    assert said.endswith("failed: mend what it says above, then run the command again\n")
    assert install(folder)[0] == 0


@pytest.mark.parametrize("killed", [False, True])
def test_the_second_waits_for_the_first(folder: Path, killed: bool) -> None:
    """Also for the pip of one that was killed, which goes on."""
    os.mkfifo(folder / "waits")
    first = start(folder, "pip waits")
    hold = os.open(folder / "waits", os.O_WRONLY)  # returns when pip waits
    if killed:
        first.kill()
        first.wait()
    second = start(folder)
    assert second.stdout is not None
    assert second.stdout.readline() == "waiting for another installation in this folder\n"
    os.close(hold)
    assert first.wait() == (-signal.SIGKILL if killed else 0)
    assert second.wait() == 0
    assert calls(folder) == [*ALL[:2], *(ALL if killed else ALL[2:])]


def test_make_installs_first() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "setup:  ## make .venv and node_modules\n\t@$(PYTHON) install.py\n" in makefile
