"""Sitemaps of both languages, each address with its counterparts, and robots.txt.

Each language has its own file below its own root: Material's instant navigation reads it to know
which addresses belong to the site in hand, and follows every `<loc>` without a reload. Alternates
stand here and not in the pages' heads, where Material would fetch a sitemap for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

HREFLANG = {"zh": "zh-Hans", "en": "en"}
DEFAULT = "en"  # for readers of neither language


def sitemap(lang: str, pages: Iterable[str], roots: Mapping[str, str]) -> str:
    """`pages` are addresses below a language's root (`basics/depth/`), `roots` its full address."""
    entries = "".join(entry(lang, page, roots) for page in sorted(pages))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
        f"{entries}</urlset>\n"
    )


def entry(lang: str, page: str, roots: Mapping[str, str]) -> str:
    alternates = [(HREFLANG[other], root) for other, root in roots.items()]
    alternates.append(("x-default", roots[DEFAULT]))
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{code}" href={quoteattr(root + page)}/>\n'
        for code, root in alternates
    )
    return f"<url>\n<loc>{escape(roots[lang] + page)}</loc>\n{links}</url>\n"


def robots(roots: Mapping[str, str]) -> str:
    lines = "".join(f"Sitemap: {root}sitemap.xml\n" for root in roots.values())
    return f"User-agent: *\nAllow: /\n{lines}"
