"""The page that lists all that was verified in this build."""

from __future__ import annotations

from collections.abc import Iterator

from render.citation import short_name
from render.counts import count_site
from render.labels import LABELS
from render.ledger import Check, Claim, Formula, Page
from render.links import Links, page_address
from render.references import meaning, pages_citing, place
from render.tables import blocks, code, heading, link, math, table, text


def verification(links: Links) -> str:
    """Counts, then every number, formula, program, cited figure, exception and version."""
    labels = LABELS[links.site.lang]
    return blocks(
        [
            labels.intro,
            summary(links),
            heading(2, labels.numbers_title, "numbers"),
            *page_sections(links, "numbers", number_table),
            *titled(labels.formulas_title, "formulas", page_sections(links, "formulas", formula_table)),
            heading(2, labels.programs_title, "programs"),
            snippet_table(links),
            *titled(labels.figures_title, "figures", [figure_table(links)]),
            heading(2, labels.exceptions, "exceptions"),
            exception_table(links),
            heading(2, labels.versions, "versions"),
            version_table(links),
        ]
    )
