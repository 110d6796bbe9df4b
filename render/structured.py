"""FAQPage data: what search engines read of the FAQ, the same words that stand on the page."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from render.scan import Element, find_elements

TAG = re.compile(r"<[^>]+>")
HEADERLINK = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)


def faq_page(page: str, lang: str) -> str:
    """A JSON script of all questions and their `.brief` answers; empty if the page has none.

    `page` has its formulas as characters.
    """
    questions = list(pairs(page))
    if not questions:
        return ""
    data = {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        "inLanguage": lang,
        "mainEntity": questions,
    }
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>'


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
