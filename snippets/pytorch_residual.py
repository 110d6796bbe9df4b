"""A wrapper that puts a shortcut around any module, and refuses sums that would go wrong."""

import torch
from torch import nn


# --8<-- [start:wrapper]
def checked_sum(x, branch):
    if not isinstance(branch, torch.Tensor):
        kind = type(branch).__name__
        raise TypeError(f"the branch returned a {kind}, not a tensor")
    if branch.shape != x.shape:
        shapes = f"shortcut {tuple(x.shape)}, branch {tuple(branch.shape)}"
        raise ValueError(shapes)
    y = x + branch
    if y.dtype != x.dtype:
        raise TypeError(f"shortcut {x.dtype}, sum {y.dtype}")
    return y


class Residual(nn.Module):
    def __init__(self, branch, shortcut=None):
        super().__init__()
        self.branch = branch
        self.shortcut = shortcut or nn.Identity()

    def forward(self, x):
        return checked_sum(self.shortcut(x), self.branch(x))


def feed_forward(d):
    up, down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)
    return nn.Sequential(nn.LayerNorm(d), up, nn.GELU(), down)


def pre_ln_stack(d, n):
    blocks = [Residual(feed_forward(d)) for _ in range(n)]
    return nn.Sequential(*blocks, nn.LayerNorm(d))


# --8<-- [end:wrapper]
torch.manual_seed(0)
d = 16
x = torch.randn(2, 5, d)
stack = pre_ln_stack(d, 6)
assert stack(x).shape == x.shape and len(stack) == 7
layer = Residual(nn.Linear(d, d))
assert torch.equal(layer(x), x + layer.branch(x))
projected = Residual(nn.Linear(d, 3), shortcut=nn.Linear(d, 3, bias=False))
assert torch.equal(projected(x), projected.shortcut(x) + projected.branch(x))

wrong = {
    "too narrow": nn.Linear(d, d // 2),
    "one token for all": nn.AdaptiveAvgPool2d((1, d)),
    "a tuple": nn.GRU(d, d),
}
for name, branch in wrong.items():
    try:
        raise AssertionError(f"{name} passed: {Residual(branch)(x).shape}")
    except (TypeError, ValueError) as error:
        print(f"{type(error).__name__}: {error}")
try:
    raise AssertionError(f"passed: {checked_sum(x.bfloat16(), x).dtype}")
except TypeError as error:
    print(f"{type(error).__name__}: {error}")
