"""A mistake: one branch in float32 turns a bf16 stream into float32, or, in place, does not."""

import torch

# --8<-- [start:case]
stream = torch.ones(4, dtype=torch.bfloat16)
branch = torch.tensor([0.001, 0.25, 0.5, 1.0])

promoted = stream + branch
in_place = stream.clone()
in_place += branch
mended = stream + branch.to(stream.dtype)
# --8<-- [end:case]
assert mended.dtype == stream.dtype and torch.equal(mended, in_place)
assert in_place[0] == stream[0]
assert torch.equal(in_place[1:], stream[1:] + branch[1:])
print(f"x + f: {promoted.dtype}, {promoted[0].item():.4f}")
print(f"x += f: {in_place.dtype}, {in_place[0].item():.4f}")
