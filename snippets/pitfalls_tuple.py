"""A mistake: nn.MultiheadAttention returns a tuple, and the tuple is added."""

import torch
from torch import nn

# --8<-- [start:case]
attention = nn.MultiheadAttention(16, 4, batch_first=True)
x = torch.randn(2, 5, 16)
try:
    x + attention(x, x, x)
    message = "no error"
except TypeError as error:
    message = str(error)
mended = x + attention(x, x, x, need_weights=False)[0]
# --8<-- [end:case]
assert mended.shape == (2, 5, 16)
assert torch.allclose(mended - x, attention(x, x, x)[0], atol=1e-5)
print(message)
