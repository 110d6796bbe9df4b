"""After a linear layer, adding is concatenating with the two halves of the weights tied."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
d, d_next = 6, 4
x, z = torch.randn(2, d, dtype=torch.float64)
W_1, W_2 = torch.randn(2, d_next, d, dtype=torch.float64)

# --8<-- [start:tied]
concatenated = torch.cat([x, z])
# $W = [\, W_1 \;\; W_2 \,]$
W = torch.cat([W_1, W_2], dim=1)
# $W \begin{bmatrix} x \\ z \end{bmatrix} = W_1 x + W_2 z$
assert_close(W @ concatenated, W_1 @ x + W_2 @ z)

W = torch.cat([W_1, W_1], dim=1)
# $W \begin{bmatrix} x \\ z \end{bmatrix} = W_1 (x + z)$
assert_close(W @ concatenated, W_1 @ (x + z))
# --8<-- [end:tied]
print(f"entries: {len(x + z)} in the sum, {len(concatenated)} side by side")
print(f"weights of the next layer: {W_1.numel()} after the sum, {W.numel()} side by side")
