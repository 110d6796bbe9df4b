"""Parameters of ResNets with each kind of shortcut, counted on real layers without storage."""

import torch
from torch import nn


# --8<-- [start:count]
def conv(c_in, c_out, kernel):
    convolution = nn.Conv2d(c_in, c_out, kernel, bias=False)
    return [convolution, nn.BatchNorm2d(c_out)]


def count(blocks, option, bottleneck=False):
    """Parameters of a net with so many blocks in its four stages."""
    layers, c_in = conv(3, 64, 7), 64
    for width, repeats in zip((64, 128, 256, 512), blocks, strict=True):
        c_out = 4 * width if bottleneck else width
        for _ in range(repeats):
            if bottleneck:
                layers += conv(c_in, width, 1) + conv(width, width, 3)
                layers += conv(width, c_out, 1)
            else:
                layers += conv(c_in, width, 3) + conv(width, width, 3)
            if option == "C" or (option == "B" and c_in != c_out):
                layers += conv(c_in, c_out, 1)
            c_in = c_out
    layers.append(nn.Linear(c_in, 1000))
    return sum(p.numel() for layer in layers for p in layer.parameters())


options = ("plain", "A", "B", "C")
with torch.device("meta"):
    resnet18 = [count((2, 2, 2, 2), option) for option in options]
    resnet34 = [count((3, 4, 6, 3), option) for option in options]
    resnet50 = [count((3, 4, 6, 3), option, True) for option in options]
more = resnet34[2] - resnet34[1]
percent = 100 * more / resnet34[1]
ratio = resnet50[3] / resnet50[2]
# --8<-- [end:count]
for counts in (resnet18, resnet34, resnet50):
    print(", ".join(f"{option} {n:,}" for option, n in zip(options, counts, strict=True)))
print(f"B has {percent:.4g} percent more than A in ResNet-34")
