"""Which mistakes do the two tests and a checked sum catch? Each mistake is put to all three."""

from copy import deepcopy
from operator import iadd

import torch
from torch import nn
from torch.nn.functional import dropout, gelu

B, T, d = 4, 6, 8


# --8<-- [start:block]
def zeros(*shape):
    return nn.Parameter(torch.zeros(shape))


PARTS = {
    "norm": lambda: nn.LayerNorm(d),
    "first": lambda: nn.Linear(d, 4 * d),
    "last": lambda: nn.Linear(4 * d, d),
    "value": lambda: nn.Linear(d, d),
    "side": lambda: nn.Linear(d, d),
    "gate": lambda: zeros(1),
    "zero": lambda: zeros(4 * d, d),
    "ones": lambda: nn.Parameter(torch.ones(d)),
    "mixer": lambda: nn.Parameter(torch.eye(T)[torch.randperm(T)]),
}
WRITERS = {"last", "value"}


class RefusedError(Exception):
    pass


class Block(nn.Module):
    """Puts parts together by a rule; a part is made when first asked for."""

    def __init__(self, rule, checked=False):
        super().__init__()
        self.rule, self.checked, self.nothing = rule, checked, None
        torch.manual_seed(0)
        self.register_buffer("memory", torch.randn(B, T, d))
        with torch.no_grad():
            self.forward(torch.randn(B, T, d))

    def __getattr__(self, name):
        parts = {**self._modules, **self._parameters}
        if name in PARTS and name not in parts:
            torch.manual_seed(1)
            part = PARTS[name]()
            is_weight = isinstance(part, nn.Parameter)
            (self._parameters if is_weight else self._modules)[name] = part
        return super().__getattr__(name)

    def add(self, x, branch):
        y = x + branch
        if self.checked and (branch.shape != x.shape or y.dtype != x.dtype):
            raise RefusedError
        return y

    def attend(self, x):
        return self.value(x).flip(1)

    def branch(self, x):
        return self.last(gelu(self.first(x)))

    def forward(self, x):
        return self.rule(self, x)


# --8<-- [end:block]
# --8<-- [start:rules]
def thrice(p, x):
    for _ in range(3):
        x = p.add(x, p.branch(x))
    return x


def after_norm(p, x):
    x = p.norm(x)
    return p.add(x, p.branch(x))


def post_ln_switch(p, x, mended):
    s = x + p.attend(x)
    u = p.norm(s)
    return p.norm(p.add(u if mended else s, p.branch(u)))


def ffn_shortcut(p, x, mended):
    h = p.add(x, p.attend(x))
    return p.add(h if mended else x, p.branch(h))


def unused(p, x, mended):
    inner = p.side(x).relu()
    return p.add(x, p.value(inner if mended else x))


def mixed(p, x, mended):
    streams = p.mixer @ x
    return p.add(streams if mended else x, p.branch(x))


def plain(p, x):
    return p.add(x, p.branch(x))


def pre_ln(p, x):
    return p.add(x, p.branch(p.norm(x)))


