"""Mean and variance of a standard normal number behind a ReLU, by integration."""

from math import isclose, pi, sqrt

import torch

z = torch.linspace(-10, 10, 200_001, dtype=torch.float64)
density = torch.exp(-(z**2) / 2) / sqrt(2 * pi)


def expectation(values):
    return torch.trapezoid(values * density, z).item()


first = expectation(torch.relu(z))
second = expectation(torch.relu(z) ** 2)
# $\mathrm{E}\, \mathrm{ReLU}(z) = \frac{1}{\sqrt{2 \pi}}$
assert isclose(first, 1 / sqrt(2 * pi), rel_tol=1e-8)
# $\mathrm{E}\, \mathrm{ReLU}(z)^2 = \frac12$
assert isclose(second, 1 / 2, rel_tol=1e-8)
variance = second - first**2
# $\mathrm{Var}(\mathrm{ReLU}(z)) = \frac12 - \frac{1}{2 \pi}$
assert isclose(variance, 1 / 2 - 1 / (2 * pi), rel_tol=1e-8)
print(f"mean {first:.4g}, mean square {second:.4g}, variance {variance:.4g}")
