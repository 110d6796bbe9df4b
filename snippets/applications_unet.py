"""The U-Net of a diffusion model: residual sums inside the blocks, concatenations across."""

import torch
from torch import nn

layers, sums, joins = [], 0, 0


# --8<-- [start:unet]
def conv(c_in, c_out, kernel=3):
    layers.append(nn.Conv2d(c_in, c_out, kernel))


def residual_block(c_in, c_out):
    """The time step enters the branch; a new width needs a projection."""
    global sums
    layers.extend([nn.GroupNorm(32, c_in), nn.GroupNorm(32, c_out)])
    layers.append(nn.Linear(512, c_out))
    conv(c_in, c_out)
    conv(c_out, c_out)
    if c_in != c_out:
        conv(c_in, c_out, kernel=1)
    sums += 1


def attention(c):
    global sums
    layers.append(nn.GroupNorm(32, c))
    for _ in range(4):
        conv(c, c, kernel=1)
    sums += 1


def unet(widths=(128, 256, 256, 256), attention_at=1, blocks=2):
    """One width a level; the resolution halves from one to the next."""
    global joins
    layers.extend([nn.Linear(128, 512), nn.Linear(512, 512)])
    c = widths[0]
    conv(3, c)
    kept = [c]
    for level, width in enumerate(widths):
        for _ in range(blocks):
            residual_block(c, width)
            c = width
            if level == attention_at:
                attention(c)
            kept.append(c)
        if level < len(widths) - 1:
            conv(c, c)
            kept.append(c)
    residual_block(c, c)
    attention(c)
    residual_block(c, c)
    for level, width in reversed(list(enumerate(widths))):
        for _ in range(blocks + 1):
            residual_block(c + kept.pop(), width)
            joins += 1
            c = width
            if level == attention_at:
                attention(c)
        if level > 0:
            conv(c, c)
    layers.append(nn.GroupNorm(32, c))
    conv(c, 3)


with torch.device("meta"):
    unet()
parameters = sum(p.numel() for layer in layers for p in layer.parameters())
# --8<-- [end:unet]
print(f"{parameters:,} parameters, {sums} residual sums, {joins} concatenations")
