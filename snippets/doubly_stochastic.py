"""Doubly stochastic matrices: closed under products, they keep the mean and amplify nothing."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
n = 4
ones = torch.ones(n, dtype=torch.float64)


def mixture(count):
    """A mean of permutations has rows and columns that sum to one."""
    shuffles = [torch.eye(n, dtype=torch.float64)[torch.randperm(n)] for _ in range(count)]
    return torch.stack(shuffles).mean(0)


A, B = mixture(3), mixture(5)
x = torch.randn(n, dtype=torch.float64)

# --8<-- [start:checks]
# $A B \mathbf{1} = A \mathbf{1}$
assert_close(A @ B @ ones, A @ ones)
# $A \mathbf{1} = \mathbf{1}$
assert_close(A @ ones, ones)
# $\mathbf{1}^\top A B = \mathbf{1}^\top B$
assert_close(ones @ A @ B, ones @ B)
# $\mathbf{1}^\top B = \mathbf{1}^\top$
assert_close(ones @ B, ones)
assert (A @ B >= 0).all()

# $\mathbf{1}^\top A x = \mathbf{1}^\top x$
assert_close(ones @ A @ x, ones @ x)
for i in range(n):
    # $(A x)_i^2 \le \sum_j A_{ij}\, x_j^2$
    assert (A @ x)[i] ** 2 <= A[i] @ x**2
# $\sum_i \sum_j A_{ij}\, x_j^2 = \lVert x \rVert^2$
assert_close((A @ x**2).sum(), x.norm() ** 2)
# $\lVert A x \rVert \le \lVert x \rVert$
assert torch.linalg.matrix_norm(A, 2) <= 1 + 1e-12
# --8<-- [end:checks]

after = (A @ x).norm()
mean = x.mean() * ones
apart = (x - mean).norm().item()
left = (A @ x - mean).norm().item()
# $A (x - \bar x \mathbf{1}) = A x - \bar x \mathbf{1}$
assert_close(A @ (x - mean), A @ x - mean)
share = left / apart
print(
    f"size: {x.norm():.4g} before, {after:.4g} after one mixing, {share:.3g} of the difference left"
)
print(f"difference between the lanes: {apart:.3g} before, {left:.3g} after one mixing")
