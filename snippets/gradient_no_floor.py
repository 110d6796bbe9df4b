"""How far a residual block with a random linear branch can shrink a gradient."""

import torch
from torch.linalg import svdvals

torch.manual_seed(0)
draws = 200
# $d$
d = 32
W = torch.randn(draws, d, d, dtype=torch.float64) / d**0.5
identity = torch.eye(d, dtype=torch.float64)

sigma_min = svdvals(identity + W)[:, -1]
median = sigma_min.median()
largest = sigma_min.max()
print(f"smallest singular value of I + W: median {median:.2g}, at most {largest:.2g}")
