"""The norm position demo: one small layer, every step forward and every gradient on its way back."""

import itertools

import torch
from torch.autograd import grad
from torch.nn.functional import layer_norm, relu, scaled_dot_product_attention

torch.set_default_dtype(torch.float64)
d, hidden = 4, 8
x = torch.tensor([[0.5, 1, 1.5, 3], [1, -1, 0.5, -0.5], [-0.5, 2, -1, 0.5]], dtype=torch.float64)
came = torch.tensor([[0.5, -1, 1, 0.5], [1, 0.5, -0.5, -1], [-0.5, 1, 0.5, 1]], dtype=torch.float64)


def lehmer(seed):
    """Pseudo-random numbers between minus one and one, the same in every language."""
    while True:
        seed = seed * 48271 % 2147483647
        yield 2 * seed / 2147483647 - 1


numbers = lehmer(151203385)


def matrix(rows, columns):
    entries = [next(numbers) for _ in range(rows * columns)]
    return torch.tensor(entries).view(rows, columns) * (3 / columns) ** 0.5


def normed(S):
    return layer_norm(S, [d])


own, other = [matrix(d, d) for _ in range(4)], [matrix(d, d) for _ in range(4)]
up, down, M = matrix(hidden, d), matrix(d, hidden), normed(matrix(3, d))


def mha(S, M, weights, masked=False):
    query, key, value, out = weights
    Q, K, V = S @ query.T, M @ key.T, M @ value.T
    return scaled_dot_product_attention(Q, K, V, is_causal=masked) @ out.T


branches = {
    "self": lambda S: mha(S, S, own),
    "masked": lambda S: mha(S, S, own, masked=True),
    "cross": lambda S: mha(S, M, other),
    "ffn": lambda S: relu(S @ up.T) @ down.T,
}
layers = {"encoder": ["self", "ffn"], "decoder": ["masked", "cross", "ffn"]}


def block(order, F, S):
    """The block's three steps: what enters each, what leaves it, and whose derivative is shown."""
    if order == "pre":
        A = F(N := normed(S))
        return [S, N, A], [N, A, S + A], [S, N, S]
    total = S + (A := F(S))
    return [S, A, total], [A, total, normed(total)], [S, S, S]


def walk(order, layer, c, k):
    """The layer's input, then lists with an entry for every step, as block() gives them."""
    S, entered, left, sources = (c * x).requires_grad_(), [], [], []
    for name in layers[layer]:
        steps = block(order, lambda S, name=name: k * branches[name](S), left[-1] if left else S)
        for known, new in zip((entered, left, sources), steps, strict=True):
            known += new
    return S, entered, left, sources


def back(result, source, gradient):
    return grad(result, source, gradient, retain_graph=True)


def by_shortcuts(order, entered, left):
    """What of the gradient reaches the input without passing any branch."""
    share = came
    if order == "post":
        for total, normed in zip(entered[::-3], left[::-3], strict=True):
            (share,) = back(normed, total, share)
    return share


def ratios(order, layer, c, k):
    """Output to input; of the gradient, all of it and the shortcuts' share, to what came in."""
    S, entered, left, _ = walk(order, layer, c, k)
    gradients = [back(left[-1], S, came)[0], by_shortcuts(order, entered, left)]
    return torch.stack([left[-1].norm() / S.norm(), *(g.norm() / came.norm() for g in gradients)])


def traces(order, layer, c, k):
    """Every tensor of the walk as one number: its product with 1, 2, 3, …"""
    S, entered, left, sources = walk(order, layer, c, k)
    probe = torch.arange(1.0, S.numel() + 1).view_as(S)
    jacobians = [back(*step, probe)[0] for step in zip(left, sources, strict=True)]
    lists = left, back(left[-1], entered, came), jacobians, [by_shortcuts(order, entered, left)]
    return [[(tensor * probe).sum().item() for tensor in tensors] for tensors in lists]


S, entered, left, _ = walk("pre", "encoder", 1, 1)
gradients = back(left[-1], entered[::3], came)
at_input = gradients[0].tolist()
state_sizes = [tensor.norm().item() for tensor in (S, *left[2::3])]
gradient_sizes = [tensor.norm().item() for tensor in (*gradients, came)]
pre, post = (ratios(order, "encoder", 1, 1).tolist() for order in ("pre", "post"))
for order, layer in itertools.product(("pre", "post"), layers):
    grown, arrived, share = ratios(order, layer, 1, 1)
    print(f"{order} {layer}: state times {grown:.4g}, gradient times {arrived:.4g} ({share:.4g})")

outputs = {order: walk(order, "decoder", 1, 0)[2][-1] for order in ("pre", "post")}
assert outputs["pre"].equal(x) and outputs["post"].allclose(
    normed(x), atol=1e-4
)  # branches of zero

inputs, weights = (0.1, 0.3, 0.5, 1, 3, 10), (0, 0.5, 1, 3)
cases = list(itertools.product(("pre", "post"), layers, inputs, weights))
results = [traces(*case) for case in cases]
totals = [sum(sum(part) for part in result) for result in results]
print("sizes of the states", *(f"{size:.4g}" for size in state_sizes))
print("sizes of the gradients", *(f"{size:.4g}" for size in gradient_sizes))
print("first row of the input's gradient", *(f"{entry:.4g}" for entry in at_input[0]))
print(f"cases: input times {inputs}, branch weights times {weights}")
print(f"{len(cases)} cases, from {min(totals):.4g} to {max(totals):.4g}")
