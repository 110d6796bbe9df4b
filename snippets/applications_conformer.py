"""A Conformer block: four sums, two of them with half a feed-forward branch, and a norm behind."""

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

torch.manual_seed(0)
T, d, half = 12, 32, 0.5


class Convolution(nn.Module):
    """Along time: gate, depthwise convolution, mixing of channels."""

    def __init__(self):
        super().__init__()
        self.open, self.mix = nn.Linear(d, 2 * d), nn.Linear(d, d)
        self.along_time = nn.Conv1d(d, d, 7, padding=3, groups=d)

    def forward(self, x):
        x = nn.functional.glu(self.open(x))
        x = self.along_time(x.transpose(1, 2)).transpose(1, 2)
        return self.mix(nn.functional.silu(x))


def feed_forward():
    return nn.Sequential(nn.Linear(d, 4 * d), nn.SiLU(), nn.Linear(4 * d, d))


# --8<-- [start:block]
class Conformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.ffn_1, self.ffn_2 = feed_forward(), feed_forward()
        self.conv = Convolution()
        self.attention = nn.MultiheadAttention(d, 4, batch_first=True)
        self.norms = nn.ModuleList(nn.LayerNorm(d) for _ in range(5))

    def forward(self, x):
        ln = self.norms
        # $u = x + \frac12 \mathrm{FFN}_1(\mathrm{LN}(x))$
        u = x + half * self.ffn_1(ln[0](x))
        normed = ln[1](u)
        # $v = u + \mathrm{MHA}(\mathrm{LN}(u))$
        v = u + self.attention(normed, normed, normed)[0]
        # $w = v + \mathrm{Conv}(\mathrm{LN}(v))$
        w = v + self.conv(ln[2](v))
        # $y = \mathrm{LN}(w + \frac12 \mathrm{FFN}_2(\mathrm{LN}(w)))$
        return ln[4](w + half * self.ffn_2(ln[3](w)))


# --8<-- [end:block]
class CountSums(TorchFunctionMode):
    sums = 0

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.sums += function in (torch.Tensor.add, torch.Tensor.__add__)
        return function(*args, **(kwargs or {}))


block = Conformer()
x = torch.randn(1, T, d)
with CountSums() as counter:
    block(x)
sums = counter.sums
last_layers = (block.ffn_1[2], block.ffn_2[2], block.conv.mix, block.attention.out_proj)
for layer in last_layers:
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)
assert torch.equal(block(x), block.norms[4](x))
print(f"{sums} sums in a block; with branches of zero it gives LN(x)")
