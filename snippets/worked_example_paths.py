"""The Jacobians of the branch and the block, and what each path returns on its own."""

import torch
from torch.autograd.functional import jacobian
from torch.testing import assert_close

x = torch.tensor([1.0, 2.0], requires_grad=True)
weight = torch.tensor([[0.1, 0.2], [-0.1, 0.3]])
target = torch.tensor([1.0, 1.0])
identity = torch.eye(2)


def gradient_at_x(y):
    """Gradient of the loss with respect to x, along whatever still joins x to y."""
    loss = (y - target).square().sum() / 2
    return torch.autograd.grad(loss, x)[0]


both = gradient_at_x(x + weight @ x)
shortcut_only = gradient_at_x(x + weight @ x.detach())
branch_only = gradient_at_x(x.detach() + weight @ x)
assert_close(both, shortcut_only + branch_only)

branch_jacobian = jacobian(lambda v: weight @ v, x)
block_jacobian = jacobian(lambda v: v + weight @ v, x)
# $J_F = W$
assert_close(branch_jacobian, weight)
# $J_y = I + W$
assert_close(block_jacobian, identity + weight)

grad_y = x.detach() + weight @ x.detach() - target
# $\nabla_x L = (I + J_F)^\top \nabla_y L$
assert_close(both, (identity + branch_jacobian).T @ grad_y)
# $(\nabla_x L)^\top = (\nabla_y L)^\top (I + W)$
assert_close(both, grad_y @ (identity + weight))

print("shortcut only:", shortcut_only)
print("branch only:", branch_only)
