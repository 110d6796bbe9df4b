"""The gradient of the first weights of three layers, step by step."""

import torch
from torch.linalg import svdvals
from torch.testing import assert_close

torch.manual_seed(0)
width = [3, 5, 4, 3]
W, b = [None], [None]
for k in (1, 2, 3):
    W.append(torch.randn(width[k], width[k - 1], dtype=torch.float64))
    b.append(torch.randn(width[k], dtype=torch.float64))
W[1].requires_grad_()
A, Z, D = [torch.randn(width[0], dtype=torch.float64)], [None], [None]

# --8<-- [start:rule]
for k in (1, 2, 3):
    # $Z^{[l]} = W^{[l]} A^{[l-1]} + b^{[l]}$
    Z.append(W[k] @ A[k - 1] + b[k])
    # $A^{[l]} = g(Z^{[l]})$
    A.append(torch.tanh(Z[k]))
    # $D^{[l]} = \mathrm{diag}(g'(Z^{[l]}))$
    D.append(torch.diag(1 - torch.tanh(Z[k]) ** 2).detach())
loss = (A[3] - 1).square().sum() / 2
to_w1, *to_a = torch.autograd.grad(loss, [W[1], A[1], A[2], A[3]])
to_a = [None, *to_a]

# $\nabla_{Z^{[3]}} L = D^{[3]} \nabla_{A^{[3]}} L$
to_z3 = D[3] @ to_a[3]
# $\nabla_{Z^{[2]}} L = D^{[2]} (W^{[3]})^\top \nabla_{Z^{[3]}} L$
to_z2 = D[2] @ W[3].T @ to_z3
# $\nabla_{Z^{[1]}} L = D^{[1]} (W^{[2]})^\top \nabla_{Z^{[2]}} L$
to_z1 = D[1] @ W[2].T @ to_z2
# $\nabla_{W^{[1]}} L = \nabla_{Z^{[1]}} L\, (A^{[0]})^\top$
assert_close(to_w1, to_z1.outer(A[0]))
print(f"loss: {loss:.4g}, gradient of the first weights: {to_w1.norm():.4g}")
# --8<-- [end:rule]

# --8<-- [start:lengths]
for k in (2, 3):
    # $\nabla_{A^{[l-1]}} L = (W^{[l]})^\top D^{[l]} \nabla_{A^{[l]}} L$
    assert_close(to_a[k - 1], W[k].T @ D[k] @ to_a[k])
    sigma = svdvals(W[k].T @ D[k])
    # $\lVert \nabla_{A^{[l-1]}} L \rVert \le \sigma_{\max}((W^{[l]})^\top D^{[l]}) \lVert \nabla_{A^{[l]}} L \rVert$
    assert to_a[k - 1].norm() <= sigma[0] * to_a[k].norm()
    # $\lVert \nabla_{A^{[l-1]}} L \rVert \ge \sigma_{\min}((W^{[l]})^\top D^{[l]}) \lVert \nabla_{A^{[l]}} L \rVert$
    assert to_a[k - 1].norm() >= sigma[-1] * to_a[k].norm()
    factor = to_a[k - 1].norm() / to_a[k].norm()
    print(f"layer {k}: {sigma[-1]:.3g} <= {factor:.3g} <= {sigma[0]:.3g}")
# --8<-- [end:lengths]
