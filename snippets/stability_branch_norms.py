"""A norm on the branch's output bounds what a block can add, however large its weights."""

from math import isclose, sqrt

import torch
from torch.nn.functional import layer_norm

# $n$
n = 24
batch, d = 128, 256
large = 10.0


def norm(x):
    return layer_norm(x, [d])


def stream(branch, size):
    """All states; `size` multiplies all weights."""
    torch.manual_seed(0)
    states = [torch.randn(batch, d)]
    for i in range(n):
        x, W = states[-1], size * torch.randn(d, d) / sqrt(d)
        states.append(x + branch(x, W, i + 1))
    return states


# --8<-- [start:norms]
pre = stream(lambda x, W, place: norm(x) @ W, large)
peri = stream(lambda x, W, place: norm(norm(x) @ W), large)
unscaled = stream(lambda x, W, place: norm(x) @ W, 1)
scaled = stream(lambda x, W, place: (norm(x) / sqrt(place)) @ W, 1)

# $\lVert x_n \rVert \le \lVert x_0 \rVert + n \sqrt{d}$
assert (peri[n].norm(dim=1) <= peri[0].norm(dim=1) + n * sqrt(d)).all()
pre_curve, peri_curve, unscaled_curve, scaled_curve = (
    [x.var().item() for x in states] for states in (pre, peri, unscaled, scaled)
)
# $\mathrm{Var}(x_n)$
pre_variance = pre_curve[n]
# $\mathrm{Var}(x_n)$
peri_variance = peri_curve[n]
# $\mathrm{Var}(x_n) \approx 1 + n$
assert isclose(peri_variance, 1 + n, rel_tol=0.02)
# $\mathrm{Var}(x_n)$
scaled_variance = scaled_curve[n]
# $\mathrm{Var}(x_n) \approx 1 + \sum_{l=1}^{n} \frac{1}{l}$
assert isclose(scaled_variance, 1 + sum(1 / place for place in range(1, n + 1)), rel_tol=0.02)
assert isclose(unscaled_curve[n], 1 + n, rel_tol=0.02)
# --8<-- [end:norms]
print(f"weights {large:.0f} times as large: Pre-LN {pre_variance:.3g}, ", end="")
print(f"with a norm on the output {peri_variance:.3g}; LayerNorm scaling {scaled_variance:.2g}")
