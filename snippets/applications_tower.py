"""The tower of AlphaGo Zero: parameters, sums, and how far one sees across the board."""

import torch
from torch import nn

planes, filters, blocks, board = 17, 256, 19, 19


# --8<-- [start:tower]
class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv_1 = nn.Conv2d(c, c, 3, padding=1)
        self.conv_2 = nn.Conv2d(c, c, 3, padding=1)
        self.norm_1, self.norm_2 = nn.BatchNorm2d(c), nn.BatchNorm2d(c)

    def forward(self, x):
        branch = torch.relu(self.norm_1(self.conv_1(x)))
        # $y = \mathrm{ReLU}(x + F(x))$
        return torch.relu(x + self.norm_2(self.conv_2(branch)))


def tower(planes, c):
    stem = [nn.Conv2d(planes, c, 3, padding=1), nn.BatchNorm2d(c), nn.ReLU()]
    return nn.Sequential(*stem, *(Block(c) for _ in range(blocks)))


with torch.device("meta"):
    parameters = sum(p.numel() for p in tower(planes, filters).parameters())

small = tower(1, 2).double().eval()
for p in small.parameters():
    nn.init.constant_(p, 0.1)
stone = torch.zeros(1, 1, board, board).double().requires_grad_()
apart = board - 1
seen, met_in = stone, 0
for layer in small:
    seen = layer(seen)
    met_in += isinstance(layer, Block)
    corner = seen[..., 0, 0].sum()
    (slope,) = torch.autograd.grad(corner, stone, retain_graph=True)
    if slope[..., -1, -1].item() != 0:
        break
assert 1 + 2 * (met_in - 1) < apart <= 1 + 2 * met_in
# --8<-- [end:tower]
print(f"{parameters:,} parameters; corners {apart} apart meet in block {met_in}")
