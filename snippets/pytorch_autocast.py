"""Mixed precision on a CPU: under autocast the branch computes in bf16, the stream stays float32."""

import torch
from torch import nn

bf16, fp32 = torch.bfloat16, torch.float32
torch.manual_seed(0)
d = 64
norm, up, down = nn.LayerNorm(d), nn.Linear(d, 4 * d), nn.Linear(4 * d, d)
x = torch.randn(8, d)

# --8<-- [start:autocast]
with torch.autocast("cpu", dtype=bf16):
    normed = norm(x)
    branch = down(torch.relu(up(normed)))
    y = x + branch
assert (normed.dtype, branch.dtype, y.dtype) == (fp32, bf16, fp32)
assert up.weight.dtype == down.weight.dtype == fp32
# --8<-- [end:autocast]

# --8<-- [start:stream]
exact = x + down(torch.relu(up(norm(x))))
error = (y - exact).abs().max().item()
stream_error = (exact.to(bf16) - exact).abs().max().item()
# --8<-- [end:stream]
assert 0 < error < stream_error
print(f"length {exact.norm():.4g}, rounded to bf16 off by up to {stream_error:.2g}")
print(f"norm {normed.dtype}, branch {branch.dtype}, sum {y.dtype}")
