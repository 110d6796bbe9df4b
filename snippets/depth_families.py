"""Best fits in families of polynomials: nested ones never get worse."""

import torch

t = torch.linspace(-1, 1, 201, dtype=torch.float64)
# $f^*(t) = \sin(2t)$
target = torch.sin(2 * t)


def best(powers):
    """Smallest mean squared error of sums of these powers of t."""
    family = torch.stack([t**p for p in powers], dim=1)
    fit = family @ torch.linalg.lstsq(family, target).solution
    return (fit - target).square().mean()


small, nested, other = [1], [1, 3], [0, 2, 4]
error_small, error_nested = best(small), best(nested)
error_other = best(other)
# $\mathcal F_1 \subseteq \mathcal F_2$
assert set(small) <= set(nested)
# $\min_{f \in \mathcal F_2} L(f) \le \min_{f \in \mathcal F_1} L(f)$
assert error_nested <= error_small
assert not set(small) <= set(other)
assert error_other > error_small
print(f"powers {small}: {error_small:.2g}")
print(f"powers {nested}: {error_nested:.2g}")
print(f"powers {other}: {error_other:.2g}")
