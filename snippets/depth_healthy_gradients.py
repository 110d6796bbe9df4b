"""Deep plain nets with healthy gradients that still train worse: five draws of the weights."""

import torch
from torch.nn.functional import cross_entropy

torch.manual_seed(0)
points, inputs, width, draws = 96, 8, 32, 5
x0 = torch.randn(points, inputs)
labels = ((x0[:, 0] > 0) == (x0[:, 1] > 0)).long()
rates = 0.003, 0.01, 0.03
rate = torch.tensor(rates).repeat_interleave(draws).view(-1, 1, 1)


# --8<-- [start:train]
def train(layers):
    """Every draw at every rate, all nets at once: their losses at the end and at the start, and
    the longest over the shortest gradient at the start."""
    torch.manual_seed(0)
    nets = len(rates)
    first = (torch.randn(draws, inputs, width) / inputs**0.5).repeat(nets, 1, 1)
    last = (torch.randn(draws, width, 2) / width**0.5).repeat(nets, 1, 1)
    weights = (torch.randn(layers, draws, width, width) * (2 / width) ** 0.5).repeat(1, nets, 1, 1)
    trained = [weights.requires_grad_(), last.requires_grad_()]
    momentum, start = [torch.zeros_like(w) for w in trained], None
    for _ in range(80):
        x = x0 @ first
        for W in weights:
            x = torch.relu(x @ W)
        answers = (x @ last).flatten(0, 1)
        losses = cross_entropy(answers, labels.repeat(len(x)), reduction="none")
        losses = losses.view(-1, points).mean(dim=1)
        gradients = torch.autograd.grad(losses.sum(), trained)
        norms = gradients[0].flatten(2).norm(dim=2)[:, :draws]
        start = start or (losses.mean().item(), norms.amax(dim=0) / norms.amin(dim=0))
        with torch.no_grad():
            for w, m, g in zip(trained, momentum, gradients, strict=True):
                m.mul_(0.9).add_(g)
                w -= rate * m
    best = losses.detach().view(nets, draws).nan_to_num(torch.inf).amin(dim=0)
    return best, *start


few, many = 8, 40
loss_few, start_few, _ = train(few)
loss_many, start_many, spreads = train(many)
low, high = 0.01, 0.3
assert (loss_few < low).all() and (loss_many > high).all()
spread = spreads.median().item()
assert spreads.max() < 20
print(f"{few} layers: training loss from {start_few:.2f} to below {low} in each of {draws} draws")
print(f"{many} layers: from {start_many:.2f} to no less than {high}")
print(f"longest over shortest gradient of {many} layers, in the median: {spread:.2g}")
# --8<-- [end:train]
