"""Pre-LN and Post-LN at three depths, trained with and without warm-up."""

# %% [markdown] lang="zh"
# ---
# title: Pre-LN 与 Post-LN：深度与预热
# description: 同样的小 Transformer，前归一化与后归一化，三种深度，有预热与没有预热：训练之后的损失，五个种子。
# ---
#
# # Pre-LN 与 Post-LN：深度与预热 {#pre-and-post-ln}
#
# 浅的时候 Pre-LN 与 Post-LN 都学得会；加深以后，同样的学习率和步数下只有 Pre-LN 还学得会，预热让深的 Post-LN 离开瞎猜，但没有让它赶上。
# { .answer }
#
# ## 问题 {#question}
#
# 归一化放在加法之前还是之后，训练的难易差多少？这个差别随深度怎样变，学习率预热能补回多少？

# %% [markdown] lang="en"
# ---
# title: "Pre-LN and Post-LN: depth and warm-up"
# description: "The same small Transformer with the norm before or after the sum, at three depths, with and without warm-up: the loss after training, over five seeds."
# ---
#
# # Pre-LN and Post-LN: depth and warm-up {#pre-and-post-ln}
#
# Shallow, both Pre-LN and Post-LN learn; deeper, with the same learning rate and number of steps only Pre-LN still does, and warm-up takes a deep Post-LN network away from guessing but does not let it catch up.
# { .answer }
#
# ## Question {#question}
#
# With the norm before the sum or after it, how much easier or harder is training? How does the difference change with depth, and how much of it does a warm-up of the learning rate make good?

# %% [markdown] lang="zh"
# ## 预测 {#prediction}
#
# 按 [Xiong 等人](../../reference/references.md#xiong2020)的分析，初始化时 Post-LN 末层的梯度大小不随深度变，Pre-LN 的随深度的平方根下降：流越大，归一化把它除得越多。[残差在 Transformer 里](../../transformer/residuals.md)量过：从 $\claim{transformer_last_layer.depths[0]}{6}$ 层到 $\claim{transformer_last_layer.depths[1]}{24}$ 层，前者变为 $\claim{transformer_last_layer.post_growth}{1.1}$ 倍，后者变为 $\claim{transformer_last_layer.pre_growth}{0.5}$ 倍。输出附近的大梯度在开头会把网络推得太远，所以 Post-LN 应当更需要预热，越深越需要；Pre-LN 没有预热也应当能训练。

# %% [markdown] lang="en"
# ## Prediction {#prediction}
#
# By the analysis of [Xiong et al.](../../reference/references.md#xiong2020), at initialisation the size of the last layer’s gradient does not depend on depth in Post-LN and falls with its square root in Pre-LN: the larger the stream, the more the norm divides it. [Residuals in the Transformer](../../transformer/residuals.md) measured it: from $\claim{transformer_last_layer.depths[0]}{6}$ layers to $\claim{transformer_last_layer.depths[1]}{24}$ the former is multiplied by $\claim{transformer_last_layer.post_growth}{1.1}$, the latter by $\claim{transformer_last_layer.pre_growth}{0.5}$. A large gradient near the output pushes the network too far at the beginning, so Post-LN should need warm-up, the deeper the more, and Pre-LN should train without it.

# %% [markdown] lang="zh"
# ## 做法 {#method}
#
# 任务是把一串符号倒过来写。网络与[去掉捷径的 Transformer](transformer-without-shortcuts.ipynb)里的相同，所有权重的第一个轴是种子。Pre-LN 的子层是 $x_{l+1} = x_l + F_l(\mathrm{LN}(x_l))$，Post-LN 的是 $x_{l+1} = \mathrm{LN}(x_l + F_l(x_l))$；输出前都再归一化一次。优化器是 Adam，预热时学习率线性升到它的值。

# %% [markdown] lang="en"
# ## Method {#method}
#
# The task is to write a string of symbols backwards. The networks are those of [A Transformer without its shortcuts](transformer-without-shortcuts.ipynb); the first axis of all weights is the seed. A Pre-LN sublayer is $x_{l+1} = x_l + F_l(\mathrm{LN}(x_l))$, a Post-LN one is $x_{l+1} = \mathrm{LN}(x_l + F_l(x_l))$; both are normalised once more before the output. The optimiser is Adam; during warm-up its rate rises linearly to its value.

