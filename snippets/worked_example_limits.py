"""A branch that cancels its input, and a plain layer that does all that this block does."""

import torch
from torch.testing import assert_close

x = torch.tensor([1.0, 2.0])
target = torch.tensor([1.0, 1.0])
identity = torch.eye(2)


def gradients(matrix, shortcut):
    """Output, gradient at the matrix and gradient at x, with or without the shortcut."""
    matrix, point = matrix.clone().requires_grad_(), x.clone().requires_grad_()
    y = point + matrix @ point if shortcut else matrix @ point
    loss = (y - target).square().sum() / 2
    return y.detach(), *torch.autograd.grad(loss, [matrix, point])


# $W = -I$
weight = -identity
y, grad_w, grad_x = gradients(weight, shortcut=True)
assert torch.equal(y, torch.zeros(2))
assert torch.equal(grad_x, torch.zeros(2))
print("W = -I, gradient at W:", grad_w)

weight = torch.tensor([[0.1, 0.2], [-0.1, 0.3]])
# $V = I + W$
merged = identity + weight
y_block, grad_block, grad_x_block = gradients(weight, shortcut=True)
y_plain, grad_plain, grad_x_plain = gradients(merged, shortcut=False)
# $V x = x + W x$
assert_close(y_plain, y_block)
# $\nabla_V L = \nabla_W L$
assert_close(grad_plain, grad_block)
assert_close(grad_x_plain, grad_x_block)
