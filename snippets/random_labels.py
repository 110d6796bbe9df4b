"""A residual network learns random labels by heart, and knows nothing about new ones."""

import torch
from torch import nn
from torch.nn.functional import cross_entropy

torch.manual_seed(0)
width, depth, examples, classes = 32, 8, 100, 10
steps, rate = 80, 0.003


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.branch = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width)
        )

    def forward(self, x):
        return x + self.branch(x)


blocks = nn.Sequential(*(Block() for _ in range(depth)))
net = nn.Sequential(blocks, nn.LayerNorm(width), nn.Linear(width, classes))
weights = sum(p.numel() for p in net.parameters())
x, new_x = torch.randn(2, examples, width)
labels, new_labels = torch.randint(classes, (2, examples))
optimizer = torch.optim.Adam(net.parameters(), rate)
for _ in range(steps):
    optimizer.zero_grad()
    cross_entropy(net(x), labels).backward()
    optimizer.step()


def error(x, labels):
    return (net(x).argmax(1) != labels).double().mean().item()


train_error, new_error = error(x, labels), error(new_x, new_labels)
chance = 1 - 1 / classes
high = 0.8
assert train_error == 0
assert new_error > high
print(f"training error {train_error:.2g}, error on new examples above {high:.2g}")
print(f"guessing: {chance:.2g}; {weights:,} weights, {labels.numel()} labels")
