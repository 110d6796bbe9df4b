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


gradients, lengths = {}, []
for kind in (Mistake, Mended):
    torch.manual_seed(0)
    block = kind()
    y = block(x)
    y.pow(2).sum().backward()
    gradients[kind.__name__] = block.conv1.weight.grad
    lengths.append(y.norm().item())
# --8<-- [end:case]
assert gradients["Mistake"] is None
print(f"gradient of conv1: {gradients['Mistake']}, mended {gradients['Mended'].norm():.4g}")
print("outputs:", *(f"{length:.4g}" for length in lengths))
