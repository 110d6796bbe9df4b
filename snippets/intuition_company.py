"""Reports climb a company: at each level a summary replaces them, or is added to them."""

import torch

torch.manual_seed(0)
levels, d, kept = 5, 16, 8
floors = torch.randn(2000, d)  # one report each
inward = torch.randn(levels, kept, d) / d**0.5
outward = torch.randn(levels, d, kept) / kept**0.5


# --8<-- [start:levels]
def summary(report, level):
    return torch.tanh(report @ inward[level].T) @ outward[level].T


def lost(top):
    """Per cent of the reports that the best linear reading misses, on floors not fitted to."""
    reading = torch.linalg.lstsq(top[:1000], floors[:1000]).solution
    missed = top[1000:] @ reading - floors[1000:]
    return (100 * missed.square().mean() / floors[1000:].square().mean()).item()


replaced = added = floors
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
