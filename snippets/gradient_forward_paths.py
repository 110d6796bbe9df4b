"""Two blocks, the second one nonlinear: derivatives add along the paths, values do not."""

import torch
from torch.autograd import grad

# $x_0$
x0 = torch.tensor(1.0, requires_grad=True)


def branch0(x):
    # $F_0(x) = 2 x$
    return 2 * x


def branch1(x):
    # $F_1(x) = x^2$
    return x**2


# $x_1$
x1 = x0 + branch0(x0)
x2 = x1 + branch1(x1)
# $F_1(x_0 + F_0(x_0))$
computed = branch1(x0 + branch0(x0))
# $F_1(x_0) + F_1(F_0(x_0))$
along_paths = branch1(x0) + branch1(branch0(x0))
# $F_1(x_0 + F_0(x_0)) \ne F_1(x_0) + F_1(F_0(x_0))$
assert computed != along_paths

# $F_0'(x_0)$
slope0 = grad(branch0(x0), x0)[0]
# $F_1'(x_1)$
slope1 = grad(branch1(x1), x1, retain_graph=True)[0]
# $\frac{\partial x_2}{\partial x_0}$
whole = grad(x2, x0)[0]
# $1 + F_0'(x_0) + F_1'(x_1) + F_1'(x_1) F_0'(x_0)$
four_paths = 1 + slope0 + slope1 + slope1 * slope0
# $\frac{\partial x_2}{\partial x_0} = 1 + F_0'(x_0) + F_1'(x_1) + F_1'(x_1) F_0'(x_0)$
assert whole == four_paths
print(f"value {computed:g}, along paths {along_paths:g}; derivative {whole:g} both ways")
