"""A branch split over devices: partial sums meet before the residual addition, which happens once."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
T, d, hidden = 6, 16, 64
x = torch.randn(T, d, dtype=torch.float64)
W_1 = torch.randn(hidden, d, dtype=torch.float64) / d**0.5
W_2 = torch.randn(d, hidden, dtype=torch.float64) / hidden**0.5

# --8<-- [start:split]
# $P$
devices = 4
whole = x + torch.relu(x @ W_1.T) @ W_2.T
rows, columns = W_1.chunk(devices, dim=0), W_2.chunk(devices, dim=1)
parts = zip(rows, columns, strict=True)
partial = [torch.relu(x @ A.T) @ B.T for A, B in parts]
# $y = x + \sum_{p=1}^{P} F_p(x)$
y = x + sum(partial)
assert_close(y, whole)

on_each_device = sum(x + part for part in partial)
# $\sum_{p=1}^{P} (x + F_p(x)) = P x + F(x)$
assert_close(on_each_device, devices * x + (whole - x))
too_much = (on_each_device - whole).norm() / x.norm()
times = round(too_much.item())
# --8<-- [end:split]

# --8<-- [start:traffic]
# $P$
P = 8
tokens, width, size = 4096, 4096, 2
# $\frac{2 (P - 1)}{P}$
rounds = 2 * (P - 1) / P
per_sum = rounds * tokens * width * size
sequential, parallel = 2 * per_sum, per_sum
# --8<-- [end:traffic]
print(f"size of the output {y.norm():.4g}, of the input {x.norm():.4g}; rounds {rounds}")
print(f"added on each of {devices} devices, x comes {times} times too often")
print(f"bytes sent a layer: {sequential:.3g}, with parallel branches {parallel:.3g}")
