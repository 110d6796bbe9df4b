"""Backward, the sum becomes a copy and the fork becomes a sum: one matrix and its transpose."""

import torch
from torch.autograd.functional import jacobian
from torch.testing import assert_close

torch.manual_seed(0)
d = 3
identity = torch.eye(d)


def fork(x):
    return torch.cat([x, x])


def add(pair):
    return pair[:d] + pair[d:]


# --8<-- [start:check]
C = jacobian(fork, torch.randn(d))
S = jacobian(add, torch.randn(2 * d))
# $C = \begin{bmatrix} I \\ I \end{bmatrix}$
assert torch.equal(C, torch.cat([identity, identity]))
# $S = C^\top$
assert torch.equal(S, C.T)

x = torch.randn(d, requires_grad=True)
a, b = fork(x).split(d)
# $y = a + b$
y = a + b
loss = (y**3).sum()
grad_x, grad_a, grad_b, grad_y = torch.autograd.grad(loss, [x, a, b, y])
# $\nabla_a L = \nabla_y L$
assert_close(grad_a, grad_y)
# $\nabla_b L = \nabla_y L$
assert_close(grad_b, grad_y)
# $\nabla_x L = \nabla_a L + \nabla_b L$
assert_close(grad_x, grad_a + grad_b)
# --8<-- [end:check]
print(f"gradient at y: {grad_y.norm():.3g} long; at x: {grad_x.norm():.3g}")
