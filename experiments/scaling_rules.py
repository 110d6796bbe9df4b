"""How activations and gradients grow with depth under eight rules for the residual branch."""

# %% [markdown] lang="zh"
# ---
# title: 缩放规则：增长怎样随深度变
# description: 对分支的各种规则，量出激活往前、梯度往后随深度增长多少，与公式对照：直接相加、除以深度或其平方根、前归一化、后归一化、DeepNorm、零初始化。
# ---
#
# # 缩放规则：增长怎样随深度变 {#scaling-rules}
#
# 随机权重下，直接相加使激活和梯度随深度指数增长，前归一化使它们按深度的平方根增长，分支再除以深度的平方根便与深度无关；往前和往后的增长在每条规则下都一样。
# { .answer }
#
# ## 问题 {#question}
#
# 残差块的写法有许多：分支乘不乘系数，归一化放在哪里，最后一层从不从零开始。块叠得很深时，激活和梯度各增长多少？往前稳定的规则，往后也稳定吗？

# %% [markdown] lang="en"
# ---
# title: "Scaling rules: growth by depth"
# description: "How much activations grow forward and gradients backward, by depth, under each rule for the branch, against formulas: bare sum, divided by the depth or its root, Pre-LN, Post-LN, DeepNorm, zero start."
# ---
#
# # Scaling rules: growth by depth {#scaling-rules}
#
# With random weights a bare sum makes activations and gradients grow exponentially with depth, Pre-LN makes them grow as its square root, and dividing the branch by the root of the depth as well makes them independent of it; under every rule they grow alike, forward and backward.
# { .answer }
#
# ## Question {#question}
#
# Residual blocks are written in many ways: with or without a factor on the branch, with the norm here or there, with a last layer that starts at zero or not. Stacked high, how much do activations and gradients grow? Is a rule that is stable forward stable backward as well?

# %% [markdown] lang="zh"
# ## 预测 {#prediction}
#
# 分支是两层的 MLP，权重的方差取得使它平均保持输入的大小，往前往后都是。独立的随机向量相加，范数的平方相加，于是每条规则都能预先算出来，$n$ 是块数：
#
# | 规则 | 块 | 增长 |
# | :--- | :--- | :--- |
# | 直接相加 | $x_{l+1} = x_l + F_l(x_l)$ | $\lVert x_n \rVert \approx 2^{n/2}\, \lVert x_0 \rVert$ |
# | 除以根号 | $x_{l+1} = x_l + \frac{1}{\sqrt{n}} F_l(x_l)$ | $\lVert x_n \rVert \approx (1 + \frac{1}{n})^{n/2}\, \lVert x_0 \rVert$ |
# | 除以深度 | $x_{l+1} = x_l + \frac{1}{n} F_l(x_l)$ | $\lVert x_n \rVert \approx (1 + \frac{1}{n^2})^{n/2}\, \lVert x_0 \rVert$ |
# | Pre-LN | $x_{l+1} = x_l + F_l(\mathrm{LN}(x_l))$ | $\lVert x_n \rVert \approx \sqrt{1 + n}\, \lVert x_0 \rVert$ |
# | Pre-LN，除以根号 | $x_{l+1} = x_l + \frac{1}{\sqrt{n}} F_l(\mathrm{LN}(x_l))$ | $\lVert x_n \rVert \approx \sqrt{2}\, \lVert x_0 \rVert$ |
#
# 后归一化与 DeepNorm 每块都重新定大小，激活不增长；零初始化的分支什么也不加。往后走，块的雅可比矩阵是同样几项的转置，所以梯度的增长应当与激活相同。Pre-LN 的第 $l$ 块里，归一化把分支的雅可比矩阵除以已经长大的流，各块的倍数相乘，恰好也是 $\sqrt{1 + n}$。

