"""Luggage passes three gates, with a cable car beside each gate and without."""

import torch
from torch.testing import assert_close

# --8<-- [start:gates]
share = 0.1


def lighten(luggage):
    return -share * luggage


def stamp(luggage):
    return torch.tensor([0.5, 0.5, 0.5])


def repack(luggage):
    return share * luggage.flip(0)


F = [lighten, stamp, repack]


def climb(x, cable_car):
    states = [x]
    for gate in F:
        # $x_{l+1} = x_l + F_l(x_l)$
        x = x + gate(x) if cable_car else gate(x)
        states.append(x)
    return states


packed, other = torch.tensor([4.0, 2.0, 1.0]), torch.tensor([1.0, 3.0, 7.0])
x = climb(packed, cable_car=True)
changes = [gate(luggage) for gate, luggage in zip(F, x, strict=False)]
# $x_0 + F_0(x_0) + F_1(x_1) + F_2(x_2)$
arrived = packed + changes[0] + changes[1] + changes[2]
# $x_3 = x_0 + F_0(x_0) + F_1(x_1) + F_2(x_2)$
assert_close(x[3], arrived)

on_foot = climb(packed, cable_car=False)[3]
assert torch.equal(on_foot, climb(other, cable_car=False)[3])
assert not torch.equal(arrived, climb(other, cable_car=True)[3])
# --8<-- [end:gates]
print("with cable cars:", arrived)
print("without:", on_foot)
