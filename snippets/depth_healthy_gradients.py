"""A deep plain net with healthy gradients that still trains worse."""

import torch
from torch.nn.functional import cross_entropy

torch.manual_seed(0)
inputs, width = 8, 32
x0 = torch.randn(128, inputs)
labels = ((x0[:, 0] > 0) == (x0[:, 1] > 0)).long()


# --8<-- [start:train]
def train(layers, rate):
    """Training loss at the end; at the start, loss and spread of the gradients."""
    torch.manual_seed(4)
    first = torch.randn(inputs, width) / inputs**0.5
    last = (torch.randn(width, 2) / width**0.5).requires_grad_()
    weights = (torch.randn(layers, width, width) * (2 / width) ** 0.5).requires_grad_()
    optimiser = torch.optim.SGD([weights, last], lr=rate, momentum=0.9)
    start = None
    for _ in range(60):
        x = x0 @ first
        for W in weights:
            x = torch.relu(x @ W)
        loss = cross_entropy(x @ last, labels)
        optimiser.zero_grad()
        loss.backward()
        norms = weights.grad.flatten(1).norm(dim=1)
        start = start or (loss.item(), (norms.max() / norms.min()).item())
        optimiser.step()
    return loss.item(), *start


few, many = 8, 40
rates = 0.003, 0.01, 0.03
loss_few, start_few, _ = min(train(few, rate) for rate in rates)
loss_many, start_many, spread = min(train(many, rate) for rate in rates)
low, high = 0.01, 0.3
assert loss_few < low and loss_many > high
assert spread < 10
print(f"{few} layers: training loss from {start_few:.2f} to below {low}")
print(f"{many} layers: from {start_many:.2f} to no less than {high}")
print(f"longest over shortest gradient of {many} layers: {spread:.2g}")
# --8<-- [end:train]
