"""The gradient at a block's input, for a branch whose Jacobian is a random full matrix."""

import torch
from torch.autograd.functional import jacobian
from torch.testing import assert_close

torch.manual_seed(0)
d = 4
inner = torch.randn(d, d, dtype=torch.float64)
outer = torch.randn(d, d, dtype=torch.float64)
identity = torch.eye(d, dtype=torch.float64)


def branch(x):
    return outer @ torch.tanh(inner @ x)


# --8<-- [start:rule]
x = torch.randn(d, dtype=torch.float64, requires_grad=True)
# $(J_F)_{ij} = \frac{\partial F_i}{\partial x_j}$
J_F = torch.stack([torch.autograd.grad(branch(x)[i], x)[0] for i in range(d)])
J_y = jacobian(lambda x: x + branch(x), x)
# $J_y = I + J_F$
assert_close(J_y, identity + J_F)

y = x + branch(x)
y.retain_grad()
loss = y.exp().sum()
loss.backward()
grad_x, grad_y = x.grad, y.grad
for j in range(d):
    # $(\nabla_x L)_j = \sum_i (J_y)_{ij} (\nabla_y L)_i$
    assert_close(grad_x[j], sum(J_y[i, j] * grad_y[i] for i in range(d)))
# $\nabla_x L = (I + J_F)^\top \nabla_y L$
assert_close(grad_x, (identity + J_F).T @ grad_y)
# $(I + J_F)^\top \nabla_y L = \nabla_y L + J_F^\top \nabla_y L$
assert_close((identity + J_F).T @ grad_y, grad_y + J_F.T @ grad_y)
# --8<-- [end:rule]

print(f"gradient at y: {grad_y.norm():.3g} long; at x: {grad_x.norm():.3g}")
