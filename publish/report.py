"""What a command tells the person who gave it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console

from verify.findings import Finding


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """A line that changes with each step on a terminal, plain lines elsewhere."""
    console = Console(stderr=True)
    if console.is_terminal:
        with console.status("starting") as status:
            yield lambda message: status.update(message.replace("[", r"\["))
    else:
        yield PlainLines().step


class PlainLines:
    """One line a step; counting on within a step prints nothing."""

    def __init__(self) -> None:
        self.last = ""

    def step(self, message: str) -> None:
        kind = message.split(": ")[0] if message.startswith("snippets run") else message
        if kind != self.last:
            print(message, file=sys.stderr, flush=True)
        self.last = kind


def print_findings(findings: Sequence[Finding], consequence: str) -> None:
    for finding in findings:
        print(finding, flush=True)
    print(f"{len(findings)} to mend; {consequence}", file=sys.stderr, flush=True)