# %%
from math import log, sqrt

import torch
from torch.nn.functional import cross_entropy, layer_norm, relu, scaled_dot_product_attention

# %%
# --8<-- "snippets/small_transformers.py:net"

# %%
orders = {"pre": "before", "post": "after"}
depths = [3, 6, 12]
rate, steps, warm = 0.003, 80, 40
warmups = {"cold": 0, "warm": warm}
curves = {
    f"{name}_{n}_{start}": train(Transformers(n, norm), rate, steps, warmup)
    for name, norm in orders.items()
    for n in depths
    for start, warmup in warmups.items()
}

# %% [markdown] lang="zh"
# 只对每个种子都成立的排序下断言。中间深度的 Post-LN 有的种子学会，有的没有，结局随种子而变，不下断言。

# %% [markdown] lang="en"
# Only orderings that hold for every seed are asserted. At the middle depth some seeds of Post-LN learn and others do not; how that ends depends on the seed and is not asserted.

# %%
ends = {name: losses[-10:].mean(0) for name, losses in curves.items()}
chance = log(vocabulary)
learned, stuck = 0.4, 1.5
assert max(ends["pre_3_cold"].max(), ends["post_3_cold"].max()) < learned
assert ends["pre_12_cold"].max() < learned
assert min(ends["post_12_cold"].min(), ends["post_12_warm"].min()) > stuck
assert (ends["pre_12_warm"] < ends["post_12_warm"]).all()
medians = {name: values.median().item() for name, values in ends.items()}
least = {name: values.min().item() for name, values in ends.items()}
most = {name: values.max().item() for name, values in ends.items()}
for name in ends:
    print(f"{name:>12}: {medians[name]:.1g} ({least[name]:.1g} to {most[name]:.1g})")

# %%
LABELS = {
    "zh": {
        "alt": "两幅图，左边没有预热，右边有；横轴是层数，纵轴是训练之后的损失。Pre-LN 的点在三种深度都低；"
        "Post-LN 的点在最浅处低，在中间散得很开，在最深处接近瞎猜的线，有预热时略低一些。",
        "cold": "没有预热",
        "warm": "有预热",
        "x": "层数",
        "y": "训练后的损失",
        "pre": "Pre-LN",
        "post": "Post-LN",
        "chance": "瞎猜",
    },
    "en": {
        "alt": "Two pictures, without warm-up on the left and with it on the right; across the "
        "number of layers, upwards the loss after training. The dots of Pre-LN are low at all "
        "three depths; those of Post-LN are low at the smallest, scattered at the middle one, and "
        "near the line of guessing at the largest, a little below it with warm-up.",
        "cold": "without warm-up",
        "warm": "with warm-up",
        "x": "layers",
        "y": "loss after training",
        "pre": "Pre-LN",
        "post": "Post-LN",
        "chance": "guessing",
    },
}
label = LABELS["en"]

# %%
import matplotlib.pyplot as plt

figure, panels = plt.subplots(1, 2, sharey=True, figsize=(10, 4), num=label["alt"])
for axes, start in zip(panels, warmups):
    for name, color, marker, line in (("pre", "C0", "o", "-"), ("post", "C7", "s", ":")):
        values = torch.stack([ends[f"{name}_{n}_{start}"] for n in depths])
        axes.plot(depths, values.median(1).values, line, color=color, label=label[name])
        axes.plot(depths, values, marker, color=color, markersize=4)
    axes.axhline(chance, color="black", linewidth=1, label=label["chance"])
    axes.set_xticks(depths)
    axes.set_ylim(bottom=0)
    axes.set_title(label[start])
    axes.set_xlabel(label["x"])
panels[0].set_ylabel(label["y"])
panels[0].legend(loc="center left")
plt.show()

