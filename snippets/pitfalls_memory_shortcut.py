"""A mistake: cross-attention is added to the encoder's memory instead of to its own queries."""

import torch
from torch import nn

# --8<-- [start:case]
torch.manual_seed(0)
d = 8
cross = nn.MultiheadAttention(d, 2, batch_first=True)


def mistake(x, memory):
    return memory + cross(x, memory, memory)[0]


def mended(x, memory):
    return x + cross(x, memory, memory)[0]


x, memory, longer = (torch.randn(1, length, d) for length in (5, 5, 7))
silent = mistake(x, memory)
try:
    mistake(x, longer)
    message = "no error"
except RuntimeError as error:
    message = str(error)
# --8<-- [end:case]
assert mended(x, longer).shape == x.shape
assert torch.allclose(silent - mended(x, memory), memory - x, atol=1e-5)
print(f"equal lengths: no error, shape {tuple(silent.shape)}")
print(f"unequal lengths: {message}")
