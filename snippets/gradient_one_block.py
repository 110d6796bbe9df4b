"""One block and one number: the slope of the block is one plus the slope of the branch."""

import torch
from torch.autograd import grad
from torch.testing import assert_close

x = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)

# --8<-- [start:block]
# $F(x)$
branch = 0.01 * x
# $y = x + F(x)$
y = x + branch
# $F'(x)$
slope = grad(branch, x, retain_graph=True)[0]
# $1 + F'(x)$
block_slope = 1 + slope
# $\frac{\partial y}{\partial x} = 1 + F'(x)$
assert_close(grad(y, x, retain_graph=True)[0], 1 + slope)

loss = y.square() / 2
grad_y, grad_x = grad(loss, [y, x])
# $\frac{\partial L}{\partial x} = \frac{\partial L}{\partial y} \frac{\partial y}{\partial x}$
assert_close(grad_x, grad_y * block_slope)
via_shortcut, via_branch = grad_y, grad_y * slope
# $\frac{\partial L}{\partial x} = \frac{\partial L}{\partial y} + \frac{\partial L}{\partial y} F'(x)$
assert_close(grad_x, via_shortcut + via_branch)
# --8<-- [end:block]

print(f"gradient {grad_y:.4g} at y, {grad_x:.4g} at x: {block_slope:.4g} times as much")
