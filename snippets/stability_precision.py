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
totals_bf16, totals_fp32 = [stream], [stream.to(fp32)]
for _ in range(writes):
    totals_bf16.append(totals_bf16[-1] + write)
    totals_fp32.append(totals_fp32[-1] + write)
total_bf16, total_fp32 = totals_bf16[writes], totals_fp32[writes]
# --8<-- [end:formats]
assert total_bf16 == held and total_fp32 == held + writes
written = list(range(0, writes + 1, 100))
curve_bf16 = [totals_bf16[i].item() for i in written]
curve_fp32 = [totals_fp32[i].item() for i in written]
print(
    f"fp16: at most {largest_fp16:,.0f}; bf16: at most {largest_bf16:.2g}, 256 + 1 = {absorbed:.0f}"
)
print(f"{writes} writes of 1: {total_bf16:.0f} in bf16, {total_fp32:.0f} in float32")
print("every hundred writes, float32:", ", ".join(f"{total:.0f}" for total in curve_fp32))
assert set(curve_bf16) == {held} and written[-1] == writes
