"""Pre-LN before training: variances add, and the later a block, the less it turns the stream."""

from math import isclose, sqrt

import torch
from torch.nn.functional import cosine_similarity, layer_norm
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
n, batch, d = 24, 128, 256
bound = 0.05
x = torch.randn(batch, d)

cosines = []
for i in range(n):
    W = torch.randn(d, d) / sqrt(d)
    F = layer_norm(x, [d]) @ W
    both = torch.stack([x.flatten(), F.flatten()])
    # $\mathrm{Var}(x + F) = \mathrm{Var}(x) + \mathrm{Var}(F) + 2\,\mathrm{Cov}(x, F)$
    assert_close((x + F).var(), x.var() + F.var() + 2 * torch.cov(both)[0, 1])
    # $\mathrm{Cov}(x, F) \approx 0$
    assert abs(torch.corrcoef(both)[0, 1]) < bound
    cosines.append(cosine_similarity(x, x + F).mean().item())
    # $\cos(x_l, x_{l+1}) \approx \sqrt{\frac{l + 1}{l + 2}}$
    assert isclose(cosines[i], sqrt((i + 1) / (i + 2)), rel_tol=0.03)
    x = x + F
print(f"cosine before and behind the first block {cosines[0]:.4f}, the last {cosines[-1]:.4f}")
