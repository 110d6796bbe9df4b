"""Attention without a shortcut makes all tokens alike; a shortcut slows this down."""

from math import sqrt

import torch
from torch.nn.functional import layer_norm, normalize

torch.set_default_dtype(torch.float64)
bound = 0.1
# --8<-- [start:layers]
T, d = 32, 64


def attention(X):
    Q, K, V = (X @ torch.randn(d, d) / sqrt(d) for _ in range(3))
    return (Q @ K.T / sqrt(d)).softmax(dim=1) @ V @ torch.randn(d, d) / sqrt(d)


def norm(X):
    return layer_norm(X, [d])


# --8<-- [end:layers]
# --8<-- [start:collapse]
# --8<-- [start:measures]
def diversity(X):
    """Which share of the tokens' size is not common to all of them."""
    # $\rho = \frac{\lVert X - \mathbf{1} \bar{x}^\top \rVert}{\lVert X \rVert}$
    return ((X - X.mean(dim=0)).norm() / X.norm()).item()


def alike(X):
    """Mean cosine of two different tokens."""
    cosines = normalize(X) @ normalize(X).T
    return ((cosines.sum() - T) / (T * (T - 1))).item()


# --8<-- [end:measures]
def stack(layer, n):
    torch.manual_seed(0)
    states = [torch.randn(T, d)]
    for _ in range(n):
        states.append(layer(states[-1]))
    return states


layers = 4
pure = [diversity(X) for X in stack(attention, layers - 1)]
normed = [diversity(X) for X in stack(lambda X: attention(norm(X)), layers)]
skipped = [diversity(X) for X in stack(lambda X: X + attention(X), layers)]
depths = [6, 24, 96]
pre_ln = [alike(stack(lambda X: X + attention(norm(X)), n)[-1]) for n in depths]
scaled = [alike(stack(lambda X, n=n: X + attention(norm(X)) / sqrt(n), n)[-1]) for n in depths]
# --8<-- [end:collapse]
assert pure[3] < 1e-6 and normed[4] < 1e-6 and skipped[4] > 0.8
assert pre_ln == sorted(pre_ln) and max(scaled) < bound
print("diversity of tokens behind each layer")
for name, values in (("attention", pure), ("LN, attention", normed), ("X + attention", skipped)):
    print(f"{name:>13}: " + ", ".join(f"{value:.2g}" for value in values[1:]))
