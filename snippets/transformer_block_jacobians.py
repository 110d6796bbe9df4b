"""Where the Jacobians of branch and norm are taken in Pre-LN and Post-LN, against autograd."""

import torch
from torch.autograd.functional import jacobian
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
d, hidden = 16, 64
W1, W2 = torch.randn(hidden, d) / d**0.5, torch.randn(d, hidden) / hidden**0.5
x = torch.randn(d)
identity = torch.eye(d)


def norm(x):
    return torch.nn.functional.layer_norm(x, [d])


def branch(x):
    return W2 @ torch.tanh(W1 @ x)


# --8<-- [start:orders]
J_pre = jacobian(lambda x: x + branch(norm(x)), x)
# $J_{\text{pre}} = I + J_F(\mathrm{LN}(x))\, J_{\mathrm{LN}}(x)$
assert_close(J_pre, identity + jacobian(branch, norm(x)) @ jacobian(norm, x), rtol=0, atol=1e-10)

J_post = jacobian(lambda x: norm(x + branch(x)), x)
# $J_{\text{post}} = J_{\mathrm{LN}}(x + F(x))\, (I + J_F(x))$
assert_close(
    J_post, jacobian(norm, x + branch(x)) @ (identity + jacobian(branch, x)), rtol=0, atol=1e-10
)
# --8<-- [end:orders]

*_, pre_second_last, pre_last = torch.linalg.svdvals(J_pre)
*_, post_second_last, post_last = torch.linalg.svdvals(J_post)
assert post_last < 1e-12
print(f"two smallest singular values, Pre-LN: {pre_second_last:.2g}, {pre_last:.2g}")
print(f"two smallest singular values, Post-LN: {post_second_last:.1g}, below 1e-12")
