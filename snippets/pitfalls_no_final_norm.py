"""A mistake: a Pre-LN stack without its final norm hands a stream of any size to the head."""

from math import log

import torch
from torch import nn

torch.manual_seed(0)
d, n, classes = 64, 48, 50


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)
        for layer in (self.up, self.down):
            nn.init.kaiming_normal_(layer.weight)

    def forward(self, x):
        return x + self.down(self.up(self.norm(x)).relu())


# --8<-- [start:case]
blocks, head = [Block() for _ in range(n)], nn.Linear(d, classes)
mistake = nn.Sequential(*blocks, head)
mended = nn.Sequential(*blocks, nn.LayerNorm(d), head)

x, target = torch.randn(512, d), torch.randint(classes, (512,))
guess = log(classes)
loss = nn.functional.cross_entropy
wrong, right = loss(mistake(x), target), loss(mended(x), target)
# --8<-- [end:case]
assert guess < right < wrong
print(f"a blind guess {guess:.2g}, mended {right:.2g}, mistake {wrong:.2g}")
