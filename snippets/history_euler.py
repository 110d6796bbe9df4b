"""Residual blocks as Euler steps: with the branch divided by n they approach a flow."""

from itertools import pairwise

import torch

torch.manual_seed(0)
W = torch.randn(8, 8, dtype=torch.float64) / 8**0.5
x_0 = torch.randn(8, dtype=torch.float64)
flow = torch.linalg.matrix_exp(W) @ x_0

# --8<-- [start:steps]
depths, errors = [50, 100, 200, 400], []
for n in depths:
    x = x_0
    for _ in range(n):
        # $x_{l+1} = x_l + \frac1n f(x_l)$
        x = x + (W @ x) / n
    errors.append(((x - flow).norm() / flow.norm()).item())
ratios = [a / b for a, b in pairwise(errors)]
assert all(1.9 < ratio < 2.1 for ratio in ratios)

x = x_0
for _ in range(depths[0]):
    x = x + W @ x
undivided = (x.norm() / flow.norm()).item()
# --8<-- [end:steps]
print("distance from the flow:", ", ".join(f"{error:.2g}" for error in errors))
print(f"undivided, {depths[0]} blocks end {undivided:.1g} times as far out as the flow")
