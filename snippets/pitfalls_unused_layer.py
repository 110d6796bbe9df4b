"""A mistake: the second convolution reads the block's input; the first one never learns."""

import torch
from torch import nn

torch.manual_seed(0)
c = 4
x = torch.randn(2, c, 6, 6)


# --8<-- [start:case]
class Mistake(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(c, c, 3, padding=1)
        self.conv2 = nn.Conv2d(c, c, 3, padding=1)

    def forward(self, x):
        _ = torch.relu(self.conv1(x))
        return x + self.conv2(x)


class Mended(Mistake):
    def forward(self, x):
        inner = torch.relu(self.conv1(x))
        return x + self.conv2(inner)


gradients = {}
for block in (Mistake(), Mended()):
    block(x).pow(2).sum().backward()
    gradients[type(block).__name__] = block.conv1.weight.grad
# --8<-- [end:case]
assert gradients["Mistake"] is None and gradients["Mended"].norm() > 0
print(f"conv1.weight.grad of the mistake: {gradients['Mistake']}")
