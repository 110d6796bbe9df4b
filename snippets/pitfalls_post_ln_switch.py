"""A mistake: a Post-LN layer normalises, and then carries the tensor from before the norm on."""

import torch
from torch import nn

torch.manual_seed(0)
d = 8
attend, ffn = nn.Linear(d, d), nn.Linear(d, d)


def norm(x):
    return nn.functional.layer_norm(x, (d,))


# --8<-- [start:case]
def mistake(x):
    s = x + attend(x)
    u = norm(s)
    return norm(s + ffn(u))


def mended(x):
    s = x + attend(x)
    u = norm(s)
    return norm(u + ffn(u))


x = 5 * torch.randn(4, d)
difference = ((mistake(x) - mended(x)).norm() / mended(x).norm()).item()
# --8<-- [end:case]
assert torch.allclose(norm(norm(x)), norm(x), atol=1e-4)
print(f"the outputs differ by {difference:.4g} of their length")
