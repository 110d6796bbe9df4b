"""Finds elements in a page and replaces them, leaving every other byte as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html.parser import HTMLParser

VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
Attributes = dict[str, str | None]


@dataclass(frozen=True)
class Element:
    """An element at `start:end` of the page, its content at `inner_start:inner_end`."""

    tag: str
    attributes: Attributes
    start: int
    inner_start: int
    inner_end: int
    end: int
    ancestors: tuple[str, ...]

    @property
    def classes(self) -> list[str]:
        return (self.attributes.get("class") or "").split()


def has_class(*names: str) -> Callable[[str, Attributes], bool]:
    """A test for `find_elements`: one of the classes is there."""
    wanted = set(names)
    return lambda tag, attributes: not wanted.isdisjoint((attributes.get("class") or "").split())


class Scanner(HTMLParser):
    """A parser of `html` that knows where in it everything stands. Feed it that very text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.html = html
        self.line_starts = [0]
        for line in html.split("\n"):
            self.line_starts.append(self.line_starts[-1] + len(line) + 1)

    def position(self) -> int:
        line, column = self.getpos()
        return self.line_starts[line - 1] + column


class _ElementScanner(Scanner):
    def __init__(self, html: str, wanted: Callable[[str, Attributes], bool]) -> None:
        super().__init__(html)
        self.wanted = wanted
        self.found: list[Element] = []
        self.open: list[tuple[str, Attributes, int, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        start = self.position()
        text = self.get_starttag_text() or ""
        self.open.append((tag, dict(attrs), start, start + len(text)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """`<path/>` in SVG: nothing is left open."""

    def handle_endtag(self, tag: str) -> None:
        if all(tag != entry[0] for entry in self.open):
            return
        inner_end = self.position()
        end = self.html.index(">", inner_end) + 1
        while True:
            name, attributes, start, inner_start = self.open.pop()
            if name == tag:
                break
        if self.wanted(tag, attributes):
            ancestors = tuple(entry[0] for entry in self.open)
            self.found.append(
                Element(tag, attributes, start, inner_start, inner_end, end, ancestors)
            )


def find_elements(html: str, wanted: Callable[[str, Attributes], bool]) -> list[Element]:
    """Elements for which `wanted(tag, attributes)` holds, in document order."""
    scanner = _ElementScanner(html, wanted)
    scanner.feed(html)
    scanner.close()
    return sorted(scanner.found, key=lambda element: element.start)


def splice(html: str, replacements: Iterable[tuple[int, int, str]]) -> str:
    """`html` with each `start:end` exchanged for its new text; the ranges must not overlap."""
    pieces: list[str] = []
    position = 0
    for start, end, text in sorted(replacements):
        if start < position:
            raise ValueError(f"replacements overlap at {start}")
        pieces += [html[position:start], text]
        position = end
    return "".join([*pieces, html[position:]])
