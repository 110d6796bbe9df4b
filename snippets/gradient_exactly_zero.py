"""Two branches that leave a residual block without any gradient at its input."""

import torch
from torch.autograd import grad
from torch.autograd.functional import jacobian


def squash(x):
    # $F(x) = -\tanh(x)$
    return -torch.tanh(x)


def cancel(x):
    # $F(x) = -x$
    return -x


zero = torch.tensor(0.0, requires_grad=True)
# $F'(0)$
slope = grad(squash(zero), zero)[0]
# $1 + F'(0)$
block_slope = grad(zero + squash(zero), zero)[0]
assert block_slope == 1 + slope

x = torch.tensor([1.0, 2.0], requires_grad=True)
# $J_F = -I$
assert torch.equal(jacobian(cancel, x), -torch.eye(2))
# $y$
y = x + cancel(x)
loss = (y - torch.tensor([1.0, 1.0])).square().sum() / 2
# $\nabla_y L$
grad_y = grad(loss, y, retain_graph=True)[0]
# $\nabla_x L$
grad_x = grad(loss, x)[0]
print(f"slope of the branch {slope:g}, of the block {block_slope:g}")
print(f"x = {x.tolist()}, gradient at y: {grad_y.tolist()}, at x: {grad_x.tolist()}")
