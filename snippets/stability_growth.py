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
    x = x / x.std()
    found = [x.var().item()]
    for _ in range(n):
        W = torch.randn(d, d) / sqrt(d)
        x = x + branch(x, W)
        found.append(x.var().item())
    return found


# $x_{l+1} = x_l + F(x_l)$
bare = variances(lambda x, W: x @ W)
# $x_{l+1} = x_l + F(\mathrm{LN}(x_l))$
normed = variances(lambda x, W: layer_norm(x, [d]) @ W)
# $x_{l+1} = x_l + \frac{1}{\sqrt{n}} F(x_l)$
root = variances(lambda x, W: x @ W / sqrt(n))
# $x_{l+1} = x_l + \frac{1}{\sqrt{n}} F(\mathrm{LN}(x_l))$
normed_root = variances(lambda x, W: layer_norm(x, [d]) @ W / sqrt(n))
# $x_{l+1} = x_l + \frac{1}{n} F(x_l)$
nth = variances(lambda x, W: x @ W / n)

for i, found in enumerate(zip(bare, normed, root, normed_root, nth, strict=True)):
    # $\mathrm{Var}(x_l) \approx 2^l$
    assert isclose(found[0], 2**i, rel_tol=tolerance)
    # $\mathrm{Var}(x_l) \approx 1 + l$
    assert isclose(found[1], 1 + i, rel_tol=tolerance)
    # $\mathrm{Var}(x_l) \approx (1 + \frac{1}{n})^l$
    assert isclose(found[2], (1 + 1 / n) ** i, rel_tol=tolerance)
    # $\mathrm{Var}(x_l) \approx 1 + \frac{l}{n}$
    assert isclose(found[3], 1 + i / n, rel_tol=tolerance)
    # $\mathrm{Var}(x_l) \approx (1 + \frac{1}{n^2})^l$
    assert isclose(found[4], (1 + 1 / n**2) ** i, rel_tol=tolerance / 10)

depths = [10, 100, 1000]
bounded = []
for depth in depths:
    power = (1 + 1 / depth) ** depth
    # $(1 + \frac{1}{n})^n < e$
    assert power < e
    bounded.append(power)
print(f"after {n} blocks: x + F(x) {bare[n]:.2g}, x + F(LN(x)) {normed[n]:.2g}")
print(f"branch divided by the root of n {root[n]:.2g}, by n {nth[n]:.4g}")
