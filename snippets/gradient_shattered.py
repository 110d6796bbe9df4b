"""How alike the gradients at two random inputs are, by depth, with the shortcut and without."""

from math import isclose

import torch
from torch.nn.functional import normalize

width, inputs = 256, 128


def centred(x):
    """Batch norm whose mean and deviation carry no gradient."""
    held = x.detach()
    return (x - held.mean(dim=0)) / held.std(dim=0)


# --8<-- [start:shatter]
def likeness(n, shortcut):
    """Mean cosine of the gradients of one output at two different inputs."""
    torch.manual_seed(0)
    x0 = x = torch.randn(inputs, width, requires_grad=True)
    for _ in range(n):
        F = torch.relu(centred(x)) @ torch.randn(width, width) * (2 / width) ** 0.5
        x = x + F if shortcut else F
    (gradients,) = torch.autograd.grad(x @ torch.randn(width), x0, torch.ones(inputs))
    unit = normalize(gradients)
    return ((unit @ unit.T).sum().item() - inputs) / (inputs * (inputs - 1))


plain = [likeness(n, shortcut=False) for n in (1, 2, 3, 4)]
for i, rho in enumerate(plain):
    n = i + 1
    # $\rho \approx 2^{-n}$
    assert isclose(rho, 2**-n, rel_tol=0.25)
# $n$
n = len(plain)
depths = [1, 4, 16, 64]
residual = [likeness(depth, shortcut=True) for depth in depths]
assert residual == sorted(residual, reverse=True)
# --8<-- [end:shatter]
print("plain:   ", ", ".join(f"{rho:.2g}" for rho in plain))
print("residual:", ", ".join(f"{rho:.2g}" for rho in residual), "at depths", depths)
