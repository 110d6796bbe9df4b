"""With a zero branch: what a ReLU or a LayerNorm after the sum does to the identity."""

import torch
from torch.nn.functional import layer_norm
from torch.testing import assert_close


def norm(x):
    return layer_norm(x, x.shape)


# --8<-- [start:after]
def branch(x, size):
    return size * x.flip(0)


def block(x, size, before=torch.clone, after=torch.clone):
    return after(x + branch(before(x), size))


# $x$
x = torch.tensor([1.0, -2.0, 3.0])
# $F(x) = 0$
assert torch.equal(branch(x, 0), torch.zeros(3))
# $\mathrm{ReLU}(x + F(x)) = \mathrm{ReLU}(x)$
assert torch.equal(block(x, 0, after=torch.relu), torch.relu(x))
# $\mathrm{LN}(x + F(x)) = \mathrm{LN}(x)$
assert torch.equal(block(x, 0, after=norm), norm(x))
# $x + F(\mathrm{LN}(x)) = x$
assert torch.equal(block(x, 0, before=norm), x)

# $\mathrm{ReLU}(x)$
relu_x = torch.relu(x)
# $\mathrm{LN}(x)$
ln_x = norm(x)
# $\mathrm{ReLU}(\mathrm{ReLU}(x)) = \mathrm{ReLU}(x)$
assert torch.equal(torch.relu(relu_x), relu_x)
# $\mathrm{LN}(\mathrm{LN}(x)) \approx \mathrm{LN}(x)$
assert_close(norm(ln_x), ln_x, atol=1e-4, rtol=0)


def gradient(f):
    """What comes back to x if x in reverse order arrives behind f."""
    at_x = x.clone().requires_grad_()
    f(at_x).backward(x.flip(0))
    return at_x.grad


once = [gradient(f) for f in (torch.relu, norm)]
assert torch.equal(gradient(lambda z: torch.relu(torch.relu(z))), once[0])
assert_close(gradient(lambda z: norm(norm(z))), once[1], atol=1e-4, rtol=0)
# --8<-- [end:after]
for size in (0, 1):
    lengths = [block(x, size, after=f).norm() for f in (torch.relu, norm)]
    lengths.append(block(x, size, before=norm).norm())
    print(f"branch of size {size}:", *(f"{length:.3g}" for length in lengths))
print("gradient, once or twice:", *(f"{back.norm():.3g}" for back in once))
