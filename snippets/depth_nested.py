"""A network of two layers inside one of four."""

import torch

torch.manual_seed(0)
d = 16
x = torch.randn(100, d)
first, second = torch.randn(2, d, d)
# $I$
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
h = plain(x, first, second)
# $\mathrm{ReLU}(I h) = h$
assert torch.equal(plain(h, identity), h)
four_plain = plain(x, first, second, identity, identity)
assert torch.equal(four_plain, h)
four_with_blocks = residual(h, zero, zero)
assert torch.equal(four_with_blocks, h)
added = (h @ zero).norm().item()

fresh = torch.randn(d, d) * (2 / d) ** 0.5
changed = ((plain(h, fresh) - h).norm() / h.norm()).item()
by_block = ((residual(h, fresh) - h).norm() / h.norm()).item()
print(f"off from the identity: plain layer {changed:.2f}, block {by_block:.2f}")
# --8<-- [end:same]
