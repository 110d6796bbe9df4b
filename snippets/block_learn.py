"""Learning y = x and y = -x, with the shortcut and without."""

import torch

nets, d, hidden = 5, 8, 32
steps = 200


def train(target, shortcut):
    """Mean error of the nets at the start, error of each at the end."""
    torch.manual_seed(0)
    x = torch.randn(nets, 256, d)
    W1 = torch.empty(nets, d, hidden).uniform_(-1, 1) / d**0.5
    W2 = torch.empty(nets, hidden, d).uniform_(-1, 1) / hidden**0.5
    weights = [W1.requires_grad_(), W2.requires_grad_()]
    adam = torch.optim.Adam(weights, lr=0.01)
    errors = []
    for _ in range(steps):
        y = torch.relu(x @ W1) @ W2 + (x if shortcut else 0)
        errors.append((y - target(x)).square().mean(dim=(1, 2)))
        adam.zero_grad()
        errors[-1].sum().backward()
        adam.step()
    first, *_, last = errors
    return first.mean().item(), last.detach()


# --8<-- [start:compare]
def copy(x):
    return x


def flip(x):
    # $H(x) = -x$
    return -x


copy_start, copy_end = train(copy, shortcut=True)
copy_plain_start, copy_plain_end = train(copy, shortcut=False)
copy_bound = 20
assert (copy_plain_end / copy_end).min() > copy_bound

flip_start, flip_end = train(flip, shortcut=True)
flip_plain_start, flip_plain_end = train(flip, shortcut=False)
flip_bound = 2
assert (flip_end / flip_plain_end).min() > flip_bound
# --8<-- [end:compare]
print("errors at the start, with the shortcut and without:")
print(f"y = x: {copy_start:.2g}, {copy_plain_start:.2g}")
print(f"y = -x: {flip_start:.2g}, {flip_plain_start:.2g}")
