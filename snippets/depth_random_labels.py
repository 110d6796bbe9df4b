"""Residual nets learn labels that mean nothing by heart: shortcuts do not stop overfitting."""

import torch
from torch.nn.functional import cross_entropy

torch.manual_seed(0)
points, fresh, d, n = 128, 2000, 32, 20
x0, new = torch.randn(points, d), torch.randn(fresh, d)
labels, new_labels = torch.randint(2, (points,)), torch.randint(2, (fresh,))


# --8<-- [start:memorise]
def net(x, weights, last):
    for W in weights:
        x = x + torch.relu(x @ W)
    return x @ last


def error(answers, labels):
    return (answers.argmax(dim=1) != labels).float().mean().item()


weights = (torch.randn(n, d, d) / (n * d) ** 0.5).requires_grad_()
last = (torch.randn(d, 2) / d**0.5).requires_grad_()
optimiser = torch.optim.Adam([weights, last], lr=0.003)
start = cross_entropy(net(x0, weights, last), labels)
for _ in range(60):
    loss = cross_entropy(net(x0, weights, last), labels)
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
train_error = error(net(x0, weights, last), labels)
test_error = error(net(new, weights, last), new_labels)
assert train_error == 0
assert abs(test_error - 1 / 2) < 0.05
# --8<-- [end:memorise]
print(f"loss at the start {start:.3g}; ", end="")
print(f"training error {train_error:.0%}, on new points {test_error:.0%}")
