"""With a zero branch: what a ReLU or a LayerNorm after the sum does to the identity."""

import torch
from torch.nn.functional import layer_norm
from torch.testing import assert_close


# --8<-- [start:after]
def branch(x, size):
    return size * x.flip(0)


def norm(x):
    return layer_norm(x, x.shape)


def original(x, size):
    return torch.relu(x + branch(x, size))


def post_ln(x, size):
    return norm(x + branch(x, size))


def pre_ln(x, size):
    return x + branch(norm(x), size)


# $x$
x = torch.tensor([1.0, -2.0, 3.0])
# $F(x) = 0$
assert torch.equal(branch(x, 0), torch.zeros(3))
# $\mathrm{ReLU}(x + F(x)) = \mathrm{ReLU}(x)$
assert torch.equal(original(x, 0), torch.relu(x))
# $\mathrm{LN}(x + F(x)) = \mathrm{LN}(x)$
assert torch.equal(post_ln(x, 0), norm(x))
# $x + F(\mathrm{LN}(x)) = x$
assert torch.equal(pre_ln(x, 0), x)

# $\mathrm{ReLU}(x)$
relu_x = torch.relu(x)
# $\mathrm{LN}(x)$
ln_x = norm(x)
# $\mathrm{ReLU}(\mathrm{ReLU}(x)) = \mathrm{ReLU}(x)$
assert torch.equal(torch.relu(relu_x), relu_x)
# $\mathrm{LN}(\mathrm{LN}(x)) \approx \mathrm{LN}(x)$
assert_close(norm(ln_x), ln_x, atol=1e-4, rtol=0)
# --8<-- [end:after]
for size in (0, 1):
    for block in (original, post_ln, pre_ln):
        values = [round(value, 2) for value in block(x, size).tolist()]
        print(f"size {size}, {block.__name__}: {values}")
