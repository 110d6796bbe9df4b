"""A residual block with a linear branch in two dimensions: output, loss and gradient."""

import torch
from torch.testing import assert_close

# $x$
x = torch.tensor([1.0, 2.0], requires_grad=True)
# $W$
weight = torch.tensor([[0.1, 0.2], [-0.1, 0.3]])
# $t$
target = torch.tensor([1.0, 1.0])

# $F(x) = W x$
branch = weight @ x
# $y = x + F(x)$
y = x + branch
# $L = \tfrac12 \lVert y - t \rVert^2$
loss = (y - target).square().sum() / 2
y.retain_grad()
loss.backward()
# $\nabla_y L$
grad_y = y.grad
# $\nabla_x L$
grad_x = x.grad
# $\nabla_y L = y - t$
assert_close(grad_y, y - target)

# $(I + W)^\top$
identity_plus_w_t = (torch.eye(2) + weight).T
# $\nabla_x L = (I + W)^\top \nabla_y L$
assert_close(grad_x, identity_plus_w_t @ grad_y)

# --8<-- [start:two-paths]
via_shortcut = grad_y
# $W^\top \nabla_y L$
via_branch = weight.T @ grad_y
# $\nabla_x L = \nabla_y L + W^\top \nabla_y L$
assert_close(grad_x, via_shortcut + via_branch)
# --8<-- [end:two-paths]

print("loss:", loss.item())
print("gradient at x:", grad_x)
