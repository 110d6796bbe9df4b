"""A block whose branch begins in place, so that the shortcut adds a changed tensor; mended."""

import torch
from torch import nn


# --8<-- [start:fault]
class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.branch = nn.Sequential(nn.ReLU(inplace=True), nn.Linear(d, d))

    def forward(self, x):
        return self.branch(x) + x


# --8<-- [end:fault]


# --8<-- [start:fix]
class Mended(Block):
    def __init__(self, d):
        super().__init__(d)
        self.branch[0] = nn.ReLU()


def with_zero_branch(block, x):
    for weight in block.branch.parameters():
        nn.init.zeros_(weight)
    return block(x.clone())


# $x$
x = torch.tensor([-1.0, 2.0, -3.0, 4.0])
wrong, right = (with_zero_branch(kind(4), x) for kind in (Block, Mended))
assert torch.equal(right, x)
# --8<-- [end:fix]
assert torch.equal(wrong, x.relu())
print(f"zero branch: {wrong.tolist()} instead of {right.tolist()}")
