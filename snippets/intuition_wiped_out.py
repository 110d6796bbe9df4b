"""Adding can delete: a branch that removes its input, whole or in one direction."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
pieces = 1000
luggage = torch.randn(pieces, 3, dtype=torch.float64)


# --8<-- [start:wipe]
def wipe(x):
    # $F(x) = -x$
    return -x


for x in luggage:
    # $x + F(x) = 0$
    assert torch.equal(x + wipe(x), torch.zeros(3, dtype=torch.float64))

u = torch.tensor([0.6, 0.0, 0.8], dtype=torch.float64)


def wipe_along_u(x):
    # $F(x) = -(u^\top x)\, u$
    return -(u @ x) * u


for x in luggage:
    # $y = x + F(x)$
    y = x + wipe_along_u(x)
    # $u^\top y = 0$
    assert abs(u @ y) < 1e-12
    assert_close(x + 5 * u + wipe_along_u(x + 5 * u), y)
left = len(torch.unique(luggage + wipe(luggage), dim=0))
# --8<-- [end:wipe]
print(f"{pieces} different pieces of luggage go in; different ones that come out: {left}")
