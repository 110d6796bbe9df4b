"""The same number of additions, by how much their directions agree."""

from math import isclose

import torch

torch.manual_seed(0)
# $n$
n = 48
directions = torch.linalg.qr(torch.randn(64, 64, dtype=torch.float64)).Q
x0, common, own = directions[0], directions[1], directions[2:]

agreements = [0.0, 0.1, 1.0]
squares = []
for rho in agreements:
    x = x0
    for i in range(n):
        x = x + rho**0.5 * common + (1 - rho) ** 0.5 * own[i]
    squares.append(x.square().sum().item())
    # $\lVert x_n \rVert^2 = 1 + n + \rho\, n (n - 1)$
    assert isclose(squares[-1], 1 + n + rho * n * (n - 1))
    print(f"cosine {rho:3} between any two: squared length {squares[-1]:.4g}")
