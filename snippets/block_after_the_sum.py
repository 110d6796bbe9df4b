"""With a zero branch: what a ReLU or a LayerNorm after the sum does to the identity."""

import torch
from torch.nn.functional import layer_norm
from torch.testing import assert_close

# $x$
x = torch.tensor([1.0, -2.0, 3.0])


def branch(x):
    return torch.zeros_like(x)


def norm(x):
    return layer_norm(x, x.shape)


# --8<-- [start:after]
# $F(x) = 0$
assert torch.equal(branch(x), torch.zeros(3))
# $\mathrm{ReLU}(x)$
original = torch.relu(x)
# $\mathrm{ReLU}(x + F(x)) = \mathrm{ReLU}(x)$
assert torch.equal(torch.relu(x + branch(x)), original)
# $\mathrm{LN}(x)$
post_ln = norm(x)
# $\mathrm{LN}(x + F(x)) = \mathrm{LN}(x)$
assert torch.equal(norm(x + branch(x)), post_ln)
# $x + F(\mathrm{LN}(x)) = x$
assert torch.equal(x + branch(norm(x)), x)

# $\mathrm{ReLU}(\mathrm{ReLU}(x)) = \mathrm{ReLU}(x)$
assert torch.equal(torch.relu(original), original)
# $\mathrm{LN}(\mathrm{LN}(x)) \approx \mathrm{LN}(x)$
assert_close(norm(post_ln), post_ln, atol=1e-4, rtol=0)
# --8<-- [end:after]
print(f"ReLU after the sum: {original.tolist()}")
print(f"LayerNorm after the sum: {[round(v, 2) for v in post_ln.tolist()]}")
