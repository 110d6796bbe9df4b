"""How alike the gradients at two unrelated inputs are, in normalised nets before training."""

from math import isclose
from statistics import mean

import torch
from torch.nn.functional import cosine_similarity

width, batch, draws = 256, 256, 4
depths = [1, 2, 3, 4]


def normalised(h):
    """Batch statistics, held fixed: they would tie the gradients of a batch together."""
    return (h - h.mean(0).detach()) / h.std(0).detach()


def correlation(n, residual, seed):
    """Mean cosine of the gradients of one output at pairs of inputs of a batch."""
    torch.manual_seed(seed)
    x = torch.randn(batch, width, requires_grad=True)
    h = x
    for _ in range(n):
        W = torch.randn(width, width) * (2 / width) ** 0.5
        z = torch.relu(normalised(h)) @ W
        h = h + z if residual else z
    output = h @ torch.randn(width)
    gradients = torch.autograd.grad(output.sum(), x)[0]
    return cosine_similarity(gradients[::2], gradients[1::2]).mean().item()


plain, residual = [], []
for n in depths:
    plain.append(mean(correlation(n, False, seed) for seed in range(draws)))
    residual.append(mean(correlation(n, True, seed) for seed in range(draws)))
    print(f"{n} layers: plain {plain[-1]:.2g}, 2^-n {2**-n:.2g}, residual {residual[-1]:.2g}")
for n, value in zip(depths, plain, strict=True):
    # $2^{-n}$
    assert isclose(value, 2**-n, rel_tol=0.25)
