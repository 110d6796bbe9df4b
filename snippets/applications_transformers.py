"""Parameters of four Transformers, counted on layers without storage."""

import torch
from torch import nn


# --8<-- [start:layers]
def layer_norm_layer(d, hidden):
    """Attention and a feed-forward network, a LayerNorm for each."""
    layers = [nn.MultiheadAttention(d, 1), nn.Linear(d, hidden)]
    return [*layers, nn.Linear(hidden, d), nn.LayerNorm(d), nn.LayerNorm(d)]


def llama_layer(d, hidden):
    """Without biases; three matrices in the FFN, and RMSNorm."""
    layers = [nn.Linear(d, d, bias=False) for _ in range(4)]
    layers += [nn.Linear(d, hidden, bias=False) for _ in range(3)]
    return [*layers, nn.RMSNorm(d), nn.RMSNorm(d)]


def vit():
    layers = [nn.Conv2d(3, 768, 16), nn.LayerNorm(768), nn.Linear(768, 1000)]
    tokens = [nn.Embedding(1 + (224 // 16) ** 2, 768), nn.Embedding(1, 768)]
    return layers + tokens + 12 * layer_norm_layer(768, 3072)


def bert():
    embeddings = [nn.Embedding(count, 768) for count in (30522, 512, 2)]
    ends = [nn.LayerNorm(768), nn.Linear(768, 768)]
    return embeddings + ends + 12 * layer_norm_layer(768, 3072)


def gpt2():
    embeddings = [nn.Embedding(count, 768) for count in (50257, 1024)]
    return [*embeddings, nn.LayerNorm(768), *12 * layer_norm_layer(768, 3072)]


def llama():
    ends = [nn.Embedding(32000, 4096), nn.Linear(4096, 32000, bias=False)]
    return [nn.RMSNorm(4096), *ends] + 32 * llama_layer(4096, 11008)


def count(model):
    with torch.device("meta"):
        return sum(p.numel() for layer in model() for p in layer.parameters())


vit_b, bert_base = count(vit), count(bert)
gpt2_small, llama_7b = count(gpt2), count(llama)
# --8<-- [end:layers]
for name, parameters in zip(
    ("ViT-B/16", "BERT-base", "GPT-2", "LLaMA-7B"),
    (vit_b, bert_base, gpt2_small, llama_7b),
    strict=True,
):
    print(f"{name:10}{parameters:14,}")
