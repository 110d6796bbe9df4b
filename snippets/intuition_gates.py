"""Luggage passes three gates, with a cable car beside each gate and without."""

import torch
from torch.testing import assert_close

packed, other = torch.tensor([4.0, 2.0, 1.0]), torch.tensor([1.0, 3.0, 7.0])
share, stamp = 0.1, torch.tensor([0.5, 0.5, 0.5])
F = [lambda x: -share * x, lambda x: stamp, lambda x: share * x.flip(0)]


# --8<-- [start:climb]
def climb(x, cable_car):
    states = [x]
    for gate in F:
        # $x_{l+1} = x_l + F_l(x_l)$
        x = x + gate(x) if cable_car else gate(x)
        states.append(x)
    return states


x = climb(packed, cable_car=True)
changes = [gate(luggage) for gate, luggage in zip(F, x[:-1], strict=True)]
# $x_0 + F_0(x_0) + F_1(x_1) + F_2(x_2)$
arrived = packed + changes[0] + changes[1] + changes[2]
# $x_3 = x_0 + F_0(x_0) + F_1(x_1) + F_2(x_2)$
assert_close(x[3], arrived)

on_foot = climb(packed, cable_car=False)[3]
assert torch.equal(on_foot, climb(other, cable_car=False)[3])
assert not torch.equal(arrived, climb(other, cable_car=True)[3])
# --8<-- [end:climb]
print(f"with cable cars {packed} becomes {arrived}")
print(f"without, {packed} and {other} both become {on_foot}")
