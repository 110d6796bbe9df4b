"""Remembers what work gave, by content: what has not changed is not done again.

Only for results of pure functions. The key holds the code that makes them, this package's and that
of others that remember here, and the versions of what pages are read with, so that a change of any
forgets everything.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import pickle
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TypeVar

from verify.files import keep, remove_abandoned

CODE = Path(__file__).parent
KATEX = CODE.parent / "node_modules" / "katex" / "package.json"
CODE_FILES = ("*.py", "*.mjs", "*.js")
DAY = 24 * 3600
UNUSED = 30 * DAY  # seconds after which what nobody has used is removed
FOLDERS = ("read", "verify")  # those below .cache whose files go by content
Value = TypeVar("Value")


class Memo:
    """One file a result; without a folder nothing is remembered.

    `packages` are the folders, beside this one, and `versions` those of libraries, on which the
    results depend. Results are pickled: the folder, `.cache` of the project, is to be trusted like
    its programs.
    """

    def __init__(
        self, folder: Path | None = None, *packages: Path, versions: tuple[str, ...] = ()
    ) -> None:
        self.folder = folder
        self.packages = packages
        self.versions = versions

    def of(self, make: Callable[[], Value], *key: str) -> Value:
        """What `make` gives for this key, made at the first time."""
        if self.folder is None:
            return make()
        file = self.folder / digest_of(code(*self.packages), *self.versions, *key)
        try:
            found: Value = pickle.loads(file.read_bytes())
        except Exception:  # none, half of one, or of other code: whatever it is, it is made anew
            found = make()
            keep(file, pickle.dumps(found))
        else:
            used(file)
        return found


def digest_of(*parts: str | bytes) -> str:
    encoded = (part.encode("utf-8", "replace") if isinstance(part, str) else part for part in parts)
    return hashlib.sha256(b"\0".join(encoded)).hexdigest()


@cache
def code(*packages: Path) -> str:
    """A digest of this package, of others, and of the versions that decide what they read."""
    files = (file for folder in (CODE, *packages) for file in code_files(folder))
    found = [file.read_bytes() for file in (*files, KATEX) if file.exists()]
    versions = (importlib.metadata.version(name) for name in ("markdown-it-py", "mdit-py-plugins"))
    return digest_of(*found, platform.python_version(), *versions)


def code_files(folder: Path) -> Iterator[Path]:
    yield from sorted(file for kind in CODE_FILES for file in folder.glob(kind))


def used(file: Path) -> None:
    """Say in the file's time that it was used, once a day: what nobody uses is removed one day."""
    with suppress(OSError):  # a cache that may be read and not written
        if time.time() - file.stat().st_mtime > DAY:
            os.utime(file)


def remove_unused(cache_folder: Path) -> None:
    """Remove what no run has used for a month. Another run may be at work: whatever it misses, it
    makes anew."""
    for name in FOLDERS:
        remove_abandoned(cache_folder / name)
        for file in (cache_folder / name).glob("*"):
            with suppress(OSError):  # another run has removed it, or it may not be removed
                if time.time() - file.stat().st_mtime > UNUSED:
                    file.unlink()
