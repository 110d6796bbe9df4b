"""Beneath a drawn figure: its own file, and the code that shows it in another page.

The file (publish/figure_files.py) names its source and licence itself, so that nobody has to type
them; the code makes it a link to the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from render.code import attribute
from render.links import Site, page_address

# As figures/kit.py writes it; plots of experiments are not among them.
FIGURE = re.compile(
    r'<figure class="figure figure--(?P<name>[\w-]+)" data-search-exclude>(?P<drawing>.*?)</figure>'
)
ALT = re.compile(r'aria-label="(?P<alt>[^"]*)"')
WIDTH = re.compile(r'viewBox="0 0 (\d+) ')
FOLDER = "figures/"
LABELS = {"zh": "复制嵌入代码", "en": "Copy embed code"}


def anchor(name: str) -> str:
    return f"figure-{name}"


def file_of(name: str) -> str:
    """The place of a figure's file below the root of its language."""
    return f"{FOLDER}{name}.svg"


def with_shares(html: str, page: str, site: Site) -> str:
    """The page `page` with an id for each figure, and what a reader needs to take it along."""

    def shared(figure: re.Match[str]) -> str:
        name, drawing = figure["name"], figure["drawing"]
        up = "../" * page_address(page).count("/")
        way = f'<a href="{up}{file_of(name)}" data-figure>SVG</a>'
        code = attribute(embed(name, drawing, page, site))
        copy = f'<button class="copy" type="button" data-clipboard-text="{code}">'
        share = f'<p class="figure__share">{way}{copy}{LABELS[site.lang]}</button></p>'
        return (
            f'<figure class="figure figure--{name}" id="{anchor(name)}" data-search-exclude>'
            f"{drawing}{share}</figure>"
        )

    return FIGURE.sub(shared, html)


def embed(name: str, drawing: str, page: str, site: Site) -> str:
    """HTML for a page elsewhere."""
    alt, width = ALT.search(drawing), WIDTH.search(drawing)
    where = f"{site.address}{page_address(page)}#{anchor(name)}"
    return (
        f'<a href="{escape(where)}"><img src="{escape(site.address)}{file_of(name)}" '
        f'alt="{alt["alt"] if alt else ""}" width="{width[1] if width else 652}"></a>'
    )


def figures_on(html: str) -> Iterator[str]:
    """Names of the figures that a finished page shows."""
    return (match[1] for match in re.finditer(r'<figure class="figure figure--([\w-]+)" id=', html))
