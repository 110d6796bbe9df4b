"""An encoder layer from scratch, in both orders, equal to torch.nn.TransformerEncoderLayer."""

import torch
from torch import nn
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
B, T, d, heads = 2, 5, 16, 4


class MultiHeadAttention(nn.Module):
    """Self-attention; weights named as in torch.nn.MultiheadAttention."""

    def __init__(self):
        super().__init__()
        self.in_proj_weight = nn.Parameter(torch.empty(3 * d, d))
        self.in_proj_bias = nn.Parameter(torch.empty(3 * d))
        self.out_proj = nn.Linear(d, d)

    def forward(self, X):
        Q, K, V = (X @ self.in_proj_weight.T + self.in_proj_bias).chunk(3, dim=-1)
        Q, K, V = (M.unflatten(-1, (heads, -1)).transpose(1, 2) for M in (Q, K, V))
        weights = (Q @ K.mT / (d / heads) ** 0.5).softmax(dim=-1)
        return self.out_proj((weights @ V).transpose(1, 2).flatten(2))


class EncoderLayer(nn.Module):
    """Weights named as in torch.nn.TransformerEncoderLayer."""

    def __init__(self):
        super().__init__()
        self.self_attn = MultiHeadAttention()
        self.linear1, self.linear2 = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)
        self.norm1, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)

    def mha(self, X):
        return self.self_attn(X)

    def ffn(self, U):
        return self.linear2(torch.relu(self.linear1(U)))

    # --8<-- [start:orders]
    def post_ln(self, X):
        # $U = \mathrm{LN}(X + \mathrm{MHA}(X))$
        U = self.norm1(X + self.mha(X))
        # $Y = \mathrm{LN}(U + \mathrm{FFN}(U))$
        return self.norm2(U + self.ffn(U))

    def pre_ln(self, X):
        # $U = X + \mathrm{MHA}(\mathrm{LN}(X))$
        U = X + self.mha(self.norm1(X))
        # $Y = U + \mathrm{FFN}(\mathrm{LN}(U))$
        return U + self.ffn(self.norm2(U))

    # --8<-- [end:orders]


X, gradient = torch.randn(2, B, T, d, requires_grad=True)
for norm_first in (False, True):
    options = {"dropout": 0.0, "batch_first": True, "norm_first": norm_first}
    reference = nn.TransformerEncoderLayer(d, heads, 4 * d, **options)
    for weight in reference.parameters():
        nn.init.normal_(weight, std=0.5)
    ours = EncoderLayer()
    ours.load_state_dict(reference.state_dict())
    order = ours.pre_ln if norm_first else ours.post_ln
    outputs, gradients = [reference(X), order(X)], []
    for layer, Y in zip((reference, ours), outputs, strict=True):
        weights = dict(sorted(layer.named_parameters()))
        gradients.append(torch.autograd.grad(Y, [X, *weights.values()], gradient))
    assert_close(*outputs)
    assert_close(*gradients)
    print(f"{norm_first = }: output ({Y.norm():.4g}) and {len(weights) + 1} gradients agree")
