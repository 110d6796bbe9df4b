"""Several residual streams: free mixing explodes, doubly stochastic mixing averages."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
n, d, layers, rounds = 4, 16, 60, 20
W = torch.randn(d, d, dtype=torch.float64) / d**0.5


# --8<-- [start:layer]
def layer(X, A, b, c):
    """A mixes the streams, the rows of X; b reads them, c writes to them."""
    # $X_{l+1} = A_l X_l + c_l^\top F_l(b_l X_l)$
    return A @ X + c.T @ torch.tanh((b @ X) @ W.T)


x = torch.randn(1, d, dtype=torch.float64)
one = torch.ones(1, 1, dtype=torch.float64)
assert_close(layer(x, one, one, one), x + torch.tanh(x @ W.T))


# --8<-- [end:layer]
# --8<-- [start:mixing]
def sinkhorn(M):
    """Columns and rows in turn are divided by their sums."""
    M = M.exp()
    for _ in range(rounds):
        M = M / M.sum(0)
        M = M / M.sum(1, keepdim=True)
    return M


def gains(matrices):
    """The two largest singular values of all the matrices multiplied."""
    product = torch.linalg.multi_dot(matrices)
    return torch.linalg.svdvals(product)[:2].tolist()


identity = torch.eye(n, dtype=torch.float64)
noise = torch.randn(layers, n, n, dtype=torch.float64)
free = gains([identity + 0.3 * M for M in noise])
mixing = [sinkhorn(M) for M in noise]
for A in mixing:
    # $A \mathbf{1} = \mathbf{1}$
    assert_close(A.sum(1), torch.ones(n, dtype=torch.float64))
    # $\lVert A \rVert_2 \le 1$
    assert torch.linalg.matrix_norm(A, 2) <= 1 + 1e-6
constrained, bound = gains(mixing), 1e-12
assert constrained[1] < bound
near_identity = gains([sinkhorn(6 * identity + M) for M in noise])
# --8<-- [end:mixing]

# One stream after the other, written out
X, A, b, c = torch.randn(n, d).double(), noise[0], noise[1][:1], noise[2][:1]
added = torch.tanh(W @ (b @ X)[0])
written_out = [sum(A[i, j] * X[j] for j in range(n)) + c[0, i] * added for i in range(n)]
assert_close(layer(X, A, b, c), torch.stack(written_out))
print(f"free: {free[0]:.2g}; doubly stochastic: {constrained[0]:.4g}, then below {bound}")
print(f"doubly stochastic, near the identity: {near_identity[0]:.4g}, then {near_identity[1]:.2g}")
