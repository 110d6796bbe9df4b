"""Commands of a small project, ended in the middle: `make faults` does it many times.

A command runs in a forked child, which ends at once, as by SIGKILL, at a given moment: before a
certain file operation, right after it (a file is open and still empty), or after a certain
processor time. None depends on how busy the machine is. Then nothing may be half-written, and the
next run must bring what an undisturbed one brings.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from publish.__main__ import main as publish
from tests.test_publish import change, contents, make_project
from verify.__main__ import main as verify
from verify.files import DRAFT

CHANGING = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
TEXTS = ("Twice is", "The double is")  # what the page says by turns
MORE = 8  # snippets beside the one of the project


@dataclass(frozen=True)
class Course:
    """How far a run came."""

    operations: int
    seconds: float


@dataclass(frozen=True)
class Moment:
    """When a run ends: before or after an operation, counted from 1, or after processor time."""

    operation: int = 0
    after: bool = False
    seconds: float = 0.0

    @classmethod
    def among(cls, course: Course, chance: random.Random) -> Moment:
        """A random one of an undisturbed run."""
        kind = chance.choice(("before", "after", "time"))
        if kind == "time":
            return cls(seconds=chance.uniform(0.001, course.seconds))
        return cls(chance.randint(1, course.operations), after=kind == "after")


def forked(command: Callable[[], int], moment: Moment, log: Path, course: Path) -> int:
    """Start the command in a child, its output in `log`; the child's process id."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdout, sys.stderr = (os.fdopen(n, "w", closefd=False) for n in (1, 2))
        count = end_at(moment)
        code = command()
        course.write_text(json.dumps([count[0], time.process_time()]), encoding="utf-8")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def end_at(moment: Moment) -> list[int]:
    """End this process then; returns the running count of its file operations."""
    count = [0]

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        writes = event == "open" and (arguments[2] or 0) & WRITING
        if writes or event.startswith(CHANGING):
            count[0] += 1
            if count[0] == moment.operation and moment.after:
                sys.setprofile(end_on_return)
            elif count[0] == moment.operation:
                os.kill(os.getpid(), signal.SIGKILL)

    def end_on_return(frame: object, event: str, argument: object) -> None:
        if event == "c_return":
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
    if moment.seconds:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process as SIGKILL does
        signal.setitimer(signal.ITIMER_PROF, moment.seconds)
    return count


class HalfError(AssertionError):
    """Something was left half-written, or the next run did not recover."""


class Trial:
    """A small project in two versions, and what each makes of it undisturbed."""

    def __init__(self, folder: Path) -> None:
        self.root = make_project(folder / "project")
        for number in range(MORE):
            program = f'"""Number {number}."""\n\nx = {number}.5\ny = x + x\n'
            (self.root / "snippets" / f"number_{number}.py").write_text(program, encoding="utf-8")
            for lang in ("zh", "en"):
                page = self.root / "docs" / lang / "demo.md"
                shown = f'\n```python\n--8<-- "snippets/number_{number}.py"\n```\n'
                page.write_text(page.read_text(encoding="utf-8") + shown, encoding="utf-8")
        self.page = self.root / "docs" / "en" / "demo.md"
        self.log, self.file = folder / "log", folder / "course"
        self.version = 0

    def turn(self) -> None:
        """Change the page to its other text."""
        old, new = TEXTS[self.version], TEXTS[1 - self.version]
        change(self.page, old, new)
        self.version = 1 - self.version

    def start(self, *command: str, moment: Moment = Moment()) -> int:
        arguments = ["--root", str(self.root), *command]
        run = verify if command[0] == "check" else publish
        return forked(lambda: run(arguments), moment, self.log, self.file)

    def run(self, *command: str, moment: Moment = Moment()) -> bool:
        """Whether the command came to its end, and well; it may fail only by being ended."""
        _, status = os.waitpid(self.start(*command, moment=moment), 0)
        code = os.waitstatus_to_exitcode(status)
        if code > 0:
            raise HalfError(f"exit code {code} at {moment}:\n{self.said()}")
        return code == 0

    def course(self) -> Course:
        return Course(*json.loads(self.file.read_text(encoding="utf-8")))

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def forget(self) -> None:
        shutil.rmtree(self.root / ".cache", ignore_errors=True)


def whole(folder: Path, *versions: dict[str, bytes]) -> None:
    """The folder must be one of the versions."""
    found = contents(folder)
    if found not in versions:
        raise HalfError(f"{folder} is neither the former nor the new: {sorted(found)}")


