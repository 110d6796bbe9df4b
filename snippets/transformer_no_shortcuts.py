"""Pre-LN layers with and without shortcuts: what a fresh stack loses when they are gone."""

from statistics import median

import torch
from torch import nn
from torch.nn.functional import layer_norm, normalize

torch.set_default_dtype(torch.float64)
T, d, heads = 16, 48, 4


class Layer(nn.Module):
    def __init__(self, kept):
        super().__init__()
        self.kept = kept
        self.attention = nn.MultiheadAttention(d, heads, batch_first=True)
        self.first, self.last = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

    def forward(self, X):
        N = layer_norm(X, [d])
        X = self.kept * X + self.attention(N, N, N)[0]
        return self.kept * X + self.last(torch.relu(self.first(layer_norm(X, [d]))))


def measure(kept, seed):
    """FFN's gradient, first layer over last; that of Q and K, last over first; tokens' cosine."""
    torch.manual_seed(seed)
    net = nn.Sequential(*(Layer(kept) for _ in range(n)))
    for weight in net.parameters():
        if weight.dim() > 1:
            nn.init.xavier_normal_(weight)
    X, direction = torch.randn(2, 1, T, d)
    Y = layer_norm(net(X), [d])
    Y.backward(direction)
    ffn = [layer.last.weight.grad.norm() for layer in net]
    q_and_k = [layer.attention.in_proj_weight.grad[: 2 * d].norm() for layer in net]
    unit = normalize(Y[0].detach(), dim=1)
    cosine = ((unit @ unit.T).sum() - T) / (T * (T - 1))
    return [value.item() for value in (ffn[0] / ffn[-1], q_and_k[-1] / q_and_k[0], cosine)]


# --8<-- [start:compare]
# $n$
n = 12


def medians(kept):
    runs = [measure(kept, seed) for seed in range(3)]
    return [median(column) for column in zip(*runs, strict=True)]


with_shortcuts, without = medians(kept=1), medians(kept=0)
alike, vanished = 0.999, 1e-12
assert 0.2 < without[0] < 5
assert without[1] < vanished and without[2] > alike
print(f"with:    FFN {with_shortcuts[0]:.2g}, Q and K {with_shortcuts[1]:.2g}, ", end="")
print(f"cosine {with_shortcuts[2]:.2g}")
print(f"without: FFN {without[0]:.2g}, Q and K below {vanished}, cosine above {alike}")
# --8<-- [end:compare]
