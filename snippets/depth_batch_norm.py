"""Batch normalisation lets the gradient of a fresh plain net grow."""

from math import isclose, pi, sqrt

import torch
from torch.nn.functional import batch_norm

torch.manual_seed(0)
# $n$
n = 20
d = batch = 256
weights = (torch.randn(n, d, d) * sqrt(2 / d)).requires_grad_()
x0, direction = torch.randn(2, batch, d)


def first_over_last(normalised):
    """Ratio of the gradients behind both; variances before the norm."""
    states, variances = [x0], []
    for W in weights:
        z = states[-1] @ W
        variances.append(z.var(dim=0).mean().item())
        z = batch_norm(z, None, None, training=True) if normalised else z
        states.append(torch.relu(z))
        states[-1].retain_grad()
    states[-1].backward(direction)
    ratio = states[1].grad.norm() / states[-1].grad.norm()
    return ratio.item(), variances[1:]


# --8<-- [start:growth]
ratio, variances = first_over_last(normalised=True)
ratio_without, _ = first_over_last(normalised=False)
assert 0.5 < ratio_without < 2

# $\sigma^2 = 2 (\frac12 - \frac{1}{2 \pi})$
variance = 2 * (1 / 2 - 1 / (2 * pi))
assert all(isclose(found, variance, rel_tol=0.05) for found in variances)
# $\sqrt{\frac{\pi}{\pi - 1}}$
predicted = sqrt(pi / (pi - 1))
# $\frac{1}{\sigma} = \sqrt{\frac{\pi}{\pi - 1}}$
assert isclose(1 / sqrt(variance), predicted)
measured = ratio ** (1 / (n - 1))
assert isclose(measured, predicted, rel_tol=0.01)
print(f"growth a layer: predicted {predicted:.3f}, measured {measured:.3f}")
print(f"first over last: {ratio:.2g}, without norm {ratio_without:.1g}")
# --8<-- [end:growth]
