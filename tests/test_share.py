"""Figures that go elsewhere: a file that names its source, and the code that shows it."""

from __future__ import annotations

import html
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from lxml import etree
from lxml.html import fragment_fromstring

from figures.alone import alone
from figures.kit import Drawing, figure
from render.links import Site
from render.share import figures_on, with_shares

HOME = "https://x.org/sub/en/"
SITE = cast(Site, SimpleNamespace(lang="en", address=HOME))


def drawn(name: str = "two") -> str:
    wide, tall = Drawing(652, 200, 'An "x" & [1, 2] <y>'), Drawing(316, 400, "Upright")
    wide.line("identity", "M0 0H9")
    wide.label(5, 5, "a & b")
    return figure(name, wide, tall)


def test_a_figure_alone() -> None:
    address = f"{HOME}basics/one/?a&b#figure-two"
    tree: Any = etree.fromstring(alone(drawn(), "Site · CC BY 4.0", address).encode())
    assert tree.get("aria-label") == 'An "x" & [1, 2] <y>'
    left, top, width, height = map(int, tree.get("viewBox").split())
    assert (left, top) < (0, 0) and width > 652 and height > 200  # room around it
    assert (tree.get("width"), tree.get("height")) == (str(width), str(height))
    (link,) = tree.iterfind("{*}a")
    assert link.get("href") == address and "".join(link.itertext()) == "Site · CC BY 4.0"
    assert 200 < float(link[0].get("y")) < top + height
    style = tree.findtext("{*}style")
    assert "prefers-color-scheme: dark" in style and ".f-identity" in style
    for variable in set(re.findall(r"var\((--[\w-]+)", style + drawn())):
        assert f"{variable}:" in style, f"{variable} has no value outside of the site"
    assert "Upright" not in etree.tostring(tree, encoding="unicode")


def test_what_is_no_figure_is_refused() -> None:
    with pytest.raises(ValueError, match="no drawing"):
        alone("<figure></figure>", "s", HOME)


def test_the_code_to_embed_a_figure() -> None:
    plot = drawn("plot").replace(" data-search-exclude", " data-search-exclude data-generated")
    made = with_shares(f"<p>a</p>{drawn()}{plot}", "basics/one.md", SITE)
    assert list(figures_on(made)) == ["two"] and plot in made
    tree = fragment_fromstring(made, create_parent=True)
    (own,) = tree.xpath("//figure[@id='figure-two']")
    assert own.xpath(".//a[@data-figure]/@href") == ["../../figures/two.svg"]
    code = fragment_fromstring(own.xpath("string(.//button/@data-clipboard-text)"))
    assert code.get("href") == f"{HOME}basics/one/#figure-two"
    (image,) = code
    assert image.get("src") == f"{HOME}figures/two.svg"
    assert image.get("alt") == html.unescape('An "x" & [1, 2] <y>')
    assert image.get("width") == "652"
    home = with_shares(drawn(), "index.md", SITE)
    assert 'href="figures/two.svg"' in home
