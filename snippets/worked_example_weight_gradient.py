"""The gradient of the loss with respect to the weights is an outer product."""

import torch
from torch.testing import assert_close

x = torch.tensor([1.0, 2.0])
weight = torch.tensor([[0.1, 0.2], [-0.1, 0.3]], requires_grad=True)
target = torch.tensor([1.0, 1.0])

y = x + weight @ x
y.retain_grad()
loss = (y - target).square().sum() / 2
loss.backward()
grad_y = y.grad
# $\nabla_W L$
grad_w = weight.grad

# $\frac{\partial L}{\partial W_{ij}} = \frac{\partial L}{\partial y_i} x_j$
entries = [[grad_y[i] * x[j] for j in range(2)] for i in range(2)]
assert_close(grad_w, torch.tensor(entries))
# $\nabla_W L = \nabla_y L\, x^\top$
assert_close(grad_w, grad_y.outer(x))

(without_shortcut,) = torch.autograd.grad(weight @ x, weight, grad_outputs=grad_y)
assert_close(without_shortcut, grad_w)

print("gradient at W:", grad_w)
