"""A sawtooth: each layer of two ReLU nodes doubles its pieces."""

import torch

# $n$
n = 10


def tent(x):
    # $T(x) = 2\,\mathrm{ReLU}(x) - 4\,\mathrm{ReLU}(x - \tfrac12)$
    return 2 * torch.relu(x) - 4 * torch.relu(x - 1 / 2)


x = torch.linspace(0, 1, 4 * 2**n + 1, dtype=torch.float64)
y = x
for _ in range(n):
    y = tent(y)
corners = (y.diff().diff().abs() > 1e-9).sum().item()
# $2^n$
pieces = corners + 1
assert pieces == 2**n

nodes_deep = 2 * n
nodes_one_layer = corners
print(f"{pieces} straight pieces from {nodes_deep} nodes in {n} layers")
