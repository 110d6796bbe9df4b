"""claims.json: all that was verified, for whoever wants to quote or check it.

claims.schema.json, beside this module and beside the file, says what stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from render.citation import authors, citation
from render.ledger import Check, Claim, Ledger, Page
from render.links import page_address
from render.places import anchors
from render.structured import LICENCE
from render.tex import plain

FILE = "claims.json"
SCHEMA = "claims.schema.json"
Entry = dict[str, Any]


def claims_file(
    ledger: Ledger, roots: Mapping[str, str], roles: Sequence[str], version: str
) -> Entry:
    """What the file holds. `roots` are the home pages by language, `roles` macros that colour,
    `version` the state of the project."""
    pages = list(ledger["pages"].values())
    return {
        "$schema": SCHEMA,
        "site": dict(roots),
        "license": LICENCE,
        "version": version,
        "versions": ledger["versions"],
        "claims": claims(pages, ledger, roots),
        "formulas": formulas(pages, ledger, roots, roles),
        "programs": programs(ledger),
    }


def placed(page: Page, ledger: Ledger, roots: Mapping[str, str]) -> Iterator[tuple[Any, str]]:
    """Each formula of a page with its full address."""
    address = roots[page["lang"]] + page_address(page["name"])
    for formula, anchor in anchors(page, ledger):
        yield formula, f"{address}#{anchor}"


def claims(pages: Sequence[Page], ledger: Ledger, roots: Mapping[str, str]) -> list[Entry]:
    """Every claimed value once, with all the places where a page states it."""
    found: dict[str, Entry] = {}
    for page in pages:
        for formula, address in placed(page, ledger, roots):
            for claim in (page["claims"][index] for index in formula["claims"]):
                entry = found.get(claim["name"])
                if entry is None:
                    entry = found[claim["name"]] = {**claimed(claim, ledger), "places": []}
                where = {"lang": page["lang"], "literal": claim["literal"], "address": address}
                entry["places"].append(where)
    return [found[name] for name in sorted(found)]


def claimed(claim: Claim, ledger: Ledger) -> Entry:
    """A value and what proves it: a line of a program, or the table or section of a work."""
    entry = {"name": claim["name"], "kind": claim["kind"], "value": claim["value"]}
    if claim["kind"] == "computed":
        line = {"path": claim["path"], "line": claim["code_line"], "code": claim["code"].strip()}
        return entry | {"program": line}
    key, _, name = claim["name"].partition(".")
    works = ledger["references"]
    work = works[key]
    known = {name: work[name] for name in ("venue", "arxiv", "doi", "url") if work.get(name)}
    about = {"citation": citation(key, works), "authors": authors(work), "year": work["year"]}
    figure = work["figures"][name]
    said = {name: in_languages(figure.get(name), ledger) for name in ("where", "what")}
    return entry | {
        "work": {"key": key, **about, "title": work["title"], **known},
        **{name: words for name, words in said.items() if words},
    }


def in_languages(value: Any, ledger: Ledger) -> dict[str, str]:
    """A text that stands once for all languages, or once for each."""
    if not value:
        return {}
    return dict(value) if isinstance(value, Mapping) else dict.fromkeys(ledger["languages"], value)


def formulas(
    pages: Sequence[Page], ledger: Ledger, roots: Mapping[str, str], roles: Sequence[str]
) -> list[Entry]:
    """Every checked formula of a page, once for all languages: its labels may be words."""
    found: dict[tuple[str, str], Entry] = {}
    for page in pages:
        for formula, address in placed(page, ledger, roots):
            if not formula["checks"]:
                continue
            key = (page["name"], address.partition("#")[2])
            checks = [checked(check, ledger) for check in formula["checks"]]
            entry = found.setdefault(key, {"checks": checks, "places": []})
            tex = plain(formula["tex"], roles)
            entry["places"].append({"lang": page["lang"], "tex": tex, "address": address})
    return [found[key] for key in sorted(found)]


def checked(check: Check, ledger: Ledger) -> Entry:
    snippet = ledger["snippets"][check["stem"]]
    code = snippet["source"].split("\n")[check["line"] - 1].strip()
    return {"path": snippet["path"], "line": check["line"], "code": code}


def programs(ledger: Ledger) -> dict[str, Entry]:
    """Every program by its path: lines are counted in `source`, as it is in the repository."""
    return {
        snippet["path"]: {"source": snippet["source"], "output": snippet["output"]}
        for snippet in ledger["snippets"].values()
    }
