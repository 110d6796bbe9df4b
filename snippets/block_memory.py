"""What autograd keeps for the backward pass: nothing more for x + f(x), much more for a gate."""

import torch
from torch.autograd.graph import saved_tensors_hooks

torch.manual_seed(0)
x = torch.randn(32, 64, requires_grad=True)
W1, W2, W_gate = (torch.randn(64, 64, requires_grad=True) for _ in range(3))


# --8<-- [start:kept]
def f(x):
    return torch.tanh(x @ W1) @ W2


def block(x):
    return x + f(x)


def gated(x):
    gate = torch.sigmoid(x @ W_gate)
    return gate * f(x) + (1 - gate) * x


def kept(function):
    """Elements kept for the backward pass, the weights aside."""
    sizes = {}

    def note(tensor):
        sizes[tensor.data_ptr()] = tensor.numel()
        return tensor

    with saved_tensors_hooks(note, lambda tensor: tensor):
        output = function(x)
    print(f"{function.__name__}: output of length {output.norm():.3g}")
    for weight in (W1, W2, W_gate):
        sizes.pop(weight.data_ptr(), None)
    return sum(sizes.values())


plain, residual, highway = kept(f), kept(block), kept(gated)
more_for_sum = residual - plain
more_for_gate = (highway - plain) / x.numel()
# --8<-- [end:kept]
print(f"elements kept: {plain:,}, with the sum {residual:,}, with a gate {highway:,}")
