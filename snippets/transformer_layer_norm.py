"""LayerNorm and RMSNorm from their definitions, equal to torch.nn.LayerNorm and torch.nn.RMSNorm."""

import torch
from torch import nn
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
eps = 1e-5

# --8<-- [start:definition]
# $x$
x = torch.tensor([1.0, 2.0, 3.0, 6.0])
d = len(x)
gain, shift = torch.randn(2, d)

# $\mu = \frac1d \sum_{i=1}^{d} x_i$
mu = sum(x) / d
# $\sigma_\varepsilon = \sqrt{\frac1d \sum_{i=1}^{d} (x_i - \mu)^2 + \varepsilon}$
sigma = (sum((x - mu) ** 2) / d + eps).sqrt()
# $\hat x = \frac{x - \mu}{\sigma_\varepsilon}$
x_hat = (x - mu) / sigma
# $\mathrm{LN}(x) = \gamma \odot \hat x + \beta$
layer_norm = gain * x_hat + shift

# $r = \sqrt{\frac1d \sum_{i=1}^{d} x_i^2 + \varepsilon}$
r = (sum(x**2) / d + eps).sqrt()
# $\mathrm{RMSNorm}(x) = \gamma \odot \frac{x}{r}$
rms_norm = gain * x / r

norm, rms = nn.LayerNorm(d, eps=eps), nn.RMSNorm(d, eps=eps)
norm.weight.data, norm.bias.data, rms.weight.data = gain, shift, gain
assert_close(norm(x), layer_norm)
assert_close(rms(x), rms_norm)
# --8<-- [end:definition]

X = torch.randn(d, d)
X[1] = x
assert_close(norm(X)[1], norm(x))
# --8<-- [start:scale]
c = torch.rand(()).exp()
# $\mathrm{LN}(c x) \approx \mathrm{LN}(x)$
assert_close(norm(c * x), norm(x), rtol=1e-5, atol=1e-5)
# --8<-- [end:scale]
# $\mathrm{RMSNorm}(x - \mu) = \gamma \odot \hat x$
assert_close(rms(x - mu), gain * x_hat)
print(f"mean {mu:.3g}, deviation {sigma:.3g}, root mean square {r:.3g}")
