"""Batch norm at the end of a branch undoes small weights; its gain brings the identity."""

import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(256, 32)
inner, outer = nn.Linear(32, 128, bias=False), nn.Linear(128, 32, bias=False)
norm = nn.BatchNorm1d(32)


# --8<-- [start:norm]
@torch.no_grad()
def spread(last_weights):
    """Standard deviation of the branch's output, before its batch norm and after."""
    bare = torch.relu(inner(x)) @ last_weights.T
    return bare.std().item(), norm(bare).std().item()


bare, normed = spread(outer.weight)
bare_shrunk, normed_shrunk = spread(0.1 * outer.weight)

gamma = nn.init.zeros_(norm.weight)
# $\gamma = 0$
assert torch.equal(gamma, torch.zeros(32))
# $y = x$
assert torch.equal(x + norm(outer(torch.relu(inner(x)))), x)
# --8<-- [end:norm]
print(f"last weights as they start: {bare:.2g}, after batch norm {normed:.3g}")
print(f"a tenth of them: {bare_shrunk:.2g}, after batch norm {normed_shrunk:.2g}")
