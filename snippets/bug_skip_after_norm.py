"""A block that means to be Pre-LN but takes its shortcut after the norm, and the mended one."""

import torch
from torch.nn.functional import layer_norm
from torch.testing import assert_close


# --8<-- [start:fault]
def block(x, branch):
    x = layer_norm(x, x.shape[-1:])
    return x + branch(x)


# --8<-- [end:fault]


# --8<-- [start:fix]
def mended(x, branch):
    return x + branch(layer_norm(x, x.shape[-1:]))


# $x$
x = torch.tensor([1.0, 2.0, 3.0, 10.0])
# $\mathrm{LN}(x)$
wrong = block(x, torch.zeros_like)
assert torch.equal(mended(x, torch.zeros_like), x)
# --8<-- [end:fix]
assert_close(wrong, layer_norm(x, [4]))
assert_close(mended(x, torch.neg), x - wrong)
print(f"zero branch: {[round(v, 3) for v in wrong.tolist()]} instead of {x.tolist()}")
