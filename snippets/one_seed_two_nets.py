"""One seed before two networks are built gives them different weights; copying them does not."""

import torch
from torch import nn


def layers(count):
    return [nn.Linear(8, 8) for _ in range(count)]


def same(one, other):
    """How many pairs of weight matrices are equal."""
    return sum(torch.equal(a.weight, b.weight) for a, b in zip(one, other, strict=True))


count = 4
torch.manual_seed(0)
plain, residual = layers(count), layers(count)
seeded_once = same(plain, residual)

torch.manual_seed(0)
plain = layers(count)
torch.manual_seed(0)
residual = layers(count)
seeded_twice = same(plain, residual)

torch.manual_seed(0)
projection, *residual = layers(count + 1)
shifted = same(plain, residual)

for a, b in zip(residual, plain, strict=True):
    b.load_state_dict(a.state_dict())
copied = same(plain, residual)
print(f"equal weights of {count}: seeded once {seeded_once}, before each {seeded_twice}")
print(f"with a projection built first {shifted}, copied {copied}")
