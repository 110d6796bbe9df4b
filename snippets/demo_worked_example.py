"""The worked example's demo at its start, and cases that its script has to get right."""

from itertools import product

import torch

torch.set_default_dtype(torch.float64)


def block(x, weight, target):
    """Output, loss and gradients of y = x + W x, by autograd; W as a list of its entries."""
    x, target = torch.tensor(x, requires_grad=True), torch.tensor(target)
    weight = torch.tensor(weight).view(2, 2).requires_grad_()
    branch = weight @ x
    y = x + branch
    loss = (y - target).square().sum() / 2
    grad_y, grad_x, grad_w = torch.autograd.grad(loss, [y, x, weight])
    # $\nabla_x L = \nabla_y L + W^\top \nabla_y L$
    torch.testing.assert_close(grad_x, grad_y + weight.T @ grad_y)
    found = (branch, y, loss, grad_y, grad_x - grad_y, grad_x, grad_w.flatten())
    return [value.tolist() for value in found]


# $x$
x = [1.0, 2.0]
# $W$
weight = [0.1, 0.2, -0.1, 0.3]
# $t$
target = [1.0, 1.0]
branch, y, loss, grad_y, via_branch, grad_x, grad_w = block(x, weight, target)

inputs = [x, [0.0, 0.0], [-5.0, 5.0], [0.01, -3.37]]
weights = [
    weight,
    [0.0, 0.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0, -1.0],
    [-2.0, 0.0, 0.0, -2.0],
    [0.0, -1.0, 1.0, 0.0],
    [5.0, -5.0, 5.0, 5.0],
    [-0.01, 4.99, 0.3, -2.5],
]
targets = [target, [0.0, 0.0], [-5.0, 5.0], [1.5, 2.5]]
cases = list(product(inputs, weights, targets))
results = [block(*case) for case in cases]
print(f"loss {loss:.4g}, gradient at x {[round(v, 4) for v in grad_x]}")
print(f"cases: x in {inputs}, W in {weights}, t in {targets}")
print(f"{len(cases)} cases, largest loss {max(r[2] for r in results):.4g}")
