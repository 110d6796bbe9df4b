"""Lines of code carry the role of the formula above them."""

from __future__ import annotations

import pytest

from render.roles import role_of, roles


@pytest.mark.parametrize(
    ("tex", "role"),
    [
        ("x", "identity"),
        ("F(x) = W x", "branch"),
        ("W x", "branch"),
        ("y = x + F(x)", "sum"),
        (r"x_{l+1} = x_l + F_l(x_l)", "sum"),
        (r"\nabla_x L = (I + W)^\top \nabla_y L", "gradient"),
        (r"\frac{\partial L}{\partial x_0}", "gradient"),
        (r"\lVert J_F \rVert_2 < 1", None),
        ("t", None),
    ],
)
def test_the_left_side_tells_the_role(tex: str, role: str | None) -> None:
    assert role_of(tex) == role


def test_the_line_below_plays_it() -> None:
    code = ["# $y = x + F(x)$", "# $n$", "y = x + branch", "print(y)"]
    assert list(roles(code)) == [None, None, "sum", None]
