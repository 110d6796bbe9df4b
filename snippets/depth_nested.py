"""A network of two layers inside one of four: the two added layers only have to be the identity."""

import torch

torch.manual_seed(0)
d = 16
x = torch.randn(100, d)
first, second = torch.randn(2, d, d)
identity = torch.eye(d)
zero = torch.zeros(d, d)


def plain(x, *weights):
    for W in weights:
        x = torch.relu(x @ W)
    return x


def residual(x, *weights):
    for W in weights:
        x = torch.relu(x + x @ W)
    return x


# --8<-- [start:same]
two_layers = plain(x, first, second)
four_layers = plain(x, first, second, identity, identity)
assert torch.equal(two_layers, four_layers)
four_residual = residual(plain(x, first, second), zero, zero)
assert torch.equal(two_layers, four_residual)
# --8<-- [end:same]

# --8<-- [start:start]
size = (2 / d) ** 0.5
added = size * torch.randn(d, d)
changed = (plain(two_layers, added) - two_layers).norm() / two_layers.norm()
print(f"{changed:.2g}")
# --8<-- [end:start]
