"""Fixup: the first step of gradient descent moves the output by as much at every depth."""

from math import isclose

import torch

d, rate, bound = 32, 1e-4, 6


# --8<-- [start:step]
def moved(n, factor):
    """How far the first step moves the output of n blocks whose last matrices are zero."""
    torch.manual_seed(0)
    x0, direction = torch.randn(2, 8, d)
    W1 = factor * torch.randn(n, d, d) * (2 / d) ** 0.5
    W2 = torch.zeros(n, d, d, requires_grad=True)

    def output(W2):
        x = x0
        for first, last in zip(W1, W2, strict=True):
            x = x + torch.relu(x @ first) @ last
        return x

    (gradient,) = torch.autograd.grad(output(W2), W2, direction)
    return (output(W2 - rate * gradient) - x0).norm().item()


# $m$
m = 2
blocks = [16, 32, 64, 128]
unscaled_moves, scaled_moves = [], []
for n in blocks:
    # $s = n^{-\frac{1}{2 m - 2}}$
    s = n ** (-1 / (2 * m - 2))
    unscaled_moves.append(moved(n, 1))
    scaled_moves.append(moved(n, s))
unscaled_curve = [far / unscaled_moves[0] for far in unscaled_moves]
scaled_curve = [far / scaled_moves[0] for far in scaled_moves]
few, many = blocks[0], blocks[-1]
unscaled, scaled = unscaled_curve[-1], scaled_curve[-1]
assert unscaled > bound and unscaled_curve == sorted(unscaled_curve)
assert all(isclose(far, 1, rel_tol=0.1) for far in scaled_curve)
# --8<-- [end:step]

# --8<-- [start:transformer]
# $N$
N = 6
# $0.67\, N^{-\frac14}$
encoder = 0.67 * N ** (-1 / 4)
# $(9 N)^{-\frac14}$
decoder = (9 * N) ** (-1 / 4)
# --8<-- [end:transformer]
print(f"{many} blocks against {few}: first step {unscaled:.3g} times as far, scaled {scaled:.4g}")
print("between them:", ", ".join(f"{far:.3g}" for far in unscaled_curve + scaled_curve))
print(f"T-Fixup, {N} layers each: encoder {encoder:.3f}, decoder {decoder:.3f}")
