"""Admin: with the right factor on each shortcut, a Post-LN stack starts as a Pre-LN stack."""

from math import isclose, sqrt

import torch
from torch.nn.functional import layer_norm

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
n, batch, d = 24, 128, 256
x = torch.randn(batch, d)


def norm(x):
    return layer_norm(x, [d], eps=0)


# --8<-- [start:profile]
def post_ln(z, W, omega):
    return norm(omega * z + z @ W)


z = plain = norm(x)
variance, differences, differences_plain = 1.0, [0.0], [0.0]
for _ in range(n):
    W = torch.randn(d, d) / sqrt(d)
    # $x_{l+1} = x_l + F_l(\mathrm{LN}(x_l))$
    x = x + norm(x) @ W
    # $\omega_l^2 = 1 + \sum_{k=0}^{l-1} \mathrm{Var}(F_k)$
    omega = sqrt(variance)
    variance += (z @ W).var().item()
    # $z_{l+1} = \mathrm{LN}(\omega_l z_l + F_l(z_l))$
    z = post_ln(z, W, omega)
    plain = post_ln(plain, W, 1)
    differences.append(((z - norm(x)).norm() / norm(x).norm()).item())
    differences_plain.append(((plain - norm(x)).norm() / norm(x).norm()).item())
difference, difference_plain = differences[-1], differences_plain[-1]
# --8<-- [end:profile]
assert isclose(omega, sqrt(n), rel_tol=0.05)
assert differences[0] == differences_plain[0] == 0
assert max(differences) < 0.1 < difference_plain
print(f"last factor {omega:.2g}; off the Pre-LN stack by {difference:.3g}, ", end="")
print(f"without the factors by {difference_plain:.3g}")
