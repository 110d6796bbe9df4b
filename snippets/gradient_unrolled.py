"""The unrolled sum, and why one plus the derivative of the sum is a product all the same."""

from math import prod

import torch
from torch.testing import assert_close

torch.manual_seed(0)
n = 5
weights = torch.randn(n, dtype=torch.float64)
x = [torch.tensor(0.7, dtype=torch.float64, requires_grad=True)]
F, slopes = [], []
for k in range(n):
    F.append(torch.sin(weights[k] * x[k]))
    slopes.append(weights[k] * torch.cos(weights[k] * x[k]))
    x.append(x[k] + F[k])
loss = (x[n] - 1).square() / 2


def d(value, at):
    """Derivative of value with respect to at; zero if value does not depend on it."""
    return torch.autograd.grad(value, at, retain_graph=True, materialize_grads=True)[0]


# --8<-- [start:sums]
for start in range(n):
    for m in range(start, n + 1):
        # $x_m = x_l + \sum_{k=l}^{m-1} F_k(x_k)$
        assert_close(x[m], x[start] + sum(F[start:m]))
    total = sum(F[start:n])
    # $\frac{\partial L}{\partial x_l} = \frac{\partial L}{\partial x_n} (1 + \frac{\partial}{\partial x_l} \sum_{k=l}^{n-1} F_k(x_k))$
    assert_close(d(loss, x[start]), d(loss, x[n]) * (1 + d(total, x[start])))

    # $P_k = \frac{\partial x_k}{\partial x_l}$
    P = [d(x[k], x[start]) for k in range(n + 1)]
    # $P_l = 1$
    assert P[start] == 1
    for k in range(start, n):
        # $\frac{\partial}{\partial x_l} F_k(x_k) = F_k'(x_k) P_k$
        assert_close(d(F[k], x[start]), slopes[k] * P[k])
        # $P_{k+1} = P_k + F_k'(x_k) P_k$
        assert_close(P[k + 1], P[k] + slopes[k] * P[k])
    # $P_n = \prod_{k=l}^{n-1} (1 + F_k'(x_k))$
    assert_close(P[n], prod(1 + slopes[k] for k in range(start, n)))
    # $P_n = 1 + \sum_{k=l}^{n-1} F_k'(x_k) P_k$
    assert_close(P[n], 1 + sum(slopes[k] * P[k] for k in range(start, n)))
    # $1 + \sum_{k=l}^{n-1} F_k'(x_k) P_k = 1 + \frac{\partial}{\partial x_l} \sum_{k=l}^{n-1} F_k(x_k)$
    assert_close(1 + sum(slopes[k] * P[k] for k in range(start, n)), 1 + d(total, x[start]))
    print(f"gradient at layer {start}: {d(loss, x[n]):.3g} times {P[n]:.3g}")
# --8<-- [end:sums]
