"""KaTeX's fonts, cut down to the characters that the site shows."""

from __future__ import annotations

import hashlib
from collections.abc import Set
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from verify.files import keep


def subset(font: Path, characters: Set[str], cache: Path) -> bytes:
    """The woff2 `font` with the glyphs of `characters` only, made once for each such set."""
    source = font.read_bytes()
    key = hashlib.sha256(source + "".join(sorted(characters)).encode()).hexdigest()
    kept = cache / f"{key[:32]}.woff2"
    if kept.is_file():
        return kept.read_bytes()
    made = cut(source, characters)
    keep(kept, made)
    return made


def cut(source: bytes, characters: Set[str]) -> bytes:
    """The same in every build: no time of making is written."""
    options = Options(flavor="woff2", layout_features=["*"], hinting=False, notdef_outline=True)
    with TTFont(BytesIO(source), recalcTimestamp=False) as font:
        subsetter = Subsetter(options)
        subsetter.populate(unicodes={ord(character) for character in characters})
        subsetter.subset(font)
        font.flavor = "woff2"
        target = BytesIO()
        font.save(target, reorderTables=False)
    return target.getvalue()
