"""The gradient multiplier demo at its start, and cases that its script has to get right."""

from decimal import Decimal, localcontext

import torch

# $n$
n = 20
# $a$
a = 0.5
plain_factor, residual_factor = abs(a), abs(1 + a)


def multiplier(n, a, residual):
    """The size of the gradient at the first of n layers, measured by autograd."""
    x0 = torch.ones((), dtype=torch.float64, requires_grad=True)
    x = x0
    for _ in range(n):
        x = x + a * x if residual else a * x
    x.backward()
    return abs(x0.grad.item())


def digits(n, factor):
    """All digits of the power, with a decimal point and without an exponent."""
    with localcontext(prec=1000):
        return f"{(abs(factor) ** n).normalize():f}"


plain, residual = multiplier(n, a, residual=False), multiplier(n, a, residual=True)

depths = [1, 2, 20, 50, 99, 100]
slopes = [-2.5, -2.0, -1.999, -1.5, -1.001, -1.0, -0.5, -0.001, 0.0, 0.001, 0.01, 0.4, 1.0, 1.5]
cases = [(n, a) for n in depths for a in slopes]
plain_cases = [multiplier(*case, residual=False) for case in cases]
residual_cases = [multiplier(*case, residual=True) for case in cases]
plain_digits = [digits(n, Decimal(str(a))) for n, a in cases]
residual_digits = [digits(n, 1 + Decimal(str(a))) for n, a in cases]
for found, exact in [(plain_cases, plain_digits), (residual_cases, residual_digits)]:
    assert all(abs(v - float(d)) <= 1e-10 * float(d) for v, d in zip(found, exact, strict=True))
print(f"{n} layers, slope {a}: plain {plain:.4g}, residual {residual:.4g}")
print(f"a layer multiplies by {plain_factor} or {residual_factor}")
print(f"cases: n in {depths}, a in {slopes}")
print(f"smallest {min(v for v in plain_cases if v):.3g}, largest {max(plain_cases):.3g}")
