"""The glossary as a page: every term in both languages, its meaning, its page, wrong renderings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from render.links import Links
from render.tables import blocks, heading, link, text

HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True)
class Labels:
    also: str
    wrong: str
    page: str
    joint: str
    quote: str


LABELS = {
    "zh": Labels("也写作", "不要写作", "详见", "、", "“{}”"),
    "en": Labels("Also", "Not", "Explained in", ", ", "“{}”"),
}


def glossary(links: Links) -> str:
    """Every term under a heading of its own, whose id is its key, by its English name."""
    terms = links.site.glossary
    ordered = sorted(terms, key=lambda key: str(terms[key].get("en", key)).lower())
    return blocks(part for key in ordered for part in entry(key, terms[key], links))


def entry(key: str, term: Mapping[str, Any], links: Links) -> list[str]:
    lang = links.site.lang
    name = str(term[lang])
    title = name[0].upper() + name[1:]
    lines = [f"<p>{part}</p>" for part in parts(term, lang, links)]
    body = "\n".join(['<div class="term-entry" data-generated>', *lines, "</div>"])
    return [heading(2, title, key), body]


def parts(term: Mapping[str, Any], lang: str, links: Links) -> Iterator[str]:
    """Names in the other languages; the meaning; other forms, wrong ones, and the page."""
    labels = LABELS[lang]
    others = [other for other in links.site.ledger["languages"] if other != lang]
    names = [in_its_language(str(term[other]), other) for other in others]
    yield f'<span class="term-entry__names">{labels.joint.join(names)}</span>'
    if "short" in term:
        yield text(term["short"][lang])
    rest = []
    for label, forms in (
        (labels.also, term.get("also", {}).get(lang, ())),
        (labels.wrong, readable(term.get("wrong", ()), lang)),
    ):
        if forms:
            quoted = labels.joint.join(labels.quote.format(text(form)) for form in forms)
            rest.append(f"{text(label)}{'：' if lang == 'zh' else ': '}{quoted}")
    page = links.site.pages.get(term.get("page", ""))
    if page:
        where = link(links.page(page["name"]), text(page["title"]))
        rest.append(f"{text(labels.page)}{'：' if lang == 'zh' else ': '}{where}")
    if rest:
        yield f'<span class="term-entry__rest">{("；" if lang == "zh" else "; ").join(rest)}</span>'


def in_its_language(name: str, lang: str) -> str:
    return f'<span lang="{escape(lang)}">{text(name)}</span>'


def readable(forms: Any, lang: str) -> list[str]:
    """Wrong renderings that a reader of the language could write."""
    return [form for form in forms if lang == "zh" or not HAN.search(form)]
