"""One build at a time in a folder; the second is told who is at work there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from verify.files import write_whole


class InUseError(Exception):
    """Another process builds there; the message says which and what to do."""


@contextmanager
def held(folder: Path, what: str) -> Iterator[None]:
    """Hold `folder` for `what`, or raise InUseError. The lock ends with its process, also killed.

    It is `folder`/lock; who holds it stands beside it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    holder = folder / "lock.holder"
    lock = FileLock(folder / "lock", timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        who = holder.read_text(encoding="utf-8") if holder.exists() else "another process"
        message = f"{folder} is in use by {who}: wait until it has finished, or end it (Ctrl+C)"
        raise InUseError(message) from error
    try:
        write_whole(holder, f"{what} (process {os.getpid()})")
        yield
    finally:
        lock.release()
