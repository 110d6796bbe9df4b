"""The same number of additions, by how much their directions agree."""

from math import isclose

import torch

# $n$
n = 48
directions = torch.eye(n + 2, dtype=torch.float64)
common, own = directions[0], directions[1:]

agreements = [0.0, 0.1, 1.0]
squares = []
for rho in agreements:
    terms = rho**0.5 * common + (1 - rho) ** 0.5 * own
    squares.append(terms.sum(dim=0).square().sum().item())
    # $\lVert x_n \rVert^2 = (n + 1) (1 + \rho n)$
    assert isclose(squares[-1], (n + 1) * (1 + rho * n))
    print(f"cosine {rho:3} between any two: squared length {squares[-1]:.4g}")
