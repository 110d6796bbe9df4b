"""How the variance of the stream grows over n blocks, by what their branches add."""

from math import e, isclose, sqrt

import torch
from torch.nn.functional import layer_norm

# $n$
n = 24
batch, d = 128, 256
tolerance = 0.1


def variances(branch):
    """Variance of the stream before the first block and behind each."""
    torch.manual_seed(0)
    x = torch.randn(batch, d)
    found = [x.var().item()]
    for _ in range(n):
        W = torch.randn(d, d) / sqrt(d)
        x = x + branch(x, W)
        found.append(x.var().item())
    return found


# $x + F(x)$
bare = variances(lambda x, W: x @ W)
# $x + F(\mathrm{LN}(x))$
normed = variances(lambda x, W: layer_norm(x, [d]) @ W)
# $x + \frac{1}{\sqrt{n}} F(x)$
root = variances(lambda x, W: x @ W / sqrt(n))
# $x + \frac{1}{\sqrt{n}} F(\mathrm{LN}(x))$
normed_root = variances(lambda x, W: layer_norm(x, [d]) @ W / sqrt(n))
# $x + \frac{1}{n} F(x)$
nth = variances(lambda x, W: x @ W / n)

for i in range(n + 1):
    # $\mathrm{Var}(x_l) \approx 2^l$
    assert isclose(bare[i], 2**i, rel_tol=tolerance)
    # $\mathrm{Var}(x_l) \approx 1 + l$
    assert isclose(normed[i], 1 + i, rel_tol=tolerance)
    # $\mathrm{Var}(x_l) \approx (1 + \frac{1}{n})^l$
    assert isclose(root[i], (1 + 1 / n) ** i, rel_tol=tolerance)
    # $\mathrm{Var}(x_l) \approx (1 + \frac{1}{n^2})^l$
    assert isclose(nth[i], (1 + 1 / n**2) ** i, rel_tol=tolerance)
    # $\mathrm{Var}(x_l) \approx 1 + \frac{l}{n}$
    assert isclose(normed_root[i], 1 + i / n, rel_tol=tolerance)

depths = [10, 100, 1000]
bounded = []
for depth in depths:
    # $(1 + \frac{1}{n})^n < e$
    assert (1 + 1 / depth) ** depth < e
    bounded.append((1 + 1 / depth) ** depth)
print(f"after {n} blocks: x + F(x) {bare[n]:.2g}, x + F(LN(x)) {normed[n]:.2g}")
print(f"branch divided by the root of n {root[n]:.2g}, by n {nth[n]:.2g}")
