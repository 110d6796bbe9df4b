"""KaTeX's fonts, cut down to the characters that the site shows."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Set
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from publish.named import write_named
from verify.files import keep

FACE = re.compile(r"@font-face\{[^}]*?font-family:(?P<family>[^;}]+)[^}]*\}")
FONT = re.compile(r"url\(fonts/(?P<name>[\w-]+\.woff2)\)")
# Fonts for a few letters: the classes that KaTeX gives to an element set in them.
RARE_FONTS = {
    "KaTeX_AMS-Regular": "mathbb|textbb|amsrm",
    "KaTeX_Caligraphic-Regular": "mathcal",
    "KaTeX_Main-Bold": "mathbf|textbf",
}


def write_fonts(site: Path, sheet: str, text: str, cache: Path) -> str:
    """Write the fonts that the sheet names; returns it with their new addresses."""
    characters = set(text)

    def write(match: re.Match[str]) -> str:
        source = site / "assets" / "katex" / "fonts" / match["name"]
        name, _, kind = match["name"].partition(".")
        shown = set_in(RARE_FONTS[name], text) if name in RARE_FONTS else None
        content = subset(source, characters if shown is None else shown, cache)
        return f"url({write_named(site, name, kind, content)})"

    return FONT.sub(write, used_faces(sheet))


def set_in(classes: str, text: str) -> set[str] | None:
    """The characters in elements of these classes; None if one holds more than characters."""
    found = re.findall(rf'<span class="[^"]*\b(?:{classes})\b[^"]*"[^>]*>([^<]*)(</)?', text)
    return set().union(*(part for part, _ in found)) if all(end for _, end in found) else None


def used_faces(sheet: str) -> str:
    """The sheet without the fonts that none of its rules names."""
    rules = FACE.sub("", sheet)
    return FACE.sub(lambda m: m.group() if m["family"].strip("\"'") in rules else "", sheet)


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
