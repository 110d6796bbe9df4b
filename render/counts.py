"""How much is verified, counted in the ledger."""

from __future__ import annotations

from dataclasses import dataclass

from render.labels import LABELS
from render.ledger import Page
from render.links import VERIFICATION, Links, Site
from render.tables import link, text


@dataclass(frozen=True)
class Counts:
    """`numbers` and `figures` count claims, computed and cited; `formulas` those with a check."""

    numbers: int
    formulas: int
    figures: int


def count_page(page: Page) -> Counts:
    cited = sum(claim["kind"] == "cited" for claim in page["claims"])
    checked = sum(bool(formula["checks"]) for formula in page["formulas"])
    return Counts(len(page["claims"]) - cited, checked, cited)


def count_site(site: Site) -> Counts:
    pages = [count_page(page) for page in site.pages.values()]
    return Counts(
        sum(page.numbers for page in pages),
        sum(page.formulas for page in pages),
        sum(page.figures for page in pages),
    )


def counts(links: Links) -> str:
    """The line of counts on the home page; what is not counted yet is left out."""
    site = links.site
    labels = LABELS[site.lang]
    count = count_site(site)
    items = [
        (labels.numbers, count.numbers),
        (labels.formulas, count.formulas),
        (labels.programs, len(site.ledger["snippets"]) - len(site.ledger["experiments"])),
        (labels.experiments, len(site.ledger["experiments"])),
        (labels.figures, count.figures),
    ]
    entries = "".join(
        f"<div><dt>{text(name)}</dt><dd>{number}</dd></div>" for name, number in items if number
    )
    versions = site.ledger["versions"]
    used = " · ".join(f"{name} {versions[name]}" for name in ("torch",) if name in versions)
    passed = text(labels.passed.format(versions=used))
    how = link(links.page(VERIFICATION) if VERIFICATION in site.pages else None, text(labels.how))
    body = f"<dl>{entries}</dl>\n<p>{passed}<br>{how}</p>"
    return f'<div class="ledger" data-generated>\n{body}\n</div>'
