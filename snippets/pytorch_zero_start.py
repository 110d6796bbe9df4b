"""A branch that starts at zero: the block is the identity, and two steps move every weight."""

import torch
from torch import nn


# --8<-- [start:zero]
class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)
        nn.init.zeros_(self.down.weight)
        nn.init.zeros_(self.down.bias)

    def forward(self, x):
        return x + self.down(nn.functional.gelu(self.up(self.norm(x))))


# --8<-- [end:zero]
torch.manual_seed(0)
d = 16
block = Block(d)
x, target = torch.randn(2, 8, d)
assert torch.equal(block(x), x)

# --8<-- [start:steps]
optimizer = torch.optim.SGD(block.parameters(), lr=0.1)
start = {n: w.detach().clone() for n, w in block.named_parameters()}
moved = []
for _ in range(2):
    optimizer.zero_grad()
    (block(x) - target).square().mean().backward()
    optimizer.step()
    moved.append(
        [n for n, w in block.named_parameters() if (w != start[n]).any()],
    )
assert moved[0] == ["down.weight", "down.bias"]
assert moved[1] == list(start)
# --8<-- [end:steps]
left = (block(x) - target).square().mean()
print("moved by the first step:", ", ".join(moved[0]))
print(f"mean square error after {len(moved)} steps: {left:.4g}")
print("moved by the second step:", ", ".join(moved[1]))
