"""The depth journey demo: signals and gradients of a chain whose shortcuts can be cut one by one."""

from itertools import product

import torch
from torch.testing import assert_close

torch.set_default_dtype(torch.float64)
most, width = 12, 32


def lehmer(seed):
    """Pseudo-random numbers between minus one and one, the same in every language."""
    while True:
        seed = seed * 48271 % 2147483647
        yield 2 * seed / 2147483647 - 1


numbers = lehmer(160305027)


def matrix(rows, columns):
    entries = [next(numbers) for _ in range(rows * columns)]
    return torch.tensor(entries).view(rows, columns) * (3 / columns) ** 0.5


W = [matrix(width, width) for _ in range(most)]
packed, came = matrix(2, width)
one = torch.ones(1)
chains = {
    "number": (one, one, lambda layer, x: x),
    "net": (packed, came, lambda layer, x: 2**0.5 * W[layer] @ x.relu()),
}


def journey(mode, slopes, cables):
    """The state of every station, and the gradient there."""
    start, gradient, gate = chains[mode]
    x = [start.clone().requires_grad_()]
    for layer, (slope, cable) in enumerate(zip(slopes, cables, strict=True)):
        x.append(cable * x[-1] + slope * gate(layer, x[-1]))
    gradients = torch.autograd.grad(x[-1], x, gradient)
    return [state.detach() for state in x], gradients


def sizes(mode, vectors, first):
    """A number stands for itself, a vector for its size, relative to the first."""
    return [(v if mode == "number" else v.norm() / first.norm()).item() for v in vectors]


def measure(mode, slopes, cables):
    """Up and down, station by station; how alike are what was packed and what arrived, if any."""
    x, gradients = journey(mode, slopes, cables)
    cosine = torch.cosine_similarity(x[0], x[-1], dim=0, eps=0).item() if x[-1].any() else None
    return sizes(mode, x, x[0]), sizes(mode, gradients, gradients[-1]), cosine


# $a$
a = 0.5
slopes, cables = [a] * 8, [1] * 8
forward, backward, _ = measure("number", slopes, cables)
running = sum(cables)
routes = 2**running
cut_up, cut_down, _ = measure("number", slopes, [0] * 8)
dead_up, dead_down, _ = measure("number", [-1] * 8, cables)
net_up, net_down, net_alike = measure("net", slopes, cables)
dead_net_up, dead_net_down, _ = measure("net", [-1] * 8, cables)
assert dead_up[-1] == dead_down[0] == 0 and min(dead_net_up[-1], dead_net_down[0]) > 1
assert_close(forward, backward[::-1])

depths = (1, 2, 7, 12)
patterns = {"all": lambda i: 1, "none": lambda i: 0, "some": lambda i: i % 3 != 1}
factors = [lambda i: 0.5, lambda i: -1.0, lambda i: 0.0, lambda i: 2.0 - 0.35 * i]
cases = [
    (mode, [factor(i) for i in range(n)], [int(patterns[name](i)) for i in range(n)])
    for mode, n, factor, name in product(chains, depths, factors, patterns)
]
results = [measure(*case) for case in cases]
for name, (up, down) in {
    "all cables": (forward, backward), "all cut": (cut_up, cut_down), "net": (net_up, net_down),
    "net, a = -1": (dead_net_up, dead_net_down),
}.items():  # fmt: skip
    print(f"{name}: {up[-1]:.4g} at the summit, {down[0]:.4g} in the valley")
print(
    f"cosine {net_alike:.4g}; {len(cases)} cases, sum {sum(sum(r[0] + r[1]) for r in results):.4g}"
)
