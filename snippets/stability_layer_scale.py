"""LayerScale: a small factor for every channel is no other function, but learns more slowly."""

from math import isclose

import torch
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
d, hidden = 8, 16
rate = 0.1
x, grad_y = torch.randn(2, d)
h, W2 = torch.randn(hidden), torch.randn(d, hidden)
size = 1e-5
scale = torch.full((d,), size)

# --8<-- [start:fold]
# $\lambda \odot (W_2 h) = (\mathrm{diag}(\lambda)\, W_2)\, h$
assert_close(scale * (W2 @ h), torch.diag(scale) @ W2 @ h)


def moved(W2, scale):
    """How far a step of gradient descent on W2 moves the branch's output."""
    W2 = W2.clone().requires_grad_()
    branch = scale * (W2 @ h)
    (gradient,) = torch.autograd.grad(branch, W2, grad_y)
    return (scale * (rate * gradient @ h)).norm()


folded = torch.diag(scale) @ W2
slow, fast = moved(W2, scale), moved(folded, torch.ones(d))
slowdown = (slow / fast).item()
# --8<-- [end:fold]
assert isclose(slowdown, size**2)
print(f"a step moves the output by {slow:.4g}, after folding by {fast:.4g}")
