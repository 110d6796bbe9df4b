"""A mistake: a ReLU at the end of the branch; the block can only add."""

import torch
from torch import nn

torch.manual_seed(0)
d = 16
first, last = nn.Linear(d, d), nn.Linear(d, d)


# --8<-- [start:case]
def mistake(x):
    return x + torch.relu(last(torch.relu(first(x))))


def mended(x):
    return torch.relu(x + last(torch.relu(first(x))))


x = torch.rand(64, d)
never_below = [bool((block(x) >= x).all()) for block in (mistake, mended)]
# --8<-- [end:case]
assert never_below == [True, False]
below = [(block(x) < x).float().mean().item() for block in (mistake, mended)]
print(f"share of entries below their input: mistake {below[0]:.2g}, mended {below[1]:.4g}")
