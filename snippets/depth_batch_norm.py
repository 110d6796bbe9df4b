"""At initialisation, batch normalisation lets the gradient of a plain ReLU net grow backwards."""

from math import isclose, pi, sqrt

import torch
from torch.nn.functional import batch_norm

torch.manual_seed(0)
# $n$
n = 20
d = batch = 256
weights = torch.randn(n, d, d) * sqrt(2 / d)
images, direction = torch.randn(2, batch, d)
weights.requires_grad_()


def first_over_last(normalised):
    """Gradient behind the first layer over that behind the last; variances before the norm."""
    states, variances = [images], []
    for W in weights:
        z = states[-1] @ W
        variances.append(z.var(dim=0).mean().item())
        z = batch_norm(z, None, None, training=True) if normalised else z
        states.append(torch.relu(z))
        states[-1].retain_grad()
    states[-1].backward(direction)
    return (states[1].grad.norm() / states[-1].grad.norm()).item(), variances[1:]


ratio, variances = first_over_last(normalised=True)
without, _ = first_over_last(normalised=False)

# $2 (\frac12 - \frac{1}{2\pi}) = \frac{\pi - 1}{\pi}$
variance = (pi - 1) / pi
# $\sigma^2 \approx \frac{\pi - 1}{\pi}$
assert all(isclose(variance, found, rel_tol=0.05) for found in variances)
# $\sqrt{\frac{\pi}{\pi - 1}}$
predicted = sqrt(pi / (pi - 1))
measured = ratio ** (1 / (n - 1))
assert isclose(measured, predicted, rel_tol=0.01)
assert 0.5 < without < 2
print(f"growth a layer: predicted {predicted:.3f}, measured {measured:.3f}")
print(f"first over last layer: {ratio:.2g}; without normalisation {without:.2g}")
