"""Which role a line of code plays: told by the formula that stands above it.

The colours are those of the formulas (design: colour is notation): a line under `# $y = x + F(x)$`
computes the sum, one under `# $\\nabla_x L$` a gradient. Other lines play none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

FORMULA = re.compile(r"\s*#\s*\$(?P<tex>[^$]+)\$\s*")
RELATION = re.compile(r"=|\\approx|\\[gl]e\b|[<>]")
ROLES = {
    "identity": re.compile(r"x|x_0"),
    "branch": re.compile(r"F(?:_\w)?\(.*\)|W x|J_F"),
    "sum": re.compile(r"y|x_n|x_m|x_\{l\+1\}"),
    "gradient": re.compile(r"\(?\\nabla.*|\\frac\{\\partial L\}.*"),
}


def role_of(tex: str) -> str | None:
    """The role of what a formula is about: its left side."""
    left = RELATION.split(tex, maxsplit=1)[0].strip()
    return next((role for role, pattern in ROLES.items() if pattern.fullmatch(left)), None)


def roles(lines: Iterable[str]) -> Iterator[str | None]:
    """For every line of code its role, or None."""
    waiting: str | None = None
    for line in lines:
        formula = FORMULA.fullmatch(line)
        if formula:
            waiting = role_of(formula["tex"]) or waiting
            yield None
        else:
            yield waiting
            waiting = None
