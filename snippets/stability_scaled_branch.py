"""A factor on the branch: what it does to the Jacobian, and what moves the factor itself."""

import torch
from torch.autograd.functional import jacobian
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
d = 6
W = torch.randn(d, d) / d**0.5
x, grad_y = torch.randn(2, d)
alpha = torch.tensor(0.3, requires_grad=True)
identity = torch.eye(d)


def branch(x):
    return torch.tanh(W @ x)


# --8<-- [start:factor]
def block(x):
    # $y = x + \alpha F(x)$
    return x + alpha * branch(x)


# $J_y = I + \alpha J_F$
assert_close(jacobian(block, x), identity + alpha.detach() * jacobian(branch, x))

y = block(x)
y.backward(grad_y)
# $\frac{\partial L}{\partial \alpha} = F(x)^\top \nabla_y L$
assert_close(alpha.grad, branch(x) @ grad_y)
# --8<-- [end:factor]
print(f"length of y: {y.norm():.4g}; gradient of the factor: {alpha.grad:.4g}")
