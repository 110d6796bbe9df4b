"""What a page says of itself to machines, in the words of schema.org: the same that stand on it.

No date: when a page last changed in substance, no file of ours knows.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from render.as_markdown import FILE
from render.ledger import Page
from render.scan import Element, find_elements
from render.sitemap import HREFLANG

TAG = re.compile(r"<[^>]+>")
HEADERLINK = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)
CONTEXT = "https://schema.org"
LICENCE = "https://creativecommons.org/licenses/by/4.0/"
AUTHOR = {"@type": "Organization", "name": "The residual-connections authors"}  # as in LICENSE
ABOUT = {
    "@type": "Thing",
    "name": "residual connection",
    "alternateName": ["残差连接", "skip connection", "shortcut connection"],
}
LESSON = ["Article", "LearningResource"]
# By folder; the home page is the site, and a page of questions and answers is an FAQPage.
KINDS: dict[str, Any] = {
    "basics": LESSON,
    "transformer": LESSON,
    "practice": LESSON,
    "context": LESSON,
    "demos": "LearningResource",
    "answers": "LearningResource",
    "reference": "WebPage",
}


@dataclass(frozen=True)
class Subject:
    """A page, and the way to it: (title, address) from the home page down to the page itself."""

    description: str
    way: Sequence[tuple[str, str]]
    image: str
    twin: str  # address of the same page in the other language

    @property
    def site(self) -> dict[str, str]:
        name, url = self.way[0]
        return {"@type": "WebSite", "name": name, "url": url}


def structured(subject: Subject, page: Page, text: str) -> str:
    """The script for the head of `page`, whose `text` has its formulas as characters."""
    parts = [itself(subject, page, text)]
    if len(subject.way) > 1:
        parts.append(breadcrumbs(subject.way))
    graph = {"@context": CONTEXT, "@graph": parts}
    data = json.dumps(graph, ensure_ascii=False, separators=(",", ":"))
    data = data.replace("<", "\\u003c")  # or a text could end the script
    return f'<script type="application/ld+json">{data}</script>'


def itself(subject: Subject, page: Page, text: str) -> dict[str, Any]:
    title, address = subject.way[-1]
    other = next(lang for lang in HREFLANG if lang != page["lang"])
    data = {
        "@type": KINDS.get(page["name"].split("/")[0], "WebSite"),
        "name": title,
        "description": subject.description,
        "url": address,
        "inLanguage": HREFLANG[page["lang"]],
        "about": ABOUT,
        "author": AUTHOR,
        "license": LICENCE,
        "isAccessibleForFree": True,
        "image": subject.image,
        "workTranslation": {
            "@type": "CreativeWork",
            "url": subject.twin,
            "inLanguage": HREFLANG[other],
        },
    }
    if len(subject.way) > 1:
        data["isPartOf"] = subject.site
        data["encoding"] = {
            "@type": "MediaObject",
            "encodingFormat": "text/markdown",
            "contentUrl": address + FILE,
        }
    if data["@type"] == LESSON:
        data["headline"] = title
    if "faq" in page["blocks"]:
        data |= {"@type": "FAQPage", "mainEntity": list(pairs(text))}
    return data


def breadcrumbs(way: Sequence[tuple[str, str]]) -> dict[str, Any]:
    items = [
        {"@type": "ListItem", "position": position, "name": name, "item": address}
        for position, (name, address) in enumerate(way, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def pairs(page: str) -> list[dict[str, Any]]:
    """Each heading that is followed by an answer, as schema.org writes them."""
    found: list[dict[str, Any]] = []
    heading: Element | None = None
    for element in find_elements(page, is_part):
        if element.tag == "h3":
            heading = element
        elif heading is not None:
            answer = {"@type": "Answer", "text": words(page, element)}
            question = {"@type": "Question", "name": words(page, heading)}
            found.append(question | {"acceptedAnswer": answer})
            heading = None
    return found


def is_part(tag: str, attributes: dict[str, str | None]) -> bool:
    return tag == "h3" or "brief" in (attributes.get("class") or "").split()


def words(page: str, element: Element) -> str:
    inner = HEADERLINK.sub("", page[element.inner_start : element.inner_end])
    return " ".join(html.unescape(TAG.sub("", inner)).split())
