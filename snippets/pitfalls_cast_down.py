"""A mistake: the float32 stream is cast down to the branch's type before the sum."""

import torch

# --8<-- [start:case]
bf16, fp32 = torch.bfloat16, torch.float32


def mistake(stream, branch):
    return stream.to(branch.dtype) + branch


def mended(stream, branch):
    return stream + branch.to(stream.dtype)


stream, branch = torch.tensor(1000.0), torch.tensor(0.25, dtype=bf16)
wrong, right = mistake(stream, branch), mended(stream, branch)
# --8<-- [end:case]
assert mistake(stream, 100 * branch) > stream
assert (wrong.dtype, right.dtype) == (bf16, fp32)
print(f"mistake {wrong.item():g} in {wrong.dtype}, mended {right.item():g} in {right.dtype}")
