"""Unequal shapes: PyTorch refuses some sums and silently stretches others into a wrong one."""

import torch

# --8<-- [start:add]
stream, one_token = torch.randn(32, 128, 768), torch.randn(32, 1, 768)
moved = stream + one_token
assert moved.shape == stream.shape
assert torch.equal(moved[:, 5], stream[:, 5] + one_token[:, 0])

flat, column = torch.randn(32), torch.randn(32, 1)
table = flat + column
grown = tuple(table.shape)
assert table[3, 5] == flat[5] + column[3, 0]

narrow, wide = torch.randn(8, 64, 7, 7), torch.randn(8, 128, 7, 7)
try:
    message = str(torch.add(narrow, wide))
except RuntimeError as error:
    message = str(error)
assert "must match the size" in message


def add(x, branch):
    if branch.shape != x.shape:
        raise ValueError(f"{tuple(x.shape)} and {tuple(branch.shape)}")
    return x + branch


# --8<-- [end:add]
assert torch.equal(add(flat, flat), 2 * flat)
for pair in ((stream, one_token), (flat, column), (narrow, wide)):
    try:
        add(*pair)
        raise AssertionError("unequal shapes passed")
    except ValueError as error:
        print(error)
