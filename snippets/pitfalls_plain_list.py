"""A mistake: layers in a plain list are not registered; the optimiser never hears of them."""

import torch
from torch import nn

n, width = 6, 3


# --8<-- [start:case]
class Mistake(nn.Module):
    def __init__(self):
        super().__init__()
        self.branches = [nn.Linear(width, width) for _ in range(n)]
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        for branch in self.branches:
            x = x + branch(x)
        return self.head(x)


class Mended(Mistake):
    def __init__(self):
        super().__init__()
        self.branches = nn.ModuleList(self.branches)


mistake, mended = Mistake(), Mended()
counts = [sum(w.numel() for w in net.parameters()) for net in (mistake, mended)]
saved = [len(net.state_dict()) for net in (mistake, mended)]
# --8<-- [end:case]
each = width**2 + width
assert counts == [width + 1, n * each + width + 1]
assert saved == [2, 2 + 2 * n]

# With the same layers both compute the same; only the mended one can be trained and saved whole.
mistake.branches, mistake.head = list(mended.branches), mended.head
torch.manual_seed(0)
x = torch.randn(4, width)
torch.testing.assert_close(mistake(x), mended(x), rtol=0, atol=0)

watched = (mistake.branches[0].weight, mistake.head.weight)
before = [weight.detach().clone() for weight in watched]
optimiser = torch.optim.SGD(mistake.parameters(), lr=0.1)
mistake(x).square().sum().backward()
optimiser.step()
moved = [not torch.equal(old, new) for old, new in zip(before, watched, strict=True)]
assert watched[0].grad.norm() > 0
assert moved == [False, True]
print(f"parameters: mistake {counts[0]}, mended {counts[1]}; saved tensors: {saved}")
print(f"moved by a step: a branch {moved[0]}, the head {moved[1]}")
