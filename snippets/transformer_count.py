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


X = torch.randn(d, d)
for norm_first in (False, True):
    options = {"batch_first": True, "norm_first": norm_first}
    layer = nn.TransformerEncoderLayer(d, 4, **options)
    encoder = nn.TransformerEncoder(layer, encoder_layers, enable_nested_tensor=False)
    per_encoder_layer = sums_in(layer, X)
    layer = nn.TransformerDecoderLayer(d, 4, **options)
    decoder = nn.TransformerDecoder(layer, decoder_layers)
    per_decoder_layer = sums_in(layer, X, X)
    total = sums_in(encoder, X) + sums_in(decoder, X, X)
    print(f"{norm_first = }: {per_encoder_layer} and {per_decoder_layer}, in all {total}")
