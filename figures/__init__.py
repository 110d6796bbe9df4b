"""Figures: one module each, SVG out. Pages place them by name.

    <!-- figure: two-paths -->

    What the reader is to see in it.
    { .caption }

A module holds its labels for each language in `LABELS` and offers `draw(lang, value)`, where
`value("worked_example.loss")` gives a value of the ledger: a figure types no number of its own.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from figures import (
    all_paths,
    block_families,
    cable_car,
    company,
    conveyor,
    copy_and_add,
    curves,
    layer_norms,
    living_block,
    manuscript,
    motorway,
    nested_families,
    plain_and_residual,
    recipe,
    residual_block,
    shortcut_options,
    stock_pot,
    timeline,
    transformer_layers,
    two_and_four,
    two_paths,
    two_skips,
    two_streams,
    variance_growth,
)
from figures.kit import Value

FIGURES: dict[str, Callable[[str, Value], str]] = {
    "all-paths": all_paths.draw,
    "block-families": block_families.draw,
    "cable-car": cable_car.draw,
    "company": company.draw,
    "conveyor": conveyor.draw,
    "copy-and-add": copy_and_add.draw,
    "decoder-layers": transformer_layers.draw_decoder,
    "encoder-layers": transformer_layers.draw_encoder,
    "layer-norms": layer_norms.draw,
    "living-block": living_block.draw,
    "manuscript": manuscript.draw,
    "motorway": motorway.draw,
    "nested-families": nested_families.draw,
    "plain-and-residual": plain_and_residual.draw,
    "recipe": recipe.draw,
    "residual-block": residual_block.draw,
    "shortcut-options": shortcut_options.draw,
    "stock-pot": stock_pot.draw,
    "timeline": timeline.draw,
    "two-and-four": two_and_four.draw,
    "two-paths": two_paths.draw,
    "two-skips": two_skips.draw,
    "two-streams": two_streams.draw,
    "variance-growth": variance_growth.draw,
    **curves.FIGURES,
}

MARKER = re.compile(r"^<!-- figure: (?P<name>.+?) -->$", re.MULTILINE)


def values(ledger: Mapping[str, Any]) -> Value:
    """The values of a ledger by name: "stem.name" of a snippet, "work.figure" of a paper.

    LookupError for one that it does not hold.
    """

    def value(name: str) -> object:
        stem, _, attribute = name.partition(".")
        if stem in ledger["references"]:
            return cited(ledger["references"][stem], name, attribute)
        try:
            found: object = ledger["snippets"][stem]["values"][attribute]
        except KeyError:
            raise LookupError(
                f"a figure quotes {name}: snippets/{stem}.py has no such value at module level"
            ) from None
        return found

    return value


def cited(work: Mapping[str, Any], name: str, figure: str) -> object:
    """A figure of a paper as docs/references.yml writes it."""
    try:
        return work["figures"][figure]["value"]
    except KeyError:
        raise LookupError(
            f"a figure quotes {name}: docs/references.yml has no such figure"
        ) from None


def place(markdown: str, lang: str, value: Value) -> str:
    """Put the drawings where `<!-- figure: NAME -->` stands on a line of its own.

    Raises LookupError, with the line, for a name that no module draws.
    """

    def drawn(marker: re.Match[str]) -> str:
        name = marker["name"]
        if name not in FIGURES:
            line = markdown.count("\n", 0, marker.start()) + 1
            raise LookupError(f"line {line}: no figure {name!r}; there are {', '.join(FIGURES)}")
        return FIGURES[name](lang, value)

    return MARKER.sub(drawn, markdown)
