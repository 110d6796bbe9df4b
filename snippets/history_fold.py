"""Folding the skip: a linear branch and its shortcut are one convolution; a ReLU forbids it."""

import torch
import torch.nn.functional as f
from torch.testing import assert_close

torch.manual_seed(0)
channels = 8
x = torch.randn(2, channels, 10, 10, dtype=torch.float64)
K_3 = torch.randn(channels, channels, 3, 3, dtype=torch.float64)
K_1 = torch.randn(channels, channels, 1, 1, dtype=torch.float64)

# --8<-- [start:fold]
identity = torch.zeros_like(K_3)
identity[range(channels), range(channels), 1, 1] = 1
# $K = K_3 + \mathrm{pad}(K_1) + K_I$
K = K_3 + f.pad(K_1, [1, 1, 1, 1]) + identity
branches = f.conv2d(x, K_3, padding=1) + f.conv2d(x, K_1) + x
# $K * x = K_3 * x + K_1 * x + x$
assert_close(f.conv2d(x, K, padding=1), branches)
apart = K_3.numel() + K_1.numel()
folded = K.numel()


def block(x):
    return x + f.conv2d(torch.relu(f.conv2d(x, K_3, padding=1)), K_1)


# $K * (-x) = -K * x$
assert_close(f.conv2d(-x, K, padding=1), -f.conv2d(x, K, padding=1))
even_part = block(-x) + block(x)
bent = (even_part.norm() / block(x).norm()).item()
# --8<-- [end:fold]
assert bent > 0.5
print(f"weights: {apart} in branches, {folded} folded; with a ReLU inside {bent:.2g} is not odd")
