"""A shortcut for each sub-layer against a single one around both: how many paths there are."""

import torch
from torch.autograd.functional import jacobian
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
d = 6
A1, A2, F1, F2 = torch.randn(4, d, d) / d**0.5
x = torch.randn(d)
identity = torch.eye(d)


def attention(x):
    return A2 @ torch.tanh(A1 @ x)


def ffn(u):
    return F2 @ torch.tanh(F1 @ u)


def two_shortcuts(x):
    u = x + attention(x)
    return u + ffn(u)


def one_shortcut(x):
    return x + ffn(attention(x))


# --8<-- [start:paths]
J_A, J_F = jacobian(attention, x), jacobian(ffn, x + attention(x))
J_two = jacobian(two_shortcuts, x)
assert_close(J_two, (identity + J_F) @ (identity + J_A))
# $(I + J_F)(I + J_A) = I + J_A + J_F + J_F J_A$
assert_close(J_two, identity + J_A + J_F + J_F @ J_A)

J_F = jacobian(ffn, attention(x))
J_one = jacobian(one_shortcut, x)
assert_close(J_one, identity + J_F @ J_A)
# --8<-- [end:paths]
two_away, one_away = (J_two - identity).norm(), (J_one - identity).norm()
print(f"distance from the identity: {two_away:.3g} with two, {one_away:.3g} with one")
