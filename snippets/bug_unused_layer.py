"""A block whose second layer reads the block's input; the first one never learns; mended."""

import torch
from torch import nn

torch.manual_seed(0)
d = 8


# --8<-- [start:fault]
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(d, d), nn.Linear(d, d)

    def forward(self, x):
        h = torch.relu(self.first(x))
        h = self.last(x)
        return x + h


# --8<-- [end:fault]


# --8<-- [start:fix]
class Mended(Block):
    def forward(self, x):
        h = torch.relu(self.first(x))
        return x + self.last(h)


def without_gradient(block):
    block(x).square().sum().backward()
    return [name for name, weight in block.named_parameters() if weight.grad is None]


x = torch.randn(16, d)
wrong, right = without_gradient(Block()), without_gradient(Mended())
assert right == []
# --8<-- [end:fix]
assert wrong == ["first.weight", "first.bias"]
idle = len(wrong)


class Listed(nn.Module):
    """Its layer is in a plain list: it has a gradient, but nobody is told of it."""

    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(d, d)]

    def forward(self, x):
        return x + self.layers[0](x)


listed = Listed()
assert without_gradient(listed) == list(listed.parameters()) == []
hidden = listed.layers[0].weight.grad.norm()
torch.manual_seed(0)
lengths = [f"{kind()(x).norm():.4g}" for kind in (Block, Mended)]
print(f"without a gradient: {wrong}, mended {right}; lengths {' and '.join(lengths)}")
print(f"in a plain list: {len(list(listed.parameters()))} parameters, gradient {hidden:.4g}")
