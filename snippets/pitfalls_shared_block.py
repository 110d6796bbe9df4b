"""A mistake: a list times six holds six times the same block, with one set of weights."""

from torch import nn

# --8<-- [start:case]
n, width = 6, 3
mistake = nn.ModuleList([nn.Linear(width, width)] * n)
mended = nn.ModuleList([nn.Linear(width, width) for _ in range(n)])


def count(net):
    return sum(weight.numel() for weight in net.parameters())


counts = [count(mistake), count(mended)]
# --8<-- [end:case]
each = width**2 + width
assert counts == [each, n * each]
print(f"parameters: mistake {counts[0]}, mended {counts[1]}")
