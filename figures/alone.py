"""A figure as a file of its own: it shows in any page, light or dark, and says where it is from."""

import re
from html import escape

from figures.readme import style

MARGIN = 24  # px around the drawing
LINE = 36  # px for the line beneath it
# Without the site's fonts; the same for all figures, so that one hash in the policy allows it.
FACES = (
    ':root { --math: "Latin Modern Math", "STIX Two Text", Cambria, Georgia, serif;'
    " --math-italic: var(--math); } a { text-decoration: none; }"
)
SVG = re.compile(r'<svg class="[^"]*" viewBox="0 0 (?P<width>\d+) (?P<height>\d+)".*?</svg>', re.S)

TRAVELLERS = re.compile(r'<circle class="f-travel.*?/>')  # they move, by a script of the home page


def alone(figure: str, source: str, address: str) -> str:
    """The wide drawing of a figure with its colours; `source` is a link to `address`."""
    found = SVG.search(figure)
    if found is None:
        raise ValueError("the figure has no drawing")
    width, height = int(found["width"]) + 2 * MARGIN, int(found["height"]) + 2 * MARGIN + LINE
    box = f"{-MARGIN} {-MARGIN} {width} {height}"
    inner = TRAVELLERS.sub("", found.group()).partition(">")[2].removesuffix("</svg>")
    label = re.search(r'aria-label="[^"]*"', found.group())
    name = f" {label.group()}" if label else ""
    at = f'x="{int(found["width"])}" y="{height - MARGIN - LINE / 2:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}" '
        f'height="{height}" role="img"{name}><style>{style()} {FACES}</style>'
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width}" height="{height}" '
        f'fill="var(--paper)"/>{inner}<a href="{escape(address)}" target="_top">'
        f'<text class="t-label end" {at} style="font-size:12px;fill:var(--ink-2)">'
        f"{escape(source)}</text></a></svg>\n"
    )
