"""Things that the analogies are made of: outlines in the colour of the role they play.

Still the kit's rules: no shading, no shadow, one flat ground. What is blue is x, what is orange is
the change, what is ink is their sum; what plays no role is drawn in the grey of the captions.
"""

from typing import Literal

from figures.kit import Drawing, Role

Player = Role | Literal["plain"]


def ground(drawing: Drawing, d: str) -> None:
    """What everything stands on: the mountain."""
    drawing.add(f'<path class="f-ground" d="{d}"/>')


def road(drawing: Drawing, *paths: str) -> None:
    """Roads that run into each other: all edges first, or one road would cut the other."""
    for part in ("f-road-edge", "f-road"):
        for d in paths:
            drawing.add(f'<path class="{part}" d="{d}"/>')


def thing(drawing: Drawing, player: Player, d: str) -> None:
    """A closed outline, filled with paper."""
    drawing.add(f'<path class="f-thing-{player}" d="{d}"/>')


def mark(drawing: Drawing, player: Player, d: str) -> None:
    """Lines on a thing."""
    drawing.add(f'<path class="f-mark-{player}" d="{d}"/>')


def sheet(drawing: Drawing, player: Player, x: float, y: float, lines: int, rows: int = 5) -> None:
    """A page of 36 × 48 px with its corner at x, y: `lines` of its `rows` are written on."""
    thing(drawing, player, f"M{x:g} {y:g}h36v48h-36z")
    step = 36 / rows
    written = "".join(f"M{x + 7:g} {y + 6 + step * (row + 0.5):g}h22" for row in range(lines))
    mark(drawing, player, written)
