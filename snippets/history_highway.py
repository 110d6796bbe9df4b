"""A highway layer is a residual block: its branch is the gate times the difference."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
d = 64
x = torch.randn(512, d, dtype=torch.float64)
W_H, W_T = torch.randn(2, d, d, dtype=torch.float64) / d**0.5

# --8<-- [start:gate]
# $b_T$
bias = -3
H = torch.relu(x @ W_H.T)
T = torch.sigmoid(x @ W_T.T + bias)
# $y = T \odot H(x) + (1 - T) \odot x$
y = T * H + (1 - T) * x
# $y = x + T \odot (H(x) - x)$
assert_close(y, x + T * (H - x))
opening = T.mean().item()
moved = ((y - x).norm() / x.norm()).item()
# --8<-- [end:gate]
print(f"mean opening {opening:.2g}; the layer moves its input by {moved:.2g} of its length")
