"""A mistake: a slip in a name sets the branch's second convolution to None."""

import torch
from torch import nn


# --8<-- [start:case]
class Mistake(nn.Module):
    def __init__(self, c_in, c_out, use_1x1conv):
        super().__init__()
        self.conv1 = nn.Conv2d(c_in, c_out, 3, padding=1)
        self.conv2 = nn.Conv2d(c_out, c_out, 3, padding=1)
        if use_1x1conv:
            self.conv3 = nn.Conv2d(c_in, c_out, 1)
        else:
            self.conv2 = None

    def forward(self, x):
        inner = self.conv2(torch.relu(self.conv1(x)))
        return inner + (self.conv3(x) if self.conv3 else x)


class Mended(Mistake):
    def __init__(self, c_in, c_out, use_1x1conv):
        super().__init__(c_in, c_out, use_1x1conv=True)
        self.conv3 = self.conv3 if use_1x1conv else None


# --8<-- [end:case]
torch.manual_seed(0)
c = 4
x = torch.randn(1, c, 5, 5)
for projects in (True, False):
    block = Mended(c, c, projects)
    inner = block.conv2(torch.relu(block.conv1(x)))
    assert torch.equal(block(x), inner + (block.conv3(x) if projects else x))
assert Mistake(c, c, True)(x).shape == x.shape
try:
    Mistake(c, c, False)(x)
    message = "no error"
except TypeError as error:
    message = str(error)
print(f"{message}\nmended: length {block(x).norm():.4g}")
