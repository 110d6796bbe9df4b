"""A mistake: the gate and the last layer of a branch both start at zero; nothing ever moves."""

import torch
from torch import nn

torch.manual_seed(0)
d = 8
x, target = torch.randn(2, 16, d)


# --8<-- [start:case]
def train(gate_start, steps=20):
    gate = torch.tensor(gate_start, requires_grad=True)
    first, last = nn.Linear(d, d), nn.Linear(d, d, bias=False)
    nn.init.zeros_(last.weight)
    weights = [gate, *first.parameters(), last.weight]
    optimizer = torch.optim.SGD(weights, lr=0.1)
    losses = []
    for _ in range(steps):
        y = x + gate * last(first(x).relu())
        loss = (y - target).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


mistake, mended = train(0.0), train(1.0)
# --8<-- [end:case]
assert min(mistake) == max(mistake) == mended[0]
assert mended == sorted(mended, reverse=True)
print(f"loss of the mistake {max(mistake):.4g}, mended {min(mended):.4g}")
