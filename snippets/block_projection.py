"""A shortcut that changes the width: the gradient comes back through its transpose."""

import torch
from torch.autograd.functional import jacobian
from torch.testing import assert_close

torch.manual_seed(0)
narrow, wide = 3, 5
x = torch.randn(narrow, dtype=torch.float64, requires_grad=True)
inner = torch.randn(wide, narrow, dtype=torch.float64)
outer = torch.randn(wide, wide, dtype=torch.float64)
W_s = torch.randn(wide, narrow, dtype=torch.float64)


def branch(x):
    return outer @ torch.tanh(inner @ x)


# --8<-- [start:projection]
# $y = W_s x + F(x)$
y = W_s @ x + branch(x)
y.retain_grad()
y.pow(3).sum().backward()
grad_x, grad_y = x.grad, y.grad
J_F = jacobian(branch, x)
# $\nabla_x L = W_s^\top \nabla_y L + J_F^\top \nabla_y L$
assert_close(grad_x, W_s.T @ grad_y + J_F.T @ grad_y)

# $P = \begin{bmatrix} I \\ 0 \end{bmatrix}$
P = torch.eye(wide, narrow, dtype=torch.float64)
# $P x = \begin{bmatrix} x \\ 0 \end{bmatrix}$
assert torch.equal(P @ x, torch.cat([x, torch.zeros(wide - narrow)]))
# $P^\top \nabla_y L$
kept = P.T @ grad_y
assert torch.equal(kept, grad_y[:narrow])
# --8<-- [end:projection]
print(f"gradient at y has {len(grad_y)} entries; zero padding brings {len(kept)} of them to x")
print(f"length of the gradient at y {grad_y.norm():.3g}, at x {grad_x.norm():.3g}")
