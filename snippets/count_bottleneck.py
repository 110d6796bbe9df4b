"""Weights of two ways to build a branch as wide as its input: basic and bottleneck."""

import torch
from torch import nn

# $c$
c = 256


def convolution(c_in, c_out, kernel):
    return nn.Conv2d(c_in, c_out, kernel, bias=False)


def weights(*layers):
    return sum(p.numel() for layer in layers for p in layer.parameters())


with torch.device("meta"):
    two_wide = [convolution(c, c, 3), convolution(c, c, 3)]
    narrowed = [convolution(c, c // 4, 1), convolution(c // 4, c // 4, 3)]
    widened = [convolution(c // 4, c, 1)]
basic = weights(*two_wide)
bottleneck = weights(*narrowed, *widened)
# $2\times9\, c^2 = 18\, c^2$
assert basic == 2 * 9 * c**2 == 18 * c**2
# $\frac{c^2}{4} + \frac{9\, c^2}{16} + \frac{c^2}{4} = \frac{17}{16}\, c^2$
assert bottleneck == c**2 / 4 + 9 * c**2 / 16 + c**2 / 4 == 17 / 16 * c**2
# $\frac{18}{17 / 16}$
ratio = basic / bottleneck
print(f"two 3x3: {basic:,} weights, bottleneck: {bottleneck:,}, ratio {ratio:.3g}")
