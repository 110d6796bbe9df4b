"""The hash of every published file, in the form that sha256sum -c reads."""

from __future__ import annotations

import hashlib
from pathlib import Path

from render.shipped import HASHES


def write_hashes(site: Path) -> None:
    """The last step: whatever is written later would not be among them."""
    files = sorted(file for file in site.rglob("*") if file.is_file() and file.name != HASHES)
    lines = (
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(site).as_posix()}\n"
        for file in files
    )
    (site / HASHES).write_text("".join(lines), encoding="utf-8")
