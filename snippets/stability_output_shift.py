"""Jolt all weights a little: how far does the output of a deep stack move?"""

from statistics import median

import torch
from torch.nn.functional import layer_norm

batch, d, noise = 32, 64, 0.01
depths = [6, 12, 24, 48]
shallow, deep = depths[0], depths[-1]


def norm(x):
    return layer_norm(x, [d])


# --8<-- [start:stacks]
def post_ln(x, W1, W2, alpha=1.0):
    for first, last in zip(W1, W2, strict=True):
        x = norm(alpha * x + x @ first @ last)
    return x


def pre_ln(x, W1, W2):
    for first, last in zip(W1, W2, strict=True):
        x = x + norm(x) @ first @ last
    return norm(x)


# --8<-- [end:stacks]
def measure(seed, stack, N, gain=1.0, gain_last=1.0, **options):
    """Squared shift by jolts in proportion, by equal jolts; first over last gradient."""
    torch.manual_seed(seed)
    x, direction = torch.randn(2, batch, d)
    W1 = gain * torch.randn(2 * N, d, d) / d**0.5
    W2 = (gain * gain_last * torch.randn(2 * N, d, d) / d**0.5).requires_grad_()
    y = stack(x, W1, W2, **options)
    (gradient,) = torch.autograd.grad(y, W2, direction)
    found = [gradient[0].norm() / gradient[-1].norm()]
    for sizes in ((W1, W2), (d**-0.5, d**-0.5)):
        jolts = [noise * size * torch.randn_like(W1) for size in sizes]
        with torch.no_grad():
            jolted = stack(x, W1 + jolts[0], W2 + jolts[1], **options)
        found.append((jolted - y).square().mean())
    return [value.item() for value in found]


def compare(name, settings):
    """Deep stack over shallow: both shifts; then first over last gradient (medians of three).

    Second, the shifts by equal jolts at every depth, over that of the shallow stack.
    """
    rows, curves = [], []
    for seed in range(3):
        found = [measure(seed, N=N, **settings(N)) for N in depths]
        few, many = found[0], found[-1]
        rows.append([many[1] / few[1], many[2] / few[2], many[0]])
        curves.append([at_depth[2] / few[2] for at_depth in found])
    result = [median(column) for column in zip(*rows, strict=True)]
    in_proportion, equal, first_to_last = result
    print(f"{name:8}: to {many[1]:.2g}, x {in_proportion:.2g}; equal jolts x {equal:.2g}; ", end="")
    print(f"first over last gradient {first_to_last:.2g}")
    return result, [median(column) for column in zip(*curves, strict=True)]


# --8<-- [start:compare]
post, post_curve = compare("Post-LN", lambda N: {"stack": post_ln})
pre, pre_curve = compare("Pre-LN", lambda N: {"stack": pre_ln})
gpt2, gpt2_curve = compare("GPT-2", lambda N: {"stack": pre_ln, "gain_last": (2 * N) ** -0.5})
deep_norm, deep_norm_curve = compare(
    "DeepNorm",
    lambda N: {"stack": post_ln, "gain": (8 * N) ** -0.25, "alpha": (2 * N) ** 0.25},
)
# --8<-- [end:compare]
more = 6
bound = 4
assert min(post[:2]) > more and max(pre[:2]) < bound
