"""Files named after their content, which a browser may keep for ever."""

from __future__ import annotations

import hashlib
from pathlib import Path


def write_named(site: Path, name: str, kind: str, content: bytes) -> str:
    """Write a file named after its content; returns its place in the site."""
    place = f"assets/{name}.{hashlib.sha256(content).hexdigest()[:10]}.{kind}"
    (site / place).write_bytes(content)
    return place
