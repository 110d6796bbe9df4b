"""What the build remembers of its work: verify/memo.py, for the code of this package as well."""

from __future__ import annotations

import importlib.metadata
from functools import cache
from pathlib import Path

import render
from verify.memo import Memo

HERE = Path(__file__).parent
RENDER = Path(render.__file__).parent
# What decides, beside our own code, how pages are set, shortened and compressed.
PACKAGES = ("brotli", "fonttools", "markdown")
NODE_PACKAGES = ("esbuild", "purgecss")


def memory(root: Path) -> Memo:
    return Memo(root / ".cache" / "read", HERE, RENDER, versions=versions())


@cache
def versions() -> tuple[str, ...]:
    known = [importlib.metadata.version(name) for name in PACKAGES]
    folder = RENDER.parent / "node_modules"
    return (*known, *((folder / n / "package.json").read_text("utf-8") for n in NODE_PACKAGES))
