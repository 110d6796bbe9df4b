"""One step of gradient descent on the weights; for comparison, one on the input."""

import torch
from torch.testing import assert_close

x = torch.tensor([1.0, 2.0])
weight = torch.tensor([[0.1, 0.2], [-0.1, 0.3]])
target = torch.tensor([1.0, 1.0])
# $\eta$
rate = 0.1


def loss_at(y):
    return (y - target).square().sum() / 2


y = x + weight @ x
grad_w = (y - target).outer(x)
# $\tilde W = W - \eta\, \nabla_W L$
new_weight = weight - rate * grad_w
# $\tilde y = x + \tilde W x$
new_y = x + new_weight @ x
# $\tilde L = \tfrac12 \lVert \tilde y - t \rVert^2$
new_loss = loss_at(new_y)

# $\lVert x \rVert^2$
x_squared = x @ x
# $\tilde y - t = (1 - \eta \lVert x \rVert^2) (y - t)$
assert_close(new_y - target, (1 - rate * x_squared) * (y - target))
# $\eta \lVert \nabla_W L \rVert^2$
promised_drop = rate * grad_w.square().sum()
# $L - \tilde L$
drop = loss_at(y) - new_loss

new_x = x - rate * (torch.eye(2) + weight).T @ (y - target)
loss_after_x = loss_at(new_x + weight @ new_x)
print(f"loss: {loss_at(y):.4g} -> {new_loss:.4g}")
print(f"after a step on x instead: {loss_after_x:.4g}")