# %% [markdown] lang="en"
# ## Prediction {#prediction}
#
# The branch is an MLP of two layers, its weights scaled so that on average it keeps the size of what it is given, forward and backward. When independent random vectors are added, the squares of their norms add, so every rule can be worked out beforehand; $n$ is the number of blocks:
#
# | rule | block | growth |
# | :--- | :--- | :--- |
# | bare sum | $x_{l+1} = x_l + F_l(x_l)$ | $\lVert x_n \rVert \approx 2^{n/2}\, \lVert x_0 \rVert$ |
# | divided by the root | $x_{l+1} = x_l + \frac{1}{\sqrt{n}} F_l(x_l)$ | $\lVert x_n \rVert \approx (1 + \frac{1}{n})^{n/2}\, \lVert x_0 \rVert$ |
# | divided by the depth | $x_{l+1} = x_l + \frac{1}{n} F_l(x_l)$ | $\lVert x_n \rVert \approx (1 + \frac{1}{n^2})^{n/2}\, \lVert x_0 \rVert$ |
# | Pre-LN | $x_{l+1} = x_l + F_l(\mathrm{LN}(x_l))$ | $\lVert x_n \rVert \approx \sqrt{1 + n}\, \lVert x_0 \rVert$ |
# | Pre-LN, divided by the root | $x_{l+1} = x_l + \frac{1}{\sqrt{n}} F_l(\mathrm{LN}(x_l))$ | $\lVert x_n \rVert \approx \sqrt{2}\, \lVert x_0 \rVert$ |
#
# Post-LN and DeepNorm set the size anew in every block, so activations do not grow; a branch that starts at zero adds nothing. Going back, a block’s Jacobian is the transpose of the same terms, so gradients should grow as activations do. In block $l$ of Pre-LN the norm divides the branch’s Jacobian by a stream that has grown; the factors of all blocks multiply to $\sqrt{1 + n}$ again.

# %% [markdown] lang="zh"
# ## 做法 {#method}
#
# 每个种子、每种深度、每条规则都用同一批权重；输出端的梯度是同一个随机方向。量 $\lVert x_n \rVert$ 与 $\lVert x_0 \rVert$ 之比，和两端梯度范数之比。

# %% [markdown] lang="en"
# ## Method {#method}
#
# For each seed and depth all rules use the same weights, and the gradient at the output is the same random direction. What is measured is the ratio of $\lVert x_n \rVert$ to $\lVert x_0 \rVert$, and that of the gradient’s norms at the two ends.

# %%
from math import sqrt

import torch
from torch.nn.functional import layer_norm, relu

torch.set_default_dtype(torch.float64)
batch, width, seeds = 32, 64, 5
depths = [6, 12, 24, 48, 96]


def ln(x):
    return layer_norm(x, [width])


def bare(x, F, n):
    # $x_{l+1} = x_l + F_l(x_l)$
    return x + F(x)


def root(x, F, n):
    # $x_{l+1} = x_l + \frac{1}{\sqrt{n}} F_l(x_l)$
    return x + F(x) / sqrt(n)


def nth(x, F, n):
    # $x_{l+1} = x_l + \frac{1}{n} F_l(x_l)$
    return x + F(x) / n


def pre(x, F, n):
    # $x_{l+1} = x_l + F_l(\mathrm{LN}(x_l))$
    return x + F(ln(x))


def pre_root(x, F, n):
    # $x_{l+1} = x_l + \frac{1}{\sqrt{n}} F_l(\mathrm{LN}(x_l))$
    return x + F(ln(x)) / sqrt(n)


def post(x, F, n):
    return ln(x + F(x))


def deepnorm(x, F, n):
    return ln(n**0.25 * x + F(x) / (4 * n) ** 0.25)


def zero(x, F, n):
    return x + 0 * F(x)


def branch():
    """Two random layers that keep, on average, the size of what they are given."""
    up = torch.randn(width, 4 * width) * sqrt(2 / width)
    down = torch.randn(4 * width, width) / sqrt(4 * width)
    return lambda x: relu(x @ up) @ down


def draw(n, seed):
    """The input, the gradient at the output and n branches, the same for every rule."""
    torch.manual_seed(seed)
    start, direction = ln(torch.randn(batch, width)).requires_grad_(), torch.randn(batch, width)
    return start, direction, [branch() for _ in range(n)]


def growth(rule, start, direction, branches):
    """Of the activations forward, and of the gradient backward."""
    x = start
    for F in branches:
        x = rule(x, F, len(branches))
    (gradient,) = torch.autograd.grad((x * direction).sum(), start)
    return (x.norm() / start.norm()).item(), (gradient.norm() / direction.norm()).item()


forward, backward = {}, {}
for n in depths:
    drawn = [draw(n, seed) for seed in range(seeds)]
    for rule in (bare, root, nth, pre, pre_root, post, deepnorm, zero):
        runs = torch.tensor([growth(rule, *one) for one in drawn])
        forward[f"{rule.__name__}_{n}"], backward[f"{rule.__name__}_{n}"] = runs.T

