"""Things that the analogies are made of: outlines in the colour of the role they play.

Still the kit's rules: no shading, no shadow, one flat ground. What is blue is x, what is orange is
the change, what is ink is their sum; what plays no role is drawn in the grey of the captions.
"""

from collections.abc import Sequence
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


def sheet(
    drawing: Drawing,
    player: Player,
    x: float,
    y: float,
    lines: Sequence[int],
    size: tuple[int, int] = (50, 64),
) -> None:
    """A page with its corner at x, y; `lines` are the lengths of what is written on it."""
    width, height = size
    thing(drawing, player, f"M{x:g} {y:g}h{width}v{height}h-{width}z")
    written = "".join(f"M{x + 7:g} {y + 10 + 9 * row:g}h{long}" for row, long in enumerate(lines))
    mark(drawing, player, written)


def legend(drawing: Drawing, x: float, y: float, *entries: tuple[Role | None, str]) -> None:
    """Labels below each other, each in the colour of what it names."""
    for row, (role, text) in enumerate(entries):
        drawing.label(x, y + 22 * row, text, role=role)


def block_wide(drawing: Drawing, line: int, branch: int, start: int, end: int) -> None:
    """A block between two things: x leaves at `start`, y arrives at `end`."""
    fork, plus = start + 48, end - 68
    drawing.line(
        "branch",
        f"M{fork} {line}C{fork + 44} {line} {fork + 26} {branch} {fork + 80} {branch}H{plus - 90}"
        f"C{plus - 30} {branch} {plus} {branch + 30} {plus} {line - 22}",
    )
    drawing.head("branch", plus, line - 12, 90)
    drawing.line("identity", f"M{start} {line}H{plus - 22}")
    drawing.head("identity", plus - 12, line, 0)
    drawing.line("sum", f"M{plus + 12} {line}H{end - 12}")
    drawing.head("sum", end, line, 0)
    drawing.box("branch", 240, branch - 30, 120, 60)
    drawing.plus(plus, line)
    drawing.formula(300, branch + 6, "F(x)", role="branch", anchor="mid", size=20)


def block_tall(drawing: Drawing, start: int, end: int) -> None:
    """The same downwards, the line 48 px from the left."""
    line, branch, fork, plus = 48, 206, start + 12, end - 60
    top = fork + 46
    drawing.line(
        "branch",
        f"M{line} {fork}C{line} {fork + 34} {branch} {top - 50} {branch} {top}V{plus - 56}"
        f"C{branch} {plus - 16} {branch - 40} {plus} {line + 22} {plus}",
    )
    drawing.head("branch", line + 12, plus, 180)
    drawing.line("identity", f"M{line} {start}V{plus - 22}")
    drawing.head("identity", line, plus - 12, 90)
    drawing.line("sum", f"M{line} {plus + 12}V{end - 12}")
    drawing.head("sum", line, end, 90)
    drawing.box("branch", branch - 54, top, 108, 56)
    drawing.plus(line, plus)
    drawing.formula(branch, top + 34, "F(x)", role="branch", anchor="mid", size=20)
