"""Remembers what reading gave, by content: what has not changed need not be read again.

Only for results of pure functions. The key holds this package's own code and the versions of what
it reads with, so that a change of either forgets everything.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import pickle
import platform
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from verify.files import keep

CODE = Path(__file__).parent
KATEX = CODE.parent / "node_modules" / "katex" / "package.json"
Value = TypeVar("Value")


class Memo:
    """One file a result; without a folder nothing is remembered.

    Results are pickled: the folder, `.cache` of the project, is to be trusted like its programs.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def of(self, make: Callable[[], Value], *key: str) -> Value:
        """What `make` gives for this key, made at the first time."""
        if self.folder is None:
            return make()
        name = hashlib.sha256("\0".join((code(), *key)).encode("utf-8", "replace")).hexdigest()
        file = self.folder / name
        try:
            found: Value = pickle.loads(file.read_bytes())
        except Exception:  # none, half of one, or of other code: whatever it is, it is made anew
            found = make()
            keep(file, pickle.dumps(found))
        return found


@cache
def code() -> str:
    """A digest of this package and of the versions that decide what it reads."""
    digest = hashlib.sha256()
    for file in sorted((*CODE.glob("*.py"), *CODE.glob("*.mjs"), KATEX)):
        digest.update(file.read_bytes() if file.exists() else b"")
    versions = (importlib.metadata.version(name) for name in ("markdown-it-py", "mdit-py-plugins"))
    digest.update(" ".join((platform.python_version(), *versions)).encode())
    return digest.hexdigest()
