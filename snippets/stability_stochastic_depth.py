"""Stochastic depth: who survives, how many do, and what stands in for it at test time."""

from math import isclose

import torch
from torch.testing import assert_close

torch.manual_seed(0)
x, F = torch.randn(2, dtype=torch.float64)

# --8<-- [start:depth]
# $n$
n = 54
# $p_n$
p_last = 0.5
# $p_l = 1 - \frac{l}{n} (1 - p_n)$
p = [1 - place / n * (1 - p_last) for place in range(1, n + 1)]
# $\sum_{l=1}^{n} p_l$
expected = sum(p)
# $\sum_{l=1}^{n} p_l = \frac{3 n - 1}{4}$
assert isclose(sum(p), (3 * n - 1) / 4)

for survival in p:
    outcomes = [(survival, 1), (1 - survival, 0)]
    # $\mathbb{E}(x + b F(x)) = x + p F(x)$
    assert_close(sum(chance * (x + b * F) for chance, b in outcomes), x + survival * F)
    # $\mathbb{E}(x + \frac{b}{p} F(x)) = x + F(x)$
    assert_close(sum(chance * (x + b / survival * F) for chance, b in outcomes), x + F)

kept = torch.rand(4000, n) < torch.tensor(p)
survived = kept.float().mean(dim=0).tolist()
assert all(
    isclose(share, survival, abs_tol=0.03) for share, survival in zip(survived, p, strict=True)
)
average = kept.sum(dim=1).float().mean().item()
assert isclose(average, expected, rel_tol=0.01)
# --8<-- [end:depth]
print(f"{expected:.4g} of {n} blocks expected, {average:.3g} drawn on average")
