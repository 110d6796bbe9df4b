"""LayerScale: a small factor for every channel is no other function, but learns more slowly."""

from functools import partial
from math import isclose

import torch
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
d, hidden = 8, 16
rate = 0.1
x, grad_y = torch.randn(2, d)
h, W2 = torch.randn(hidden), torch.randn(d, hidden)
sgd, adam = torch.optim.SGD, partial(torch.optim.Adam, eps=0)

# --8<-- [start:fold]
size = 1e-5
scale = torch.full((d,), size)
# $\lambda \odot (W_2 h) = (\mathrm{diag}(\lambda)\, W_2)\, h$
assert_close(scale * (W2 @ h), torch.diag(scale) @ W2 @ h)


def moved(W2, scale, optimiser):
    """How far a first step on W2 moves the branch's output."""
    after = W2.clone().requires_grad_()
    branch = scale * (after @ h)
    (after.grad,) = torch.autograd.grad(branch, after, grad_y)
    optimiser([after], lr=rate).step()
    return (scale * (after @ h) - branch).norm()


def slowed(size, optimiser):
    """The step with factors of this size, over the same step on the folded matrix."""
    scale = torch.full((d,), size)
    folded = torch.diag(scale) @ W2
    return (moved(W2, scale, optimiser) / moved(folded, torch.ones(d), optimiser)).item()


sizes = [1.0, 0.1, 0.01, 1e-3, 1e-4, size]
by_descent = [slowed(factor, sgd) for factor in sizes]
by_adam = [slowed(factor, adam) for factor in sizes]
slowdown, slowdown_adam = by_descent[-1], by_adam[-1]
# --8<-- [end:fold]
for factor, descent_step, adam_step in zip(sizes, by_descent, by_adam, strict=True):
    assert isclose(descent_step, factor**2, rel_tol=1e-6)
    assert isclose(adam_step, factor, rel_tol=1e-6)
    print(f"factors {factor:g}: descent {descent_step:.1g}, Adam {adam_step:.1g} of the step")
print(f"by itself: {moved(W2, scale, sgd):.3g} and {moved(W2, scale, adam):.3g}")
