"""Figures of experiments: matplotlib's SVG as part of a page.

Colours become classes, so that they follow the theme; letters take the page's faces; what a page
does not need (a style sheet of its own, ids, six decimals) goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
# Colours of verify/plots.py by the name of the page's variable.
COLOURS = {
    "#0b449c": "identity",
    "#bd4a00": "branch",
    "#006f5c": "gradient",
    "#0f1215": "sum",
    "#000000": "sum",
    "#1d2126": "ink",
    "#5b616a": "quiet",
    "#dcddd7": "rule",
    "#fdfdfb": "paper",
}
KEPT = ("stroke-width", "stroke-dasharray", "stroke-opacity", "fill-opacity", "opacity")
NUMBER = re.compile(r"-?\d+\.\d+")
NO_TURN = re.compile(r"rotate\(-?0(?:\.0*)? ")


class PlotError(ValueError):
    """A figure holds what a page cannot show."""


def plot(figure: Mapping[str, Mapping[str, str]], lang: str, number: int) -> str:
    """A figure of an experiment in one language: an element, its drawings for both widths.

    `number` tells the figures of a page apart: their ids would clash.
    """
    alt = figure["alt"][lang]
    wide = drawing(figure["wide"][lang], alt, "figure__wide", f"w{number}")
    tall = drawing(figure["tall"][lang], alt, "figure__tall", f"t{number}")
    opening = '<figure class="figure figure--plot" data-search-exclude data-generated>'
    return f"{opening}{wide}{tall}</figure>"


def drawing(svg: str, alt: str, css_class: str, prefix: str) -> str:
    """One drawing as an element that stands in a page."""
    root = ElementTree.fromstring(svg)
    shapes = "".join(markup for child in root for markup in elements(child, prefix))
    return (
        f'<svg class="{css_class}" viewBox="{root.get("viewBox")}" role="img"'
        f' aria-label="{escape(alt)}">{shapes}</svg>'
    )


def elements(element: ElementTree.Element, prefix: str) -> Iterator[str]:
    """The markup of an element and what is in it; groups are only for matplotlib's own use."""
    tag = element.tag.removeprefix(SVG)
    inside = [markup for child in element for markup in elements(child, prefix)]
    if tag in ("metadata", "style"):
        return
    if tag == "g" and "clip-path" not in element.attrib:
        yield from inside
    elif tag == "defs":
        if inside:
            yield f"<defs>{''.join(inside)}</defs>"
    elif tag == "text":
        yield text(element)
    elif tag in ("g", "clipPath", "path", "rect", "use"):
        if not is_ground(element):
            yield f"<{tag}{attributes(element, prefix)}{closing(tag, inside)}"
    else:
        raise PlotError(f"<{tag}> in a figure: draw with lines, markers, areas and plain words")


def closing(tag: str, inside: list[str]) -> str:
    return f">{''.join(inside)}</{tag}>" if inside else "/>"


def is_ground(element: ElementTree.Element) -> bool:
    """What stands behind the axes: the page has its own paper."""
    style = declarations(element)
    return "stroke" not in style and COLOURS.get(style.get("fill", "")) == "paper"


def attributes(element: ElementTree.Element, prefix: str) -> str:
    style = declarations(element)
    found: dict[str, str] = {}
    if "id" in element.attrib and element.tag != f"{SVG}g":
        found["id"] = f"{prefix}-{element.attrib['id']}"
    classes = [
        f"{kind}-{colour(style[name])}"
        for name, kind in (("fill", "p-fill"), ("stroke", "p-line"))
        if name in style
    ]
    if classes and element.tag != f"{SVG}clipPath":
        found["class"] = " ".join(classes)
    for name in ("d", "x", "y", "width", "height", "transform"):
        if name in element.attrib:
            places = 1 if "id" not in element.attrib else 2  # a marker is small
            found[name] = rounded(" ".join(element.attrib[name].split()), places)
    if HREF in element.attrib:  # not `href`: Material takes what has one for a link
        found["xlink:href"] = f"#{prefix}-{element.attrib[HREF][1:]}"
    if "clip-path" in element.attrib:
        found["clip-path"] = element.attrib["clip-path"].replace("#", f"#{prefix}-")
    found |= {name: style[name] for name in KEPT if name in style}
    return "".join(f' {name}="{escape(value)}"' for name, value in found.items())


def text(element: ElementTree.Element) -> str:
    """Words in the face of the page's labels."""
    if len(element):
        raise PlotError("a formula in a figure: write its words without dollars")
    style = declarations(element)
    anchor = {"middle": " mid", "end": " end"}.get(style.get("text-anchor", ""), "")
    classes = f"t-label p-fill-{colour(style.get('fill', '#000000'))}{anchor}"
    turn = rounded(element.get("transform", "rotate(0 "))
    place = "" if NO_TURN.match(turn) else f' transform="{turn}"'
    x, y = (rounded(element.get(name, "0")) for name in "xy")
    return f'<text class="{classes}" x="{x}" y="{y}"{place}>{escape(element.text or "")}</text>'


def declarations(element: ElementTree.Element) -> dict[str, str]:
    pairs = (part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part)
    return {name.strip(): value.strip() for name, value in pairs}


def colour(value: str) -> str:
    if value == "none":
        return value
    if value not in COLOURS:
        raise PlotError(f"the colour {value} in a figure: take C0, C1, C2, C7 or black")
    return COLOURS[value]


def rounded(numbers: str, places: int = 1) -> str:
    """To a tenth of a pixel, or finer."""
    return NUMBER.sub(lambda match: f"{round(float(match.group()), places):g}", numbers)
