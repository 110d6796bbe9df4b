"""The worked example with the shortcut taken away, and what each matrix does to lengths."""

import torch
from torch.testing import assert_close

x = torch.tensor([1.0, 2.0], requires_grad=True)
weight = torch.tensor([[0.1, 0.2], [-0.1, 0.3]])
target = torch.tensor([1.0, 1.0])

# $z = W x$
z = weight @ x
# $L = \tfrac12 \lVert z - t \rVert^2$
loss = (z - target).square().sum() / 2
z.retain_grad()
loss.backward()
# $\nabla_z L$
grad_z = z.grad
# $\nabla_x L$
grad_x = x.grad
# $\nabla_z L = z - t$
assert_close(grad_z, z - target)
# $\nabla_x L = W^\top \nabla_z L$
assert_close(grad_x, weight.T @ grad_z)

# $\lVert W \rVert_2$
norm = torch.linalg.matrix_norm(weight, ord=2)
both = torch.linalg.svdvals(torch.eye(2) + weight)
# $\sigma_{\max}(I + W)$
largest = both[0]
# $\sigma_{\min}(I + W)$
smallest = both[1]
# $\sigma_{\min}(I + W) \ge 1 - \lVert W \rVert_2$
assert smallest >= 1 - norm

print("gradient at x:", grad_x)
print(f"through W: at most {norm:.4g} of its length")
print(f"through I + W: {smallest:.4g} to {largest:.4g}")
