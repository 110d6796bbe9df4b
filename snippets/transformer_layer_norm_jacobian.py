"""The Jacobians of LayerNorm and RMSNorm (gain one, shift zero) against autograd."""

import torch
from torch.autograd.functional import jacobian
from torch.testing import assert_close

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
d, eps = 16, 1e-5
x = 3 * torch.randn(d) + 1
identity, ones = torch.eye(d), torch.ones(d)


def sigma(x):
    return ((x - x.mean()).square().mean() + eps).sqrt()


def layer_norm(x):
    return (x - x.mean()) / sigma(x)


# --8<-- [start:layer-norm]
s, x_hat, J_LN = sigma(x), layer_norm(x), jacobian(layer_norm, x)
# $\frac{\partial \mu}{\partial x_j} = \frac1d$
assert_close(jacobian(torch.mean, x), ones / d)
# $\frac{\partial \sigma_\varepsilon}{\partial x_j} = \frac{\hat x_j}{d}$
assert_close(jacobian(sigma, x), x_hat / d)
for i in range(d):
    for j in range(d):
        # $\frac{\partial \hat x_i}{\partial x_j} = \frac{1}{\sigma_\varepsilon} (\delta_{ij} - \frac1d - \frac{\hat x_i \hat x_j}{d})$
        assert_close(J_LN[i, j], ((i == j) - 1 / d - x_hat[i] * x_hat[j] / d) / s)
# $J_{\mathrm{LN}} = \frac{1}{\sigma_\varepsilon} (I - \frac1d \mathbf{1} \mathbf{1}^\top - \frac1d \hat x \hat x^\top)$
assert_close(J_LN, (identity - ones.outer(ones) / d - x_hat.outer(x_hat) / d) / s)
# $J_{\mathrm{LN}} \mathbf{1} = 0$
assert_close(J_LN @ ones, torch.zeros(d))
# $J_{\mathrm{LN}} \hat x = \frac{\varepsilon}{\sigma_\varepsilon^3} \hat x$
assert_close(J_LN @ x_hat, eps / s**3 * x_hat, atol=1e-12, rtol=1e-6)

*large, second_last, last = torch.linalg.svdvals(J_LN)
assert_close(torch.stack(large), torch.full((d - 2,), 1 / s))
# $\frac{1}{\sigma_\varepsilon}$
scale = 1 / s
# $\frac{\varepsilon}{\sigma_\varepsilon^3}$
tiny = eps / s**3
assert_close(second_last, tiny, atol=1e-12, rtol=1e-6)
assert last < 1e-12
large_count = len(large)
# --8<-- [end:layer-norm]

# --8<-- [start:rms-norm]
r = (x.square().mean() + eps).sqrt()
J_RMS = jacobian(lambda x: x / (x.square().mean() + eps).sqrt(), x)
# $J_{\mathrm{RMS}} = \frac1r (I - \frac{1}{d r^2} x x^\top)$
assert_close(J_RMS, (identity - x.outer(x) / (d * r**2)) / r)
# $J_{\mathrm{RMS}} x = \frac{\varepsilon}{r^3} x$
assert_close(J_RMS @ x, eps / r**3 * x, atol=1e-12, rtol=1e-6)
# --8<-- [end:rms-norm]

print(f"LayerNorm: {large_count} singular values {scale:.3g}, one {tiny:.2g}, one zero")
print(f"RMSNorm stretches the ones by {(J_RMS @ ones).norm() / ones.norm():.3g}")
