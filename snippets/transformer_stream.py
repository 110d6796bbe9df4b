"""The residual stream of a Pre-LN stack: the embedding plus all that the branches wrote."""

import torch
from torch import nn
from torch.testing import assert_close

torch.manual_seed(0)
T, d, layers = 32, 128, 12


class Attention(nn.MultiheadAttention):
    def forward(self, x):
        return super().forward(x, x, x, need_weights=False)[0]


branches = []
for _ in range(layers):
    branches.append(Attention(d, 4, batch_first=True))
    branches.append(nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d)))
for weight in (w for branch in branches for w in branch.parameters() if w.dim() > 1):
    nn.init.xavier_normal_(weight)
norm, tokens = nn.LayerNorm(d), torch.randn(1, T, d)


# --8<-- [start:stream]
# $n$
n = 2 * layers


@torch.no_grad()
def stream(embedding):
    """All states x, and all that the branches wrote."""
    x, F = [embedding], []
    for i in range(n):
        F.append(branches[i](norm(x[i])))
        # $x_{l+1} = x_l + F_l(\mathrm{LN}(x_l))$
        x.append(x[i] + F[i])
    return x, F


sizes = [1.0, 0.02]
after_a_layer, at_the_end = [], []
for size in sizes:
    x, F = stream(size * tokens)
    # $x_n = x_0 + \sum_{l=0}^{n-1} F_l(\mathrm{LN}(x_l))$
    assert_close(x[n], x[0] + sum(F))
    after_a_layer.append(float(x[0].norm() / x[2].norm()))
    # $\frac{\lVert x_0 \rVert}{\lVert x_n \rVert}$
    share = float(x[0].norm() / x[n].norm())
    at_the_end.append(share)
    # --8<-- [end:stream]
    print(f"embedding of size {size}: after one layer {after_a_layer[-1]:.2g} ", end="")
    print(f"of the stream's length, at the end {share:.2g}")
