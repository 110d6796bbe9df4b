"""The input and residual demo at its start, and cases that its script has to get right."""

import torch
from torch.testing import assert_close

torch.set_default_dtype(torch.float64)


def compare(x, f, wanted):
    """What a block and a plain layer give with the branch f, and how far each is from wanted."""
    x, f, wanted = map(torch.tensor, (x, f, wanted))
    block = x + f
    block_misses, plain_misses = (block - wanted).norm(), (f - wanted).norm()
    # $F(x) = H(x) - x$
    assert_close(block_misses, (f - (wanted - x)).norm())
    return [v.tolist() for v in (block, f, block_misses, plain_misses)]


# $x$
x = [2.0, 5.0, 3.0]
# $F(x)$
f = [0.5, -0.2, 0.1]
# $H(x)$
wanted = [2.5, 4.8, 3.1]
block, plain, block_misses, plain_misses = compare(x, f, wanted)
assert block_misses < 1e-12 < plain_misses

zero, minus_x = [0.0, 0.0, 0.0], [-2.0, -5.0, -3.0]
most, least = [5.0, 5.0, 5.0], [-5.0, -5.0, -5.0]
fine, odd = [0.01, -0.01, 4.99], [-1.37, 2.25, 0.1]
mixed, level = [0.1, -0.1, 0.0], [1.0, 1.0, 1.0]
starts = [x, zero, most, fine, mixed]
branches = [f, zero, minus_x, most, least, odd, [1.5, 1.6, 1.4]]
targets = [wanted, zero, minus_x, least, odd, level]
cases = [(s, b, t) for s in starts for b in branches for t in targets]
results = [compare(*case) for case in cases]

print(f"block {block}, off by {block_misses:.2g}; plain {plain}, off by {plain_misses:.4g}")
print(f"cases: x in {starts}, F(x) in {branches}, H(x) in {targets}")
print(f"{len(cases)} cases, farthest {max(r[2] for r in results):.4g}")
