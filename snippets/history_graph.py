"""Over-smoothing: averaging over neighbours, with no shortcut, one, one to the start."""

import torch

torch.manual_seed(0)
nodes, depths = 30, [4, 16, 64]
edges = torch.eye(nodes).roll(1, 0) + torch.rand(nodes, nodes).gt(0.93)
A = torch.eye(nodes) + ((edges + edges.T) > 0)
# $P$
P = (A / A.sum(1, keepdim=True)).double()
x_0 = torch.randn(nodes, 8, dtype=torch.float64)


def differing(x):
    """The share of the signal that is not common to all nodes."""
    return ((x - x.mean(0)).norm() / x.norm()).item()


# --8<-- [start:smooth]
# $\alpha$
alpha = 0.1
plain, residual, initial = x_0, x_0, x_0
plain_shares, residual_shares, initial_shares = [], [], []
for depth in range(1, depths[-1] + 1):
    # $x_{l+1} = P x_l$
    plain = P @ plain
    # $x_{l+1} = x_l + P x_l$
    residual = residual + P @ residual
    # $x_{l+1} = (1 - \alpha) P x_l + \alpha x_0$
    initial = (1 - alpha) * P @ initial + alpha * x_0
    if depth in depths:
        plain_shares.append(differing(plain))
        residual_shares.append(differing(residual))
        initial_shares.append(differing(initial))
# --8<-- [end:smooth]
rows = {"plain": plain_shares, "residual": residual_shares, "initial": initial_shares}
for name, shares in rows.items():
    print(f"{name:9}", "  ".join(f"{share:.2g}" for share in shares))
