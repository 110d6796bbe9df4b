"""The same slope in every branch: the gradient shrinks, or it explodes."""

from math import isclose

import torch


def factor(a, n):
    """By how much n residual blocks with branches a * x multiply the gradient."""
    x0 = torch.ones((), dtype=torch.float64, requires_grad=True)
    x = x0
    for _ in range(n):
        x = x + a * x
    x.backward()
    # $\frac{\partial x_n}{\partial x_0} = (1 + a)^n$
    assert isclose(x0.grad, (1 + a) ** n)
    return x0.grad.item()


depth = 50
falling, rising = -0.5, 0.5
shrunk = factor(falling, depth)
exploded = factor(rising, depth)
crept = factor(0.1, 100)
print(f"{shrunk:.2g}, {exploded:.2g}, {crept:.3g}")
