"""Pre-LN stacks with and without the final norm: size of the stream, loss before training."""

from math import log
from statistics import median

import torch
from torch import nn

# --8<-- [start:measure]
B, T, d, heads, vocabulary = 4, 16, 32, 4, 50
depths = [6, 24, 48]


def measure(n, seed):
    """Standard deviation of the stream after n layers; loss without and with the final norm."""
    torch.manual_seed(seed)
    options = {"dropout": 0.0, "batch_first": True, "norm_first": True}
    net = nn.Sequential(*(nn.TransformerEncoderLayer(d, heads, 4 * d, **options) for _ in range(n)))
    head = nn.Linear(d, vocabulary, bias=False)
    for weight in (*net.parameters(), *head.parameters()):
        if weight.dim() > 1:
            nn.init.xavier_normal_(weight)
    targets = torch.randint(vocabulary, (B * T,))
    with torch.no_grad():
        stream = net(torch.randn(B, T, d))
        states = (stream, nn.LayerNorm(d)(stream))
        losses = [nn.functional.cross_entropy(head(x).flatten(0, 1), targets) for x in states]
    return [float(value) for value in (stream.std(), *losses)]


chance = log(vocabulary)
sizes, forgotten, normed = [], [], []
for n in depths:
    runs = [measure(n, seed) for seed in range(5)]
    for column, values in zip((sizes, forgotten, normed), zip(*runs, strict=True), strict=True):
        column.append(median(values))
    print(
        f"{n:2} layers: stream {sizes[-1]:.2g}; loss {forgotten[-1]:.2g}, normed {normed[-1]:.2g}"
    )
# --8<-- [end:measure]
print(f"loss of a guess: {chance:.2g}")

# --8<-- [start:pytorch]
whole = nn.Transformer(d, heads, batch_first=True)
alone = nn.TransformerEncoder(nn.TransformerEncoderLayer(d, heads, batch_first=True), heads)
assert isinstance(whole.encoder.norm, nn.LayerNorm) and isinstance(whole.decoder.norm, nn.LayerNorm)
assert alone.norm is None
# --8<-- [end:pytorch]
