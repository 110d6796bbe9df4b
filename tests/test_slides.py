"""Which blocks of a page stand on which slide (theme/assets/slides/split.js)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from verify.node import NodeProgram

HERE = Path(__file__).parent
SPLIT = HERE.parent / "theme" / "assets" / "slides" / "split.js"
Slides = list[tuple[list[int], list[int]]]
ROOM = 300


@pytest.fixture(scope="module")
def node() -> Iterator[NodeProgram]:
    with NodeProgram(HERE / "schedule.mjs", str(SPLIT)) as program:
        yield program


def split(node: NodeProgram, blocks: str) -> Slides:
    """Slides as (headings, other blocks).

    `h` is a heading, `t` text, `T` a tall text, `f` a figure; each is 100 px high, a tall one 500;
    `+` before one says that it joins what stands before it.
    """
    found: list[dict[str, Any]] = []
    joins, top = False, 0
    for sign in blocks:
        if sign == "+":
            joins = True
            continue
        kind = {"h": "heading", "f": "own"}.get(sign, "text")
        bottom = top + (500 if sign == "T" else 100)
        found.append({"kind": kind, "joins": joins, "top": top, "bottom": bottom})
        joins, top = False, bottom
    answer = node.ask({"call": "split", "with": [found, ROOM]})
    return [(slide["heads"], slide["blocks"]) for slide in answer["gives"]]


@pytest.mark.parametrize(
    ("blocks", "slides"),
    [
        ("ht", [([0], [1])]),
        ("hthtt", [([0], [1]), ([2], [3, 4])]),  # one section a slide
        ("hht", [([0, 1], [2])]),  # a section that begins with another
        ("htttt", [([0], [1, 2]), ([0], [3, 4])]),  # too long: the heading again
        ("hhttt", [([0, 1], [2]), ([1], [3, 4])]),  # … the inner one
        ("htft", [([0], [1]), ([0], [2]), ([0], [3])]),  # a figure has a slide of its own
        ("hft", [([0], [1]), ([0], [2])]),
        ("hf+tt", [([0], [1, 2]), ([0], [3])]),  # its caption stays with it
        ("htt+tt", [([0], [1]), ([0], [2, 3]), ([0], [4])]),  # so does what a colon announces
        ("htTt", [([0], [1]), ([0], [2]), ([0], [3])]),  # taller than the room: alone, it scrolls
        ("h+t", [([0], [1])]),
        ("tt", [([], [0, 1])]),
        ("hth", [([0], [1]), ([2], [])]),
        ("", []),
    ],
)
def test_blocks_on_slides(node: NodeProgram, blocks: str, slides: Slides) -> None:
    assert split(node, blocks) == slides


def test_no_block_is_lost_or_shown_twice(node: NodeProgram) -> None:
    blocks = "hthft+tTtthhtf+tf+f" * 5
    slides = split(node, blocks)
    shown = [index for _, others in slides for index in others]
    signs = [sign for sign in blocks if sign != "+"]
    assert shown == [index for index, sign in enumerate(signs) if sign != "h"]
    assert {index for heads, _ in slides for index in heads} == {
        index for index, sign in enumerate(signs) if sign == "h"
    }
