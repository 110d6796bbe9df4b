"""Gradient boosting adds steps fitted to what is left: the residual in the statistician's sense."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
grid = torch.linspace(0, 1, 200, dtype=torch.float64)
target = torch.sin(6 * grid) + 0.1 * torch.randn(200, dtype=torch.float64)
cuts, rate, rounds = grid[9:-9:10], 0.3, 40


# --8<-- [start:boost]
def stump(wanted):
    """The step function on the grid, with one jump, that fits best."""
    fits = []
    for cut in cuts:
        left = grid < cut
        fits.append(torch.where(left, wanted[left].mean(), wanted[~left].mean()))
    return min(fits, key=lambda fit: (fit - wanted).square().sum())


F = torch.zeros_like(target, requires_grad=True)
errors = []
for _ in range(rounds):
    loss = (target - F).square().sum() / 2
    (gradient,) = torch.autograd.grad(loss, F)
    residual = (target - F).detach()
    # $-\nabla_F L = t - F$
    assert_close(-gradient, residual)
    h = stump(residual)
    # $F_{m+1} = F_m + \eta\, h_m$
    F = (F + rate * h).detach().requires_grad_()
    errors.append(2 * loss.item() / len(grid))
# --8<-- [end:boost]
assert errors == sorted(errors, reverse=True)
print(f"mean square of what is left: {errors[0]:.2g} at first, {errors[-1]:.2g} at the end")
