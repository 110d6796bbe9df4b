"""How fast attention makes all tokens alike, without shortcuts and with them."""

# %% [markdown] lang="zh"
# ---
# title: 没有捷径的注意力：秩坍缩
# description: 逐层量出 token 之间还剩多少差别：只有注意力、加前馈、加层归一化、加捷径、捷径上缩小分支，五个种子的范围，以及更深时的情形。
# ---
#
# # 没有捷径的注意力：秩坍缩 {#rank-collapse}
#
# 只有注意力时，token 之间的差别几层就降到舍入误差，前馈和层归一化救不了；捷径把坍缩变慢，分支再按深度缩小才几乎停住。
# { .answer }
#
# ## 问题 {#question}
#
# 一层注意力把每个 token 换成其他 token 的加权平均。许多层以后，token 之间还剩多少差别？前馈、层归一化、捷径，各自能挡住多少？

# %% [markdown] lang="en"
# ---
# title: "Attention without a shortcut: rank collapse"
# description: "How much of the difference between tokens is left after each layer: attention alone, with a feed-forward layer, with layer normalisation, with a shortcut, with a shortcut and scaled branches; over five seeds, and for deeper stacks."
# ---
#
# # Attention without a shortcut: rank collapse {#rank-collapse}
#
# With attention alone, the differences between tokens fall to rounding error within a few layers, and neither feed-forward layers nor layer normalisation prevent it; a shortcut slows the collapse, and only scaling the branches by depth all but stops it.
# { .answer }
#
# ## Question {#question}
#
# A layer of attention replaces each token by a weighted average of the others. How much of their difference is left after many layers, and how much of the loss do feed-forward layers, layer normalisation and shortcuts each prevent?

# %% [markdown] lang="zh"
# ## 预测 {#prediction}
#
# 差别用 $\rho = \frac{\lVert X - \mathbf{1} \bar{x}^\top \rVert}{\lVert X \rVert}$ 来量：$X$ 的每一行是一个 token，$\bar{x}$ 是它们的平均；所有 token 相同则为零。纯注意力的输出差别越小，注意力的权重就越均匀，下一层平均得越彻底，所以坍缩应当一层比一层快（[Dong 等人](../../reference/references.md#dong2021)）。前馈逐个 token 计算，造不出差别。层归一化把 token 的大小拉齐，注意力的权重因此不会太快变匀，应当慢一些，但挡不住。有捷径时 $X$ 本身留在和里，差别应当慢慢降；如果分支再缩小到深度的平方根分之一，它应当几乎不降。

# %% [markdown] lang="en"
# ## Prediction {#prediction}
#
# Difference is measured by $\rho = \frac{\lVert X - \mathbf{1} \bar{x}^\top \rVert}{\lVert X \rVert}$: each row of $X$ is a token, $\bar{x}$ is their mean, and tokens that are all alike give zero. The less the outputs of pure attention differ, the more even its weights become, and the more thoroughly the next layer averages, so the collapse should get faster from layer to layer ([Dong et al.](../../reference/references.md#dong2021)). A feed-forward layer works on each token alone and cannot make differences. Layer normalisation evens out the sizes of tokens, so that the weights of attention do not become uniform as fast; it should be slower, but not stop. With a shortcut $X$ itself remains in the sum and the differences should decline slowly; with branches scaled by one over the root of the depth they should hardly decline.

# %% [markdown] lang="zh"
# ## 做法 {#method}
#
# 注意力、归一化和两个量都取自[稳定与缩放](../../transformer/stability.md)里的程序；权重随机，不训练。

# %% [markdown] lang="en"
# ## Method {#method}
#
# Attention, norm and both measures are those of a program in [Stability and scaling](../../transformer/stability.md); weights are random and there is no training.

# %%
from math import sqrt

import torch
from torch.nn.functional import layer_norm, normalize

torch.set_default_dtype(torch.float64)

# %%
# --8<-- "snippets/stability_rank_collapse.py:layers"

# %%
# --8<-- "snippets/stability_rank_collapse.py:measures"


# %%
def ffn(X):
    up, down = torch.randn(d, 4 * d) * sqrt(2 / d), torch.randn(4 * d, d) / sqrt(4 * d)
    return torch.relu(X @ up) @ down


