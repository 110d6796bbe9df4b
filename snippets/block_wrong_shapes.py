"""Unequal shapes: PyTorch refuses some sums and silently stretches others into a wrong one."""

import torch

# --8<-- [start:add]
stream, one_token = torch.randn(32, 128, 768), torch.randn(32, 1, 768)
stretched = tuple((stream + one_token).shape)
assert stretched == stream.shape

flat, column = torch.randn(32), torch.randn(32, 1)
grown = tuple((flat + column).shape)
assert grown == (32, 32)

narrow, wide = torch.randn(8, 64, 7, 7), torch.randn(8, 128, 7, 7)
try:
    message = str(narrow + wide)
except RuntimeError as error:
    message = str(error)
assert "must match the size" in message


def add(x, branch):
    if branch.shape != x.shape:
        raise ValueError(f"shortcut {tuple(x.shape)}, branch {tuple(branch.shape)}")
    return x + branch


# --8<-- [end:add]
for pair in ((stream, one_token), (flat, column), (narrow, wide)):
    try:
        add(*pair)
        raise AssertionError("unequal shapes passed")
    except ValueError as error:
        print(error)
