"""The line on the cheat sheet that leads to its PDF; it stays hidden until the PDF is made."""

from __future__ import annotations

from render.links import Links
from render.tables import text

PDF = "cheatsheet.pdf"
HIDDEN, SHOWN = 'data-pdf="" hidden', 'data-pdf=""'
LABELS = {"zh": "下载 PDF（一页 A4）", "en": "Download as PDF (one A4 page)"}


def printed(links: Links) -> str:
    label = text(LABELS[links.site.lang])
    way = f'<a href="{PDF}" download>{label}</a>'
    return f'<p class="pdf" data-generated data-search-exclude {HIDDEN}>{way}</p>'
