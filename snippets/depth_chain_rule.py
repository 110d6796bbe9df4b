"""The gradient of the first weights of three layers, step by step, against autograd."""

import torch
from torch.linalg import svdvals
from torch.testing import assert_close

torch.manual_seed(0)
width = [3, 5, 4, 3]
W = [None] + [torch.randn(width[l], width[l - 1], dtype=torch.float64) for l in (1, 2, 3)]
b = [None] + [torch.randn(width[l], dtype=torch.float64) for l in (1, 2, 3)]
A, Z, D, to_A, to_Z = [torch.randn(3, dtype=torch.float64)], [None], [None], [None] * 4, [None] * 4
W[1].requires_grad_()

# --8<-- [start:rule]
for l in (1, 2, 3):
    Z.append(W[l] @ A[l - 1] + b[l])
    A.append(torch.tanh(Z[l]))
    # $D^{[l]} = \mathrm{diag}(g'(Z^{[l]}))$
    D.append(torch.diag(1 - torch.tanh(Z[l]) ** 2))
loss = (A[3] - 1).square().sum() / 2
by_autograd = torch.autograd.grad(loss, [W[1], A[1], A[2], A[3]])
grad_W1, to_A[1:] = by_autograd[0], by_autograd[1:]

with torch.no_grad():
    # $\nabla_{Z^{[3]}} L = D^{[3]} \nabla_{A^{[3]}} L$
    to_Z[3] = D[3] @ to_A[3]
    for l in (2, 1):
        # $\nabla_{Z^{[l]}} L = D^{[l]} (W^{[l+1]})^\top \nabla_{Z^{[l+1]}} L$
        to_Z[l] = D[l] @ W[l + 1].T @ to_Z[l + 1]
    # $\nabla_{W^{[1]}} L = \nabla_{Z^{[1]}} L\, (A^{[0]})^\top$
    assert_close(grad_W1, to_Z[1].outer(A[0]))
    # $\nabla_{W^{[1]}} L = D^{[1]} (W^{[2]})^\top D^{[2]} (W^{[3]})^\top D^{[3]} \nabla_{A^{[3]}} L\, (A^{[0]})^\top$
    assert_close(grad_W1, (D[1] @ W[2].T @ D[2] @ W[3].T @ D[3] @ to_A[3]).outer(A[0]))
# --8<-- [end:rule]

# --8<-- [start:lengths]
for l in (2, 3):
    # $\nabla_{A^{[l-1]}} L = (W^{[l]})^\top D^{[l]} \nabla_{A^{[l]}} L$
    assert_close(to_A[l - 1], W[l].T @ D[l] @ to_A[l])
    sigma = svdvals(W[l].T @ D[l])
    # $\lVert \nabla_{A^{[l-1]}} L \rVert \le \sigma_{\max}((W^{[l]})^\top D^{[l]}) \lVert \nabla_{A^{[l]}} L \rVert$
    assert to_A[l - 1].norm() <= sigma[0] * to_A[l].norm()
    # $\lVert \nabla_{A^{[l-1]}} L \rVert \ge \sigma_{\min}((W^{[l]})^\top D^{[l]}) \lVert \nabla_{A^{[l]}} L \rVert$
    assert to_A[l - 1].norm() >= sigma[-1] * to_A[l].norm()
    print(f"layer {l}: times {to_A[l - 1].norm() / to_A[l].norm():.3g}, at most {sigma[0]:.3g}")
# --8<-- [end:lengths]
