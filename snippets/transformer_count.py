"""Residual additions in PyTorch's Transformer: count the sums that its layers compute."""

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

d, encoder_layers, decoder_layers = 16, 6, 6


class CountSums(TorchFunctionMode):
    sums = 0

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.sums += function in (torch.Tensor.add, torch.Tensor.__add__)
        return function(*args, **(kwargs or {}))


def sums_in(model, *inputs):
    with CountSums() as counter:
        model(*inputs)
    return counter.sums


X = torch.randn(2, 5, d)
for norm_first in (False, True):
    options = {"dropout": 0.0, "batch_first": True, "norm_first": norm_first}
    per_encoder_layer = sums_in(nn.TransformerEncoderLayer(d, 4, **options), X)
    per_decoder_layer = sums_in(nn.TransformerDecoderLayer(d, 4, **options), X, X)
    whole = nn.Transformer(d, 4, encoder_layers, decoder_layers, **options)
    total = sums_in(whole, X, X)
    assert total == encoder_layers * per_encoder_layer + decoder_layers * per_decoder_layer
    print(f"{norm_first = }: {per_encoder_layer}, {per_decoder_layer}, together {total}")
