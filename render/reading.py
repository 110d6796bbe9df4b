"""How long a page takes to read, counted in its HTML before formulas are set."""

from __future__ import annotations

import re

from render.scan import VOID, Scanner

# Seconds each. Text at the pace of careful reading, about 220 words or 350 characters a minute; a
# formula in a sentence is read like a phrase, one on a line of its own is gone over row by row.
SECONDS = {
    "word": 0.27,
    "character": 0.17,
    "inline formula": 1.0,
    "displayed row": 5.0,
    "line of code": 1.5,
    "line of output": 1.0,
    "drawing": 10.0,
}
CHARACTER = re.compile(r"[\u3400-\u9fff]")
WORD = re.compile(r"[A-Za-z][A-Za-z’'-]*|\d[\d.,]*")
ROW = re.compile(r"\\\\|\n\s*\n")
SILENT = frozenset({"script", "style", "template"})


def minutes(html: str) -> int:
    """Whole minutes, at least one."""
    reader = _Reader(html)
    reader.feed(html)
    reader.close()
    return max(1, round(reader.seconds / 60))


class _Reader(Scanner):
    """Adds up the seconds; each text counts as what its innermost known element is."""

    def __init__(self, html: str) -> None:
        super().__init__(html)
        self.seconds = 0.0
        self.path: list[tuple[str, str]] = []  # open elements, and how to read what is in them

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        outer = self.path[-1][1] if self.path else "text"
        kind = kind_of(tag, (dict(attrs).get("class") or "").split(), outer)
        if tag == "svg" and outer != "drawing":
            self.seconds += SECONDS["drawing"]
        self.path.append((tag, kind))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """`<path/>` in SVG: nothing is left open."""

    def handle_endtag(self, tag: str) -> None:
        if any(tag == name for name, _ in self.path):
            while self.path.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.seconds += seconds_of(data, self.path[-1][1] if self.path else "text")


def kind_of(tag: str, classes: list[str], outer: str) -> str:
    """What an element holds, within `outer`."""
    if outer != "text":
        return outer
    if tag in SILENT:
        return "silent"
    if tag == "svg":
        return "drawing"
    if "arithmatex" in classes:
        return "inline" if tag == "span" else "display"
    if "output" in classes:
        return "output"
    return "code" if tag == "pre" or "highlight" in classes else "text"


def seconds_of(data: str, kind: str) -> float:
    lines = data.count("\n")  # highlighted code comes in many pieces
    if kind == "text":
        words, characters = len(WORD.findall(data)), len(CHARACTER.findall(data))
        return words * SECONDS["word"] + characters * SECONDS["character"]
    if kind == "inline":
        return SECONDS["inline formula"]
    if kind == "display":
        return (len(ROW.findall(data)) + 1) * SECONDS["displayed row"]
    if kind == "code":
        return lines * SECONDS["line of code"]
    return lines * SECONDS["line of output"] if kind == "output" else 0.0
