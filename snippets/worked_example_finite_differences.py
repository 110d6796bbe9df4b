"""Slopes measured by nudging one number at a time, in float64, against autograd."""

import torch

# $h$
h = 1e-4
tolerance = 1e-9
x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
weight = torch.tensor([[0.1, 0.2], [-0.1, 0.3]], dtype=torch.float64, requires_grad=True)
target = torch.tensor([1.0, 1.0], dtype=torch.float64)


def loss(x, weight):
    return (x + weight @ x - target).square().sum() / 2


def central_differences(function, point):
    """One slope for each entry of point, from two evaluations of function."""
    slopes = torch.zeros_like(point)
    for j in range(point.numel()):
        e = torch.zeros_like(point)
        e.view(-1)[j] = 1
        # $\frac{\partial L}{\partial x_j} \approx \frac{L(x + h e_j) - L(x - h e_j)}{2h}$
        slopes.view(-1)[j] = (function(point + h * e) - function(point - h * e)) / (2 * h)
    return slopes


grad_x, grad_w = torch.autograd.grad(loss(x, weight), [x, weight])
with torch.no_grad():
    slopes_x = central_differences(lambda v: loss(v, weight), x)
    slopes_w = central_differences(lambda w: loss(x, w), weight)
    nudged = x + torch.tensor([h, 0.0], dtype=torch.float64)
    one_sided_error = (loss(nudged, weight) - loss(x, weight)) / h - grad_x[0]
assert (slopes_x - grad_x).abs().max() < tolerance
assert (slopes_w - grad_w).abs().max() < tolerance
print("slopes for x:", slopes_x)
print("slopes for W:", slopes_w)
print(f"error of a one-sided difference: {one_sided_error:.2g}")