# %% [markdown] lang="zh"
# 每个点是一个种子，线连起 $\claim{seeds}{5}$ 个种子的中位数。
# { .caption }
#
# ## 结果 {#result}
#
# 训练 $\claim{steps}{80}$ 步，学习率 $\claim{rate}{0.003}$，预热 $\claim{warm}{40}$ 步；末尾的损失，中位数，括号里是最小到最大（瞎猜是 $\claim{chance}{2.08}$）：
#
# | 层数 | Pre-LN | Pre-LN，预热 | Post-LN | Post-LN，预热 |
# | ---: | :--- | :--- | :--- | :--- |
# | $\claim{depths[0]}{3}$ | $\claim{medians[pre_3_cold]}{0.01}$（$\claim{least[pre_3_cold]}{0.01}$ 到 $\claim{most[pre_3_cold]}{0.02}$） | $\claim{medians[pre_3_warm]}{0.03}$（$\claim{least[pre_3_warm]}{0.02}$ 到 $\claim{most[pre_3_warm]}{0.14}$） | $\claim{medians[post_3_cold]}{0.01}$（$\claim{least[post_3_cold]}{0.01}$ 到 $\claim{most[post_3_cold]}{0.02}$） | $\claim{medians[post_3_warm]}{0.03}$（$\claim{least[post_3_warm]}{0.02}$ 到 $\claim{most[post_3_warm]}{0.45}$） |
# | $\claim{depths[1]}{6}$ | $\claim{medians[pre_6_cold]}{0.01}$（$\claim{least[pre_6_cold]}{0.01}$ 到 $\claim{most[pre_6_cold]}{0.02}$） | $\claim{medians[pre_6_warm]}{0.04}$（$\claim{least[pre_6_warm]}{0.02}$ 到 $\claim{most[pre_6_warm]}{0.06}$） | $\claim{medians[post_6_cold]}{0.52}$（$\claim{least[post_6_cold]}{0.04}$ 到 $\claim{most[post_6_cold]}{1.9}$） | $\claim{medians[post_6_warm]}{0.50}$（$\claim{least[post_6_warm]}{0.10}$ 到 $\claim{most[post_6_warm]}{1.6}$） |
# | $\claim{depths[2]}{12}$ | $\claim{medians[pre_12_cold]}{0.03}$（$\claim{least[pre_12_cold]}{0.02}$ 到 $\claim{most[pre_12_cold]}{0.03}$） | $\claim{medians[pre_12_warm]}{0.07}$（$\claim{least[pre_12_warm]}{0.04}$ 到 $\claim{most[pre_12_warm]}{0.17}$） | $\claim{medians[post_12_cold]}{2.1}$（$\claim{least[post_12_cold]}{2.0}$ 到 $\claim{most[post_12_cold]}{2.1}$） | $\claim{medians[post_12_warm]}{1.9}$（$\claim{least[post_12_warm]}{1.8}$ 到 $\claim{most[post_12_warm]}{2.0}$） |
#
# $\claim{depths[2]}{12}$ 层时，每个种子的 Pre-LN 都学会了，低于 $\claim{learned}{0.4}$；Post-LN 无论有没有预热，没有一个种子低于 $\claim{stuck}{1.5}$。$\claim{depths[1]}{6}$ 层的 Post-LN 要看种子。浅的时候预热对谁都没有帮助，它只是用掉了一些步数。
#
# ## 它没有说明什么 {#limits}
#
# 步数很少，网络很小，学习率只有一个，对两种排法相同。Post-LN 换小一些的学习率、长得多的训练，或者 Admin、DeepNorm 那样的初始化，也能练深；浅的 Post-LN 在翻译上还略胜 Pre-LN。所以这里不能说“Post-LN 练不深”，只能说同样的条件下它更难起步；也不能说预热没有用，只能说这么短的预热没有救回来。
#
# ## 什么会改变我们的看法 {#change}
#
# 如果把步数加上许多倍，有预热的深 Post-LN 追上了 Pre-LN，那么这里的差别就只是早晚。如果给两种排法各自调好学习率，差别消失，那么归一化的位置换来的只是学习率的余地。
#
# ## 接下去 {#next}
#
# 两种排法的雅可比矩阵在[残差在 Transformer 里](../../transformer/residuals.md)；让 Post-LN 变深的办法在[稳定与缩放](../../transformer/stability.md)。

