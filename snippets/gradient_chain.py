"""A plain chain multiplies the slopes of its layers; a residual chain adds one to each first."""

from math import prod

import torch
from torch.autograd import grad
from torch.testing import assert_close

torch.manual_seed(0)
n = 5
weights = torch.randn(n, dtype=torch.float64)
x0 = torch.tensor(0.7, dtype=torch.float64, requires_grad=True)


def branch(k, x):
    return torch.sin(weights[k] * x)


def slope(k, x):
    return weights[k] * torch.cos(weights[k] * x)


# --8<-- [start:chain]
x = [x0]
for k in range(n):
    # $x_{l+1} = F_l(x_l)$
    x.append(branch(k, x[k]))
plain_grad_x0, plain_grad_xn = grad((x[n] - 1).square() / 2, [x0, x[n]])
plain = prod(slope(k, x[k]) for k in range(n))
# $\frac{\partial L}{\partial x_0} = \frac{\partial L}{\partial x_n} \prod_{l=0}^{n-1} F_l'(x_l)$
assert_close(plain_grad_x0, plain_grad_xn * plain)
# $x_n = x_0 + \sum_{l=0}^{n-1} (F_l(x_l) - x_l)$
assert_close(x[n], x0 + sum(branch(k, x[k]) - x[k] for k in range(n)))

x = [x0]
for k in range(n):
    # $x_{l+1} = x_l + F_l(x_l)$
    x.append(x[k] + branch(k, x[k]))
grad_x0, grad_xn = grad((x[n] - 1).square() / 2, [x0, x[n]])
residual = prod(1 + slope(k, x[k]) for k in range(n))
# $\frac{\partial L}{\partial x_0} = \frac{\partial L}{\partial x_n} \prod_{l=0}^{n-1} (1 + F_l'(x_l))$
assert_close(grad_x0, grad_xn * residual)
# $x_n = x_0 + \sum_{l=0}^{n-1} F_l(x_l)$
assert_close(x[n], x0 + sum(branch(k, x[k]) for k in range(n)))
# --8<-- [end:chain]

print(f"plain: {plain_grad_xn:.3g} times {plain:.3g} is {plain_grad_x0:.3g}")
print(f"residual: {grad_xn:.3g} times {residual:.3g} is {grad_x0:.3g}")
