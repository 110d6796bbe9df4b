"""Adam's first step has the same size at every weight, however small or large its gradient."""

import torch
from torch.testing import assert_close

gradients = torch.logspace(-4, 4, 9)
gradients[1::2].neg_()

# --8<-- [start:step]
rate = 1e-3


def step(optimiser):
    """The weights after a first step from zero."""
    W = torch.zeros(9, requires_grad=True)
    W.grad = gradients
    optimiser([W], lr=rate).step()
    return W


W = step(torch.optim.Adam)
# $W = -\eta\, \mathrm{sign}(\nabla_W L)$
assert_close(W.detach(), torch.where(W.grad > 0, -rate, rate), rtol=1e-3, atol=0)
sizes = gradients.abs().tolist()
adam_steps = W.detach().abs().tolist()
descent_steps = step(torch.optim.SGD).detach().abs().tolist()
# --8<-- [end:step]
spread = (gradients.abs().max() / gradients.abs().min()).item()
print(f"gradients differ by {spread:.0g}, steps are all {W.abs().max():.4g}")
