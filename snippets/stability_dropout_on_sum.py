"""A mistake: dropout on the sum wears the stream down, dropout on the branch leaves it whole."""

from math import isclose

import torch
from torch.nn.functional import dropout

torch.manual_seed(0)
x0 = torch.ones(160_000)
zero = torch.zeros_like

# --8<-- [start:dropout]
# $n$
n = 24
# $q$
q = 0.1
branch_dropped = sum_dropped = x0
branch_shares, sum_shares = [1.0], [1.0]
for _ in range(n):
    branch_dropped = dropout(zero(branch_dropped), q) + branch_dropped
    sum_dropped = dropout(zero(sum_dropped) + sum_dropped, q)
    assert torch.equal(branch_dropped, x0) and sum_dropped.min() >= 0
    branch_shares.append((branch_dropped != 0).float().mean().item())
    sum_shares.append((sum_dropped != 0).float().mean().item())
assert branch_shares == [1.0] * (n + 1) and max(sum_shares) == 1.0
alive = sum_dropped != 0
left = sum_shares[n]
# $(1 - q)^n$
expected_left = (1 - q) ** n
assert isclose(left, (1 - q) ** n, rel_tol=0.1)
# $\frac{1}{(1 - q)^n}$
inflated = (1 - q) ** -n
assert torch.allclose(sum_dropped[alive], torch.tensor((1 - q) ** -n))
# --8<-- [end:dropout]
print(
    f"on the branch: x unchanged; on the sum: {left:.4f} of x left, {inflated:.3g} times as large"
)
