"""Batch norm at the end of a branch undoes small weights; its gain brings the identity."""

import torch
from torch import nn
from torch.testing import assert_close

torch.manual_seed(0)
x = torch.randn(256, 32)
inner, outer = nn.Linear(32, 128, bias=False), nn.Linear(128, 32, bias=False)
norm = nn.BatchNorm1d(32)


# --8<-- [start:norm]
def branch(x, last_weights):
    return torch.relu(inner(x)) @ last_weights.T


def block(x):
    return x + norm(branch(x, outer.weight))


bare = branch(x, outer.weight).std()
bare_shrunk = branch(x, 0.1 * outer.weight).std()
normed = norm(branch(x, outer.weight)).std()
normed_shrunk = norm(branch(x, 0.1 * outer.weight)).std()
assert_close(block(x) - x, norm(branch(x, outer.weight)))

gamma = nn.init.zeros_(norm.weight)
# $\gamma = 0$
assert torch.equal(gamma, torch.zeros(32))
# $x + F(x) = x$
assert torch.equal(block(x), x)
# --8<-- [end:norm]
print(f"before the norm {bare:.3g}, with smaller weights {bare_shrunk:.3g}")
print(f"after the norm {normed:.3g}, with smaller weights {normed_shrunk:.3g}")
