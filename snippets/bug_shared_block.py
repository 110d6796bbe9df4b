"""A stack that holds one block many times, with one set of weights; and the mended one."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.branch = nn.Linear(d, d)

    def forward(self, x):
        return x + self.branch(x)


# --8<-- [start:fault]
class Stack(nn.Sequential):
    def __init__(self, d, depth):
        super().__init__(*[Block(d)] * depth)


# --8<-- [end:fault]


# --8<-- [start:fix]
class Mended(nn.Sequential):
    def __init__(self, d, depth):
        super().__init__(*[Block(d) for _ in range(depth)])


def count(net):
    return sum(weight.numel() for weight in net.parameters())


d, n = 3, 6
each = count(Block(d))
wrong, right = count(Stack(d, n)), count(Mended(d, n))
assert right == n * each
# --8<-- [end:fix]
assert wrong == each == d * d + d
block, x = Block(d), torch.ones(d)
assert torch.equal(block(x), x + block.branch(x))
assert len(Stack(d, n)) == len(Mended(d, n)) == n
print(f"{wrong} parameters instead of {right}")
