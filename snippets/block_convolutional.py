"""A convolutional block whose shortcut is the identity where shapes agree, else a projection."""

import torch
from torch import nn
from torch.testing import assert_close


# --8<-- [start:block]
class Block(nn.Module):
    def __init__(self, c_in, c_out, stride=1):
        super().__init__()
        self.branch = nn.Sequential(
            nn.Conv2d(c_in, c_out, 3, stride, padding=1, bias=False),
            nn.BatchNorm2d(c_out),
            nn.ReLU(),
            nn.Conv2d(c_out, c_out, 3, padding=1, bias=False),
            nn.BatchNorm2d(c_out),
        )
        self.shortcut = nn.Identity()
        if stride != 1 or c_in != c_out:
            self.shortcut = nn.Sequential(
                nn.Conv2d(c_in, c_out, 1, stride, bias=False),
                nn.BatchNorm2d(c_out),
            )

    def forward(self, x):
        return self.shortcut(x) + self.branch(x)


# --8<-- [end:block]
torch.manual_seed(0)
x = torch.randn(2, 4, 6, 6, requires_grad=True)
same, wider = Block(4, 4), Block(4, 8, stride=2)
assert isinstance(same.shortcut, nn.Identity)
assert same(x).shape == x.shape and wider(x).shape == (2, 8, 3, 3)
assert_close(same(x) - same.branch(x), x)

convolution = wider.shortcut[0]
W_s = convolution.weight[:, :, 0, 0]
assert_close(convolution(x)[0, :, 1, 2], W_s @ x[0, :, 2, 4])
convolution(x).sum().backward()
unread = (x.grad == 0).float().mean()
print(f"share of its input that the strided projection never reads: {unread:.2g}")
