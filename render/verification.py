"""The pages that list all that was verified in this build: formulas and programs have their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from render.citation import short_name
from render.counts import count_site
from render.labels import LABELS
from render.ledger import Check, Claim, Page
from render.links import FORMULAS, PROGRAMS, Links, code_stem
from render.measured import drift_table, mutant_table
from render.references import meaning, place
from render.tables import blocks, code, heading, link, math, table, text


def verification(links: Links) -> str:
    """Counts, then every number, cited figure, exception and version."""
    labels = LABELS[links.site.lang]
    sections = [
        (labels.numbers_title, "numbers", by_page(links, "numbers", number_table, 3)),
        (labels.formulas_title, "formulas", own_page(FORMULAS, links)),
        (labels.programs_title, "programs", own_page(PROGRAMS, links)),
        (labels.figures_title, "figures", [figure_table(links)]),
        (labels.mutants_title, "mutants", [mutant_table(links)]),
        (labels.drift_title, "drift", [drift_table(links)]),
        (labels.exceptions, "exceptions", [exception_table(links)]),
        (labels.versions, "versions", [version_table(links)]),
    ]
    parts = [labels.intro, summary(links)]
    for title, anchor, body in sections:
        if any(body):
            searched = anchor != "exceptions"  # its formulas are not words
            parts += [heading(2, title, anchor, search=searched), *body]
    return blocks(parts)


def own_page(name: str, links: Links) -> list[str]:
    """The way to a list that has a page of its own."""
    page = links.site.pages.get(name)
    return [page_link(page, links)] if page else []


def checked_formulas(links: Links) -> str:
    """Every formula that a program checks, page by page."""
    return blocks(by_page(links, "formulas", formula_table, 2))


def programs(links: Links) -> str:
    """Every program with the pages that show it, then those that no page shows whole."""
    title = LABELS[links.site.lang].rest_title
    unshown = rest(links)
    heads = [heading(2, title, "rest")] if unshown else []
    return blocks([snippet_table(links), *heads, *unshown])


def summary(links: Links) -> str:
    labels = LABELS[links.site.lang]
    count = count_site(links.site)
    rows = [
        (labels.numbers_title, count.numbers),
        (labels.formulas_title, count.formulas),
        (labels.programs_title, len(links.site.ledger["snippets"])),
        (labels.figures_title, count.figures),
    ]
    cells = [(text(name), text(number)) for name, number in rows if number]
    return table((labels.kind, labels.count), cells)


def by_page(
    links: Links, section: str, make: Callable[[Page, Links], str], level: int
) -> list[str]:
    """A heading, which leads to the page, and a table for every page that has one."""
    parts = []
    for name, page in links.site.pages.items():
        made = make(page, links)
        if made:
            anchor = f"{section}-{name.removesuffix('.md').replace('/', '-')}"
            title = f"[{page['title']}]({markdown_link(links.name, name)})"
            parts += [heading(level, title, anchor, search=False), made]
    return parts


def markdown_link(start: str, target: str) -> str:
    """The path from one page's file to another's, as authors write links."""
    return "../" * start.count("/") + target


def number_table(page: Page, links: Links) -> str:
    labels = LABELS[page["lang"]]
    claims = {(claim["name"], claim["literal"]): claim for claim in page["claims"]}
    rows = [
        (
            math(claim["literal"]),
            code(claim["value"]),
            link(claim_place(claim, links), code(claim["name"])),
            text(claim["code_line"]),
        )
        for claim in claims.values()
        if claim["kind"] == "computed"
    ]
    head = (labels.literal, labels.value, labels.name, labels.code_line)
    return table(head, rows) if rows else ""


def claim_place(claim: Claim, links: Links) -> str | None:
    return links.code_line(code_stem(claim), claim["code_line"] or 1)


def code_link(stem: str, line: int, links: Links) -> str:
    path = links.site.ledger["snippets"][stem]["path"]
    return link(links.code_line(stem, line), code(f"{path}:{line}"))


def formula_table(page: Page, links: Links) -> str:
    labels = LABELS[page["lang"]]
    checks: dict[str, list[Check]] = {}
    for formula in page["formulas"]:
        for check in formula["checks"]:
            known = checks.setdefault(formula["tex"], [])
            known += [] if check in known else [check]
    rows = [
        (math(tex), "<br>".join(code_link(c["stem"], c["line"], links) for c in found))
        for tex, found in checks.items()
    ]
    return table((labels.formula, labels.checked_by), rows) if rows else ""


def snippet_table(links: Links) -> str:
    labels = LABELS[links.site.lang]
    rows, anchors = [], []
    for stem, snippet in links.site.ledger["snippets"].items():
        path = code(snippet["path"])
        lines = snippet["program"].rstrip("\n").count("\n") + 1
        pages = [links.site.pages[name] for name in snippet["pages"] if name in links.site.pages]
        shown = labels.joint.join(page_link(page, links) for page in pages) or labels.no_page
        rows.append((link(links.site.source(snippet["path"]), path), text(lines), shown))
        anchors.append(f"snippet-{stem}")
    return table((labels.snippet, labels.lines, labels.shown_on), rows, anchors) if rows else ""


def rest(links: Links) -> list[str]:
    """Programs of which a page quotes a line that it does not show, so that every line is seen."""
    blocks = [
        f'```python\n--8<-- "{links.site.ledger["snippets"][shown["stem"]]["path"]}"\n```'
        for shown in links.site.unshown
    ]
    return [LABELS[links.site.lang].rest, *blocks] if blocks else []


def page_link(page: Page, links: Links) -> str:
    return link(links.page(page["name"]), text(page["title"]))


def figure_table(links: Links) -> str:
    lang = links.site.lang
    labels = LABELS[lang]
    rows = []
    for name, pages in quotations(links).items():
        key, _, figure_name = name.partition(".")
        works = links.site.ledger["references"]
        figure = works[key]["figures"][figure_name]
        reference = link(links.reference(key), text(short_name(key, works)))
        what = text(meaning(figure, lang) or figure_name)
        cited = labels.joint.join(page_link(page, links) for page in pages)
        rows.append((text(figure["value"]), what, reference, text(place(figure, lang)), cited))
    head = (labels.says, labels.what, labels.work, labels.where, labels.cited_on.rstrip("：: "))
    return table(head, rows) if rows else ""


def quotations(links: Links) -> dict[str, list[Page]]:
    """Every cited figure, with the pages that quote it."""
    found: dict[str, list[Page]] = {}
    for page in links.site.pages.values():
        cited = [claim["name"] for claim in page["claims"] if claim["kind"] == "cited"]
        for name in dict.fromkeys(cited):
            found.setdefault(name, []).append(page)
    return found


def exception_table(links: Links) -> str:
    labels = LABELS[links.site.lang]
    kinds = {"cited": labels.exception_cited, "notation": labels.exception_notation}
    rows = [
        (math(tex), page_link(page, links), text(kinds[kind]), text(reason))
        for page, tex, kind, reason in exceptions(links)
    ]
    head = (labels.formula, labels.shown_on, labels.kind, labels.reason)
    return table(head, rows) if rows else labels.no_exceptions


def exceptions(links: Links) -> Iterator[tuple[Page, str, str, str]]:
    for page in links.site.pages.values():
        for formula in page["formulas"]:
            waiver = formula["exception"]
            if waiver:
                yield page, formula["tex"], waiver["kind"], waiver["reason"]


def version_table(links: Links) -> str:
    labels = LABELS[links.site.lang]
    versions = links.site.ledger["versions"].items()
    rows = [(text(name), code(version)) for name, version in versions]
    return table((labels.tool, labels.version), rows)
