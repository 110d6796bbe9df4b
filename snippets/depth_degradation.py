"""Degradation: the deeper plain net has the higher training loss."""

from math import log

import torch
from torch.nn.functional import batch_norm, cross_entropy

torch.manual_seed(0)
points, inputs, width = 128, 8, 16
x0 = torch.randn(points, inputs)
labels = (x0[:, 0] * x0[:, 1] > 0).long()


def normalise(x):
    return batch_norm(x, None, None, training=True)


def train(layers, shortcut, rate):
    """Training loss at the end; first layer's gradient over the last's at the start."""
    torch.manual_seed(1)
    first = torch.randn(inputs, width) / inputs**0.5
    last = (torch.randn(width, 2) / width**0.5).requires_grad_()
    weights = (torch.randn(layers, width, width) * (2 / width) ** 0.5).requires_grad_()
    optimiser = torch.optim.SGD([weights, last], lr=rate, momentum=0.9)
    ratio = None
    for _ in range(50):
        x = x0 @ first
        for W in weights:
            F = torch.relu(normalise(x)) @ W
            x = x + F if shortcut else F
        loss = cross_entropy(normalise(x) @ last, labels)
        optimiser.zero_grad()
        loss.backward()
        norms = weights.grad.flatten(1).norm(dim=1)
        ratio = ratio or (norms[0] / norms[-1]).item()
        optimiser.step()
    return loss.item(), ratio


def best_of_rates(layers, shortcut):
    """The lowest training loss of three learning rates."""
    rates = 0.03, 0.1, 0.3
    return min(train(layers, shortcut, rate) for rate in rates)


# --8<-- [start:compare]
few, many = 8, 40
plain_few, _ = best_of_rates(few, shortcut=False)
plain_many, first_over_last = best_of_rates(many, shortcut=False)
residual_many, _ = best_of_rates(many, shortcut=True)
low, high, large = 0.01, 0.3, 100
guessing = log(2)
assert plain_few < low and residual_many < low
assert high < plain_many < 1.1 * guessing
assert first_over_last > large
print(f"plain, {few} layers: training loss below {low}")
print(f"plain, {many} layers: above {high}")
print(f"residual, {many} layers: below {low}")
# --8<-- [end:compare]
