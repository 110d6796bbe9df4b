"""GPT-2's initialisation: weights that write to the stream are divided by the root of n."""

from math import isclose

import torch
from torch import nn

d, heads = 64, 4

# --8<-- [start:factors]
layers = [12, 24, 36, 48]
additions, factors = [], []
for depth in layers:
    # $n = 2 N$
    n = 2 * depth
    additions.append(n)
    # $\frac{1}{\sqrt{n}}$
    factor = n**-0.5
    factors.append(factor)
    print(f"{depth} layers, {n} additions: {factor:.4f}")
# --8<-- [end:factors]


# --8<-- [start:growth]
def growth(depth, scaled):
    """Variance of the stream over that at the start: there, and behind each layer."""
    torch.manual_seed(0)
    options = {"dropout": 0.0, "batch_first": True, "norm_first": True, "bias": False}
    net = nn.Sequential(
        *(nn.TransformerEncoderLayer(d, heads, 4 * d, **options) for _ in range(depth))
    )
    matrices = {name: W for name, W in net.named_parameters() if W.dim() == 2}
    writing = [name for name in matrices if name.endswith(("out_proj.weight", "linear2.weight"))]
    assert len(writing) == 2 * depth
    with torch.no_grad():
        for name, W in matrices.items():
            W.normal_(std=W.shape[1] ** -0.5)
            if scaled and name in writing:
                W *= (2 * depth) ** -0.5
        states = [torch.randn(4, 16, d)]
        for layer in net:
            states.append(layer(states[-1]))
        return [(x.var() / states[0].var()).item() for x in states]


shallow, deep = 6, 24
plain_curve, scaled_curve = growth(deep, scaled=False), growth(deep, scaled=True)
plain = [growth(shallow, scaled=False)[-1], plain_curve[-1]]
scaled = [growth(shallow, scaled=True)[-1], scaled_curve[-1]]
bound = 20
assert plain[0] < bound < plain[1]
assert isclose(*scaled, rel_tol=0.1)
# --8<-- [end:growth]
print(
    f"variance grows by {plain[0]:.3g}, {plain[1]:.3g}; scaled by {scaled[0]:.3g}, {scaled[1]:.3g}"
)