# %% [markdown] lang="zh"
# 每条公式在每种深度、每个种子上对照；指数增长的那条比较的是每块的平均倍数。

# %% [markdown] lang="en"
# Each formula is held against every depth and every seed; for the exponential one it is the mean factor per block that is compared.

# %%
tolerance, loose = 0.12, 0.4


def near(measured, predicted, bound=tolerance):
    return ((measured / predicted - 1).abs() < bound).all()


for n in depths:
    # $\lVert x_n \rVert \approx 2^{n/2}\, \lVert x_0 \rVert$
    assert near(forward[f"bare_{n}"] ** (1 / n), 2**0.5, tolerance / 3)
    # $\lVert x_n \rVert \approx (1 + \frac{1}{n})^{n/2}\, \lVert x_0 \rVert$
    assert near(forward[f"root_{n}"], (1 + 1 / n) ** (n / 2))
    # $\lVert x_n \rVert \approx (1 + \frac{1}{n^2})^{n/2}\, \lVert x_0 \rVert$
    assert near(forward[f"nth_{n}"], (1 + 1 / n**2) ** (n / 2))
    # $\sqrt{1 + n}$
    square_root = sqrt(1 + n)
    # $\lVert x_n \rVert \approx \sqrt{1 + n}\, \lVert x_0 \rVert$
    assert near(forward[f"pre_{n}"], square_root)
    # $\lVert x_n \rVert \approx \sqrt{2}\, \lVert x_0 \rVert$
    assert near(forward[f"pre_root_{n}"], 2**0.5)
    assert near(backward[f"bare_{n}"] ** (1 / n), 2**0.5, tolerance / 3)
    assert near(backward[f"root_{n}"], (1 + 1 / n) ** (n / 2))
    assert near(backward[f"nth_{n}"], (1 + 1 / n**2) ** (n / 2))
    assert near(backward[f"pre_{n}"], square_root, loose)
    assert near(backward[f"pre_root_{n}"], 2**0.5)
    assert near(backward[f"deepnorm_{n}"], 1)
    assert near(forward[f"post_{n}"], 1, 1e-3) and near(forward[f"deepnorm_{n}"], 1, 1e-3)
    assert near(forward[f"zero_{n}"], 1, 1e-9) and near(backward[f"zero_{n}"], 1, 1e-9)


def spread(runs):
    """Median over the seeds, then the least and the largest."""
    return {k: [v.median().item(), v.min().item(), v.max().item()] for k, v in runs.items()}


activations, gradients = spread(forward), spread(backward)
for name in ("bare", "root", "nth", "pre", "pre_root", "post", "deepnorm", "zero"):
    print(f"{name:>8}: activations x {activations[f'{name}_96'][0]:.4g}", end=", ")
    print(f"gradient x {gradients[f'{name}_96'][0]:.4g} over 96 blocks")

# %%
LABELS = {
    "zh": {
        "alt": "两幅双对数图，横轴是块数；左图纵轴是激活增长的倍数，右图是梯度增长的倍数。两图几乎一样："
        "直接相加的曲线陡然冲出图外，前归一化的缓缓上升，分支缩小的几条贴着底部几乎水平；"
        "右图里后归一化的带子随深度变宽，DeepNorm 的不变。",
        "forward": "激活，往前",
        "backward": "梯度，往后",
        "x": "块数",
        "y": "增长的倍数",
        "bare": "直接相加",
        "root": "除以根号",
        "pre": "Pre-LN",
        "pre_root": "Pre-LN，除以根号",
        "post": "Post-LN",
        "deepnorm": "DeepNorm",
    },
    "en": {
        "alt": "Two pictures with logarithmic scales: across the number of blocks; upwards, left, "
        "how many times activations have grown, right, gradients. They look almost the same: the "
        "curve of the bare sum shoots out of the picture, that of Pre-LN rises slowly, those with "
        "scaled branches stay at the bottom, nearly level; in the right picture the band of "
        "Post-LN widens with depth and that of DeepNorm does not.",
        "forward": "activations, forward",
        "backward": "gradient, backward",
        "x": "blocks",
        "y": "growth, times",
        "bare": "bare sum",
        "root": "by the root",
        "pre": "Pre-LN",
        "pre_root": "Pre-LN, by the root",
        "post": "Post-LN",
        "deepnorm": "DeepNorm",
    },
}
label = LABELS["en"]

