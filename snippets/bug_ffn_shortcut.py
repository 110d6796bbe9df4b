"""A Pre-LN layer that adds its FFN to the layer's input, past the attention; and the mended one."""

import torch
from torch.nn.functional import layer_norm


def norm(x):
    return layer_norm(x, x.shape)


# --8<-- [start:fault]
def layer(x, attention, ffn):
    h = x + attention(norm(x))
    return x + ffn(norm(h))


# --8<-- [end:fault]


# --8<-- [start:fix]
def mended(x, attention, ffn):
    h = x + attention(norm(x))
    return h + ffn(norm(h))


x = torch.tensor([1.0, 2.0, 3.0, 10.0])
branches = torch.ones_like, torch.zeros_like
wrong, right = layer(x, *branches), mended(x, *branches)
assert torch.equal(right, x + 1)
# --8<-- [end:fix]
assert torch.equal(wrong, x)
lengths = [f"{which(x, torch.sin, torch.exp).norm():.4g}" for which in (layer, mended)]
print(f"FFN zero: {wrong.tolist()} instead of {right.tolist()}; otherwise {' and '.join(lengths)}")
