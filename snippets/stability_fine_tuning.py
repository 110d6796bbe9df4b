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

inputs = torch.randn(64, d)
task = inputs @ (W + 0.1 * torch.randn(d, d)).T


# --8<-- [start:tune]
steps = 30


def tune(A, B):
    """The loss on a task close to the old one, before each step on A and B."""
    A, B = A.clone().requires_grad_(), B.clone().requires_grad_()
    optimiser, losses = torch.optim.Adam([A, B], lr=0.01), []
    for _ in range(steps + 1):
        loss = (inputs @ (W + B @ A).T - task).square().mean()
        losses.append(loss.item())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return losses


A0, B0 = torch.randn(rank, d) / d**0.5, torch.randn(d, rank) / rank**0.5
from_zero, from_random = tune(A0, torch.zeros(d, rank)), tune(A0, B0)
old_loss = (inputs @ W.T - task).square().mean().item()
assert from_zero[0] == old_loss == max(from_zero)
assert from_random[0] > 3 * old_loss
# --8<-- [end:tune]
print(f"loss: old {old_loss:.2g}; B from zero {from_zero[0]:.2g} to {from_zero[-1]:.2g}, ", end="")
print(f"B random {from_random[0]:.2g} to {from_random[-1]:.2g}")
