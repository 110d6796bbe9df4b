"""GPT-2's parameters on the back of an envelope, and how far off that is."""

from math import isclose

# $n$
n = 12
# $d$
d = 768
# $V$
V = 50257
positions = 1024

attention, feed_forward = 4 * d**2, 8 * d**2
layer = attention + feed_forward
# $4 d^2 + 8 d^2 = 12 d^2$
assert layer == 12 * d**2
layers, table = n * layer, V * d
# $12\, n\, d^2 + V d$
estimate = 12 * n * d**2 + V * d
# $12\, n\, d^2 + V d \approx n\,(12 d^2 + 13 d) + 2 d + (V + 1024)\, d$
exact = n * (12 * d**2 + 13 * d) + 2 * d + (V + positions) * d
assert isclose(estimate, exact, rel_tol=0.01)
percent_left_out = 100 * (exact - estimate) / exact
print(f"layers {layers:,}, embedding {table:,}, estimate {estimate:,}")
print(f"with biases, norms and positions {exact:,}: {percent_left_out:.2g} percent more")
