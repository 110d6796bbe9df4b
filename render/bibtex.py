"""docs/references.yml as BibTeX, to be downloaded from the references."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from render.citation import authors

SPECIAL = re.compile(r"[&%$#_]")
JOURNALS = re.compile(r"JMLR|TPAMI|Neural Computation|Nature|Annals|Transactions|Journal|arXiv")
MEETING = re.compile(r"\b(?:19|20)\d\d\b")  # whose names carry their year
GROUP = re.compile(r"\b(?:Team|contributors)\b")  # one name, whatever commas and "and" are in it
CAPITALS = re.compile(r"\b\w*[A-Z]\w*(?:-\w*[A-Z]\w*)*")  # which BibTeX styles would make small


def bibtex(works: Mapping[str, Mapping[str, Any]]) -> str:
    """All works by key; a reader's own file can take them as they are."""
    return "\n".join(entry(key, works[key]) for key in sorted(works))


def entry(key: str, work: Mapping[str, Any]) -> str:
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields(work))
    return f"@{kind(work)}{{{key},\n{lines}}}\n"


def kind(work: Mapping[str, Any]) -> str:
    venue = str(work.get("venue") or "")
    if JOURNALS.search(venue):
        return "article"
    return "inproceedings" if MEETING.search(venue) else "misc"


def fields(work: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "author", " and ".join(map(author, authors(work)))
    yield "title", CAPITALS.sub(lambda m: f"{{{m.group()}}}", escape(str(work["title"])))
    venue = escape(str(work.get("venue") or ""))
    held = MEETING.search(venue)  # the paper's own year is that of its first version
    yield "year", held.group() if held else str(work["year"])
    where = {"inproceedings": "booktitle", "article": "journal"}.get(kind(work), "howpublished")
    if venue:
        yield where, venue
    if work.get("arxiv"):
        yield "eprint", str(work["arxiv"])
        yield "archiveprefix", "arXiv"
    if work.get("doi"):
        yield "doi", str(work["doi"])
    if work.get("url"):
        yield "url", str(work["url"])


def author(name: str) -> str:
    return f"{{{escape(name)}}}" if GROUP.search(name) else escape(name)


def escape(text: str) -> str:
    """Text as TeX takes it; names keep their letters, which BibTeX reads as UTF-8."""
    return SPECIAL.sub(lambda m: "\\" + m.group(), text)


def site_entry(title: str, address: str, date: str) -> str:
    """This site, to be cited; `date` says what stands in the place of the day of access."""
    lines = [("title", title), ("howpublished", rf"\url{{{address}}}"), ("note", date)]
    body = "".join(f"  {name} = {{{value}}},\n" for name, value in lines)
    return f"@misc{{residual-connections,\n{body}}}"
