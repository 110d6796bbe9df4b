"""A shortcut around linear layers is a linear layer; around a nonlinear branch it is not."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
d = 4
x, u = torch.randn(2, d, dtype=torch.float64)
W, W1, W2 = torch.randn(3, d, d, dtype=torch.float64)
identity = torch.eye(d, dtype=torch.float64)

# $x + W x = (I + W) x$
assert_close(x + W @ x, (identity + W) @ x)
# $x + W_2 W_1 x = (I + W_2 W_1) x$
assert_close(x + W2 @ W1 @ x, (identity + W2 @ W1) @ x)


def block(x):
    return x + W2 @ torch.relu(W1 @ x)


gap = (block(x + u) - block(x) - block(u)).norm()
assert gap > 0.1
print(f"two layers with a ReLU between: {gap:.3g} away from linear")
print(f"length of the output: {block(x).norm():.3g}")
