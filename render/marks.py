"""The quiet marks on verified numbers and formulas, and what their popover says.

A formula in a sentence becomes one link, named by its characters; a formula on a line of its own
is followed by a tick. The visual half of a formula is hidden from assistive technology, so nothing
inside it may take the focus; there, single numbers answer to the pointer alone.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from typing import Any, cast

from render.citation import citation, short_name
from render.formulas import Set
from render.labels import LABELS
from render.ledger import Check, Claim, Formula, Page
from render.links import Links, code_stem
from render.places import Places
from render.references import meaning, place

Entry = dict[str, Any]


class Marks:
    """Marks of one page. Collects an entry for each claim and check that the page mentions."""

    def __init__(self, page: Page, links: Links) -> None:
        self.page = page
        self.links = links
        self.labels = LABELS[page["lang"]]
        self.ledger = links.site.ledger
        self.entries: dict[str, Entry] = {}
        self.places = Places(page, self.ledger)

    def inline(self, formula: Formula, setting: Set, linkable: bool) -> str:
        """A link around a formula that claims or is checked. Inside another link: a span."""
        markup = setting.html
        attributes = self._attributes(formula)
        if not attributes:
            return markup
        kind = "verified" if formula["claims"] else "verified verified--formula"
        href = self._href(formula)
        place = f'id="{self.places.of_mark(formula)}"'
        if not linkable or href is None:
            return f'<span class="{kind}"{attributes} {place}>{markup}</span>'
        # MathML alone gives a link no name; a label would have to repeat what is seen.
        name = html.escape(setting.text)
        opening = (
            f'<a class="{kind}" href="{html.escape(href)}"{attributes} title="{name}" {place}>'
        )
        return f"{opening}{markup}</a>"

    def display(self, formula: Formula, markup: str) -> str:
        """The formula in a box that scrolls by itself, its tick and its link beside it."""
        name = html.escape(self.labels.formula)
        place = self.places.of_formula(formula)
        body = f'<div class="formula__body" data-label="{name}">{markup}</div>'
        tick = self._tick(formula)
        return f'<div class="formula" id="{place}">{body}{tick}{self._link(place, tick)}</div>'

    def data(self, terms: Mapping[str, Entry]) -> str:
        """What the popover shows, as JSON in a template; empty without marks.

        `terms` are the entries of the glossary's terms. A block of JSON in a script would become
        a script to execute: instant navigation makes each script anew, and without its type.
        """
        entries = {**self.entries, **terms}
        if not entries:
            return ""
        used = {name for entry in entries.values() for name in entry["rows"]} | {"link", "report"}
        labels = {name: label for name, label in self.labels.popover.items() if name in used}
        text = json.dumps({"labels": labels, "entries": entries}, ensure_ascii=False)
        return f'<template id="ledger">{html.escape(text, quote=False)}</template>'

    def _tick(self, formula: Formula) -> str:
        attributes = self._attributes(formula)
        href = self._href(formula)
        if not attributes or href is None:
            return ""
        claims = self._claims(formula)
        names = [claim["name"] for claim in claims] or [
            check_id(check) for check in self._checks(formula)
        ]
        quoted = bool(claims) and all(claim["kind"] == "cited" for claim in claims)
        label = (self.labels.quoted if quoted else self.labels.verified).format(
            names=self.labels.joint.join(dict.fromkeys(names))
        )
        return (
            f'<a class="tick" href="{html.escape(href)}"{attributes}'
            f' aria-label="{html.escape(label)}"></a>'
        )

    def _link(self, place: str, tick: str) -> str:
        """A link to the formula, seen when one points at it. The tick's popover has one as well,
        so that beside a tick the keyboard need not stop twice."""
        label = html.escape(self.labels.formula_link)
        for_whom = ' tabindex="-1" aria-hidden="true"' if tick else f' aria-label="{label}"'
        return f'<a class="formula__link" href="#{place}" title="{label}"{for_whom}>¶</a>'

    def _claims(self, formula: Formula) -> list[Claim]:
        return [self.page["claims"][index] for index in formula["claims"]]

    def _checks(self, formula: Formula) -> list[Check]:
        """The checks of a formula, without lines that its claims show already."""
        lines = {(code_stem(c), c["code_line"]) for c in self._claims(formula)}
        return [c for c in formula["checks"] if (c["stem"], c["line"]) not in lines]

    def _attributes(self, formula: Formula) -> str:
        """Data attributes that name the entries of a formula; empty if it has none."""
        claims = list(dict.fromkeys(self._claim_entry(claim) for claim in self._claims(formula)))
        checks = list(dict.fromkeys(self._check_entry(check) for check in self._checks(formula)))
        parts = {"data-claims": claims, "data-checks": checks}
        return "".join(
            f' {name}="{html.escape(json.dumps(ids))}"' for name, ids in parts.items() if ids
        )

    def _href(self, formula: Formula) -> str | None:
        """Where the mark leads without JavaScript: the first entry that has a place."""
        ids = [claim["name"] for claim in self._claims(formula)]
        ids += [check_id(check) for check in self._checks(formula)]
        found = (self.entries[entry].get("href") for entry in ids)
        return next((cast(str, href) for href in found if href), None)

    def _claim_entry(self, claim: Claim) -> str:
        name = claim["name"]
        if name not in self.entries:
            cited = claim["kind"] == "cited"
            self.entries[name] = self._quotation(claim) if cited else self._computation(claim)
        return name

    def _computation(self, claim: Claim) -> Entry:
        line = claim["code_line"] or 1
        return {
            "rows": {"name": claim["name"], "value": claim["value"], "code": claim["code"].strip()},
            "href": self.links.code_line(code_stem(claim), line),
            "at": f"{claim['path']}:{line}",
        }

    def _quotation(self, claim: Claim) -> Entry:
        key, _, name = claim["name"].partition(".")
        works = self.ledger["references"]
        figure = works[key]["figures"][name]
        lang = self.page["lang"]
        rows = {"paper": citation(key, works), "where": place(figure, lang), "says": claim["value"]}
        if meaning(figure, lang):
            rows["what"] = meaning(figure, lang)
        return {"rows": rows, "href": self.links.reference(key), "at": short_name(key, works)}

    def _check_entry(self, check: Check) -> str:
        key = check_id(check)
        if key not in self.entries:
            snippet = self.ledger["snippets"][check["stem"]]
            code = snippet["source"].split("\n")[check["line"] - 1].strip()
            self.entries[key] = {
                "rows": {"code": code},
                "href": self.links.code_line(check["stem"], check["line"]),
                "at": f"{snippet['path']}:{check['line']}",
            }
        return key


def check_id(check: Check) -> str:
    return f"{check['stem']}:{check['line']}"
