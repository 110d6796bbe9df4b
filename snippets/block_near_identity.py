"""How far from the identity two layers start, with a shortcut around them and without."""

import torch
from torch import nn
from torch.testing import assert_close

torch.manual_seed(0)
d, hidden, inputs = 64, 256, 512
x = torch.randn(d, inputs)
layers = [nn.Linear(d, hidden, bias=False), nn.Linear(hidden, d, bias=False)]
default = [layer.weight for layer in layers]
zero_last = [default[0], torch.zeros(d, hidden)]
he = [nn.init.kaiming_normal_(torch.empty_like(weight)) for weight in default]

# --8<-- [start:distance]
# $\varepsilon$
shrink = 0.1


def branch(x, W1, W2):
    # $F(x) = W_2\, \sigma(W_1 x)$
    return W2 @ torch.relu(W1 @ x)


def from_identity(y):
    """The distance of y from x, as a share of the length of x."""
    return ((y - x).norm() / x.norm()).item()


def block(x, W1, W2):
    return x + branch(x, W1, W2)


shrunk = [shrink * weight for weight in default]
starts = [he, default, shrunk, zero_last]
residual = [from_identity(block(x, *weights)) for weights in starts]
plain = [from_identity(branch(x, *weights)) for weights in starts]

W1, W2 = default
assert_close(block(x, W1, W2) - x, branch(x, W1, W2))
# $\varepsilon W_2 \sigma(\varepsilon W_1 x) = \varepsilon^2 W_2 \sigma(W_1 x)$
assert_close(branch(x, shrink * W1, shrink * W2), shrink**2 * branch(x, W1, W2))
# --8<-- [end:distance]
for name, r, p in zip(["He", "default", "shrunk", "zero last"], residual, plain, strict=True):
    print(f"{name:9}: {r:.4g} with the shortcut, {p:.4g} without")
