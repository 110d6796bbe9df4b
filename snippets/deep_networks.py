"""Deep fully connected networks, plain or residual, one for each seed, trained side by side."""

import torch
from torch.nn.functional import batch_norm, cross_entropy, relu

# --8<-- [start:net]
seeds, width = 5, 32


def normalise(x):
    """Every feature of every seed to mean zero and variance one over the batch."""
    together = x.transpose(0, 1).flatten(1)
    normal = batch_norm(together, None, None, training=True)
    return normal.unflatten(1, (seeds, -1)).transpose(0, 1)


class Networks:
    """Blocks of two layers between a first and a last one; the first axis of weights is the seed."""

    def __init__(self, layers, shortcut, inputs, classes):
        torch.manual_seed(0)
        self.shortcut = shortcut
        self.first = torch.randn(seeds, inputs, width) / inputs**0.5
        self.blocks = torch.randn(layers // 2 - 1, 2, seeds, width, width) * (2 / width) ** 0.5
        self.last = torch.randn(seeds, width, classes) / width**0.5
        self.weights = [self.first, self.blocks, self.last]
        for weight in self.weights:
            weight.requires_grad_()

    def __call__(self, data, without=None):
        """Scores for every class; `without` is the number of a block to leave out."""
        x = data @ self.first
        for number, (W1, W2) in enumerate(self.blocks):
            if number != without:
                F = relu(normalise(relu(normalise(x)) @ W1)) @ W2
                # $x_{l+1} = x_l + F_l(x_l)$
                x = x + F if self.shortcut else F
        return relu(normalise(x)) @ self.last


def losses(net, data, labels):
    """Of every seed, over its own batch."""
    found = cross_entropy(net(data).flatten(0, 1), labels.flatten(), reduction="none")
    return found.view(seeds, -1).mean(dim=1)


def train(net, rate, epochs, data, labels, batch=64):
    """The training loss of every epoch. Each seed has an order of its own."""
    generator = torch.Generator().manual_seed(0)
    optimiser = torch.optim.SGD(net.weights, lr=rate, momentum=0.9)
    found = []
    for _ in range(epochs):
        orders = torch.stack([torch.randperm(len(data), generator=generator) for _ in range(seeds)])
        total = torch.zeros(seeds)
        chosen = orders[:, : len(data) // batch * batch].split(batch, dim=1)
        for batches in chosen:
            loss = losses(net, data[batches], labels[batches])
            optimiser.zero_grad()
            loss.sum().backward()
            optimiser.step()
            total += loss.detach()
        found.append(total / len(chosen))
    return torch.stack(found)


def errors(net, data, labels, without=None):
    """The share of wrong answers of every seed."""
    with torch.no_grad():
        answers = net(data.expand(seeds, -1, -1), without).argmax(dim=2)
    return (answers != labels).double().mean(dim=1)


# --8<-- [end:net]
data = torch.randn(256, 8, generator=torch.Generator().manual_seed(2))
labels = (data[:, 0] * data[:, 1] > 0).long()
for shortcut in (False, True):
    net = Networks(8, shortcut, inputs=8, classes=2)
    start = losses(net, data.expand(seeds, -1, -1), labels.expand(seeds, -1))
    for gradient in torch.autograd.grad(start[0], net.weights):
        by_seed = gradient.movedim(-3, 0)
        assert by_seed[0].norm() > 0 and by_seed[1:].norm() == 0
    epochs, share = 30, 0.3
    end = train(net, 0.05, epochs, data, labels, batch=64)[-1]
    assert end.max() < share * start.min()
    cut = errors(net, data, labels, without=1).mean() - errors(net, data, labels).mean()
    assert cut >= 0
    print(f"8 layers, shortcut {shortcut}: loss {start[0]:.3g} at the start", end=", ")
    print(f"after {epochs} epochs less than {share} of that; without a block {cut:.1f} more errors")
