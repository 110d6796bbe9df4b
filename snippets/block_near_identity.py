"""How far from the identity a two-layer ReLU block starts, for several sizes of its weights."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
d, hidden = 64, 256
x = torch.randn(d, dtype=torch.float64)
W1 = torch.randn(hidden, d, dtype=torch.float64) / d**0.5
W2 = torch.randn(d, hidden, dtype=torch.float64) / hidden**0.5


# --8<-- [start:sizes]
def F(x, size):
    return size * W2 @ torch.relu(size * W1 @ x)


def distance(y):
    """How far y is from x, as a share of x."""
    return ((y - x).norm() / x.norm()).item()


sizes = {"He": 2**0.5, "PyTorch": (1 / 3) ** 0.5, "a tenth": 0.1 * (1 / 3) ** 0.5, "zero": 0.0}
# $\varepsilon$
shrink = 0.1
for size in sizes.values():
    # $\varepsilon W_2\, \sigma(\varepsilon W_1 x) = \varepsilon^2\, W_2\, \sigma(W_1 x)$
    assert_close(F(x, shrink * size), shrink**2 * F(x, size))
residual = [distance(x + F(x, size)) for size in sizes.values()]
plain = [distance(F(x, size)) for size in sizes.values()]
# --8<-- [end:sizes]
for name, r, p in zip(sizes, residual, plain, strict=True):
    print(f"{name:8}: residual block {r:.2g}, plain layers {p:.3g} from the identity")
