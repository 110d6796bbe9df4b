"""Which state of the project a site was built from, for those who report an error in it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

# Pages are built with this in place of the version, so that a commit alone builds none anew.
PLACEHOLDER = "site-version-not-filled-in"
UNKNOWN = "unknown"


def site_version(root: Path) -> str:
    """The commit as git names it, `-dirty` with changes of its own; `unknown` without git."""
    command = ["git", "describe", "--tags", "--always", "--dirty"]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return UNKNOWN
    return done.stdout.strip() or UNKNOWN


def site_time(root: Path) -> int:
    """SOURCE_DATE_EPOCH, else when the commit was made, in seconds; without git, 0.

    Never the time of a file: it is another in every copy.
    """
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    command = ["git", "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
        return int(done.stdout)
    except (OSError, subprocess.CalledProcessError, ValueError):
        return 0


def fill_in(site: Path, version: str) -> None:
    """Write the version into the pages that name it."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if PLACEHOLDER in text:
            page.write_text(text.replace(PLACEHOLDER, version), encoding="utf-8")
