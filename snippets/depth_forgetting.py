"""In how many directions the input still shows, layer by layer."""

from itertools import pairwise

import torch
from torch.autograd.functional import jacobian
from torch.linalg import matrix_rank

torch.manual_seed(0)
# $d$
d = 32
# $n$
n = 12
x0 = torch.randn(d, dtype=torch.float64)
weights = torch.randn(n, d, d, dtype=torch.float64) * (2 / d) ** 0.5


def chain(x, layers, shortcut):
    for W in weights[:layers]:
        F = torch.relu(W @ x)
        x = x + F if shortcut else F
    return x


def rank(layers, shortcut):
    """Rank of the Jacobian of the first layers, taken together."""
    J = jacobian(lambda x: chain(x, layers, shortcut), x0)
    return matrix_rank(J).item()


plain = [rank(layers, shortcut=False) for layers in range(1, n + 1)]
residual = [rank(layers, shortcut=True) for layers in range(1, n + 1)]
# $\mathrm{rank}\, \frac{\partial x_{l+1}}{\partial x_0} \le \mathrm{rank}\, \frac{\partial x_l}{\partial x_0}$
assert all(after <= before for before, after in pairwise(plain))
print("plain:   ", plain)
print("residual:", residual)
lengths = [chain(x0, n, shortcut).norm() / x0.norm() for shortcut in (False, True)]
print(f"length of the output over the input's: {lengths[0]:.3g} and {lengths[1]:.3g}")
