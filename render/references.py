"""The list of works, from docs/references.yml as the ledger has it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from render.citation import Works, authors, short_name
from render.labels import LABELS
from render.links import Links, is_composed
from render.tables import blocks, heading, link, table, text
from verify import links

BIBTEX = "assets/references.bib"


def references(links: Links) -> str:
    """Every work under a heading of its own, whose id is its key, by author and year."""
    works = links.site.ledger["references"]
    ordered = sorted(works, key=lambda key: short_name(key, works).casefold())
    return blocks(
        [download(links), *(part for key in ordered for part in entry(key, works, links))]
    )


def download(links: Links) -> str:
    """The way to all works as one BibTeX file."""
    address = "../" * links.name.count("/") + "../" + BIBTEX
    way = f'<a href="{address}" download>{text(LABELS[links.site.lang].bibtex)}</a>'
    return f"<p data-generated data-search-exclude>{way}</p>"


def entry(key: str, works: Works, links: Links) -> list[str]:
    work = works[key]
    body = [f'<div class="reference" data-generated>\n<p>{description(work)}</p>']
    figures = work.get("figures") or {}
    if figures:
        body.append(figure_table(figures, links))
    pages = pages_citing(key, links)
    if pages:
        labels = LABELS[links.site.lang]
        joined = labels.joint.join(link(links.page(name), text(title)) for name, title in pages)
        body.append(f'<p class="reference__pages">{text(labels.cited_on)}{joined}</p>')
    return [
        heading(2, escape(short_name(key, works), quote=False), key),
        "\n".join(body) + "\n</div>",
    ]


def description(work: Mapping[str, Any]) -> str:
    """Authors, year, title and venue, and where to read it."""
    names = ", ".join(authors(work))
    parts = [f"{text(names)} ({text(work['year'])})", f"<cite>{text(work['title'])}</cite>"]
    if work.get("venue"):
        parts.append(text(work["venue"]))
    parts += addresses(work)
    return ". ".join(parts) + "."


def addresses(work: Mapping[str, Any]) -> list[str]:
    found = links.addresses(work)
    page = found.pop("url", None)
    if page and not found:
        return [link(page, text(page.split("://")[-1].rstrip("/")))]
    names = {"arxiv": "arXiv", "doi": "doi"}
    return [link(found[name], f"{names[name]}:{text(work[name])}") for name in found]


def figure_table(figures: Mapping[str, Mapping[str, Any]], links: Links) -> str:
    lang = links.site.lang
    labels = LABELS[lang]
    rows = [
        (text(figure["value"]), text(place(figure, lang)), text(meaning(figure, lang) or name))
        for name, figure in figures.items()
    ]
    return table((labels.says, labels.where, labels.what), rows)


def place(figure: Mapping[str, Any], lang: str) -> str:
    """Table or section, with the page of the paper where it is given."""
    where = in_language(figure["where"], lang)
    page = figure.get("page")
    return f"{where}, p. {page}" if page else where


def meaning(figure: Mapping[str, Any], lang: str) -> str:
    return in_language(figure.get("what") or "", lang)


def in_language(value: Any, lang: str) -> str:
    return str(value.get(lang) or "") if isinstance(value, Mapping) else str(value)


def pages_citing(key: str, links: Links) -> list[tuple[str, str]]:
    """(name, title) of the pages that link to the work or quote a figure or statement of it.

    Those that teach come before answers.
    """
    found = []
    for page in sorted(links.site.pages.values(), key=is_composed):
        quoted = any(claim["name"].split(".")[0] == key for claim in page["claims"])
        waivers = [f["exception"] for f in page["formulas"] if f["exception"]]
        stated = any(w["kind"] == "cited" and w["reason"] == key for w in waivers)
        if quoted or stated or key in page["cites"]:
            found.append((page["name"], page["title"]))
    return found
