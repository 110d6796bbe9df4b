"""KaTeX's fonts, cut down to the characters that the site shows."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from publish.named import write_named
from verify.memo import Memo, digest_of

FACE = re.compile(r"@font-face\{[^}]*?font-family:(?P<family>[^;}]+)[^}]*\}")
FONT = re.compile(r"url\(fonts/(?P<name>[\w-]+\.woff2)\)")
# Fonts for a few letters: the classes that KaTeX gives to an element set in them.
RARE_FONTS = {
    "KaTeX_AMS-Regular": "mathbb|textbb|amsrm",
    "KaTeX_Caligraphic-Regular": "mathcal",
    "KaTeX_Main-Bold": "mathbf|textbf",
}
ITALIC = "KaTeX_Math-Italic"  # of letters alone: digits are upright in formulas


@dataclass
class Shown:
    """The characters of all pages, and those in each rare font: None if these are not known."""

    characters: set[str] = field(default_factory=set)
    rare: dict[str, set[str] | None] = field(default_factory=lambda: {n: set() for n in RARE_FONTS})

    def add(self, page: str) -> None:
        text = unescape(page)
        self.characters.update(text)
        for font, classes in RARE_FONTS.items():
            known, found = self.rare[font], set_in(classes, text)
            self.rare[font] = None if known is None or found is None else known | found

    def of(self, font: str) -> set[str]:
        if font == ITALIC:
            return {character for character in self.characters if character.isalpha()}
        shown = self.rare.get(font)
        return self.characters if shown is None else shown


def write_fonts(site: Path, sheet: str, shown: Shown, memo: Memo) -> str:
    """Write the fonts that the sheet names; returns it with their new addresses."""

    def write(match: re.Match[str]) -> str:
        source = (site / "assets" / "katex" / "fonts" / match["name"]).read_bytes()
        name, _, kind = match["name"].partition(".")
        characters = "".join(sorted(shown.of(name)))
        key = ("font", digest_of(source), characters)
        content = memo.of(partial(cut, source, set(characters)), *key)
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


def cut(source: bytes, characters: Set[str]) -> bytes:
    """The woff2 font with the glyphs of `characters` only. No time of making is written, and no
    names: whose work it is and under which licence stands in licences.txt."""
    options = Options(flavor="woff2", layout_features=["*"], hinting=False, notdef_outline=True)
    options.name_IDs = []
    options.drop_tables += ["gasp"]  # for hinted ones
    with TTFont(BytesIO(source), recalcTimestamp=False) as font:
        subsetter = Subsetter(options)
        subsetter.populate(unicodes={ord(character) for character in characters})
        subsetter.subset(font)
        font.flavor = "woff2"
        target = BytesIO()
        font.save(target, reorderTables=False)
    return target.getvalue()
