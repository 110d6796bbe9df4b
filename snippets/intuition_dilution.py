"""How much a pot still tastes of its broth after n additions, each as strong as the broth."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
d = 256
directions = torch.linalg.qr(torch.randn(d, d, dtype=torch.float64)).Q
broth, spices = directions[0], directions[1:]

additions = [0, 3, 15, 99]
shares = []
for n in additions:
    pot = broth + spices[:n].sum(dim=0)
    share = torch.cosine_similarity(pot, broth, dim=0)
    # $\cos(x_n, x_0) = \frac{1}{\sqrt{n + 1}}$
    assert_close(share, torch.tensor(1 / (n + 1) ** 0.5, dtype=torch.float64))
    shares.append(share.item())
    print(f"{n:2} additions: share of the broth {share:.2g}")
