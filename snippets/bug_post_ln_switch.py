"""A layer with a switch for the order, whose Post-LN adds the wrong tensor; and the mended one."""

import torch
from torch import nn
from torch.nn.functional import layer_norm
from torch.testing import assert_close

d = 8


def norm(x):
    return layer_norm(x, (d,))


# --8<-- [start:fault]
def layer(x, attention, ffn, pre_ln):
    h = x + attention(norm(x) if pre_ln else x)
    y = h + ffn(norm(h))
    return y if pre_ln else norm(y)


# --8<-- [end:fault]


# --8<-- [start:fix]
def mended(x, attention, ffn, pre_ln):
    if pre_ln:
        h = x + attention(norm(x))
        return h + ffn(norm(h))
    h = norm(x + attention(x))
    return norm(h + ffn(h))


# --8<-- [end:fix]
torch.manual_seed(0)
x, branches = 5 * torch.randn(4, d), (nn.Linear(d, d), nn.Linear(d, d))
assert_close(layer(x, *branches, True), mended(x, *branches, True))
zeros = torch.zeros_like, torch.zeros_like
assert_close(layer(x, *zeros, False), mended(x, *zeros, False), atol=1e-4, rtol=0)
wrong, right = layer(x, *branches, False), mended(x, *branches, False)
difference = ((wrong - right).norm() / right.norm()).item()
print(f"Post-LN is off by {difference:.4g} of its length, {right[0, 0]:.4g}")
print(f"Pre-LN has the length {mended(x, *branches, True).norm():.4g}")
