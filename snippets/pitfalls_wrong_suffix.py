"""A mistake: the layers that write to the stream are looked for by the wrong name."""

from torch import nn

# --8<-- [start:case]
d, n_layer = 8, 3
attention = {"wq": (d, d), "wk": (d, d), "wv": (d, d), "wo": (d, d)}
swiglu = {"w1": (d, 4 * d), "w3": (d, 4 * d), "w2": (4 * d, d)}
sizes = attention | swiglu


def layer():
    return nn.ModuleDict({name: nn.Linear(*size) for name, size in sizes.items()})


net = nn.ModuleList(layer() for _ in range(n_layer))


def find(*suffixes):
    return {n: w for n, w in net.named_parameters() if n.endswith(suffixes)}


mistake = find("wo.weight", "w3.weight")
mended = find("wo.weight", "w2.weight")
assert len(mended) == 2 * n_layer
assert all(weight.shape[0] == d for weight in mended.values())
# --8<-- [end:case]
found, wanted = len(mistake), 2 * n_layer
too_wide = sum(weight.shape[0] != d for weight in mistake.values())
print(f"{sum(weight.numel() for weight in net.parameters())} parameters")
print(f"mistake: {found} of {wanted} found, {too_wide} of them do not write to the stream")