# %%
import matplotlib.pyplot as plt

styles = {
    "bare": ("black", "-"),
    "pre": ("C0", "-"),
    "pre_root": ("C0", "--"),
    "root": ("C1", "-."),
    "post": ("C7", "-"),
    "deepnorm": ("C7", ":"),
}
figure, panels = plt.subplots(1, 2, sharey=True, figsize=(10, 4), num=label["alt"])
for axes, runs, title in zip(panels, (forward, backward), ("forward", "backward")):
    for name, (color, line) in styles.items():
        values = torch.stack([runs[f"{name}_{n}"] for n in depths])
        axes.fill_between(depths, values.amin(1), values.amax(1), color=color, alpha=0.15)
        axes.plot(depths, values.median(1).values, line, color=color, label=label[name])
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(depths, depths)
    axes.set_ylim(0.5, 40)
    axes.set_title(label[title])
    axes.set_xlabel(label["x"])
panels[0].set_ylabel(label["y"])
panels[0].legend(loc="upper right")
plt.show()

# %% [markdown] lang="zh"
# 线是 $\claim{seeds}{5}$ 个种子的中位数，带子是最小到最大。
# { .caption }
#
# ## 结果 {#result}
#
# $\claim{depths[4]}{96}$ 块之后增长的倍数，中位数，括号里是最小到最大：
#
# | 规则 | 激活 | 梯度 |
# | :--- | :--- | :--- |
# | 直接相加 | $\claim{activations[bare_96][0]}{1\times10^{14}}$ | $\claim{gradients[bare_96][0]}{2\times10^{14}}$ |
# | 除以根号 | $\claim{activations[root_96][0]}{1.6}$（$\claim{activations[root_96][1]}{1.6}$ 到 $\claim{activations[root_96][2]}{1.6}$） | $\claim{gradients[root_96][0]}{1.7}$（$\claim{gradients[root_96][1]}{1.6}$ 到 $\claim{gradients[root_96][2]}{1.8}$） |
# | 除以深度 | $\claim{activations[nth_96][0]}{1.0}$ | $\claim{gradients[nth_96][0]}{1.0}$ |
# | Pre-LN | $\claim{activations[pre_96][0]}{9.1}$（$\claim{activations[pre_96][1]}{8.8}$ 到 $\claim{activations[pre_96][2]}{9.9}$） | $\claim{gradients[pre_96][0]}{12}$（$\claim{gradients[pre_96][1]}{9.6}$ 到 $\claim{gradients[pre_96][2]}{13}$） |
# | Pre-LN，除以根号 | $\claim{activations[pre_root_96][0]}{1.4}$ | $\claim{gradients[pre_root_96][0]}{1.4}$（$\claim{gradients[pre_root_96][1]}{1.4}$ 到 $\claim{gradients[pre_root_96][2]}{1.5}$） |
# | Post-LN | $\claim{activations[post_96][0]}{1.0}$ | $\claim{gradients[post_96][0]}{1.6}$（$\claim{gradients[post_96][1]}{0.7}$ 到 $\claim{gradients[post_96][2]}{2.4}$） |
# | DeepNorm | $\claim{activations[deepnorm_96][0]}{1.0}$ | $\claim{gradients[deepnorm_96][0]}{1.0}$（$\claim{gradients[deepnorm_96][1]}{1.0}$ 到 $\claim{gradients[deepnorm_96][2]}{1.0}$） |
# | 零初始化 | $\claim{activations[zero_96][0]}{1}$ | $\claim{gradients[zero_96][0]}{1}$ |
#
# 激活的每个公式在所有深度上成立，误差小于 $\claim{tolerance}{0.12}$；Pre-LN 的梯度散得开一些，界是 $\claim{loose}{0.4}$。Post-LN 在初始化时既不爆炸也不消失，只是越深越看运气，“每过一次归一化梯度就缩小一截”在这里看不到。
#
# ## 它没有说明什么 {#limits}
#
# 分支是随机的 MLP，没有注意力；交叉注意力、所有层共用的偏置方向，都会让分支彼此相关，增长随之改变，见[彼此一致的分支](../../transformer/stability.md#agreeing)。初始化时的增长也不决定训练：零初始化和除以深度在这里一样平，而它们能学到的并不一样。
#
# ## 什么会改变我们的看法 {#change}
#
# 如果换成注意力分支、独立抽取的权重，增长不再是这些公式，那么预测用的“平均保持大小”就不适用。如果训练好的大模型里流的大小按这里的倍数增长，我们会把“训练后另当别论”收回；[Sun 等人](../../reference/references.md#sun2025)说它可以长得更快。
#
# ## 接下去 {#next}
#
# 公式的推导和更多规则在[稳定与缩放](../../transformer/stability.md)；Pre-LN 与 Post-LN 的训练在[另一个实验](pre-and-post-ln.ipynb)。

