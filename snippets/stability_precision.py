"""Half precision in the stream: fp16 overflows, bf16 absorbs."""

import torch

fp16, bf16, fp32 = torch.float16, torch.bfloat16, torch.float32

# --8<-- [start:formats]
largest_fp16 = torch.finfo(fp16).max
largest_bf16 = torch.finfo(bf16).max
term = 40_000
overflowed = torch.tensor(term, dtype=fp16) + torch.tensor(term, dtype=fp16)
assert torch.isinf(overflowed)

held = 256
stream, write = torch.tensor(held, dtype=bf16), torch.tensor(1, dtype=bf16)
absorbed = stream + write
assert absorbed == stream
writes = 1000
total_bf16, total_fp32 = stream, stream.to(fp32)
for _ in range(writes):
    total_bf16 = total_bf16 + write
    total_fp32 = total_fp32 + write
# --8<-- [end:formats]
assert total_bf16 == held and total_fp32 == held + writes
print(
    f"fp16: at most {largest_fp16:,.0f}; bf16: at most {largest_bf16:.2g}, 256 + 1 = {absorbed:.0f}"
)
print(f"{writes} writes of 1: {total_bf16:.0f} in bf16, {total_fp32:.0f} in float32")
