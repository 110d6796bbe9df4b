"""Ids of formulas and claims, so that one can link to them.

They are the same in both languages and outlive changes elsewhere on the page: a claim is called
after what it names, a formula after its TeX in the first language.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator

from render.ledger import Formula, Ledger, Page, page_key
from render.tex import rewrite


class Places:
    """Hands out the ids of one page, each once: of equal ones, the second is `…-2`."""

    def __init__(self, page: Page, ledger: Ledger) -> None:
        first = ledger["pages"].get(page_key(ledger["languages"][0], page["name"]), page)
        formulas = first["formulas"]
        self.page = page
        if len(formulas) != len(page["formulas"]):  # the twin is still being written
            formulas = page["formulas"]
        self._tex = {
            id(own): twin["tex"] for own, twin in zip(page["formulas"], formulas, strict=True)
        }
        self._given: Counter[str] = Counter()

    def of_formula(self, formula: Formula) -> str:
        return self._unique(f"formula-{digest(self._tex[id(formula)])}")

    def of_mark(self, formula: Formula) -> str:
        """The place of a mark in a sentence: its first claim, or the formula that is checked."""
        if not formula["claims"]:
            return self.of_formula(formula)
        name = self.page["claims"][formula["claims"][0]]["name"]
        return self._unique(f"claim-{re.sub(r'[^A-Za-z0-9_.]+', '-', name).strip('-')}")

    def _unique(self, wanted: str) -> str:
        self._given[wanted] += 1
        count = self._given[wanted]
        return wanted if count == 1 else f"{wanted}-{count}"


def digest(tex: str) -> str:
    """Six digits from the formula's TeX; a claim counts by its name, so its value may change."""
    named = rewrite(tex, "claim", 2, lambda call, _: call.arguments[0])
    return hashlib.sha256("".join(named.split()).encode()).hexdigest()[:6]


def anchors(page: Page, ledger: Ledger) -> Iterator[tuple[Formula, str]]:
    """Every formula of a page that has a place, with its id, as render/marks.py gives them out."""
    places = Places(page, ledger)
    for formula in page["formulas"]:
        if formula["display"]:
            yield formula, places.of_formula(formula)
        elif formula["claims"] or formula["checks"]:
            yield formula, places.of_mark(formula)
