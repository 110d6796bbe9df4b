"""Attention over depth starts as the plain sum: behind a norm, mean and sum are the same."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
d, n = 32, 12
weights = torch.randn(n, d, d, dtype=torch.float64) / d**0.5
x_0 = torch.randn(d, dtype=torch.float64)


def norm(v):
    return v / v.square().mean().sqrt()


# --8<-- [start:attend]
def attend(q, v):
    """One state out of all earlier outputs; q is learned, one a layer."""
    keys = torch.stack([norm(output) for output in v])
    # $\alpha_i = \frac{\exp(q^\top \mathrm{norm}(v_i))}{\sum_j \exp(q^\top \mathrm{norm}(v_j))}$
    alpha = torch.softmax(keys @ q, dim=0)
    # $h = \sum_i \alpha_i v_i$
    return alpha @ torch.stack(v)


v, stream = [x_0], x_0
# $q = 0$
q = 0 * x_0
for W in weights:
    h = attend(q, v)
    assert_close(norm(h), norm(stream))
    v.append(torch.tanh(W @ norm(h)))
    stream = stream + torch.tanh(W @ norm(stream))

q = torch.randn(d, dtype=torch.float64)
h = attend(q, v)
# $\lVert h \rVert \le \max_i \lVert v_i \rVert$
assert h.norm() <= max(output.norm() for output in v)
sum_size = (stream.norm() / x_0.norm()).item()
mean_size = (attend(torch.zeros_like(q), v).norm() / x_0.norm()).item()
# --8<-- [end:attend]
print(f"size behind {n} layers: {sum_size:.2g} as a sum, {mean_size:.2g} as a mean")