def pre_ln(X):
    U = X + attention(norm(X))
    return U + ffn(norm(U))


n, seeds = 12, 5
layers = {
    "attention": attention,
    "with_ffn": lambda X: ffn(attention(X)),
    "with_norm": lambda X: attention(norm(X)),
    "with_shortcut": lambda X: X + attention(X),
    "pre_ln": pre_ln,
    "scaled": lambda X: X + attention(norm(X)) / sqrt(n),
}


def by_layer(layer, seed, depth):
    """The tokens before the first layer and behind each."""
    torch.manual_seed(seed)
    states = [torch.randn(T, d)]
    for _ in range(depth):
        states.append(layer(states[-1]))
    return states


rho = {
    name: torch.tensor([[diversity(X) for X in by_layer(layer, seed, n)] for seed in range(seeds)])
    for name, layer in layers.items()
}

# %% [markdown] lang="zh"
# 排序对每个种子检查。再看同样的 Pre-LN 注意力叠得更深时，任意两个 token 的平均余弦。

# %% [markdown] lang="en"
# The orderings are checked for every seed. Then the mean cosine of two tokens behind Pre-LN attention that is stacked deeper.

# %%
gone, left = 1e-5, 0.1
assert (rho["attention"][:, 3] < gone).all() and (rho["with_ffn"][:, 3] < gone).all()
assert (rho["with_norm"][:, 4] < gone).all()
assert (rho["attention"][:, 3] < rho["with_norm"][:, 3]).all()
assert (rho["with_shortcut"][:, n] > left).all()
assert (rho["scaled"][:, n] > rho["with_shortcut"][:, n]).all()

medians = {name: values.median(0).values.tolist() for name, values in rho.items()}
least = {name: values.amin(0).tolist() for name, values in rho.items()}
most = {name: values.amax(0).tolist() for name, values in rho.items()}


def largest_cosine(depth, factor):
    """Of two tokens behind the last layer, on average; the largest over the seeds."""

    def layer(X):
        return X + factor * attention(norm(X))

    return max(alike(by_layer(layer, seed, depth)[-1]) for seed in range(seeds))


depths = [6, 24, 96]
cosines = [largest_cosine(depth, 1) for depth in depths]
cosines_scaled = [largest_cosine(depth, 1 / sqrt(depth)) for depth in depths]
assert cosines == sorted(cosines) and max(cosines_scaled) < min(cosines)
for name, values in medians.items():
    print(f"{name:>13}: " + " ".join(f"{max(value, 1e-6):.1g}" for value in values[:5]), "...")
print(f"largest cosine at depths {depths}:", *(f"{cosine:.2f}" for cosine in cosines))

# %%
LABELS = {
    "zh": {
        "alt": "一幅图，横轴是层，纵轴是 token 之间的差别，对数刻度。只有注意力、加前馈、加层归一化的三条曲线"
        "在几层之内跌到底，层归一化的那条晚一层；有捷径的几条留在上方，分支缩小的那条几乎水平。",
        "x": "层",
        "y": "token 之间的差别",
        "attention": "只有注意力",
        "with_ffn": "加前馈",
        "with_norm": "加 LN",
        "with_shortcut": "加捷径",
        "pre_ln": "Pre-LN 整层",
        "scaled": "捷径，分支缩小",
    },
    "en": {
        "alt": "A picture: across the layer, upwards the difference between tokens, on a "
        "logarithmic scale. The three curves of attention alone, with a feed-forward layer and "
        "with layer normalisation fall to the bottom within a few layers, the last of them a "
        "layer later; those with a shortcut stay at the top, and that of the scaled branches is "
        "nearly level.",
        "x": "layer",
        "y": "difference between tokens",
        "attention": "attention alone",
        "with_ffn": "with FFN",
        "with_norm": "with LN",
        "with_shortcut": "with shortcut",
        "pre_ln": "whole Pre-LN layer",
        "scaled": "shortcut, scaled branch",
    },
}
label = LABELS["en"]

# %%
import matplotlib.pyplot as plt

