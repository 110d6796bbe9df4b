"""Parameters of ResNets with each kind of shortcut, counted on real layers without storage."""

import torch
from torch import nn


# --8<-- [start:count]
def conv(c_in, c_out, kernel):
    return [nn.Conv2d(c_in, c_out, kernel, bias=False), nn.BatchNorm2d(c_out)]


def parameters(blocks, option, bottleneck=False):
    """Of a net for 1000 classes with so many blocks in its four stages."""
    layers, c_in = conv(3, 64, 7), 64
    for width, count in zip((64, 128, 256, 512), blocks, strict=True):
        widths = [width, width, 4 * width] if bottleneck else [width, width]
        kernels = [1, 3, 1] if bottleneck else [3, 3]
        for _ in range(count):
            for a, b, kernel in zip([c_in, *widths], widths, kernels, strict=False):
                layers += conv(a, b, kernel)
            if option == "C" or (option == "B" and c_in != widths[-1]):
                layers += conv(c_in, widths[-1], 1)
            c_in = widths[-1]
    layers.append(nn.Linear(c_in, 1000))
    return sum(p.numel() for layer in layers for p in layer.parameters())


with torch.device("meta"):
    resnet18 = [parameters((2, 2, 2, 2), option) for option in "ABC"]
    resnet34 = [parameters((3, 4, 6, 3), option) for option in "ABC"]
    resnet50 = [parameters((3, 4, 6, 3), option, bottleneck=True) for option in "ABC"]
more = resnet34[1] - resnet34[0]
percent = 100 * more / resnet34[0]
ratio = resnet50[2] / resnet50[1]
# --8<-- [end:count]
for name, counts in (("18", resnet18), ("34", resnet34), ("50", resnet50)):
    print(f"ResNet-{name}: A {counts[0]:,}, B {counts[1]:,}, C {counts[2]:,}")
print(f"B has {percent:.4g} percent more than A in ResNet-34")
