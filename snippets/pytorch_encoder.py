"""A Pre-LN encoder from torch.nn: what its defaults leave out, and what they make alike."""

import torch
from torch import nn

torch.manual_seed(0)
d, heads, n = 32, 4, 6

# --8<-- [start:encoder]
layer = nn.TransformerEncoderLayer(
    d, heads, 4 * d, activation="gelu", norm_first=True, batch_first=True
)
options = {"norm": nn.LayerNorm(d), "enable_nested_tensor": False}
encoder = nn.TransformerEncoder(layer, n, **options)
# --8<-- [end:encoder]


def distinct(encoder):
    return len({layer.linear1.weight.sum().item() for layer in encoder.layers})


# --8<-- [start:alike]
different_before = distinct(encoder)
for weight in encoder.parameters():
    if weight.dim() > 1:
        nn.init.xavier_uniform_(weight)
different_after = distinct(encoder)
# --8<-- [end:alike]

assert nn.TransformerEncoder(layer, n, enable_nested_tensor=False).norm is None
x = torch.randn(2, 5, d)
y = encoder(x)
assert y.shape == x.shape
print(f"different first weights among {n} layers: {different_before}, then {different_after}")
print(f"length of the output {y.norm():.4g}")