# %% [markdown] lang="en"
# Each dot is a seed; the lines join the medians of $\claim{seeds}{5}$ seeds.
# { .caption }
#
# ## Result {#result}
#
# After training for $\claim{steps}{80}$ steps at rate $\claim{rate}{0.003}$, with $\claim{warm}{40}$ steps of warm-up where there is one, the loss at the end, its median, in brackets the least and the largest (guessing gives $\claim{chance}{2.08}$):
#
# | layers | Pre-LN | Pre-LN, warm-up | Post-LN | Post-LN, warm-up |
# | ---: | :--- | :--- | :--- | :--- |
# | $\claim{depths[0]}{3}$ | $\claim{medians[pre_3_cold]}{0.01}$ ($\claim{least[pre_3_cold]}{0.01}$ to $\claim{most[pre_3_cold]}{0.02}$) | $\claim{medians[pre_3_warm]}{0.03}$ ($\claim{least[pre_3_warm]}{0.02}$ to $\claim{most[pre_3_warm]}{0.14}$) | $\claim{medians[post_3_cold]}{0.01}$ ($\claim{least[post_3_cold]}{0.01}$ to $\claim{most[post_3_cold]}{0.02}$) | $\claim{medians[post_3_warm]}{0.03}$ ($\claim{least[post_3_warm]}{0.02}$ to $\claim{most[post_3_warm]}{0.45}$) |
# | $\claim{depths[1]}{6}$ | $\claim{medians[pre_6_cold]}{0.01}$ ($\claim{least[pre_6_cold]}{0.01}$ to $\claim{most[pre_6_cold]}{0.02}$) | $\claim{medians[pre_6_warm]}{0.04}$ ($\claim{least[pre_6_warm]}{0.02}$ to $\claim{most[pre_6_warm]}{0.06}$) | $\claim{medians[post_6_cold]}{0.52}$ ($\claim{least[post_6_cold]}{0.04}$ to $\claim{most[post_6_cold]}{1.9}$) | $\claim{medians[post_6_warm]}{0.50}$ ($\claim{least[post_6_warm]}{0.10}$ to $\claim{most[post_6_warm]}{1.6}$) |
# | $\claim{depths[2]}{12}$ | $\claim{medians[pre_12_cold]}{0.03}$ ($\claim{least[pre_12_cold]}{0.02}$ to $\claim{most[pre_12_cold]}{0.03}$) | $\claim{medians[pre_12_warm]}{0.07}$ ($\claim{least[pre_12_warm]}{0.04}$ to $\claim{most[pre_12_warm]}{0.17}$) | $\claim{medians[post_12_cold]}{2.1}$ ($\claim{least[post_12_cold]}{2.0}$ to $\claim{most[post_12_cold]}{2.1}$) | $\claim{medians[post_12_warm]}{1.9}$ ($\claim{least[post_12_warm]}{1.8}$ to $\claim{most[post_12_warm]}{2.0}$) |
#
# At $\claim{depths[2]}{12}$ layers every seed of Pre-LN has learned, with a loss below $\claim{learned}{0.4}$; no seed of Post-LN is below $\claim{stuck}{1.5}$, with warm-up or without. At $\claim{depths[1]}{6}$ layers Post-LN depends on the seed. Shallow networks are not helped by warm-up, which only uses up steps.
#
# ## What it does not show {#limits}
#
# The steps are few, the networks small, and there is one learning rate, the same for both. With a smaller rate, far longer training, or an initialisation such as Admin’s or DeepNorm’s, Post-LN trains deep as well, and shallow it is slightly better than Pre-LN at translation. So this does not say that Post-LN cannot be trained deep, only that under the same conditions it starts with more difficulty; nor that warm-up is useless, only that so short a one did not rescue it.
#
# ## What would change our mind {#change}
#
# If with many times the steps a deep Post-LN network with warm-up caught up with Pre-LN, the difference seen here would be one of sooner or later. If it vanished once each order had a learning rate of its own, the place of the norm would buy no more than room for the rate.
#
# ## Where next {#next}
#
# The Jacobians of both orders are in [Residuals in the Transformer](../../transformer/residuals.md); ways to make Post-LN deep are in [Stability and scaling](../../transformer/stability.md).
