"""Sizes of activations and gradients behind every block, noted by hooks, in three stacks."""

import torch
from torch import nn


# --8<-- [start:watch]
def size(tensor):
    return tensor.norm().item() / tensor.numel() ** 0.5


def watch(net):
    """Sizes of each block's output and of the gradient there, by name."""
    outputs, gradients = {}, {}

    def watch_block(name, block):
        def forward_hook(module, inputs, output):
            outputs[name] = size(output.detach())
            output.register_hook(backward_hook)

        def backward_hook(gradient):
            gradients[name] = size(gradient)

        block.register_forward_hook(forward_hook)

    for name, block in net.named_children():
        watch_block(name, block)
    return outputs, gradients


def measure(net, x):
    outputs, gradients = watch(net)
    y = net(x)
    y.backward(torch.randn_like(y))
    return [(outputs[name], gradients[name]) for name in outputs]


# --8<-- [end:watch]
class Block(nn.Module):
    def __init__(self, d, shortcut, norm):
        super().__init__()
        self.shortcut = shortcut
        self.branch = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))
        self.norm = norm

    def forward(self, x):
        branch = self.branch(self.norm(x))
        return x + branch if self.shortcut else branch


d, n = 64, 24
outputs, gradients = {}, {}
for name, shortcut, norm, he in (
    ("plain", False, nn.Identity(), False),
    ("pre_ln", True, nn.LayerNorm(d), False),
    ("bare", True, nn.Identity(), True),
):
    torch.manual_seed(0)
    net = nn.Sequential(*(Block(d, shortcut, norm) for _ in range(n)))
    for weight in net.parameters() if he else ():
        if weight.dim() > 1:
            nn.init.kaiming_normal_(weight)
    rows = measure(net, torch.randn(32, d))
    outputs[name], gradients[name] = (list(column) for column in zip(*rows, strict=True))
    first, last = gradients[name][0], gradients[name][-1]
    print(
        f"{name:6}: outputs {outputs[name][0]:.2g} to {outputs[name][-1]:.2g}, "
        f"gradients {first:.2g} to {last:.2g}"
    )

hooked = nn.Linear(d, d)
hooked.register_full_backward_hook(lambda *arguments: None)
try:
    hooked(torch.ones(d)).relu_()
    raise AssertionError("changed in place behind a full backward hook")
except RuntimeError as error:
    assert "modified inplace" in str(error)
