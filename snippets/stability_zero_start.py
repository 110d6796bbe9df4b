"""Branches that start at zero: which gradients are zero then, and which are not."""

import torch
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
d, hidden = 8, 16
x, grad_y = torch.randn(2, d)
first, last = torch.randn(hidden, d) / d**0.5, torch.randn(d, hidden) / hidden**0.5
one, zero = torch.tensor(1.0), torch.tensor(0.0)


# --8<-- [start:start]
def block(alpha, W1, W2):
    """The output, and the lengths of the gradients at alpha, W1 and W2."""
    alpha, W1, W2 = (w.clone().requires_grad_() for w in (alpha, W1, W2))
    # $h = \sigma(W_1 x)$
    h = torch.relu(W1 @ x)
    # $y = x + \alpha W_2 h$
    y = x + alpha * W2 @ h
    y.backward(grad_y)
    # $\frac{\partial L}{\partial \alpha} = (W_2 h)^\top \nabla_y L$
    assert_close(alpha.grad, W2 @ h @ grad_y)
    # $\nabla_{W_2} L = \alpha\, \nabla_y L\, h^\top$
    assert_close(W2.grad, alpha * torch.outer(grad_y, h))
    # $\nabla_{W_1} L = \alpha\, (\sigma'(W_1 x) \odot W_2^\top \nabla_y L)\, x^\top$
    assert_close(W1.grad, alpha * torch.outer((W1 @ x > 0) * (W2.T @ grad_y), x))
    return y, [w.grad.norm().item() for w in (alpha, W1, W2)]


y_rezero, rezero = block(zero, first, last)
y_zero_last, zero_last = block(one, first, torch.zeros_like(last))
y_both, both = block(zero, first, torch.zeros_like(last))
for y in (y_rezero, y_zero_last, y_both):
    assert torch.equal(y, x)
assert rezero[0] > 0 and rezero[1:] == [0, 0]
assert zero_last[2] > 0 and zero_last[:2] == [0, 0]
assert both == [0, 0, 0]
# --8<-- [end:start]


# --8<-- [start:train]
steps = 12


def train(alpha, W1, W2):
    """How long the branch's output is, as a share of the input, before and after each step."""
    weights = [w.clone().requires_grad_() for w in (alpha, W1, W2)]
    optimiser = torch.optim.SGD(weights, lr=0.02)
    shares = []
    for _ in range(steps + 1):
        branch = weights[0] * (weights[2] @ torch.relu(weights[1] @ x))
        shares.append((branch.norm() / x.norm()).item())
        optimiser.zero_grad()
        ((branch - grad_y) ** 2).sum().backward()
        optimiser.step()
    return shares


rezero_shares = train(zero, first, last)
zero_last_shares = train(one, first, torch.zeros_like(last))
both_shares = train(zero, first, torch.zeros_like(last))
assert rezero_shares[0] == zero_last_shares[0] == 0
assert max(both_shares) == 0
# --8<-- [end:train]
for name, lengths in (("alpha = 0", rezero), ("W2 = 0", zero_last), ("both", both)):
    print(f"{name:9}: gradients of alpha, W1, W2: " + ", ".join(f"{g:.2g}" for g in lengths))
for name, shares in (("alpha = 0", rezero_shares), ("W2 = 0", zero_last_shares)):
    print(f"{name:9}: length of the branch: " + ", ".join(f"{share:.2g}" for share in shares))
