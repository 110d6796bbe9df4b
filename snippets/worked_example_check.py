"""What the three questions at the end of the worked example ask for."""

import torch
from torch.testing import assert_close

x = torch.tensor([1.0, 2.0])
weight = torch.tensor([[0.1, 0.2], [-0.1, 0.3]])
target = torch.tensor([1.0, 1.0])
identity = torch.eye(2)
grad_y = x + weight @ x - target

# $(I + W) \nabla_y L$
transpose_forgotten = (identity + weight) @ grad_y
assert transpose_forgotten.shape == grad_y.shape

# $\frac{1}{\lVert x \rVert^2}$
best_rate = 1 / x.square().sum()
after_best_rate = weight - best_rate * grad_y.outer(x)
assert_close(x + after_best_rate @ x, target)

# $b$
bias = torch.tensor([0.5, -0.5], requires_grad=True)
point = x.clone().requires_grad_()
# $y = x + W x + b$
y = point + weight @ point + bias
y.retain_grad()
# $L$
loss = (y - target).square().sum() / 2
loss.backward()
# $\nabla_y L$
grad_y_biased = y.grad
# $\nabla_x L$
grad_x_biased = point.grad
# $\nabla_b L = \nabla_y L$
assert_close(bias.grad, grad_y_biased)
# $\nabla_x L = (I + W)^\top \nabla_y L$
assert_close(grad_x_biased, (identity + weight).T @ grad_y_biased)
