"""By how much a chain multiplies the gradient when every branch has the same slope a."""

from math import isclose, prod

# $n$
n = 20
slopes = [0.5, 0.01, -0.5, -1.0]

for a in slopes:
    # $\prod_{l=0}^{n-1} a = a^n$
    assert isclose(prod(a for _ in range(n)), a**n)
    # $\prod_{l=0}^{n-1} (1 + a) = (1 + a)^n$
    assert isclose(prod(1 + a for _ in range(n)), (1 + a) ** n)

# $\lvert a \rvert^n$
plain = [abs(a) ** n for a in slopes]
# $\lvert 1 + a \rvert^n$
residual = [abs(1 + a) ** n for a in slopes]

for a, p, r in zip(slopes, plain, residual, strict=True):
    print(f"a = {a:5g}: plain {p:8.3g}, residual {r:8.3g}")
