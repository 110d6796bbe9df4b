"""Parameters of ResNet-18 to -152 and of the four GPT-2 models, counted on layers without storage."""

import torch
from torch import nn


# --8<-- [start:resnet]
def conv(c_in, c_out, kernel):
    layer = nn.Conv2d(c_in, c_out, kernel, bias=False)
    return [layer, nn.BatchNorm2d(c_out)]


def resnet(blocks, bottleneck):
    """Layers of a ResNet, projections where the shape changes (option B)."""
    layers, c_in = conv(3, 64, 7), 64
    for width, repeats in zip((64, 128, 256, 512), blocks, strict=True):
        c_out = 4 * width if bottleneck else width
        for _ in range(repeats):
            if bottleneck:
                layers += conv(c_in, width, 1) + conv(width, width, 3)
                layers += conv(width, c_out, 1)
            else:
                layers += conv(c_in, width, 3) + conv(width, width, 3)
            if c_in != c_out:
                layers += conv(c_in, c_out, 1)
            c_in = c_out
    return [*layers, nn.Linear(c_in, 1000)]


# --8<-- [end:resnet]
# --8<-- [start:gpt2]
def gpt2(n, d):
    """Layers of a GPT-2, whose head shares the token embedding's matrix."""
    layers = [nn.Embedding(50257, d), nn.Embedding(1024, d)]
    for _ in range(n):
        layers += [nn.LayerNorm(d), nn.Linear(d, 3 * d), nn.Linear(d, d)]
        layers += [nn.LayerNorm(d), nn.Linear(d, 4 * d), nn.Linear(4 * d, d)]
    return [*layers, nn.LayerNorm(d)]


# --8<-- [end:gpt2]
def count(layers):
    return sum(weight.numel() for layer in layers for weight in layer.parameters())


with torch.device("meta"):
    resnet18, resnet34 = (count(resnet(b, False)) for b in ((2, 2, 2, 2), (3, 4, 6, 3)))
    deep = ((3, 4, 6, 3), (3, 4, 23, 3), (3, 8, 36, 3))
    resnet50, resnet101, resnet152 = (count(resnet(blocks, True)) for blocks in deep)
    sizes = ((12, 768), (24, 1024), (36, 1280), (48, 1600))
    gpt2_counts = [count(gpt2(n, d)) for n, d in sizes]
resnets = [resnet18, resnet34, resnet50, resnet101, resnet152]
print("ResNet:", ", ".join(f"{number:,}" for number in resnets))
print("GPT-2:", ", ".join(f"{number:,}" for number in gpt2_counts))
