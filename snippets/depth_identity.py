"""The identity in plain ReLU layers: easy to write, hard to learn."""

import torch
from torch.nn.functional import mse_loss

torch.manual_seed(0)
d, width = 8, 32
x = torch.randn(64, d)
eye = torch.eye(d)

# --8<-- [start:represent]
# $\mathrm{ReLU}(x) - \mathrm{ReLU}(-x) = x$
assert torch.equal(torch.relu(x) - torch.relu(-x), x)
# $W_1 = \begin{bmatrix} I \\ -I \end{bmatrix}$
W_1 = torch.cat([eye, -eye])
# $W_2 = \begin{bmatrix} I & -I \end{bmatrix}$
W_2 = torch.cat([eye, -eye], dim=1)
# $W_2\, \mathrm{ReLU}(W_1 x) = x$
assert torch.equal(torch.relu(x @ W_1.T) @ W_2.T, x)
# --8<-- [end:represent]


# --8<-- [start:learn]
def error_after_training(layers):
    """Error of a plain net that was trained to return its input."""
    first = torch.randn(d, width) * (2 / d) ** 0.5
    middle = torch.randn(layers - 2, width, width) * (2 / width) ** 0.5
    last = torch.randn(width, d) * (1 / width) ** 0.5
    weights = [first.requires_grad_(), middle.requires_grad_(), last.requires_grad_()]
    optimiser = torch.optim.Adam(weights, lr=0.003)
    for step in range(100):
        h = torch.relu(x @ first)
        for W in middle:
            h = torch.relu(h @ W)
        loss = mse_loss(h @ last, x)
        if step == 0:
            print(f"{layers} layers: error {loss:.2f} at the start")
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return loss.item()


shallow, deep = 4, 32
learnt, not_learnt = 0.1, 0.3
assert error_after_training(shallow) < learnt
assert error_after_training(deep) > not_learnt
print(f"at the end: below {learnt} and above {not_learnt}")
# --8<-- [end:learn]
