"""Two tests for residual blocks, to paste into a project, and where each stops being right."""

from copy import deepcopy

import torch
from torch import nn
from torch.testing import assert_close


# --8<-- [start:tests]
def output_with_zero_branch(block, x, *writers):
    """Output of a copy of the block whose layers in `writers` are zero."""
    block = deepcopy(block).train()
    with torch.no_grad():
        for name in writers:
            for weight in block.get_submodule(name).parameters():
                weight.zero_()
        return block(x.clone())


def starved(block, x):
    """Names of the parameters that receive no gradient, or next to none."""
    block = deepcopy(block).train().double()
    y = block(x.clone().double())
    y.backward(torch.randn_like(y))
    sizes = {}
    for name, weight in block.named_parameters():
        sizes[name] = 0.0
        if weight.grad is not None:
            sizes[name] = weight.grad.norm().item()
    bound = 1e-10 * max(sizes.values())
    return [name for name, size in sizes.items() if size <= bound]


# --8<-- [end:tests]
class Block(nn.Module):
    """`before` is in front of the branch, `after` behind the sum."""

    def __init__(self, branch, before=None, after=None):
        super().__init__()
        self.before, self.after = before or nn.Identity(), after or nn.Identity()
        self.branch = branch

    def forward(self, x):
        return self.after(x + self.branch(self.before(x)))


class Attention(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(d, d) for _ in range(4))

    def forward(self, x):
        scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
        return self.out(scores.softmax(dim=-1) @ self.value(x))


torch.manual_seed(0)
d = 8
x = torch.randn(4, 6, d)


def ffn():
    return nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))


# --8<-- [start:zero]
pre_ln = Block(ffn(), before=nn.LayerNorm(d))
post_ln = Block(ffn(), after=nn.LayerNorm(d))
original_resnet = Block(ffn(), after=nn.ReLU())
last = "branch.2"
assert torch.equal(output_with_zero_branch(pre_ln, x, last), x)
normed = output_with_zero_branch(post_ln, x, last)
assert torch.equal(normed, post_ln.after(x))
clipped = output_with_zero_branch(original_resnet, x, last)
assert torch.equal(clipped, x.relu())
# --8<-- [end:zero]

# --8<-- [start:starved]
assert starved(pre_ln, x) == []
attention = Block(Attention(d), before=nn.LayerNorm(d))
assert starved(attention, x) == ["branch.key.bias"]
conv = nn.Conv1d(6, 6, 3, padding=1)
batch_norm = Block(nn.Sequential(conv, nn.BatchNorm1d(6)))
assert starved(batch_norm, x) == ["branch.0.bias"]
layer_norm = Block(nn.Sequential(nn.Linear(d, d), nn.LayerNorm(d)))
assert starved(layer_norm, x) == []
zero_start = Block(ffn(), before=nn.LayerNorm(d))
nn.init.zeros_(zero_start.branch[2].weight)
norm, first = ["before.weight", "before.bias"], ["branch.0.weight", "branch.0.bias"]
assert starved(zero_start, x) == norm + first
# --8<-- [end:starved]

# --8<-- [start:sum]
post_ln(x).sum().backward()
largest = max(w.grad.norm().item() for w in post_ln.branch.parameters())
assert largest < 1e-4 and starved(post_ln, x) == []
# --8<-- [end:sum]


class SharedBias(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.attention = nn.MultiheadAttention(d, 2, batch_first=True)
        nn.init.normal_(self.attention.in_proj_bias)

    def forward(self, x):
        return self.attention(x, x, x)[0]


assert starved(Block(SharedBias(d), before=nn.LayerNorm(d)), x) == []

# --8<-- [start:constant]
Q, K = attention.branch.query(x), attention.branch.key(x)
b = torch.randn(d)
# $\mathrm{softmax}(Q(K + \mathbf1b^\top)^\top) = \mathrm{softmax}(QK^\top)$
assert_close((Q @ (K + b).mT).softmax(dim=-1), (Q @ K.mT).softmax(dim=-1))
# --8<-- [end:constant]
blocks = {"Pre-LN": pre_ln, "Post-LN": post_ln, "ResNet": original_resnet}
for name, block in blocks.items():
    change = (output_with_zero_branch(block, x, last) - x).norm()
    print(f"{name}: length {block(x).norm():.4g}, a zero branch changes x by {change:.4g}")
blocks = {"attention": attention, "batch norm": batch_norm, "zero start": zero_start}
for name, block in blocks.items():
    print(f"{name}: length {block(x).norm():.4g}, starved: {', '.join(starved(block, x))}")
