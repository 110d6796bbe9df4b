"""A Pre-LN residual block with a feed-forward branch; its shapes and its backward pass checked."""

import torch
from torch import nn
from torch.autograd.functional import jacobian
from torch.testing import assert_close


# --8<-- [start:block]
class FeedForwardBlock(nn.Module):
    """x of shape (..., d) gives y of the same shape."""

    def __init__(self, d, widening=4):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.up = nn.Linear(d, widening * d)
        self.down = nn.Linear(widening * d, d)

    def branch(self, x):
        return self.down(nn.functional.gelu(self.up(self.norm(x))))

    def forward(self, x):
        # $y = x + F(x)$
        return x + self.branch(x)


# --8<-- [end:block]
# --8<-- [start:check]
torch.manual_seed(0)
B, T = 2, 5
# $d$
d = 16
block = FeedForwardBlock(d)
x = torch.randn(B, T, d, requires_grad=True)
y = block(x)
assert y.shape == x.shape

grad_y = torch.randn_like(y)
y.backward(grad_y)
token = 1, 3
J_F = jacobian(block.branch, x[token])
# $\nabla_x L = (I + J_F)^\top \nabla_y L$
assert_close(x.grad[token], (torch.eye(d) + J_F).T @ grad_y[token])

# $8 d^2 + 7 d$
parameters = sum(weight.numel() for weight in block.parameters())
assert parameters == 8 * d**2 + 7 * d
# --8<-- [end:check]
print(f"shape {tuple(y.shape)}, {parameters} parameters")
print(f"gradient at one token: {grad_y[token].norm():.3g} at y, {x.grad[token].norm():.3g} at x")
