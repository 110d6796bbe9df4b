"""With zeros in its last layer a residual block is the identity; a plain layer is zero."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
d, hidden = 4, 16
x = torch.randn(d, dtype=torch.float64)
first = torch.randn(hidden, d, dtype=torch.float64), torch.randn(hidden, dtype=torch.float64)
last = torch.randn(d, hidden, dtype=torch.float64), torch.randn(d, dtype=torch.float64)
zeros = torch.zeros(d, hidden, dtype=torch.float64), torch.zeros(d, dtype=torch.float64)


# --8<-- [start:block]
def branch(x, weights, sigma):
    (W1, b1), (W2, b2) = weights
    # $F(x) = W_2\, \sigma(W_1 x + b_1) + b_2$
    return W2 @ sigma(W1 @ x + b1) + b2


def block(x, weights, sigma):
    # $y = x + F(x, \{W_i\})$
    return x + branch(x, weights, sigma)


for sigma in (torch.relu, torch.tanh, torch.nn.functional.gelu):
    y = block(x, [first, zeros], sigma)
    # $y = x$
    assert torch.equal(y, x)
    # $F(x) = 0$
    assert torch.equal(branch(x, [first, zeros], sigma), torch.zeros_like(x))
    y = block(x, [first, last], sigma)
    (W1, b1), (W2, b2) = first, last
    # $y = x + W_2\, \sigma(W_1 x + b_1) + b_2$
    assert_close(y, x + W2 @ sigma(W1 @ x + b1) + b2)
    print(f"zeros: y is x; random last layer: y is {(y - x).norm():.3g} away")
# --8<-- [end:block]
