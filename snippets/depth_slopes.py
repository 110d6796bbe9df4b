"""How steep the common activation functions are, by autograd."""

import torch
from torch.nn.functional import gelu
from torch.testing import assert_close

z = torch.linspace(-8, 8, 16_001, dtype=torch.float64, requires_grad=True)


def slope(g, z):
    return torch.autograd.grad(g(z).sum(), z)[0]


sigmoid, tanh = slope(torch.sigmoid, z), slope(torch.tanh, z)
relu, smooth = slope(torch.relu, z), slope(gelu, z)
assert sigmoid.min() > 0 and tanh.min() > 0
assert set(relu.tolist()) == {0, 1}
sigmoid_max, tanh_max = sigmoid.max(), tanh.max()
relu_min, relu_max = relu.min(), relu.max()
gelu_min, gelu_max = smooth.min(), smooth.max()

# $z$
steepest = torch.tensor(2.0, dtype=torch.float64).sqrt().requires_grad_()
assert_close(slope(gelu, steepest), gelu_max, rtol=1e-6, atol=0)
assert_close(slope(gelu, -steepest), gelu_min, rtol=1e-6, atol=0)

print(f"sigmoid: at most {sigmoid_max:.3g}, tanh: at most {tanh_max:.3g}")
print(f"ReLU: {relu_min:g} or {relu_max:g}, GELU: {gelu_min:.3g} to {gelu_max:.3g}")
