"""The site's changes as an Atom feed, a file for each language, made from docs/changes.yml."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from render.ledger import Change
from render.links import page_address
from render.sitemap import HREFLANG
from render.structured import AUTHOR

FILE = "feed.xml"
TITLES = {"zh": "残差连接：更新", "en": "Residual connections: what is new"}


def feed(lang: str, root: str, changes: Sequence[Change]) -> str:
    """The feed of a language whose home page is at `root`; `changes` are newest first."""
    updated = changes[0]["date"] if changes else "1970-01-01"  # a feed has to say when
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={quoteattr(HREFLANG[lang])}>\n'
        f"<title>{escape(TITLES[lang])}</title>\n"
        f"<id>{escape(root)}</id>\n"
        f"<link href={quoteattr(root)}/>\n"
        f'<link rel="self" type="application/atom+xml" href={quoteattr(root + FILE)}/>\n'
        f"<updated>{moment(updated)}</updated>\n"
        f"<author><name>{escape(AUTHOR['name'])}</name></author>\n"
        f"{''.join(entry(lang, root, change) for change in changes)}</feed>\n"
    )


def entry(lang: str, root: str, change: Change) -> str:
    anchor = f"#{change['anchor']}" if change["anchor"] else ""
    address = root + page_address(change["page"]) + anchor
    return (
        "<entry>\n"
        f"<title>{escape(change['words'][lang])}</title>\n"
        f"<id>{escape(root + FILE)}#{change['id']}</id>\n"
        f"<link href={quoteattr(address)}/>\n"
        f"<updated>{moment(change['date'])}</updated>\n"
        "</entry>\n"
    )


def moment(day: str) -> str:
    """A day as Atom writes times: days are all that is known."""
    return f"{day}T00:00:00Z"
