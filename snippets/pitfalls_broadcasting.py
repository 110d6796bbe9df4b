"""A mistake: unequal shapes that PyTorch stretches and adds without a word."""

import torch


# --8<-- [start:case]
def mended(x, branch):
    if x.shape != branch.shape:
        raise ValueError(f"{tuple(x.shape)} and {tuple(branch.shape)}")
    return x + branch


pairs = [
    (torch.randn(8, 10, 16), torch.randn(8, 1, 16)),
    (torch.randn(32), torch.randn(32, 1)),
    (torch.randn(2, 8, 5, 5), torch.randn(2, 8, 1, 1)),
]
for x, branch in pairs:
    stretched = x + branch
    mistake = tuple(stretched.shape)
    try:
        mended(x, branch)
        raise AssertionError("unequal shapes passed")
    except ValueError as error:
        print(f"{error} become {mistake}")
# --8<-- [end:case]
assert torch.equal(mended(x, x), 2 * x)
assert torch.equal(stretched[0, 3, 2], x[0, 3, 2] + branch[0, 3, 0])
