"""Sizes of activations and gradients behind every block, noted by hooks, in three stacks."""

import torch
from torch import nn


# --8<-- [start:watch]
def watch(net):
    """Two dictionaries that each pass fills: size of every block's output, and of its gradient."""
    sizes, gradients = {}, {}

    def note(name):
        def hook(module, inputs, output):
            def backward_hook(gradient):
                gradients[name] = gradient.norm().item() / gradient.numel() ** 0.5

            sizes[name] = output.detach().norm().item() / output.numel() ** 0.5
            output.register_hook(backward_hook)

        return hook

    for name, block in net.named_children():
        block.register_forward_hook(note(name))
    return sizes, gradients


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
    # --8<-- [start:use]
    forward, backward = watch(net)
    y = net(torch.randn(32, d))
    y.backward(torch.randn_like(y))
    # --8<-- [end:use]
    outputs[name] = list(forward.values())
    gradients[name] = [backward[layer] for layer in forward]
    first, last = gradients[name][0], gradients[name][-1]
    print(
        f"{name:6}: outputs {outputs[name][0]:.2g} to {outputs[name][-1]:.2g}, "
        f"gradients {first:.2g} to {last:.2g}"
    )
