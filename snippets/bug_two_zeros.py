"""A branch with two factors at zero, which never learns anything; and the mended one."""

import torch
from torch import nn

torch.manual_seed(0)
d = 8


# --8<-- [start:fault]
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)
        self.gate = nn.Parameter(torch.zeros(1))
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def forward(self, x):
        return x + self.gate * self.last(self.first(x).relu())


# --8<-- [end:fault]


# --8<-- [start:fix]
class Mended(Block):
    def __init__(self):
        super().__init__()
        self.last.reset_parameters()


def moving(block):
    x = torch.randn(16, d)
    block(x).backward(torch.randn_like(x))
    return [name for name, weight in block.named_parameters() if weight.grad.norm() > 0]


wrong, right = moving(Block()), moving(Mended())
assert right == ["gate"]
# --8<-- [end:fix]
assert wrong == []
still, first_to_move = len(wrong), len(right)
x = torch.randn(d)
assert torch.equal(Block()(x), x) and torch.equal(Mended()(x), x)
opened = Mended()
nn.init.ones_(opened.gate)
print(f"with a gradient: {wrong}, mended {right}; gate open: length {opened(x).norm():.4g}")
