"""The worked example with modules: autograd and an optimiser do what was done by hand."""

import torch
from torch import nn
from torch.testing import assert_close


class Residual(nn.Module):
    def __init__(self, branch):
        super().__init__()
        self.branch = branch

    def forward(self, x):
        return x + self.branch(x)


# --8<-- [start:example]
block = Residual(nn.Linear(2, 2, bias=False))
with torch.no_grad():
    block.branch.weight.copy_(torch.tensor([[0.1, 0.2], [-0.1, 0.3]]))
optimizer = torch.optim.SGD(block.parameters(), lr=0.1)
x = torch.tensor([[1.0, 2.0]], requires_grad=True)
target = torch.tensor([[1.0, 1.0]])

loss = (block(x) - target).square().sum() / 2
loss.backward()
# $\nabla_x L$
grad_x = x.grad[0]
optimizer.step()
new_loss = (block(x) - target).square().sum() / 2
# --8<-- [end:example]
assert_close(new_loss, loss / 4)
print(f"gradient at x: [{grad_x[0]:.4g}, {grad_x[1]:.4g}]")
print(f"loss: {loss:.4g}, after one step {new_loss:.4g}")
