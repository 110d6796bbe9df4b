"""How long the branch is, as a share of its input, while a block with default weights learns."""

import torch
from torch import nn

steps = 200


# --8<-- [start:train]
def train(factor):
    torch.manual_seed(0)
    x = torch.randn(512, 16)
    branch = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 16))
    optimizer = torch.optim.Adam(branch.parameters(), lr=0.01)
    # $F(x) = H(x) - x$
    wanted_change = factor * x - x
    lengths = []
    for _ in range(steps):
        change = branch(x)
        lengths.append((change.norm() / x.norm()).item())
        loss = (change - wanted_change).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return lengths


wanted = 1.5
keep, grow = train(factor=1), train(factor=wanted)
# --8<-- [end:train]
start, *_, end = grow
shortest = min(grow)
idle = 0.01
assert min(keep) < idle
print(
    f"wanted y = {wanted} x: starts at {start:.2g}, never below {shortest:.2g}, ends at {end:.2g}"
)
print(f"wanted y = x: starts at {keep[0]:.2g}, ends below {idle}")
