"""Gate, sum and concatenation: weights, width, and what autograd keeps for the backward pass."""

import torch
from torch import nn
from torch.autograd.graph import saved_tensors_hooks
from torch.testing import assert_close

torch.manual_seed(0)
tokens = 32
# --8<-- [start:layers]
# $d$
d = 64
# $n$
n = 12
# $k$
growth = 16


def plain(x, H):
    return torch.relu(H(x))


def residual(x, F):
    # $x_{l+1} = x_l + F_l(x_l)$
    return x + torch.relu(F(x))


def highway(x, H, T):
    # $x_{l+1} = T_l \odot H_l(x_l) + (1 - T_l) \odot x_l$
    gate = torch.sigmoid(T(x))
    return gate * torch.relu(H(x)) + (1 - gate) * x


def dense(x, F):
    # $x_{l+1} = [x_l,\ F_l(x_l)]$
    return torch.cat([x, torch.relu(F(x))], dim=-1)


# --8<-- [end:layers]
# --8<-- [start:count]
def measure(layer, linears=1, out=d):
    """Parameters of n layers, width behind them, elements kept for each token."""
    x = torch.randn(tokens, d, requires_grad=True)
    parameters, kept = [], {}

    def note(tensor):
        kept[tensor.untyped_storage().data_ptr()] = tensor
        return tensor

    with saved_tensors_hooks(note, lambda tensor: tensor):
        for _ in range(n):
            parts = [nn.Linear(x.shape[-1], out) for _ in range(linears)]
            parameters += [p for part in parts for p in part.parameters()]
            x = layer(x, *parts)
    weights = {p.untyped_storage().data_ptr() for p in parameters}
    elements = sum(t.numel() for key, t in kept.items() if key not in weights)
    return [sum(p.numel() for p in parameters), x.shape[-1], elements // tokens]


no_skip, added, gated = measure(plain), measure(residual), measure(highway, linears=2)
joined, joined_wide = measure(dense, out=growth), measure(dense)
# --8<-- [end:count]
assert added[0] == no_skip[0] == n * (d**2 + d) and gated[0] == 2 * added[0]
assert joined[1] == d + n * growth and joined_wide[1] == (n + 1) * d
v = torch.randn(tokens, d)
size, half = torch.abs, torch.zeros_like  # a branch that is never negative; a gate half open
assert_close(residual(v, size), v + v.abs())
assert_close(highway(v, size, half), residual(v, size) / 2)
assert_close(dense(v, size), torch.cat([v, v.abs()], dim=1))
named = {"plain": no_skip, "sum": added, "gate": gated}
named |= {"concatenation": joined, "the same, wide": joined_wide}
for name, (weights, width, kept) in named.items():
    print(f"{name:14} {weights:7,} parameters, width {width:3}, {kept:5,} kept for each token")
