"""torch.compile captures a residual block whole, shape check included (no C++ compiler needed)."""

import torch
from torch import nn
from torch.testing import assert_close


class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

    def forward(self, x):
        branch = self.down(nn.functional.gelu(self.up(self.norm(x))))
        if branch.shape != x.shape:
            raise ValueError(f"shortcut {tuple(x.shape)}, branch {tuple(branch.shape)}")
        return x + branch


torch.manual_seed(0)
d = 32
block, x = Block(d), torch.randn(4, d, requires_grad=True)
grad_y = torch.randn(4, d)
# --8<-- [start:compile]
compiled = torch.compile(block, backend="eager", fullgraph=True)
y, y_compiled = block(x), compiled(x)
assert_close(y_compiled, y)
(grad_x,) = torch.autograd.grad(y, x, grad_y)
(grad_x_compiled,) = torch.autograd.grad(y_compiled, x, grad_y)
assert_close(grad_x_compiled, grad_x)
# --8<-- [end:compile]
print(f"length of the output: {y.norm():.4g}, compiled {y_compiled.norm():.4g}")
