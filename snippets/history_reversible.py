"""Undoing the skip: a reversible pair of blocks exactly, a contractive block by iteration."""

import torch
from torch import nn
from torch.testing import assert_close

torch.manual_seed(0)
d = 16
F, G = (nn.Sequential(nn.Linear(d, d), nn.Tanh()).double() for _ in range(2))
x_1, x_2 = torch.randn(2, d, dtype=torch.float64)

# --8<-- [start:pair]
# $y_1 = x_1 + F(x_2)$
y_1 = x_1 + F(x_2)
# $y_2 = x_2 + G(y_1)$
y_2 = x_2 + G(y_1)

# $x_2 = y_2 - G(y_1)$
assert_close(y_2 - G(y_1), x_2)
# $x_1 = y_1 - F(x_2)$
assert_close(y_1 - F(y_2 - G(y_1)), x_1)
# --8<-- [end:pair]


# --8<-- [start:contractive]
W = torch.randn(d, d, dtype=torch.float64)
c = 0.8
W = c * W / torch.linalg.matrix_norm(W, 2)
y = x_1 + torch.tanh(W @ x_1)
# $\lVert J_F \rVert_2 \le c < 1$
assert torch.linalg.matrix_norm(W, 2) <= c + 1e-12 and c < 1
x, off = y, []
for _ in range(80):
    # $x_{k+1} = y - F(x_k)$
    x = y - torch.tanh(W @ x)
    off.append((x - x_1).norm().item())
tolerance = 1e-10
assert off[-1] < tolerance and off[10] < off[0]
# --8<-- [end:contractive]
print(
    f"exact pair; iteration: {off[0]:.2g} off at first, {off[10]:.2g} later, then below {tolerance}"
)
