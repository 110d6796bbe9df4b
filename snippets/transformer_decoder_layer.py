"""A decoder layer from scratch, in both orders, equal to torch.nn.TransformerDecoderLayer."""

import torch
from torch import nn
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
B, T, d, heads = 2, 5, 16, 4


class MultiHeadAttention(nn.Module):
    """Queries from X, keys and values from M; weights named as in torch.nn.MultiheadAttention."""

    def __init__(self):
        super().__init__()
        self.in_proj_weight = nn.Parameter(torch.empty(3 * d, d))
        self.in_proj_bias = nn.Parameter(torch.empty(3 * d))
        self.out_proj = nn.Linear(d, d)

    def forward(self, X, M, mask):
        W_in, b_in = self.in_proj_weight.chunk(3), self.in_proj_bias.chunk(3)
        parts = (S @ W.T + b for S, W, b in zip((X, M, M), W_in, b_in, strict=True))
        Q, K, V = (P.unflatten(-1, (heads, -1)).transpose(1, 2) for P in parts)
        weights = (Q @ K.mT / (d / heads) ** 0.5 + mask).softmax(dim=-1)
        return self.out_proj((weights @ V).transpose(1, 2).flatten(2))


class DecoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn, self.multihead_attn = MultiHeadAttention(), MultiHeadAttention()
        self.linear1, self.linear2 = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)
        self.norm1, self.norm2, self.norm3 = nn.LayerNorm(d), nn.LayerNorm(d), nn.LayerNorm(d)

    def mha(self, X, M=None):
        if M is None:
            return self.self_attn(X, X, torch.full((T, T), -torch.inf).triu(1))
        return self.multihead_attn(X, M, torch.zeros(()))

    def ffn(self, V):
        return self.linear2(torch.relu(self.linear1(V)))

    # --8<-- [start:orders]
    def post_ln(self, X, M):
        # $U = \mathrm{LN}(X + \mathrm{MHA}(X))$
        U = self.norm1(X + self.mha(X))
        # $V = \mathrm{LN}(U + \mathrm{MHA}(U, M))$
        V = self.norm2(U + self.mha(U, M))
        # $Y = \mathrm{LN}(V + \mathrm{FFN}(V))$
        return self.norm3(V + self.ffn(V))

    def pre_ln(self, X, M):
        # $U = X + \mathrm{MHA}(\mathrm{LN}(X))$
        U = X + self.mha(self.norm1(X))
        # $V = U + \mathrm{MHA}(\mathrm{LN}(U), M)$
        V = U + self.mha(self.norm2(U), M)
        # $Y = V + \mathrm{FFN}(\mathrm{LN}(V))$
        return V + self.ffn(self.norm3(V))

    # --8<-- [end:orders]


X, M, gradient = (torch.randn(B, length, d, requires_grad=True) for length in (T, T + 2, T))
causal = nn.Transformer.generate_square_subsequent_mask(T)
for norm_first in (False, True):
    options = {"dropout": 0.0, "batch_first": True, "norm_first": norm_first}
    reference = nn.TransformerDecoderLayer(d, heads, 4 * d, **options)
    for weight in reference.parameters():
        nn.init.normal_(weight, std=0.5)
    ours = DecoderLayer()
    ours.load_state_dict(reference.state_dict())
    order = ours.pre_ln if norm_first else ours.post_ln
    outputs, gradients = [reference(X, M, tgt_mask=causal), order(X, M)], []
    for layer, Y in zip((reference, ours), outputs, strict=True):
        weights = dict(sorted(layer.named_parameters()))
        gradients.append(torch.autograd.grad(Y, [X, M, *weights.values()], gradient))
    assert_close(*outputs)
    assert_close(*gradients)
    print(f"{norm_first = }: output ({Y.norm():.4g}) and {len(weights) + 2} gradients agree")
