"""The basic block of ResNet with the shortcut options A, B and C, and its pre-activation form."""

import torch
from torch import nn


# --8<-- [start:shortcut]
class Pad(nn.Module):
    """Every stride-th pixel, and zeros for the channels that are missing."""

    def __init__(self, stride, missing):
        super().__init__()
        self.stride, self.missing = stride, missing

    def forward(self, x):
        x = x[:, :, :: self.stride, :: self.stride]
        return nn.functional.pad(x, (0, 0, 0, 0, 0, self.missing))


def make_shortcut(c_in, c_out, stride, option):
    same_shape = stride == 1 and c_in == c_out
    if option != "C" and same_shape:
        return nn.Identity()
    if option == "A":
        return Pad(stride, c_out - c_in)
    projection = nn.Conv2d(c_in, c_out, 1, stride, bias=False)
    return nn.Sequential(projection, nn.BatchNorm2d(c_out))


# --8<-- [end:shortcut]
# --8<-- [start:block]
class BasicBlock(nn.Module):
    def __init__(self, c_in, c_out, stride=1, option="B"):
        super().__init__()
        self.conv1 = nn.Conv2d(c_in, c_out, 3, stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(c_out)
        self.conv2 = nn.Conv2d(c_out, c_out, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(c_out)
        self.downsample = make_shortcut(c_in, c_out, stride, option)

    def forward(self, x):
        inner = torch.relu(self.bn1(self.conv1(x)))
        return torch.relu(self.downsample(x) + self.bn2(self.conv2(inner)))


# --8<-- [end:block]
torch.manual_seed(0)
images = torch.randn(2, 16, 8, 8)
shapes = {"same": (16, 16, 1), "wider": (16, 32, 1), "halved": (16, 16, 2), "both": (16, 32, 2)}
parameters = {}
for name, (c_in, c_out, stride) in shapes.items():
    counts = []
    for option in "ABC":
        block = BasicBlock(c_in, c_out, stride, option)
        assert block(images).shape == (2, c_out, 8 // stride, 8 // stride)
        counts.append(sum(weight.numel() for weight in block.downsample.parameters()))
    parameters[name] = counts
    size = f"{c_out} channels, {8 // stride} pixels"
    print(f"{size}: " + ", ".join(f"{o} {c}" for o, c in zip("ABC", counts, strict=True)))
padded = Pad(2, 16)(images)
assert torch.equal(padded[:, :16, 1, 2], images[:, :, 2, 4])
assert padded.shape == (2, 32, 4, 4)
assert padded.count_nonzero() == images[:, :, ::2, ::2].count_nonzero()
block = BasicBlock(16, 16)
inner = torch.relu(block.bn1(block.conv1(images)))
assert torch.equal(block(images), torch.relu(images + block.bn2(block.conv2(inner))))
