"""KaTeX's style sheet and fonts, taken from npm's package into the built site."""

from __future__ import annotations

import re
from pathlib import Path

import render

DIST = Path(render.__file__).parent.parent / "node_modules" / "katex" / "dist"
OLDER_FORMATS = re.compile(r',\s*url\([^)]*\)\s*format\("?(?:woff|truetype)"?\)')


def style_sheet() -> str:
    """katex.min.css without the older font formats, which no supported browser asks for."""
    return OLDER_FORMATS.sub("", (DIST / "katex.min.css").read_text(encoding="utf-8"))


def fonts() -> list[Path]:
    return sorted((DIST / "fonts").glob("*.woff2"))
