"""A mistake: with an in-place ReLU in the branch, the order of shortcut and branch matters."""

import torch
from torch import nn
from torch.testing import assert_close

# --8<-- [start:case]
torch.manual_seed(0)
shortcut, last = nn.Linear(4, 4), nn.Linear(4, 4)
x = torch.randn(2, 4)


def shortcut_first(x, relu):
    carried = shortcut(x)
    return carried + last(relu(x))


def branch_first(x, relu):
    added = last(relu(x))
    return added + shortcut(x)


mended = shortcut_first(x.clone(), torch.relu)
assert_close(branch_first(x.clone(), torch.relu), mended)
silent = branch_first(x.clone(), torch.relu_)
try:
    shortcut_first(x.clone(), torch.relu_).sum().backward()
    message = "no error"
except RuntimeError as error:
    message = str(error).partition(":")[0]
# --8<-- [end:case]
assert_close(silent, shortcut(x.relu()) + last(x.relu()))
difference = (silent - mended).norm().item()
print(f"branch first: no error, off by {difference:.3g}")
print(f"shortcut first:\n  {message}")
