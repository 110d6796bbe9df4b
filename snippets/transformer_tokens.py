"""Nudge one token: which tokens of a sub-layer's output notice?"""

import torch
from torch import nn

torch.manual_seed(0)
T, d, nudged = 6, 16, 2
attention = nn.MultiheadAttention(d, 4, batch_first=True)
ffn = nn.Sequential(nn.Linear(d, 4 * d), nn.ReLU(), nn.Linear(4 * d, d))
causal = nn.Transformer.generate_square_subsequent_mask(T)
X = torch.randn(T, d)


def notice(sublayer):
    """The tokens whose output changes by more than rounding."""
    moved = X.clone()
    moved[nudged] = torch.randn(d)
    change = (sublayer(moved) - sublayer(X)).norm(dim=-1)
    return [token for token in range(T) if change[token] > 1e-5]


by_attention = notice(lambda X: attention(X, X, X)[0])
by_masked_attention = notice(lambda X: attention(X, X, X, attn_mask=causal)[0])
by_ffn = notice(ffn)
by_norm = notice(nn.LayerNorm(d))
tokens_attention, tokens_ffn = len(by_attention), len(by_ffn)
print("attention:", by_attention)
print("masked attention:", by_masked_attention)
print("FFN:", by_ffn, "LayerNorm:", by_norm)
