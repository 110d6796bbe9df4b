"""A residual that is tiny everywhere, and changes its sign all the time."""

import torch

steps = 100_001
x = torch.linspace(0, 1, steps, dtype=torch.float64)
# --8<-- [start:wave]
# $F(x) = 0.01 \sin(1000\, x)$
residual = 0.01 * torch.sin(1000 * x)
largest = residual.abs().max()
sign_changes = (residual.sign().diff().abs() == 2).sum()
# --8<-- [end:wave]
print(f"never above {largest:.2g}; {sign_changes} changes of sign between 0 and 1")
print(f"the last value is {residual[-1]:.3g}")
