"""The floor that is true: a branch with a small Jacobian cannot take the gradient away."""

import torch
from torch.linalg import matrix_norm, svdvals

torch.manual_seed(0)
d = 32
identity = torch.eye(d, dtype=torch.float64)
v, grad_y = torch.randn(2, d, dtype=torch.float64) / d
J_F = torch.randn(d, d, dtype=torch.float64) / (4 * d**0.5)

# --8<-- [start:floor]
# $\lVert J_F \rVert_2$
norm = matrix_norm(J_F, 2)
# $\lVert J_F \rVert_2 < 1$
assert norm < 1
# $\lVert (I + J_F) v \rVert \ge \lVert v \rVert - \lVert J_F v \rVert$
assert ((identity + J_F) @ v).norm() >= v.norm() - (J_F @ v).norm()
# $\lVert v \rVert - \lVert J_F v \rVert \ge (1 - \lVert J_F \rVert_2) \lVert v \rVert$
assert v.norm() - (J_F @ v).norm() >= (1 - norm) * v.norm()
# $1 - \lVert J_F \rVert_2$
floor = 1 - norm
# $\sigma_{\min}(I + J_F)$
sigma_min = svdvals(identity + J_F)[-1]
# $\sigma_{\min}(I + J_F) \ge 1 - \lVert J_F \rVert_2$
assert sigma_min >= 1 - norm
grad_x = (identity + J_F).T @ grad_y
# $\lVert \nabla_x L \rVert \ge (1 - \lVert J_F \rVert_2) \lVert \nabla_y L \rVert$
assert grad_x.norm() >= (1 - norm) * grad_y.norm()

# $n$
n = 50
grad_xn = grad_x0 = grad_y
for _ in range(n):
    J = torch.randn(d, d, dtype=torch.float64)
    J = J / (n * matrix_norm(J, 2))
    grad_x0 = (identity + J).T @ grad_x0
# $(1 - \frac{1}{n})^n$
least = (1 - 1 / n) ** n
# $(1 + \frac{1}{n})^n$
most = (1 + 1 / n) ** n
growth = grad_x0.norm() / grad_xn.norm()
# $\lVert \nabla_{x_0} L \rVert \ge (1 - \frac{1}{n})^n \lVert \nabla_{x_n} L \rVert$
assert growth >= least
# $\lVert \nabla_{x_0} L \rVert \le (1 + \frac{1}{n})^n \lVert \nabla_{x_n} L \rVert$
assert growth <= most
# --8<-- [end:floor]
print(f"one block: {sigma_min:.2g} >= {floor:.3g}; {n} blocks: {least:.3g} to {most:.3g} allowed")
print(f"measured: {grad_x.norm() / grad_y.norm():.3g}; {growth:.3g}")
