"""A block that lowers its float32 stream to the branch's type; and the mended one."""

import torch
from torch.nn.functional import layer_norm

bf16, fp32 = torch.bfloat16, torch.float32


def norm(x):
    return layer_norm(x, x.shape)


# --8<-- [start:fault]
def block(stream, branch):
    x = norm(stream).to(bf16)
    return stream.to(x.dtype) + branch(x)


# --8<-- [end:fault]


# --8<-- [start:fix]
def mended(stream, branch):
    x = norm(stream).to(bf16)
    return stream + branch(x).to(stream.dtype)


n, start = 100, 256
wrong = right = torch.tensor([float(start)])
for _ in range(n):
    wrong, right = block(wrong, torch.ones_like), mended(right, torch.ones_like)
assert (wrong.dtype, right.dtype) == (bf16, fp32)
# --8<-- [end:fix]
assert wrong.item() == start and right.item() == start + n
x = torch.tensor([1.0, 2.0, 3.0, 10.0])
both = [f"{which(x, torch.exp)[:3].norm().item():.4g}" for which in (block, mended)]
print(f"after {n} writes of 1: {wrong.item():g} instead of {right.item():g}; {' and '.join(both)}")
