"""A mistake: the sub-layer's output is added to itself; the input is lost."""

import torch

# --8<-- [start:case]


def mistake(x, f):
    y = f(x)
    return y + y


def mended(x, f):
    return x + f(x)


x = torch.tensor([1.0, -2.0, 3.0])
wrong = mistake(x, lambda x: 0.1 * x)
right = mended(x, lambda x: 0.1 * x)
# --8<-- [end:case]
assert torch.equal(mended(x, torch.zeros_like), x)
print(
    "mistake:",
    ", ".join(f"{v:.2g}" for v in wrong),
    "mended:",
    ", ".join(f"{v:.2g}" for v in right),
)
