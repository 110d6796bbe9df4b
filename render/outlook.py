"""What one page can see of its site: what is made of the page depends on this and nothing else.

A finished page is remembered by what it was made of (verify/memo.py), and an edit of another page
shall not forget it. So a page is finished from a site that holds its own entry, the snippets that
it names, the pages that show the lines it leads to, and of all others no more than their titles.
What a page would need besides is not there: it cannot be used by mistake.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from render.ledger import Ledger, Page, Shown, page_key
from render.links import Site, code_stem, used_lines
from verify.memo import digest_of

SHARED = ("languages", "references", "glossary")  # of the ledger
OF_A_SNIPPET = ("path", "source", "program")
OF_ANOTHER_PAGE = ("name", "lang", "title")
Lines = dict[tuple[str, int], list[str]]


@dataclass(frozen=True)
class Outlook(Site):
    """The site as one page sees it; `key` says all that it is made of."""

    key: str = ""
    lines: Lines = field(default_factory=dict)

    @cached_property
    def pages_by_line(self) -> Lines:
        return self.lines

    @cached_property
    def unshown(self) -> list[Shown]:
        return []  # they are in the entry of the page that shows them


class Outlooks:
    """Those of all pages of a site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.shared = pick(site.ledger, SHARED)
        self.others = {n: pick(page, OF_ANOTHER_PAGE) for n, page in site.pages.items()}
        around = [self.shared, self.others, site.lang, site.repo_url, site.address]
        self.around = digest_of(json.dumps(around, sort_keys=True))

    def of(self, name: str) -> Outlook:
        """That of the page `name`; it may be none of the site's, as a new one before its check."""
        site = self.site
        page = site.pages.get(name)
        own = self.own(page) if page else {"pages": {}, "snippets": {}}
        used = set(used_lines(page)) if page else set()
        lines = {place: site.pages_by_line.get(place, []) for place in sorted(used)}
        seen = [own, [[*place, *names] for place, names in lines.items()]]
        others = {page_key(site.lang, n): other for n, other in self.others.items()}
        ledger = {**self.shared, "snippets": own["snippets"], "pages": {**others, **own["pages"]}}
        return Outlook(
            cast(Ledger, ledger), site.lang, site.repo_url, site.address,
            digest_of(self.around, name, json.dumps(seen, sort_keys=True)), lines,
        )  # fmt: skip

    def own(self, page: Page) -> dict[str, Any]:
        """The page, its formulas in the first language, after which they are called, and its
        snippets."""
        site, name = self.site, page["name"]
        page = cast(Page, {**page, "shown": site.shown_on(page)})
        first = page_key(site.ledger["languages"][0], name)
        pages = {page_key(site.lang, name): page}
        if first not in pages and (twin := site.ledger["pages"].get(first)):
            tex = [{"tex": formula["tex"]} for formula in twin["formulas"]]
            pages[first] = cast(Page, {"lang": twin["lang"], "name": name, "formulas": tex})
        known = site.ledger["snippets"]
        snippets = {stem: pick(known[stem], OF_A_SNIPPET) for stem in stems(page) if stem in known}
        return {"pages": pages, "snippets": snippets}


def stems(page: Page) -> list[str]:
    """The snippets that a page names."""
    found = {shown["stem"] for shown in page["shown"]}
    found |= {code_stem(claim) for claim in page["claims"]}
    found |= {check["stem"] for formula in page["formulas"] for check in formula["checks"]}
    return sorted(found)


def pick(entry: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: entry[key] for key in keys if key in entry}
