"""What a Post-LN sub-layer does to the gradient: the norm's factor, and the sum's."""

from itertools import pairwise
from statistics import median

import torch
from torch import nn

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
tokens, d = 32, 256
# --8<-- [start:factors]
# $n$
n = 96
# $k$
k = 12


def factors(n, independent):
    """What the gradient's length is multiplied by: at each norm, each sum (medians), in all."""
    x = nn.functional.layer_norm(torch.randn(tokens, d), [d]).requires_grad_()
    states = [x]
    for _ in range(n):
        W1, W2 = torch.randn(2, d, d) / d**0.5
        source = torch.randn(tokens, d) if independent else x
        total = x + torch.relu(2**0.5 * source @ W1.T) @ W2.T
        x = nn.functional.layer_norm(total, [d])
        states += [total, x]
    sizes = [g.norm() for g in torch.autograd.grad(x, states, torch.randn(tokens, d))]
    ratios = [float(before / after) for before, after in pairwise(sizes)]
    return median(ratios[1::2]), median(ratios[::2]), float(sizes[0] / sizes[-1])


runs = [factors(n, independent=False) for _ in range(3)]
at_norm, at_sum, kept = (median(column) for column in zip(*runs, strict=True))
apart_at_norm, apart_at_sum, apart_kept = factors(k, independent=True)
# $(1 / \sqrt2)^n$
predicted = 2 ** (-n / 2)
# $(1 / \sqrt2)^k$
apart_predicted = 2 ** (-k / 2)
# --8<-- [end:factors]
assert kept > 0.2
print(f"branch of x: norm x {at_norm:.2g}, sum x {at_sum:.2g}, {n} sub-layers x {kept:.2g}")
print(f"branch of something else: norm x {apart_at_norm:.2g}, sum x {apart_at_sum:.2g}, ", end="")
print(f"{k} sub-layers x {apart_kept:.2g}")
