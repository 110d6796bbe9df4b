"""Two mistakes: the factor on the sum, and on a block with a shortcut of its own."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
d = 256
x0 = torch.randn(64, d)
zero = torch.zeros_like


# --8<-- [start:misplaced]
# $n$
n = 24
# $s = \frac{1}{\sqrt2}$
s = 1 / 2**0.5
x = x0
for _ in range(n):
    x = s * (zero(x) + x)
# $s^n$
left = s**n
assert_close(x, s**n * x0)

# $k$
k = 23
# $s$
small = 0.2
x = x0
for _ in range(k):
    x = x + small * (zero(x) + x)
# $(1 + s)^k$
grown = (1 + small) ** k
assert_close(x, (1 + small) ** k * x0)
# --8<-- [end:misplaced]

W = torch.randn(d, d) / d**0.5
kept = (s * (x0 + x0 @ W)).var() / x0.var()
print(f"zero branches: factor on the sum leaves {left:.2g} of x, nested shortcuts give {grown:.2g}")
print(f"a branch as large as x: factor on the sum gives {kept:.4f} of the variance")