# %% [markdown] lang="en"
# Lines are medians over $\claim{seeds}{5}$ seeds, bands reach from the least to the largest.
# { .caption }
#
# ## Result {#result}
#
# Growth over $\claim{depths[4]}{96}$ blocks, the median, in brackets the least and the largest:
#
# | rule | activations | gradient |
# | :--- | :--- | :--- |
# | bare sum | $\claim{activations[bare_96][0]}{1\times10^{14}}$ | $\claim{gradients[bare_96][0]}{2\times10^{14}}$ |
# | divided by the root | $\claim{activations[root_96][0]}{1.6}$ ($\claim{activations[root_96][1]}{1.6}$ to $\claim{activations[root_96][2]}{1.6}$) | $\claim{gradients[root_96][0]}{1.7}$ ($\claim{gradients[root_96][1]}{1.6}$ to $\claim{gradients[root_96][2]}{1.8}$) |
# | divided by the depth | $\claim{activations[nth_96][0]}{1.0}$ | $\claim{gradients[nth_96][0]}{1.0}$ |
# | Pre-LN | $\claim{activations[pre_96][0]}{9.1}$ ($\claim{activations[pre_96][1]}{8.8}$ to $\claim{activations[pre_96][2]}{9.9}$) | $\claim{gradients[pre_96][0]}{12}$ ($\claim{gradients[pre_96][1]}{9.6}$ to $\claim{gradients[pre_96][2]}{13}$) |
# | Pre-LN, divided by the root | $\claim{activations[pre_root_96][0]}{1.4}$ | $\claim{gradients[pre_root_96][0]}{1.4}$ ($\claim{gradients[pre_root_96][1]}{1.4}$ to $\claim{gradients[pre_root_96][2]}{1.5}$) |
# | Post-LN | $\claim{activations[post_96][0]}{1.0}$ | $\claim{gradients[post_96][0]}{1.6}$ ($\claim{gradients[post_96][1]}{0.7}$ to $\claim{gradients[post_96][2]}{2.4}$) |
# | DeepNorm | $\claim{activations[deepnorm_96][0]}{1.0}$ | $\claim{gradients[deepnorm_96][0]}{1.0}$ ($\claim{gradients[deepnorm_96][1]}{1.0}$ to $\claim{gradients[deepnorm_96][2]}{1.0}$) |
# | zero start | $\claim{activations[zero_96][0]}{1}$ | $\claim{gradients[zero_96][0]}{1}$ |
#
# Each formula for the activations holds at all depths with an error below $\claim{tolerance}{0.12}$; the gradients of Pre-LN scatter more, and their bound is $\claim{loose}{0.4}$. Post-LN neither explodes nor vanishes at initialisation, it only depends more on luck the deeper it is: of “each norm shrinks the gradient a little” there is nothing to be seen here.
#
# ## What it does not show {#limits}
#
# The branches are random MLPs without attention. Cross-attention, or a bias direction shared by all layers, makes branches agree with each other, and growth changes; see [When branches agree](../../transformer/stability.md#agreeing). Nor does growth at initialisation decide about training: a zero start and division by the depth are equally flat here, and they do not learn the same.
#
# ## What would change our mind {#change}
#
# If independently drawn branches of attention grew by other formulas, the assumption that a branch keeps the size of its input on average would not apply to them. If in trained large models the stream grew by these factors, we would take back that training changes them; [Sun et al.](../../reference/references.md#sun2025) say that it can grow faster.
#
# ## Where next {#next}
#
# The formulas are derived, with more rules, in [Stability and scaling](../../transformer/stability.md); how Pre-LN and Post-LN train is [another study](pre-and-post-ln.ipynb).
