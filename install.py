"""Makes .venv and node_modules: python3 install.py. Nothing but Python is needed.

What was installed is recorded beside it and compared by content, never by time. After one that was
interrupted, the next installation starts afresh; a .venv made by hand is completed.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCK = ROOT / ".cache" / "install.lock"
UNFINISHED = ROOT / ".cache" / "install.unfinished"  # while pip is at work, or when it was killed
# What is wanted, and the record of what is there.
REQUIREMENTS = ROOT / "requirements.txt"
PACKAGES = VENV / "installed.txt"
NODE_LOCK = ROOT / "package-lock.json"
NODE_PACKAGES = ROOT / "node_modules" / "installed.json"


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  (any Python may be tried)
        version = sys.version.split()[0]
        print(f"Python 3.11 or newer is needed; this is {version}. Try: make PYTHON=python3.11")
        return 1
    if python_packages_there() and node_packages_there():
        return 0
    try:
        LOCK.parent.mkdir(exist_ok=True)
        with only_one() as lock:
            install_python_packages(lock)
            install_node_packages(lock)
    except subprocess.CalledProcessError as failed:
        command = " ".join(map(str, failed.cmd))
        print(f"{command} failed: mend what it says above, then run the command again")
        return 1
    except OSError as error:
        print(f"{error}: mend that, then run the command again")
        return 1
    except KeyboardInterrupt:
        print("interrupted: the next run starts afresh")
        return 130
    return 0


@contextlib.contextmanager
def only_one():
    """Wait for another installation in this folder. What it has started holds the lock too."""
    if os.name == "nt":
        yield None
        return
    import fcntl

    with LOCK.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("waiting for another installation in this folder", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def install_python_packages(lock) -> None:
    if python_packages_there():
        return
    print("installing Python packages into .venv: some minutes, once", flush=True)
    interrupted = UNFINISHED.exists()
    if interrupted:
        print("the last installation was interrupted: starting afresh", flush=True)
    UNFINISHED.touch()
    if interrupted or not PYTHON.exists():
        run(lock, sys.executable, "-m", "venv", "--clear", VENV)
    pip = (PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(lock, *pip, "install", "-r", REQUIREMENTS)
    shutil.copyfile(REQUIREMENTS, PACKAGES)
    UNFINISHED.unlink()


def install_node_packages(lock) -> None:
    if node_packages_there():
        return
    print("installing what npm brings into node_modules", flush=True)
    NODE_PACKAGES.unlink(missing_ok=True)
    run(lock, shutil.which("npm", path=str(BIN)) or "npm", "ci", "--loglevel=error")
    shutil.copyfile(NODE_LOCK, NODE_PACKAGES)


def python_packages_there() -> bool:
    return PYTHON.exists() and not UNFINISHED.exists() and same(REQUIREMENTS, PACKAGES)


def node_packages_there() -> bool:
    return same(NODE_LOCK, NODE_PACKAGES)


def same(wanted: Path, record: Path) -> bool:
    return record.exists() and record.read_bytes() == wanted.read_bytes()


def run(lock, *command) -> None:
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    inherited = () if lock is None else (lock.fileno(),)
    environment = {**os.environ, "PATH": path}
    subprocess.run(command, cwd=ROOT, env=environment, pass_fds=inherited, check=True)


if __name__ == "__main__":
    sys.exit(main())
