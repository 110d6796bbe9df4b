"""What linear layers do to a gradient, by how their weights are drawn."""

import torch
from torch import nn
from torch.linalg import svdvals

torch.manual_seed(0)


def pytorch_default():
    return nn.Linear(d, d).weight.detach()


def normal_1():
    return torch.randn(d, d) * (1 / d) ** 0.5


def normal_4():
    return torch.randn(d, d) * (4 / d) ** 0.5


def orthogonal():
    return nn.init.orthogonal_(torch.empty(d, d))


# --8<-- [start:product]
# $n$
n = 20
# $d$
d = 128
v = torch.randn(d, dtype=torch.float64)
factors, gradients, medians = [], [], []
for draw in (pytorch_default, normal_1, normal_4, orthogonal):
    product = torch.eye(d, dtype=torch.float64)
    for _ in range(n):
        W = draw()
        product = W.double() @ product
    # $\sqrt{d\, \mathrm{Var}(W_{ij})}$
    factors.append((d * W.var()).sqrt().item())
    gradients.append(((product.T @ v).norm() / v.norm()).item())
    medians.append(svdvals(product).median().item())
    assert factors[-1] ** n / 3 < gradients[-1] < 3 * factors[-1] ** n
    print(f"{draw.__name__:>15}: {factors[-1]:.2f} a layer, {gradients[-1]:.2g} in all")
# --8<-- [end:product]
