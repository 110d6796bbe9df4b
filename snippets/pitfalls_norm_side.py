"""A mistake: the norm on the wrong side of the sum; a zero branch tells which layout it is."""

import torch
from torch.nn.functional import layer_norm


def norm(x):
    return layer_norm(x, x.shape)


# --8<-- [start:case]
def pre_ln(x, f):
    return x + f(norm(x))


def post_ln(x, f):
    return norm(x + f(x))


def neither(x, f):
    return x + norm(f(x))


x = torch.tensor([1.0, 2.0, 3.0, 10.0])
layouts = (pre_ln, post_ln, neither)
zero_branch = [layout(x, torch.zeros_like).tolist() for layout in layouts]
large_branch = [layout(x, lambda x: 100 * x).norm() for layout in layouts]
# --8<-- [end:case]
assert torch.allclose(post_ln(x, torch.clone), norm(2 * x), atol=1e-4)
for layout, entries, length in zip(layouts, zero_branch, large_branch, strict=True):
    shown = ", ".join(f"{entry:.3g}" for entry in entries)
    print(f"{layout.__name__:8}: zero branch {shown}; branch 100 x, length {length:.3g}")
