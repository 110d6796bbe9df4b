"""A mistake: shortcuts without a norm or a factor; the variance doubles with every layer."""

import torch
from torch.nn.functional import layer_norm

# --8<-- [start:case]
torch.manual_seed(0)
d, n = 256, 10
weights = torch.randn(n, d, d) / d**0.5
x = stream = torch.randn(512, d)

mistake, mended = [], []
for W in weights:
    x = x + x @ W
    stream = stream + layer_norm(stream, (d,)) @ W
    mistake.append(x.var().item())
    mended.append(stream.var().item())
# --8<-- [end:case]
for name, variances in (("mistake", mistake), ("mended", mended)):
    first, second, third, *_, last = variances
    print(f"{name}: {first:.2g}, {second:.2g}, {third:.2g} … {last:.4g}")
