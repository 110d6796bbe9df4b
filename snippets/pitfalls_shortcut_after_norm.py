"""A mistake: the shortcut starts behind the norm. Stacked, with a final norm, it is Post-LN."""

import torch
from torch.nn.functional import layer_norm


# --8<-- [start:case]
def mistake(x, f):
    x = layer_norm(x, x.shape)
    return x + f(x)


def mended(x, f):
    return x + f(layer_norm(x, x.shape))


x = torch.tensor([1.0, 2.0, 3.0, 10.0])
zero = torch.zeros_like
wrong, right = mistake(x, zero), mended(x, zero)

stack, post_ln = x, layer_norm(x, x.shape)
for f in torch.sin, torch.cos, torch.tanh:
    stack, post_ln = mistake(stack, f), layer_norm(post_ln + f(post_ln), x.shape)
assert torch.equal(layer_norm(stack, x.shape), post_ln)
# --8<-- [end:case]
assert torch.equal(right, x)
assert torch.allclose(
    mistake(x, torch.sin) - mended(x, torch.sin), wrong + wrong.sin() - x - wrong.sin()
)
print("mistake:", ", ".join(f"{entry:.3f}" for entry in wrong))