styles = {
    "scaled": ("C1", "-."),
    "pre_ln": ("C0", "--"),
    "with_shortcut": ("C0", "-"),
    "with_norm": ("C7", "--"),
    "with_ffn": ("C7", ":"),
    "attention": ("C7", "-"),
}
figure, axes = plt.subplots(num=label["alt"])
for name, (color, line) in styles.items():
    values = rho[name][:, :9].clamp(min=1e-16)
    axes.fill_between(range(9), values.amin(0), values.amax(0), color=color, alpha=0.15)
    axes.plot(range(9), values.median(0).values, line, color=color, label=label[name])
axes.set_yscale("log")
axes.set_xlabel(label["x"])
axes.set_ylabel(label["y"])
axes.legend(loc="center right")
plt.show()

# %% [markdown] lang="zh"
# 线是 $\claim{seeds}{5}$ 个种子的中位数，带子是最小到最大；底部是双精度的舍入误差。
# { .caption }
#
# ## 结果 {#result}
#
# | 每层是 | 一层后 | 两层后 | 三层后 | $\claim{n}{12}$ 层后，最小到最大 |
# | :--- | ---: | ---: | ---: | ---: |
# | 注意力 | $\claim{medians[attention][1]}{0.74}$ | $\claim{medians[attention][2]}{0.023}$ | $\claim{medians[attention][3]}{3\times10^{-7}}$ | 舍入误差 |
# | 注意力，前馈 | $\claim{medians[with_ffn][1]}{0.68}$ | $\claim{medians[with_ffn][2]}{0.015}$ | $\claim{medians[with_ffn][3]}{1\times10^{-7}}$ | 舍入误差 |
# | LN，注意力 | $\claim{medians[with_norm][1]}{0.73}$ | $\claim{medians[with_norm][2]}{0.23}$ | $\claim{medians[with_norm][3]}{0.0053}$ | 舍入误差 |
# | 捷径加注意力 | $\claim{medians[with_shortcut][1]}{0.97}$ | $\claim{medians[with_shortcut][2]}{0.96}$ | $\claim{medians[with_shortcut][3]}{0.93}$ | $\claim{least[with_shortcut][12]}{0.20}$ 到 $\claim{most[with_shortcut][12]}{0.36}$ |
# | Pre-LN 整层 | $\claim{medians[pre_ln][1]}{0.89}$ | $\claim{medians[pre_ln][2]}{0.83}$ | $\claim{medians[pre_ln][3]}{0.77}$ | $\claim{least[pre_ln][12]}{0.49}$ 到 $\claim{most[pre_ln][12]}{0.64}$ |
# | 捷径，分支缩小 | $\claim{medians[scaled][1]}{0.98}$ | $\claim{medians[scaled][2]}{0.98}$ | $\claim{medians[scaled][3]}{0.98}$ | $\claim{least[scaled][12]}{0.95}$ 到 $\claim{most[scaled][12]}{0.97}$ |
#
# 前三行一层比一层快：只有注意力、加前馈时三层之后，加层归一化时四层之后，每个种子都低于 $\claim{gone}{10^{-5}}$。捷径没有阻止坍缩，只让它变慢。Pre-LN 的注意力叠到 $\claim{depths[0]}{6}$、$\claim{depths[1]}{24}$、$\claim{depths[2]}{96}$ 层，两个 token 的平均余弦（各种子中最大的）是 $\claim{cosines[0]}{0.41}$、$\claim{cosines[1]}{0.94}$、$\claim{cosines[2]}{0.99}$；分支除以深度的平方根，则是 $\claim{cosines_scaled[0]}{0.07}$、$\claim{cosines_scaled[1]}{0.07}$、$\claim{cosines_scaled[2]}{0.08}$。这正是 [Noci 等人](../../reference/references.md#noci2022)的看法：捷径要配上随深度缩小的分支。
#
# ## 它没有说明什么 {#limits}
#
# 权重是随机的，没有训练；训练会改变注意力的锐度，也就改变坍缩的快慢。层归一化能不能阻止坍缩，文献里有不同的结论，取决于设定；这里只量了一种。token 变得一样也不自动等于训练失败，那是[另一个实验](transformer-without-shortcuts.ipynb)的事。
#
# ## 什么会改变我们的看法 {#change}
#
# 如果把查询与键的权重放大几倍，让注意力一开始就很尖，而没有捷径的网络在许多层以后仍保住差别，那么“没有捷径必然几层就坍缩”只是初始化的结论。如果训练好的模型里 token 的余弦随深度下降，“捷径只让坍缩变慢”就不适用于训练之后。
#
# ## 接下去 {#next}
#
# 分支该缩小多少，见[稳定与缩放](../../transformer/stability.md)；按深度比较各种规则的增长，见[缩放规则](scaling-rules.ipynb)。

