"""Learning y = x and y = -x with and without the shortcut: whichever start is nearer wins."""

import torch

nets, d, hidden = 5, 8, 32


def train(target, shortcut, steps=300):
    """Mean squared error of five nets, before and after; each has its own weights and data."""
    torch.manual_seed(0)
    x = torch.randn(nets, 256, d)
    W1 = (torch.rand(nets, d, hidden) * 2 - 1) / d**0.5
    W2 = (torch.rand(nets, hidden, d) * 2 - 1) / hidden**0.5
    optimizer = torch.optim.Adam([W1.requires_grad_(), W2.requires_grad_()], lr=0.01)
    errors = []
    for _ in range(steps):
        y = torch.relu(x @ W1) @ W2
        if shortcut:
            y = x + y
        error = (y - target(x)).square().mean(dim=(1, 2))
        errors.append(error.detach())
        optimizer.zero_grad()
        error.sum().backward()
        optimizer.step()
    return errors[0], errors[-1]


margin = 10
copy_plain, copy_residual = train(lambda x: x, False), train(lambda x: x, True)
flip_plain, flip_residual = train(lambda x: -x, False), train(lambda x: -x, True)
print(copy_plain, copy_residual, flip_plain, flip_residual)
