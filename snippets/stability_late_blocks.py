"""Pre-LN before training: the later a block, the less it turns the stream."""

from math import isclose, sqrt

import torch
from torch.nn.functional import cosine_similarity, layer_norm

torch.manual_seed(0)
n, batch, d = 24, 128, 256
x = torch.randn(batch, d)

cosines = []
for i in range(n):
    W = torch.randn(d, d) / sqrt(d)
    new = x + layer_norm(x, [d]) @ W
    cosines.append(cosine_similarity(x, new).mean().item())
    # $\cos(x_l, x_{l+1}) \approx \sqrt{\frac{l + 1}{l + 2}}$
    assert isclose(cosines[i], sqrt((i + 1) / (i + 2)), rel_tol=0.03)
    x = new
print(f"cosine before and behind the first block {cosines[0]:.2g}, the last {cosines[-1]:.2g}")