# %% [markdown] lang="en"
# Lines are medians over $\claim{seeds}{5}$ seeds, bands reach from the least to the largest; at the bottom is the rounding error of double precision.
# { .caption }
#
# ## Result {#result}
#
# | each layer is | after one | after two | after three | after $\claim{n}{12}$, least to largest |
# | :--- | ---: | ---: | ---: | ---: |
# | attention | $\claim{medians[attention][1]}{0.74}$ | $\claim{medians[attention][2]}{0.023}$ | $\claim{medians[attention][3]}{3\times10^{-7}}$ | rounding error |
# | attention, FFN | $\claim{medians[with_ffn][1]}{0.68}$ | $\claim{medians[with_ffn][2]}{0.015}$ | $\claim{medians[with_ffn][3]}{1\times10^{-7}}$ | rounding error |
# | LN, attention | $\claim{medians[with_norm][1]}{0.73}$ | $\claim{medians[with_norm][2]}{0.23}$ | $\claim{medians[with_norm][3]}{0.0053}$ | rounding error |
# | shortcut and attention | $\claim{medians[with_shortcut][1]}{0.97}$ | $\claim{medians[with_shortcut][2]}{0.96}$ | $\claim{medians[with_shortcut][3]}{0.93}$ | $\claim{least[with_shortcut][12]}{0.20}$ to $\claim{most[with_shortcut][12]}{0.36}$ |
# | whole Pre-LN layer | $\claim{medians[pre_ln][1]}{0.89}$ | $\claim{medians[pre_ln][2]}{0.83}$ | $\claim{medians[pre_ln][3]}{0.77}$ | $\claim{least[pre_ln][12]}{0.49}$ to $\claim{most[pre_ln][12]}{0.64}$ |
# | shortcut, scaled branch | $\claim{medians[scaled][1]}{0.98}$ | $\claim{medians[scaled][2]}{0.98}$ | $\claim{medians[scaled][3]}{0.98}$ | $\claim{least[scaled][12]}{0.95}$ to $\claim{most[scaled][12]}{0.97}$ |
#
# In the first three rows each layer collapses faster than the one before: after three layers of attention alone or with a feed-forward layer, and after four with layer normalisation, less than $\claim{gone}{10^{-5}}$ is left for every seed. The shortcut does not prevent the collapse, it slows it down. With Pre-LN attention stacked $\claim{depths[0]}{6}$, $\claim{depths[1]}{24}$ and $\claim{depths[2]}{96}$ layers deep, the mean cosine of two tokens (the largest over the seeds) is $\claim{cosines[0]}{0.41}$, $\claim{cosines[1]}{0.94}$ and $\claim{cosines[2]}{0.99}$; with branches divided by the root of the depth it is $\claim{cosines_scaled[0]}{0.07}$, $\claim{cosines_scaled[1]}{0.07}$ and $\claim{cosines_scaled[2]}{0.08}$. This is what [Noci et al.](../../reference/references.md#noci2022) hold: the shortcut needs branches that shrink with depth.
#
# ## What it does not show {#limits}
#
# Weights are random and untrained; training changes how sharp attention is, and with it the speed of the collapse. Whether layer normalisation can prevent it is answered differently in the literature, depending on the setting; one case was measured here. Nor do equal tokens by themselves mean that training fails, which is the matter of [another study](transformer-without-shortcuts.ipynb).
#
# ## What would change our mind {#change}
#
# If query and key weights several times as large, which make attention sharp from the start, kept the differences alive through many layers without shortcuts, then the quick collapse would be a statement about initialisation alone. If in trained models the cosine of tokens falls with depth, “a shortcut only slows the collapse” does not hold after training.
#
# ## Where next {#next}
#
# How far to scale branches down is in [Stability and scaling](../../transformer/stability.md); how growth depends on depth under each rule is in [Scaling rules](scaling-rules.ipynb).
