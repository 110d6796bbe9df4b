"""What a Pre-LN stack keeps of its stream for the backward pass: each block's input, once."""

import torch
from torch import nn
from torch.autograd.graph import saved_tensors_hooks

torch.manual_seed(0)
# $n$
n = 24
d = 8
blocks = [(nn.LayerNorm(d), nn.Linear(d, d)) for _ in range(n)]
stream, saved = [torch.randn(4, d, requires_grad=True)], set()


def note(tensor):
    saved.add(tensor.data_ptr())
    return tensor


with saved_tensors_hooks(note, lambda tensor: tensor):
    for norm, branch in blocks:
        # $x_{l+1} = x_l + F_l(\mathrm{LN}(x_l))$
        stream.append(stream[-1] + torch.tanh(branch(norm(stream[-1]))))
states_kept = sum(x.data_ptr() in saved for x in stream)
assert states_kept == n and stream[-1].data_ptr() not in saved

# $B$
B = 32
# $T$
T = 128
# $d$
width = 768
# $4\, B\, T\, d$
bytes_of_one = 4 * B * T * width
bytes_of_all = states_kept * bytes_of_one
print(f"{states_kept} of {len(stream)} states of the stream kept")
print(f"{bytes_of_one:,} bytes each in float32, together {bytes_of_all:,}")
