"""Degradation: the deeper plain net has the higher training loss."""

from math import log

import torch
from torch.nn.functional import batch_norm, cross_entropy

torch.manual_seed(0)
points, inputs, width = 128, 8, 16
x0 = torch.randn(points, inputs)
labels = ((x0[:, 0] > 0) == (x0[:, 1] > 0)).long()


def normalise(x):
    return batch_norm(x, None, None, training=True)


def train(layers, shortcut, rate):
    """Training loss at the end; at the start, loss and first over last gradient."""
    torch.manual_seed(1)
    first = torch.randn(inputs, width) / inputs**0.5
    last = (torch.randn(width, 2) / width**0.5).requires_grad_()
    weights = (torch.randn(layers, width, width) * (2 / width) ** 0.5).requires_grad_()
    optimiser = torch.optim.SGD([weights, last], lr=rate, momentum=0.9)
    start = None
    for _ in range(50):
        x = x0 @ first
        for W in weights:
            F = torch.relu(normalise(x)) @ W
            x = x + F if shortcut else F
        loss = cross_entropy(normalise(x) @ last, labels)
        optimiser.zero_grad()
        loss.backward()
        norms = weights.grad.flatten(1).norm(dim=1)
        start = start or (loss.item(), (norms[0] / norms[-1]).item())
        optimiser.step()
    return loss.item(), *start


def best_of_rates(layers, shortcut):
    """The lowest training loss of three learning rates."""
    rates = 0.03, 0.1, 0.3
    return min(train(layers, shortcut, rate) for rate in rates)


# --8<-- [start:compare]
few, many = 8, 40
plain_few, start_few, _ = best_of_rates(few, shortcut=False)
plain_many, start_many, first_over_last = best_of_rates(many, shortcut=False)
residual_many, start_residual, _ = best_of_rates(many, shortcut=True)
low, high, large = 0.01, 0.3, 100
guessing = log(2)
assert plain_few < low and residual_many < low
assert plain_many > high
assert first_over_last > large
print(f"plain, {few} layers: training loss from {start_few:.2f} to below {low}")
print(f"plain, {many} layers: from {start_many:.2f} to no less than {high}")
print(f"residual, {many} layers: from {start_residual:.2f} to below {low}")
print(f"first gradient over last, {many} plain layers: {first_over_last:.1g}")
# --8<-- [end:compare]
