"""Two mistakes: the factor multiplies the sum, or a block that has a shortcut of its own."""

import torch


# --8<-- [start:sum]
def scaled_sum(x, f, s=0.5):
    return s * (x + f(x))


def scaled_branch(x, f, s=0.5):
    return x + s * f(x)


# --8<-- [end:sum]
# --8<-- [start:nested]
def nested(x, f, s=0.2):
    inner = x + f(x)
    return x + s * inner


# --8<-- [end:nested]
kept = [block(1.0, lambda x: x) for block in (scaled_sum, scaled_branch, nested)]
assert kept == [1, 1.5, 1.4]


def repeat(block, n):
    x = torch.ones(1, dtype=torch.float64)
    for _ in range(n):
        x = block(x, torch.zeros_like)
    return x.item()


n = 23
sum_left, branch_left, nested_left = (repeat(b, n) for b in (scaled_sum, scaled_branch, nested))
print(
    f"of x after {n} zero branches: {sum_left:.2g}, mended {branch_left:.2g}, nested {nested_left:.2g}"
)
