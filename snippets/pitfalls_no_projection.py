"""A mistake: the branch changes the shape and the shortcut does not follow."""

import torch
from torch import nn


# --8<-- [start:case]
def mistake(x, c_out, stride):
    branch = nn.Conv2d(x.shape[1], c_out, 3, stride, padding=1)
    return x + branch(x)


def mended(x, c_out, stride):
    branch = nn.Conv2d(x.shape[1], c_out, 3, stride, padding=1)
    shortcut = nn.Identity()
    if stride != 1 or c_out != x.shape[1]:
        shortcut = nn.Conv2d(x.shape[1], c_out, 1, stride, bias=False)
    return shortcut(x) + branch(x)


x = torch.randn(2, 64, 8, 8)
for c_out, stride in ((64, 1), (128, 1), (64, 2), (128, 2)):
    assert mended(x, c_out, stride).shape == (2, c_out, *[8 // stride] * 2)
    try:
        mistake(x, c_out, stride)
        message = "no error"
    except RuntimeError as error:
        message = error
    print(f"{c_out} channels, stride {stride}: {message}")
# --8<-- [end:case]
torch.manual_seed(0)
same = mistake(x, 64, 1)
torch.manual_seed(0)
assert torch.equal(same, mended(x, 64, 1))
torch.manual_seed(0)
branch, shortcut = nn.Conv2d(64, 128, 3, 2, padding=1), nn.Conv2d(64, 128, 1, 2, bias=False)
torch.manual_seed(0)
assert torch.equal(mended(x, 128, 2), shortcut(x) + branch(x))