def whole_files(folder: Path, *versions: dict[str, bytes]) -> None:
    """Each of the folder's files must be as in one of the versions."""
    for name, content in contents(folder).items():
        if not name.endswith(DRAFT) and content not in [v.get(name) for v in versions]:
            raise HalfError(f"{folder}/{name} is half-written: {content[-80:]!r}")


class Verifying(Trial):
    """`make check`: the cache and the ledger."""

    command = ("check",)

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        shutil.rmtree(self.root / "build")
        self.undisturbed = [self.made()]
        self.whole_course = self.course()
        self.turn()
        self.undisturbed.append(self.made())

    def made(self) -> tuple[dict[str, bytes], dict[str, bytes]]:
        self.forget()
        self.run(*self.command)
        return contents(self.root / ".cache"), contents(self.root / "build")

    def disturb(self, moment: Moment) -> None:
        self.forget()
        self.turn()
        self.run(*self.command, moment=moment)
        for folder, *versions in zip((".cache", "build"), *self.undisturbed, strict=True):
            whole_files(self.root / folder, *versions)

    def recover(self) -> None:
        self.run(*self.command)
        for folder, version in zip(
            (".cache", "build"), self.undisturbed[self.version], strict=True
        ):
            whole_files(self.root / folder, version)


class Building(Trial):
    """`make build`: the site, and the cache."""

    command = ("build",)

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.undisturbed = [self.made()]
        self.turn()
        self.undisturbed.append(self.made())
        self.whole_course = self.course()

    def made(self) -> tuple[dict[str, bytes], dict[str, bytes]]:
        self.forget()
        self.run(*self.command)
        return contents(self.root / "site"), contents(self.root / ".cache")

    def disturb(self, moment: Moment) -> None:
        self.forget()
        self.turn()
        self.run(*self.command, moment=moment)
        self.check()

    def check(self) -> None:
        sites, caches = zip(*self.undisturbed, strict=True)
        whole(self.root / "site", *sites)
        whole_files(self.root / ".cache", *caches)

    def recover(self) -> None:
        interrupted = (self.root / "site.new").exists()
        self.run(*self.command)
        if interrupted != ("the last build was interrupted" in self.said()):
            raise HalfError(f"told of an interruption: {not interrupted}\n{self.said()}")
        whole(self.root / "site", self.undisturbed[self.version][0])
        left = [path.name for path in self.root.glob("site*")]
        if left != ["site"]:
            raise HalfError(f"left behind: {left}")


class Serving(Trial):
    """`make serve`, ended while it builds or builds again; then it is started anew."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.whole_course = Course(3000, 4.0)  # about two builds; what comes later is cut short

    def serve(self, moment: Moment = Moment()) -> int:
        return self.start("serve", "--port", str(self.port), moment=moment)

    def disturb(self, moment: Moment) -> None:
        """Until it is ended, change the page whenever it is served as it is."""
        child, pause = self.serve(moment), threading.Event()
        turns = 0
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            if self.served():
                if turns:  # the moment comes later than both builds
                    os.kill(child, signal.SIGKILL)
                    os.waitpid(child, 0)
                    break
                self.turn()
                turns += 1
            pause.wait(0.05)

    def served(self) -> bool:
        """Whether the page is served with its present text."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/en/demo/") as answer:
                return TEXTS[self.version].encode() in answer.read()
        except OSError:
            return False

    def recover(self) -> None:
        child, pause = self.serve(), threading.Event()
        while not self.served():
            if os.waitpid(child, os.WNOHANG) != (0, 0):
                raise HalfError(f"serves no more:\n{self.said()}")
            pause.wait(0.05)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        names = {path.name for path in (self.root / "build" / "serve").iterdir()}
        if names & {"site.new", "site.old"}:
            raise HalfError(f"left behind: {names}")


KINDS: dict[str, type[Verifying | Building | Serving]] = {
    "verification": Verifying,
    "build": Building,
    "server": Serving,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="moments for each command")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    failed = 0
    for name, kind in KINDS.items():
        with tempfile.TemporaryDirectory() as folder:
            trial = kind(Path(folder))
            chance = random.Random(options.seed)
            for number in range(options.count):
                moment = Moment.among(trial.whole_course, chance)
                try:
                    trial.disturb(moment)
                    trial.recover()
                except HalfError as half:
                    failed += 1
                    print(f"{name}, moment {number} ({moment}): {half}", flush=True)
        print(f"{name}: ended at {options.count} moments, seed {options.seed}", flush=True)
    print(f"{failed} left something half-written or did not recover")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
