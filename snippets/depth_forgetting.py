"""In how many directions the input still shows, layer by layer."""

from itertools import pairwise

import torch
from torch.linalg import matrix_rank

torch.manual_seed(0)
# $d$
d = 32
# $n$
n = 12
x_plain = x_residual = torch.randn(d, dtype=torch.float64)
J_plain = J_residual = identity = torch.eye(d, dtype=torch.float64)
plain, residual = [], []

for _ in range(n):
    W = torch.randn(d, d, dtype=torch.float64) * (2 / d) ** 0.5
    z = W @ x_plain
    J_plain = torch.diag((z > 0).double()) @ W @ J_plain
    x_plain = torch.relu(z)
    plain.append(matrix_rank(J_plain).item())

    z = W @ x_residual
    J_residual = (identity + torch.diag((z > 0).double()) @ W) @ J_residual
    x_residual = x_residual + torch.relu(z)
    residual.append(matrix_rank(J_residual).item())

# $\mathrm{rank}\, \frac{\partial x_{l+1}}{\partial x_0} \le \mathrm{rank}\, \frac{\partial x_l}{\partial x_0}$
assert all(after <= before for before, after in pairwise(plain))
assert plain[-1] < d
assert residual == [d] * n
print("plain:   ", plain)
print("residual:", residual)
