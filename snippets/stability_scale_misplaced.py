"""Two mistakes: the factor on the sum, and on a block with a shortcut of its own."""

from math import isclose

import torch
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
x0 = torch.randn(64, 256)


def zero(x):
    return 0 * x


# --8<-- [start:misplaced]
# $n$
n = 24
# $s = \frac{1}{\sqrt2}$
s = 1 / 2**0.5
x = x0
for _ in range(n):
    x = s * (x + zero(x))
# $s^n$
left = s**n
assert_close(x, s**n * x0)

# $k$
k = 23
# $s$
beta = 0.2
x = x0
for _ in range(k):
    x = x + beta * (x + zero(x))
# $(1 + s)^k$
grown = (1 + beta) ** k
assert_close(x, (1 + beta) ** k * x0)
# --8<-- [end:misplaced]

W = torch.randn(256, 256) / 16
kept = ((x0 + x0 @ W) * s).var() / x0.var()
assert isclose(kept, 1, rel_tol=0.1)
print(f"zero branches: factor on the sum leaves {left:.2g} of x, nested shortcuts give {grown:.2g}")
