"""Without norms, by the same recipe: one stack of residual blocks trains, the other blows up."""

from math import isfinite

import torch

# --8<-- [start:train]
n, d, rate = 24, 32, 0.02
torch.manual_seed(0)
x0, target = torch.randn(2, 64, d)
first_start, last_start = torch.randn(2, n, d, d)
steps = 20


def losses(alpha):
    """The loss before every step of gradient descent, with a factor alpha on every branch."""
    W1 = (first_start * (2 / d) ** 0.5).requires_grad_()
    W2 = (last_start * (1 / d) ** 0.5).requires_grad_()
    found = []
    for _ in range(steps):
        x = x0
        for first, last in zip(W1, W2, strict=True):
            x = x + alpha * torch.relu(x @ first) @ last
        loss = (x - target).square().mean()
        found.append(loss.item())
        gradients = torch.autograd.grad(loss, (W1, W2))
        with torch.no_grad():
            W1 -= rate * gradients[0]
            W2 -= rate * gradients[1]
    return found


bare, scaled = losses(1), losses(n**-0.5)
assert isfinite(bare[0]) and not any(map(isfinite, bare[1:]))
assert scaled == sorted(scaled, reverse=True)
# --8<-- [end:train]
print(f"bare: {bare[0]:.2g}, then {bare[1]}; scaled: from {scaled[0]:.4g} to {scaled[-1]:.4g}")