RULES = {
    "relu-in-place": (
        lambda p, x: p.add(x, p.last(p.first(x.relu_()))),
        lambda p, x: p.add(x, p.last(p.first(x.relu()))),
    ),
    "order": (
        lambda p, x: p.add(p.side(x), p.last(p.first(x.relu_()))),
        lambda p, x: p.add(p.side(x), p.last(p.first(x.relu()))),
    ),
    "leaf": (
        lambda p, x: iadd(x.detach().requires_grad_(), p.branch(x)),
        plain,
    ),
    "saved-for-backward": (lambda p, x: iadd(x, p.branch(x)), plain),
    "shortcut-after-norm": (after_norm, pre_ln),
    "norm-side": (lambda p, x: p.norm(plain(p, x)), pre_ln),
    "post-ln-switch": (
        lambda p, x: post_ln_switch(p, x, False),
        lambda p, x: post_ln_switch(p, x, True),
    ),
    "ffn-shortcut": (
        lambda p, x: ffn_shortcut(p, x, False),
        lambda p, x: ffn_shortcut(p, x, True),
    ),
    "memory-shortcut": (lambda p, x: p.add(p.memory, p.branch(x)), plain),
    "added-to-itself": (lambda p, x: p.add(p.branch(x), p.branch(x)), plain),
    "scaled-sum": (
        lambda p, x: 0.5 * plain(p, x),
        lambda p, x: p.add(x, 0.5 * p.branch(x)),
    ),
    "nested-shortcut": (
        lambda p, x: p.add(x, 0.2 * plain(p, x)),
        lambda p, x: p.add(x, 0.2 * p.branch(x)),
    ),
    "relu-before-sum": (lambda p, x: p.add(x, p.branch(x).relu()), plain),
    "dropout-on-sum": (
        lambda p, x: dropout(plain(p, x), 0.1),
        lambda p, x: p.add(x, dropout(p.branch(x), 0.1)),
    ),
    "growth": (plain, lambda p, x: p.add(x, 0.5 * p.branch(x))),
    "no-projection": (lambda p, x: p.add(x, p.branch(x).flatten(1)), plain),
    "broadcasting": (
        lambda p, x: p.add(x, p.branch(x.mean(1, keepdim=True))),
        plain,
    ),
    "tuple": (lambda p, x: p.add(x, (p.branch(x), None)), plain),
    "unused-layer": (
        lambda p, x: unused(p, x, False),
        lambda p, x: unused(p, x, True),
    ),
    "overwritten-layer": (
        lambda p, x: p.add(x, p.nothing(p.first(x))),
        plain,
    ),
    "shared-block": (thrice, plain),
    "mixed-not-returned": (
        lambda p, x: mixed(p, x, False),
        lambda p, x: mixed(p, x, True),
    ),
    "cast-down": (
        lambda p, x: p.add(x.bfloat16(), p.branch(x).bfloat16()),
        lambda p, x: p.add(x, p.branch(x).bfloat16().to(x.dtype)),
    ),
    "promotion": (
        lambda p, x: p.add(x.bfloat16(), p.branch(x)),
        lambda p, x: p.add(x.bfloat16(), p.branch(x).bfloat16()),
    ),
    "two-zeros": (
        lambda p, x: p.add(x, p.gate * gelu(p.first(x)) @ p.zero),
        lambda p, x: p.add(x, gelu(p.first(x)) @ p.zero),
    ),
    "ignored-init": (
        lambda p, x: p.add(x, p.ones * p.branch(x)),
        lambda p, x: p.add(x, 0.1 * p.ones * p.branch(x)),
    ),
}
# --8<-- [end:rules]


# --8<-- [start:tests]
def output_with_zero_branch(block, x):
    block = deepcopy(block).train()
    with torch.no_grad():
        for name in WRITERS & set(block._modules):
            for weight in block.get_submodule(name).parameters():
                weight.zero_()
        return block(x.clone()).float()


def starved(block, x):
    block = deepcopy(block).train().double()
    y = block(x.double().requires_grad_().clone())
    y.backward(torch.randn_like(y))
    sizes = {}
    for name, weight in block.named_parameters():
        sizes[name] = 0.0
        if weight.grad is not None:
            sizes[name] = weight.grad.norm().item()
    bound = 1e-10 * max(sizes.values())
    return {name for name, size in sizes.items() if size <= bound}


def by_zero_branch(mistake, mended):
    found = output_with_zero_branch(Block(mistake), x)
    wanted = output_with_zero_branch(Block(mended), x)
    return not torch.allclose(found, wanted, atol=1e-3)


def by_gradient(mistake, mended):
    return bool(starved(Block(mistake), x) - starved(Block(mended), x))


def by_checked_sum(mistake, mended):
    Block(mistake)(x.clone())
    try:
        return not Block(mistake, checked=True)
    except RefusedError:
        return True


def outcome(test, rules):
    try:
        return "caught" if test(*rules) else "missed"
    except (RuntimeError, TypeError):
        return "raises"


x = torch.randn(B, T, d, generator=torch.Generator().manual_seed(2))
TESTS = (by_zero_branch, by_gradient, by_checked_sum)
caught = {}
for name, rules in RULES.items():
    caught[name] = [outcome(test, rules) for test in TESTS]
# --8<-- [end:tests]
zero, gradient, checked = (
    sum(row[column] == "caught" for row in caught.values()) for column in range(3)
)
raised = sum("raises" in row for row in caught.values())
missed = sum(set(row) == {"missed"} for row in caught.values())
cases = len(caught)


def length(rule):
    try:
        return f"{Block(rule)(x.clone()).float().norm():.4g}"
    except (RuntimeError, TypeError):
        return "raises"


for name, row in caught.items():
    print(f"{name:20}", *(f"{cell:7}" for cell in row), *map(length, RULES[name]))
