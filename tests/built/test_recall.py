"""Readers search in their own words: the bank's questions, typed as they are asked.

A question is found if the page that answers it is among the first three pages of the results: the
page that the bank names, or its own section among the answers. `pytest -s` prints the recall by
language and kind, what was missed, and how long the results took.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any
from urllib.parse import urljoin

import pytest

from tests.built.test_search import search
from tests.site import LANGUAGES, Site

FIRST = 3
GOAL = 0.95
ANSWERS = ("answers/faq.md", "answers/interview/{topic}.md")
# Before the page's own scripts. Material asks for the search's worker by this name, and gets none
# of its answers that `answer` takes: to draw them would take longer than to find them.
TAKE_ANSWERS = """
let make;
Object.defineProperty(window, 'lateWorker', {
    get: () => url => {
        const worker = make(url);
        worker.addEventListener('message', event => {
            if (!window.answer) return;
            event.stopImmediatePropagation();
            window.answer(event.data.data.items);
        });
        return worker;
    },
    set: given => { make = given; },
});
"""
# Each query's results, best first, as addresses from the root of the language, and the milliseconds
# they took to find.
ASK = """async queries => {
    const query = document.querySelector('[data-md-component=search-query]');
    const answers = [];
    for (const words of queries) {
        const start = performance.now();
        const answer = new Promise(done => { window.answer = done; });
        query.value = words;
        query.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
        const found = (await answer).flat().map(({ location }) => location);
        answers.push([found, performance.now() - start]);
    }
    return answers;
}"""


@dataclass(frozen=True)
class Query:
    """Words that a reader types, and what answers them: pages, or sections of one."""

    words: str
    kind: str
    pages: frozenset[str]
    sections: frozenset[str]


def queries(site: Site, lang: str) -> Iterator[Query]:
    for question in site.ledger["questions"]:
        pages = frozenset({site.page(lang, question["page"])})
        sections = frozenset(
            f"{site.page(lang, name.format(topic=question['topics'][0]))}#{question['id']}"
            for name in ANSWERS
        )
        words = question["words"][lang]
        for wording in (words["question"], *words["also"]):
            yield Query(wording, question["kind"], pages, sections)


def answered(query: Query, links: list[str]) -> bool:
    """Whether the first pages of the results hold the answer."""
    shown: list[str] = []  # pages, best first
    for link in links:
        address, _, section = link.partition("#")
        page = address.partition("?")[0]
        if page not in shown:
            shown.append(page)
        if len(shown) <= FIRST and (page in query.pages or f"{page}#{section}" in query.sections):
            return True
    return False


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_finds_its_answer(site: Site, readers: Any, lang: str) -> None:
    reader = readers(site)
    reader.context.add_init_script(TAKE_ANSWERS)
    page = reader.open(site.page(lang, "reference/about.md"))
    search(page, "ResNet")  # or the index may come before the first answer is waited for
    asked, home = list(queries(site, lang)), site.page(lang, "index.md")
    answers = page.evaluate(ASK, [query.words for query in asked])
    missed = [
        query
        for query, (links, _) in zip(asked, answers, strict=True)
        if not answered(query, [urljoin(home, link) for link in links])
    ]
    for kind in sorted({query.kind for query in asked}):
        total = sum(query.kind == kind for query in asked)
        found = total - sum(query.kind == kind for query in missed)
        print(f"{lang} {kind}: {found} of {total}")
    print(f"{lang}: median {median(ms for _, ms in answers):.0f} ms")
    print("\n".join(f"missed: {query.words}" for query in missed))
    assert len(asked) >= 40
    assert 1 - len(missed) / len(asked) >= GOAL, [query.words for query in missed]
