"""Which multiples of x lie nearer to x than to zero."""

import torch

x = torch.tensor([2.0, 5.0, 3.0])
# $H(x) = -x$
H = -x
# $F(x) = -2 x$
assert torch.equal(H - x, -2 * x)

for c in (-1.0, 0.0, 0.25, 0.5, 0.75, 1.0, 2.0):
    # $H(x) = c x$
    H = c * x
    # $\lVert H(x) - x \rVert = \lvert c - 1 \rvert\, \lVert x \rVert$
    assert (H - x).norm().isclose(abs(c - 1) * x.norm())
    # $\lVert H(x) \rVert = \lvert c \rvert\, \lVert x \rVert$
    assert H.norm().isclose(abs(c) * x.norm())
    nearer = bool((H - x).norm() < H.norm())
    # $c > \tfrac12$
    assert nearer == (c > 1 / 2)
    print(f"c = {c:5}: {(H - x).norm():.3g} from x, {H.norm():.3g} from zero")
