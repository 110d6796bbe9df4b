"""Draws the figures and demos that a page names, line by line: an error knows its line."""

from __future__ import annotations

from collections.abc import Callable

from render.demos import Demos, Place
from render.errors import RenderError
from render.ledger import page_file
from render.links import Site

Placer = Callable[
    [str], str
]  # a line of Markdown with its figure drawn; LookupError if there is none


def draw(
    markdown: str, name: str, site: Site, placer: Placer, demos: Demos, place: Place, offset: int
) -> str:
    """The page `name` with its drawings; `offset` lines of its file stand before the Markdown."""
    lines = markdown.split("\n")
    for index, line in enumerate(lines):
        try:
            lines[index] = demos.place(placer(line), place)
        except LookupError as error:
            path = page_file(site.ledger, site.lang, name)
            message = str(error.args[0]).removeprefix("line 1: ")  # of the text it was given
            raise RenderError(path, index + 1 + offset, message) from error
    return "\n".join(lines)


def up_from(address: str) -> str:
    """The way from a page to the root of its language."""
    return "../" * address.count("/") or "./"
