"""The chain rule through three layers, each one number wide."""

from math import prod

import torch
from torch.testing import assert_close

torch.manual_seed(0)
W, b = torch.randn(2, 4, dtype=torch.float64)
W.requires_grad_()
A, Z = [torch.tensor(0.7, dtype=torch.float64)], [None]


def slope(z):
    return 1 - torch.tanh(z) ** 2


for k in (1, 2, 3):
    # $Z^{[l]} = W^{[l]} A^{[l-1]} + b^{[l]}$
    Z.append(W[k] * A[k - 1] + b[k])
    # $A^{[l]} = g(Z^{[l]})$
    A.append(torch.tanh(Z[k]))
loss = (A[3] - 1) ** 2 / 2
grad_w, grad_a3 = torch.autograd.grad(loss, [W, A[3]])

g3, g2, g1 = slope(Z[3]), slope(Z[2]), slope(Z[1])
# $\frac{\partial L}{\partial W^{[1]}} = \frac{\partial L}{\partial A^{[3]}}\, g'(Z^{[3]}) W^{[3]}\, g'(Z^{[2]}) W^{[2]}\, g'(Z^{[1]}) A^{[0]}$
assert_close(grad_w[1], grad_a3 * g3 * W[3] * g2 * W[2] * g1 * A[0])
print(f"loss: {loss:.4g}, gradient of the first weight: {grad_w[1]:.4g}")

# $n$
n = 20
half, more = 0.5, 1.5
vanished = prod(half for _ in range(n))
exploded = prod(more for _ in range(n))
print(f"{n} factors of {half}: {vanished:.3g}; of {more}: {exploded:.4g}")
