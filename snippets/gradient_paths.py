"""The Jacobian of three residual blocks is a sum over every choice of branches."""

from itertools import product
from math import comb

import torch
from torch.autograd.functional import jacobian
from torch.testing import assert_close

torch.manual_seed(0)
# --8<-- [start:expand]
# $n$
n = 3
weights = torch.randn(n, 4, 4, dtype=torch.float64)
identity = torch.eye(4, dtype=torch.float64)
x0 = torch.randn(4, dtype=torch.float64)


def network(x):
    """The output, and on the way to it the Jacobian of every branch."""
    J = []
    for weight in weights:
        branch = torch.tanh(weight @ x)
        J.append((1 - branch**2).unsqueeze(1) * weight)
        x = x + branch
    return x, J


whole, J = jacobian(lambda x: network(x)[0], x0), network(x0)[1]
blocks = (identity + J[2]) @ (identity + J[1]) @ (identity + J[0])
# $\frac{\partial x_3}{\partial x_0} = (I + J_2)(I + J_1)(I + J_0)$
assert_close(whole, blocks)
pairs = J[1] @ J[0] + J[2] @ J[0] + J[2] @ J[1]
# $(I + J_2)(I + J_1)(I + J_0) = I + J_0 + J_1 + J_2 + J_1 J_0 + J_2 J_0 + J_2 J_1 + J_2 J_1 J_0$
assert_close(blocks, identity + J[0] + J[1] + J[2] + pairs + J[2] @ J[1] @ J[0])

paths = []
counts = [0] * (n + 1)
for choice in product([False, True], repeat=n):
    path = identity
    for layer, takes_branch in enumerate(choice):
        path = J[layer] @ path if takes_branch else path
    paths.append(path)
    counts[sum(choice)] += 1
# $\frac{\partial x_n}{\partial x_0} = \sum_{S \subseteq \{0, \dots, n-1\}} \prod_{l \in S} J_l$
assert_close(whole, sum(paths))
assert counts == [comb(n, k) for k in range(n + 1)]
# $2^n$
path_count = len(paths)
# $\sum_{k=0}^{n} \binom{n}{k} = 2^n$
assert sum(counts) == 2**n
# --8<-- [end:expand]
print(f"{path_count} paths; by number of branches: {counts}; norm of the sum: {whole.norm():.3g}")
