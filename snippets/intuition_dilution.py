"""How much a pot still tastes of its broth after n additions as strong as the broth."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
d = 100
directions = torch.linalg.qr(torch.randn(d, d, dtype=torch.float64)).Q

# --8<-- [start:pot]
additions = [0, 3, 15, 99]
shares = []
broth = directions[0]
for n in additions:
    pot = directions[: n + 1].sum(dim=0)
    share = torch.cosine_similarity(pot, broth, dim=0)
    # $\cos(x_n, x_0) = \frac{1}{\sqrt{n + 1}}$
    assert_close(share.item(), 1 / (n + 1) ** 0.5)
    shares.append(share)
# --8<-- [end:pot]
for n, share in zip(additions, shares, strict=True):
    print(f"{n:2} additions in {d} dimensions: cosine with the broth {share:.2g}")
