"""A mistake: x += f(x), on a leaf, on a tensor saved for the backward pass, and where it is safe."""

import torch
from torch import nn
from torch.testing import assert_close

torch.manual_seed(0)
data = torch.randn(6, 4)
first, second, norm = nn.Linear(4, 4), nn.Linear(4, 4), nn.BatchNorm1d(4)


# --8<-- [start:leaf]
x = data.clone().requires_grad_()
try:
    x += first(x)
    leaf = "no error"
except RuntimeError as error:
    leaf = str(error)
# --8<-- [end:leaf]

# --8<-- [start:saved]
x = first(data)
x += second(x)
try:
    x.sum().backward()
    saved = "no error"
except RuntimeError as error:
    saved = str(error).partition(":")[0]
# --8<-- [end:saved]

# --8<-- [start:safe]
x = first(data)
safe = norm(second(x))
safe += x
mended = x + norm(second(x))
(safe_grad,) = torch.autograd.grad(safe.pow(2).sum(), x, retain_graph=True)
(mended_grad,) = torch.autograd.grad(mended.pow(2).sum(), x)
assert_close(safe_grad, mended_grad)
# --8<-- [end:safe]
assert safe_grad.norm() > 1
x = second(data).relu()
x += data
try:
    x.sum().backward()
    behind_relu = "no error"
except RuntimeError as error:
    behind_relu = str(error).partition(":")[0]
assert behind_relu == saved
assert_close(safe, mended)
print(f"length of the gradient where it is safe: {safe_grad.norm():.4g}")
print(f"leaf:\n  {leaf}")
print(f"saved by the next layer, or by a ReLU that made it:\n  {saved}")
