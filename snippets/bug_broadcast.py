"""A prediction that corrects a known value, and becomes a table; and the mended one."""

import torch
from torch import nn

torch.manual_seed(0)
n = 32
net = nn.Linear(8, 1)


# --8<-- [start:fault]
def predict(last, features):
    return last + net(features)


# --8<-- [end:fault]


# --8<-- [start:fix]
def mended(last, features):
    correction = net(features)[:, 0]
    if correction.shape != last.shape:
        raise ValueError(f"{correction.shape} is not {last.shape}")
    return last + correction


features, last = torch.randn(n, 8), torch.randn(n)
wrong, right = (list(which(last, features).shape) for which in (predict, mended))
assert right == [n]
# --8<-- [end:fix]
assert wrong == [n, n]
assert torch.equal(predict(last, features).diagonal(), mended(last, features))
try:
    mended(last[:1], features)
    raise AssertionError("unequal shapes passed")
except ValueError as error:
    print(error)
print(f"{wrong} instead of {right}; length {mended(last, features).norm():.4g}")
