"""A mistake: one seed for two nets built one after the other; they start with other weights."""

import torch
from torch import nn

size = 32


# --8<-- [start:case]
def build(projected=False):
    projection = nn.Linear(size, size) if projected else None
    return nn.Linear(size, size), projection


def same(one, other):
    return torch.equal(one.weight, other.weight)


torch.manual_seed(0)
(plain, _), (residual, _) = build(), build()
mistake = same(plain, residual)

torch.manual_seed(0)
reseeded, _ = build()
torch.manual_seed(0)
shifted, _ = build(projected=True)

residual.load_state_dict(plain.state_dict())
mended = same(plain, residual)
# --8<-- [end:case]
assert (mistake, mended) == (False, True)
torch.manual_seed(0)
behind_a_norm = nn.Sequential(nn.LayerNorm(size), nn.Dropout(), nn.Linear(size, size))[-1]
assert same(plain, behind_a_norm)
assert same(plain, reseeded) and not same(plain, shifted)
print(f"equal weights: seeded once {mistake}, seeded twice {same(plain, reseeded)},")
print(f"seeded twice, a projection first {same(plain, shifted)}, copied {mended}")
