"""Shapes through a Pre-LN layer of BERT's width (device "meta": shapes only, nothing computed)."""

import torch
from torch import nn

B, T, d, hidden, heads = 32, 128, 768, 3072, 12
with torch.device("meta"):
    X = torch.empty(B, T, d)
    norm = nn.LayerNorm(d)
    attention = nn.MultiheadAttention(d, heads, batch_first=True)
    up, down = nn.Linear(d, hidden), nn.Linear(hidden, d)

    N = norm(X)
    A, weights = attention(N, N, N, average_attn_weights=False)
    U = X + A
    inside = up(norm(U)).relu()
    F = down(inside)
    Y = U + F

assert X.shape == N.shape == A.shape == U.shape == F.shape == Y.shape == (B, T, d)
stream_shape, inside_shape = list(Y.shape), list(inside.shape)
assert hidden == 4 * d
print("stream and both branches:", stream_shape)
print("inside the FFN:", inside_shape, "attention weights:", list(weights.shape))
