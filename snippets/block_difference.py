"""A residual is a difference: the wanted output minus the input."""

import torch
from torch.testing import assert_close

# $x$
x = torch.tensor([2.0, 5.0, 3.0])
# $H(x)$
wanted = torch.tensor([2.5, 4.8, 3.1])
# $F(x) = H(x) - x$
# $F(x)$
residual = wanted - x
# $x + F(x) = H(x)$
assert_close(x + residual, wanted)
# $\lVert H(x) - x \rVert < \lVert H(x) \rVert$
assert (wanted - x).norm() < wanted.norm()
# $\frac{\lVert F(x) \rVert}{\lVert x \rVert}$
share = residual.norm() / x.norm()
print(f"to add: {residual}; its length is {share:.2g} of the input's")
