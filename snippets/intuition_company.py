"""Reports climb a company: at each level a summary replaces them, or is added to them."""

import torch

torch.manual_seed(0)
levels, d, kept = 5, 16, 8
reports = torch.randn(2000, d)
seen, unseen = reports.chunk(2)
inward = torch.randn(levels, kept, d) / d**0.5
outward = torch.randn(levels, d, kept) / kept**0.5


# --8<-- [start:levels]
def summary(x, level):
    return torch.tanh(x @ inward[level].T) @ outward[level].T


def lost(top):
    """Per cent that the best linear reading of new reports misses."""
    top_seen, top_unseen = top.chunk(2)
    reading = torch.linalg.lstsq(top_seen, seen).solution
    missed = top_unseen @ reading - unseen
    return (100 * missed.square().sum() / unseen.square().sum()).item()


replaced = added = reports
plain, residual = [], []
for level in range(levels):
    # $x_{l+1} = F_l(x_l)$
    replaced = summary(replaced, level)
    # $x_{l+1} = x_l + F_l(x_l)$
    added = added + summary(added, level)
    plain.append(lost(replaced))
    residual.append(lost(added))
# --8<-- [end:levels]
for level, (p, r) in enumerate(zip(plain, residual, strict=True), start=1):
    print(f"after level {level}: replaced {p:.0f} % lost, added {r:.0f} % lost")
