"""Jolt all weights by one percent: how far does the output of a deep stack move?"""

import torch
from torch.nn.functional import layer_norm

batch, d, noise = 32, 96, 0.01
layers = [6, 48]


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


def measure(stack, N, gain=1.0, gain_last=1.0, **options):
    """Squared shift of the output; gradient of the first block over that of the last."""
    torch.manual_seed(0)
    x, direction = torch.randn(2, batch, d)
    W1 = gain * torch.randn(2 * N, d, d) / d**0.5
    W2 = (gain * gain_last * torch.randn(2 * N, d, d) / d**0.5).requires_grad_()
    y = stack(x, W1, W2, **options)
    jolted = [W * (1 + noise * torch.randn_like(W)) for W in (W1, W2)]
    shift = (stack(x, *jolted, **options) - y).square().mean()
    (gradient,) = torch.autograd.grad(y, W2, direction)
    return shift.item(), (gradient[0].norm() / gradient[-1].norm()).item()


post = [measure(post_ln, N) for N in layers]
pre = [measure(pre_ln, N) for N in layers]
gpt2 = [measure(pre_ln, N, gain_last=(2 * N) ** -0.5) for N in layers]
deep = [measure(post_ln, N, gain=(8 * N) ** -0.25, alpha=(2 * N) ** 0.25) for N in layers]
# --8<-- [end:stacks]
growth = [runs[1][0] / runs[0][0] for runs in (post, pre, gpt2, deep)]
assert growth[0] > 6 and growth[1] < 4 and growth[2] < 1.5 and growth[3] < 1
for name, runs, factor in zip(("Post-LN", "Pre-LN", "GPT-2", "DeepNorm"), (post, pre, gpt2, deep), growth, strict=True):
    print(f"{name:8}: {runs[0][0]:.2g} and {runs[1][0]:.2g}, x {factor:.2g}; first/last {runs[1][1]:.2g}")
