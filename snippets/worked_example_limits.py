"""A branch that cancels its input, and a plain layer that does all that this block does."""

import torch
from torch.testing import assert_close

x = torch.tensor([1.0, 2.0], requires_grad=True)
target = torch.tensor([1.0, 1.0])
identity = torch.eye(2)


def loss_at(y):
    return (y - target).square().sum() / 2


# $W = -I$
cancelling = (-identity).requires_grad_()
y = x + cancelling @ x
loss_at(y).backward()
# $\nabla_W L$
grad_w = cancelling.grad
assert torch.equal(y, torch.zeros(2))
assert torch.equal(x.grad, torch.zeros(2))

weight = torch.tensor([[0.1, 0.2], [-0.1, 0.3]], requires_grad=True)
# $V = I + W$
merged = (identity + weight).detach().requires_grad_()
# $V x = x + W x$
assert_close(merged @ x, x + weight @ x)
plain = torch.autograd.grad(loss_at(merged @ x), [merged, x])
block = torch.autograd.grad(loss_at(x + weight @ x), [weight, x])
# $\nabla_V L = \nabla_W L$
assert_close(plain, block)

print("gradient at x when the branch cancels it:", x.grad)
print("gradient at W then:", grad_w)
print("gradient at x through the plain layer:", plain[1])
