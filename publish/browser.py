"""A Chromium that can print, if this machine has one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

NAMES = (
    "chromium", "chromium-headless-shell", "chromium-browser",
    "google-chrome", "google-chrome-stable", "chrome",
)  # fmt: skip
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
# Those that keep it from asking, storing and calling home.
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
    "--disable-quic", "--disable-background-networking", "--disable-component-update",
)  # fmt: skip


def chromium() -> Path | None:
    """CHROMIUM in the environment, or the first that is installed."""
    return next((path for path in candidates() if path.exists()), None)


def candidates() -> Iterator[Path]:
    named = os.environ.get("CHROMIUM")
    if named:  # an order, not a hint
        yield Path(named)
        return
    yield from (Path(found) for name in NAMES if (found := shutil.which(name)))
    yield from map(Path, PLACES)
