"""A saturated branch: the gradient reaches the block's input, but not the block's weights."""

import torch
from torch.testing import assert_close

x = torch.tensor([1.0, 1.0], dtype=torch.float64, requires_grad=True)
weight = torch.tensor([[3.0, 5.0], [6.0, 2.0]], dtype=torch.float64, requires_grad=True)

# --8<-- [start:saturated]
# $F(x) = \tanh(W x)$
branch = torch.tanh(weight @ x)
y = x + branch
y.retain_grad()
loss = y.square().sum() / 2
loss.backward()
grad_x, grad_y, grad_w = x.grad, y.grad, weight.grad

with torch.no_grad():
    # $s = 1 - \tanh^2(W x)$
    s = 1 - torch.tanh(weight @ x) ** 2
    # $\nabla_x L = \nabla_y L + W^\top (s \odot \nabla_y L)$
    assert_close(grad_x, grad_y + weight.T @ (s * grad_y), rtol=1e-12, atol=0)
    # $\nabla_W L = (s \odot \nabla_y L) x^\top$
    assert_close(grad_w, (s * grad_y).outer(x), rtol=1e-8, atol=0)

# $\lVert \nabla_x L \rVert$
at_input = grad_x.norm()
# $\lVert \nabla_W L \rVert$
at_weights = grad_w.norm()
# --8<-- [end:saturated]
print(f"gradient at the input: {at_input:.3g}, at the weights: {at_weights:.2g}")
