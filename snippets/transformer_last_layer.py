"""Before training: how large is the FFN's gradient in the last layer and in the first?"""

from statistics import median

import torch
from torch import nn

B, T, d, heads = 2, 8, 64, 4
depths = [6, 24]
bound = 0.7


def ffn_gradients(n, norm_first, seed):
    """Norms of the gradient at the FFN's second matrix: first layer, last layer."""
    torch.manual_seed(seed)
    options = {"dropout": 0.0, "batch_first": True, "norm_first": norm_first}
    net = nn.Sequential(*(nn.TransformerEncoderLayer(d, heads, 4 * d, **options) for _ in range(n)))
    for weight in net.parameters():
        if weight.dim() > 1:
            nn.init.xavier_normal_(weight)
    Y = net(torch.randn(B, T, d))
    if norm_first:
        Y = nn.functional.layer_norm(Y, [d])
    Y.backward(torch.randn(B, T, d))
    return [float(layer.linear2.weight.grad.norm()) for layer in (net[0], net[-1])]


last, ratio = {}, {}
for norm_first in (False, True):
    runs = [[ffn_gradients(n, norm_first, seed) for seed in range(7)] for n in depths]
    last[norm_first] = [median(run[1] for run in at_depth) for at_depth in runs]
    ratio[norm_first] = median(run[0] / run[1] for run in runs[1])
post_last, pre_last = last[False], last[True]
post_growth, pre_growth = post_last[1] / post_last[0], pre_last[1] / pre_last[0]
post_first_to_last, pre_first_to_last = ratio[False], ratio[True]
# $\sqrt{6 / 24}$
law = (depths[0] / depths[1]) ** 0.5
assert pre_growth < bound < post_growth
assert pre_first_to_last > post_first_to_last
print(f"last layer, {depths[1]} layers against {depths[0]}: ", end="")
print(f"Post-LN x {post_growth:.2g}, Pre-LN x {pre_growth:.2g}")
print(f"first against last layer: Post-LN x {post_first_to_last:.2g}, ", end="")
print(f"Pre-LN x {pre_first_to_last:.2g}")
