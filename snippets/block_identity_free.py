"""With zeros in its last layer a residual block is the identity; without a shortcut it is zero."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
d, hidden = 4, 16
x = torch.randn(d)
first = torch.randn(hidden, d), torch.randn(hidden)
last = torch.randn(d, hidden), torch.randn(d)
zeros = torch.zeros(d, hidden), torch.zeros(d)


# --8<-- [start:block]
def branch(x, sigma, W1, b1, W2, b2):
    # $F(x) = W_2\, \sigma(W_1 x + b_1) + b_2$
    return W2 @ sigma(W1 @ x + b1) + b2


def block(x, sigma, *weights):
    # $y = x + F(x, \{W_i\})$
    return x + branch(x, sigma, *weights)


for sigma in (torch.relu, torch.tanh, torch.nn.functional.gelu):
    y = block(x, sigma, *first, *last)
    # $F(x) = y - x$
    assert_close(branch(x, sigma, *first, *last), y - x)
    W2, b2 = zeros
    # $W_2 = 0$
    assert torch.equal(W2, torch.zeros(d, hidden))
    # $b_2 = 0$
    assert torch.equal(b2, torch.zeros(d))
    # $F(x) = 0$
    assert torch.equal(branch(x, sigma, *first, W2, b2), torch.zeros(d))
    # $x + F(x) = x$
    assert torch.equal(block(x, sigma, *first, W2, b2), x)
    print(f"random weights: {(y - x).norm():.3g} away from x; zeros: y is x")
# --8<-- [end:block]
