"""One huge entry in the stream: behind the norm the other entries are gone, and the rest is a bias."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
d, at = 4096, 1415
x, z = torch.randn(2, d, dtype=torch.float64)


def rms_norm(v):
    return v / v.square().mean().sqrt()


def cosine(a, b):
    return torch.nn.functional.cosine_similarity(a, b, dim=0).item()


# --8<-- [start:massive]
entry = 2000
before = cosine(rms_norm(x), rms_norm(z))
x[at] = z[at] = entry
after = cosine(rms_norm(x), rms_norm(z))
others = torch.arange(d) != at
left = (rms_norm(x)[others].norm() / rms_norm(x).norm()).item()
e = torch.zeros(d, dtype=torch.float64)
e[at] = d**0.5
# $\mathrm{RMSNorm}(x) \approx \sqrt{d}\, e_k$
assert_close(rms_norm(x), e, atol=0.2, rtol=0)

# $n$
n = 40
stream = x
for _ in range(n):
    branch = torch.randn(d, dtype=torch.float64)
    stream = stream + branch
kept = (stream[at] / entry).item()
# --8<-- [end:massive]
print(f"cosine of two tokens: {abs(before):.1g} before, {after:.4f} with the entry")
print(f"share of the other entries: {left:.2g}; after {n} blocks {kept:.3f} of the entry is left")
