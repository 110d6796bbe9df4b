"""A mistake: an in-place ReLU at the start of the branch overwrites what the shortcut carries."""

import torch
from torch import nn


# --8<-- [start:case]
def branch(inplace):
    last = nn.Linear(4, 4)
    nn.init.zeros_(last.weight)
    nn.init.zeros_(last.bias)
    return nn.Sequential(nn.ReLU(inplace=inplace), last)


def block(x, inplace):
    return branch(inplace)(x) + x


x = torch.tensor([-1.0, 2.0, -3.0, 4.0])
mended = block(x.clone(), inplace=False)
mistake = block(x.clone(), inplace=True)
# --8<-- [end:case]
assert torch.equal(mended, x)
assert torch.equal(mistake, x.relu())
print(f"mended {mended.tolist()}, mistake {mistake.tolist()}")
