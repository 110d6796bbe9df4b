"""A mistake: a LayerScale whose reset forgets the value that it was given."""

import torch
from torch import nn


# --8<-- [start:case]
class Mistake(nn.Module):
    def __init__(self, d, init_value=1e-5):
        super().__init__()
        self.init_value = init_value
        self.gamma = nn.Parameter(torch.empty(d))
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.ones_(self.gamma)


class Mended(Mistake):
    def reset_parameters(self):
        nn.init.constant_(self.gamma, self.init_value)


# --8<-- [end:case]
wrong, right = Mistake(1).gamma.item(), Mended(1).gamma.item()
assert Mended(4, 0.1).gamma.tolist() == [torch.tensor(0.1).item()] * 4
print(f"gamma: mistake {wrong:g}, mended {right:.2g}")
