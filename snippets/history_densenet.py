"""DenseNet's count of parameters and connections, on layers without storage."""

import torch
from torch import nn


# --8<-- [start:densenet]
def norm_and_conv(c_in, c_out, kernel):
    return [nn.BatchNorm2d(c_in), nn.Conv2d(c_in, c_out, kernel, bias=False)]


def dense_net(blocks, k):
    """Its layers, and the connections inside the blocks."""
    width = 2 * k
    layers = [nn.Conv2d(3, width, 7, bias=False), nn.BatchNorm2d(width)]
    edges = 0
    for number, count in enumerate(blocks):
        for _ in range(count):
            layers += norm_and_conv(width, 4 * k, 1)
            layers += norm_and_conv(4 * k, k, 3)
            width += k
        # $\frac{n (n + 1)}{2}$
        edges += count * (count + 1) // 2
        if number < len(blocks) - 1:
            layers += norm_and_conv(width, width // 2, 1)
            width //= 2
    return [*layers, nn.BatchNorm2d(width), nn.Linear(width, 1000)], edges


with torch.device("meta"):
    layers, connections = dense_net((6, 12, 24, 16), k=32)
parameters = sum(p.numel() for layer in layers for p in layer.parameters())
# --8<-- [end:densenet]
print(f"{parameters:,} parameters, {connections} connections inside the blocks")
