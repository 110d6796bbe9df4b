"""How long a deposit takes to double: exactly, and by the old rule of thumb."""

from math import isclose, log

# $r$
rate = 0.03
# $t = \frac{\ln 2}{\ln(1 + r)}$
exact = log(2) / log(1 + rate)
assert isclose((1 + rate) ** exact, 2)

# $R$
rule = 72
# $\frac{R}{100 r}$
estimate = rule / (100 * rate)
assert abs(estimate - exact) < 1

print(f"exactly: {exact:.2f} years, by the rule: {estimate:.2f}")
