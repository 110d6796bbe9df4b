"""A residual that is tiny everywhere, and that no small network can follow."""

import torch

x = torch.linspace(0, 1, 100_001, dtype=torch.float64)[1:]
# --8<-- [start:wave]
# $F(x) = 0.01 \sin(1000\, x)$
residual = 0.01 * torch.sin(1000 * x)
largest = residual.abs().max()
sign_changes = (residual[1:].sign() != residual[:-1].sign()).sum()
# --8<-- [end:wave]
print(f"never above {largest:.2g}, but {sign_changes} changes of sign between 0 and 1")
