"""The LSTM's cell of 1997 adds to what it holds; a forget gate multiplies what it holds."""

import torch

torch.manual_seed(0)
s_0 = torch.zeros(1, dtype=torch.float64, requires_grad=True)

# --8<-- [start:cell]
# $n$
n = 1000
i, g = torch.rand(2, n, dtype=torch.float64)
s = s_0
for t in range(n):
    # $s_{t+1} = s_t + i_t \odot g_t$
    s = s + i[t] * g[t]
held = s.item()
(carousel,) = torch.autograd.grad(s, s_0)
# $\frac{\partial s_n}{\partial s_0} = 1$
assert carousel == 1

# $f$
f = 0.99
s = s_0
for t in range(n):
    # $s_{t+1} = f \odot s_t + i_t \odot g_t$
    s = f * s + i[t] * g[t]
(forgetting,) = torch.autograd.grad(s, s_0)
# $f^n$
left = forgetting.item()
# --8<-- [end:cell]
print(f"held: {held:.4g}, with a forget gate {s.item():.4g}")
print(f"after {n} steps: {carousel.item():.3g}, with a forget gate {left:.2g}")
