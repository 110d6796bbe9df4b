"""LoRA's added branch starts at zero: exactly the old layer, and one matrix learns first."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
d, rank = 16, 4
W, x, grad_y = torch.randn(d, d), torch.randn(d), torch.randn(d)

# --8<-- [start:lora]
A = torch.randn(rank, d, requires_grad=True)
B = torch.zeros(d, rank, requires_grad=True)
# $y = W x + B A x$
y = W @ x + B @ (A @ x)
assert torch.equal(y, W @ x)

y.backward(grad_y)
# $\nabla_A L = B^\top\, \nabla_y L\, x^\top$
assert_close(A.grad, B.T @ torch.outer(grad_y, x))
# $\nabla_B L = \nabla_y L\, (A x)^\top$
assert_close(B.grad, torch.outer(grad_y, A @ x))
length_a, length_b = A.grad.norm().item(), B.grad.norm().item()
# --8<-- [end:lora]
assert length_a == 0 < length_b
print(f"gradient of A: {length_a:.0f}; of B: {length_b:.2g}")
