"""A Transformer of twelve layers with and without shortcuts: gradients by layer, and training."""

# %% [markdown] lang="zh"
# ---
# title: 去掉捷径的 Transformer
# description: 同一个多层 Transformer 有捷径与没有捷径：初始化时逐层的梯度、token 之间的相似度，以及有层归一化而没有捷径时能不能训练。
# ---
#
# # 去掉捷径的 Transformer {#transformer-without-shortcuts}
#
# 有层归一化而没有捷径时，前馈层的梯度在每一层都够大，可是 token 变得一模一样，查询和键收不到梯度，训练停在瞎猜的水平。
# { .answer }
#
# ## 问题 {#question}
#
# “没有残差，多层 Transformer 的梯度就消失了”：哪一部分的梯度，在哪一层，有没有层归一化都一样吗？如果梯度的范数并不小，网络就学得动吗？

# %% [markdown] lang="en"
# ---
# title: A Transformer without its shortcuts
# description: "The same deep Transformer with and without shortcuts: gradients layer by layer at initialisation, how alike the tokens become, and whether it trains with layer normalisation but no shortcut."
# ---
#
# # A Transformer without its shortcuts {#transformer-without-shortcuts}
#
# With layer normalisation but no shortcuts the feed-forward layers’ gradients are large enough at every layer, yet all tokens become alike, queries and keys receive no gradient, and training stays at the level of guessing.
# { .answer }
#
# ## Question {#question}
#
# “Without residuals, the gradients of a deep Transformer vanish”: which gradients, in which layer, and is it the same with and without layer normalisation? If their norms are not small, does the network learn?

# %% [markdown] lang="zh"
# ## 预测 {#prediction}
#
# 层归一化在每个子层重新定大小，所以有它的时候，前馈层的梯度范数应当各层相差不大，有没有捷径都一样。注意力则把各个 token 混合平均；没有捷径，没有什么把它们原来的差别带过去，几层以后所有 token 应当几乎相同。那时无论注意力怎样分配权重，结果都一样，于是查询和键的梯度应当趋于零，而且越靠后的层越小。没有层归一化时，没有捷径的网络每层缩小，有捷径的网络每层放大。训练应当在没有捷径时失败，虽然多数梯度的范数看上去正常。

# %% [markdown] lang="en"
# ## Prediction {#prediction}
#
# Layer normalisation sets the size anew at every sublayer, so with it the gradients of the feed-forward layers should differ little from layer to layer, with shortcuts or without. Attention mixes and averages tokens; without a shortcut nothing carries their differences past it, and after a few layers all tokens should be almost the same. Then the result is the same however attention distributes its weights, so the gradients of queries and keys should go to zero, the later the layer the smaller. Without layer normalisation, the network without shortcuts should shrink everything layer by layer and the one with shortcuts should amplify it. Training should fail without shortcuts, although most gradient norms look normal.

# %% [markdown] lang="zh"
# ## 做法 {#method}
#
# 网络是小的编码器，任务是把一串符号倒过来写。所有权重的第一个轴是种子：几个网络并排计算，互不影响，这样一次就得到几次重复。前归一化的子层是 $x_{l+1} = x_l + F_l(\mathrm{LN}(x_l))$，去掉捷径就是 $x_{l+1} = F_l(\mathrm{LN}(x_l))$；后归一化的是 $x_{l+1} = \mathrm{LN}(x_l + F_l(x_l))$。

# %% [markdown] lang="en"
# ## Method {#method}
#
# The networks are small encoders; the task is to write a string of symbols backwards. The first axis of all weights is the seed: several networks are computed side by side without touching one another, so that one run gives several repetitions. A Pre-LN sublayer is $x_{l+1} = x_l + F_l(\mathrm{LN}(x_l))$, without its shortcut $x_{l+1} = F_l(\mathrm{LN}(x_l))$; a Post-LN sublayer is $x_{l+1} = \mathrm{LN}(x_l + F_l(x_l))$.

# %%
from math import log, sqrt

import torch
from torch.nn.functional import cross_entropy, layer_norm, normalize, relu
from torch.nn.functional import scaled_dot_product_attention

# %%
# --8<-- "snippets/small_transformers.py:net"

# %% [markdown] lang="zh"
# 初始化时，对六种排法各算一次梯度：每层前馈的第二个矩阵，每层查询与键的矩阵，以及末层之后任意两个 token 的平均余弦。用双精度，免得把舍入误差当成梯度。

# %% [markdown] lang="en"
# At initialisation the gradients are computed once for each of six arrangements: those of the second feed-forward matrix and of the query and key matrices in every layer, and the mean cosine of two tokens behind the last layer. In double precision, so that rounding is not taken for gradient.

# %%
torch.set_default_dtype(torch.float64)
n = 12
arrangements = {
    "pre": ("before", True),
    "pre_cut": ("before", False),
    "post": ("after", True),
    "post_cut": ("after", False),
    "bare": ("none", True),
    "bare_cut": ("none", False),
}
tokens = torch.randint(vocabulary, (seeds, B, T), generator=torch.Generator().manual_seed(1))
ffn_norms, query_norms, cosine = {}, {}, {}
for name, (norm, shortcut) in arrangements.items():
    net = Transformers(n, norm, shortcut)
    net.losses(tokens).sum().backward()
    ffn_norms[name] = torch.stack([down.grad.flatten(1).norm(dim=1) for *_, down in net.layers])
    in_layers = [qkv.grad[:, :, : 2 * d] for qkv, *_ in net.layers]
    query_norms[name] = torch.stack([grad.flatten(1).norm(dim=1) for grad in in_layers])
    unit = normalize(net.states(tokens)[-1].detach().view(seeds, B, T, d), dim=3)
    cosines = (unit @ unit.mT).sum(dim=(2, 3)) - T
    cosine[name] = (cosines / (T * (T - 1))).mean(dim=1)

first_ffn = {name: norms[0].median().item() for name, norms in ffn_norms.items()}
last_ffn = {name: norms[-1].median().item() for name, norms in ffn_norms.items()}
first_query = {name: norms[0].median().item() for name, norms in query_norms.items()}
last_query = {name: norms[-1].median().item() for name, norms in query_norms.items()}
least_cosine = {name: values.min().item() for name, values in cosine.items()}
most_cosine = {name: values.max().item() for name, values in cosine.items()}
for name in arrangements:
    print(f"{name:>8}: FFN {first_ffn[name]:.1g} to {last_ffn[name]:.1g}, cosine", end=" ")
    print(f"{least_cosine[name]:.2f} to {most_cosine[name]:.2f}")

# %% [markdown] lang="zh"
# 每一条预测都对每个种子检查。
#
# 然后训练：前归一化，有捷径的用一个学习率，没有捷径的试三个，看它最好能到哪里。

# %% [markdown] lang="en"
# Every prediction is checked for every seed.
#
# Then training, in Pre-LN: with shortcuts at one learning rate, without them at three, to see how far they get at best.

# %%
alike, vanished, within = 0.999, 1e-12, 40
for name in ("pre_cut", "post_cut", "bare_cut"):
    assert cosine[name].min() > alike
for name in ("pre_cut", "post_cut"):
    assert query_norms[name][-1].max() < vanished
    assert (ffn_norms[name].amax(0) / ffn_norms[name].amin(0)).max() < within
assert cosine["pre"].max() < 0.9 and query_norms["pre"][-1].min() > 0.01
assert (ffn_norms["bare"][0] > 2 * ffn_norms["bare"][-1]).all()
assert (ffn_norms["bare_cut"] < 0.1).all()

torch.set_default_dtype(torch.float32)
steps = 80
chance = log(vocabulary)
curves = {"with": train(Transformers(n, "before"), 0.003, steps)}
without_rates = [0.0003, 0.001, 0.003]
for rate in without_rates:
    curves[f"without_{rate}"] = train(Transformers(n, "before", shortcut=False), rate, steps)
ends = {name: losses[-10:].mean(0) for name, losses in curves.items()}
learned, guessing = 0.1, 1.9
assert ends["with"].max() < learned
assert min(ends[f"without_{rate}"].min() for rate in without_rates) > guessing
print(f"guessing: {chance:.2f}; with shortcuts all seeds end below {learned}", end=", ")
print(f"without none below {guessing}")

# %%
LABELS = {
    "zh": {
        "gradients": "两幅图，横轴是层，从靠近输入的一层开始；纵轴是梯度范数，对数刻度。左图是前馈层："
        "有层归一化的两条曲线，有捷径与没有捷径，都大致水平；没有层归一化时，有捷径的曲线在靠近输入处高，"
        "没有捷径的曲线低得多。右图是查询与键：两条没有捷径的曲线几层之内就跌到底，有捷径的不跌。",
        "training": "一幅图，横轴是训练步数，纵轴是损失。有捷径的曲线降到接近零，"
        "没有捷径的三条曲线一直停在瞎猜的水平。",
        "x": "层（从输入数起）",
        "ffn": "前馈矩阵的梯度范数",
        "query": "查询与键的梯度范数",
        "pre": "有捷径，有 LN",
        "pre_cut": "没有捷径，有 LN",
        "bare": "有捷径，无 LN",
        "bare_cut": "没有捷径，无 LN",
        "step": "步",
        "loss": "损失",
        "with": "有捷径",
        "without": "没有捷径，三个学习率",
        "chance": "瞎猜",
    },
    "en": {
        "gradients": "Two pictures: across the layer, that nearest to the input first; upwards the "
        "norm of a gradient, on a logarithmic scale. Left, the feed-forward layers: with layer "
        "normalisation both curves, with and without shortcuts, are roughly level; without it "
        "the curve with shortcuts is high near the input and that without them far lower. Right, "
        "queries and keys: within a few layers both curves without shortcuts fall to the bottom, "
        "while those with shortcuts do not.",
        "training": "A picture: across the training steps, upwards the loss. The curve with "
        "shortcuts falls to nearly zero, the three without them stay at the level of guessing.",
        "x": "layer, counted from the input",
        "ffn": "gradient norm, feed-forward",
        "query": "gradient norm, queries and keys",
        "pre": "shortcut, LN",
        "pre_cut": "no shortcut, LN",
        "bare": "shortcut, no LN",
        "bare_cut": "no shortcut, no LN",
        "step": "step",
        "loss": "loss",
        "with": "shortcut",
        "without": "no shortcut, three rates",
        "chance": "guessing",
    },
}
label = LABELS["en"]

# %%
import matplotlib.pyplot as plt

styles = {"pre": "C0-", "pre_cut": "C7-", "bare": "C0:", "bare_cut": "C7:"}
figure, panels = plt.subplots(1, 2, figsize=(10, 4), num=label["gradients"])
for axes, norms, title in zip(panels, (ffn_norms, query_norms), ("ffn", "query")):
    for name, style in styles.items():
        axes.plot(range(1, n + 1), norms[name].median(1).values, style, label=label[name])
    axes.set_yscale("log")
    axes.set_xticks(range(2, n + 1, 2))
    axes.set_title(label[title])
    axes.set_xlabel(label["x"])
panels[0].legend()
plt.show()

# %% [markdown] lang="zh"
# 线是各种子的中位数。右图里没有捷径的曲线终点在双精度的舍入误差附近。
# { .caption }

# %% [markdown] lang="en"
# Lines are medians over the seeds. In the right picture the curves without shortcuts end near the rounding error of double precision.
# { .caption }

# %%
figure, axes = plt.subplots(num=label["training"])
for name, losses in curves.items():
    color, line = ("C0", "-") if name == "with" else ("C7", ":")
    axes.fill_between(range(steps), losses.amin(1), losses.amax(1), color=color, alpha=0.15)
    text = label["with"] if name == "with" else label["without"] if "0.003" in name else None
    axes.plot(range(steps), losses.median(1).values, line, color=color, label=text)
axes.axhline(chance, color="black", linewidth=1, label=label["chance"])
axes.set_ylim(bottom=0)
axes.set_xlabel(label["step"])
axes.set_ylabel(label["loss"])
axes.legend()
plt.show()

# %% [markdown] lang="zh"
# 线是 $\claim{seeds}{5}$ 个种子的中位数，带子是最小到最大。
# { .caption }
#
# ## 结果 {#result}
#
# $\claim{n}{12}$ 层，$\claim{seeds}{5}$ 个种子，初始化时：
#
# | 排法 | 前馈梯度，第一层 | 前馈梯度，末层 | 查询与键，第一层 | token 余弦，最小到最大 |
# | :--- | ---: | ---: | ---: | ---: |
# | Pre-LN | $\claim{first_ffn[pre]}{1.12}$ | $\claim{last_ffn[pre]}{0.55}$ | $\claim{first_query[pre]}{0.17}$ | $\claim{least_cosine[pre]}{0.4}$ 到 $\claim{most_cosine[pre]}{0.6}$ |
# | Pre-LN，没有捷径 | $\claim{first_ffn[pre_cut]}{1.8}$ | $\claim{last_ffn[pre_cut]}{4.1}$ | $\claim{first_query[pre_cut]}{0.33}$ | 大于 $\claim{alike}{0.999}$ |
# | Post-LN | $\claim{first_ffn[post]}{1.2}$ | $\claim{last_ffn[post]}{1.6}$ | $\claim{first_query[post]}{0.58}$ | $\claim{least_cosine[post]}{0.9}$ 到 $\claim{most_cosine[post]}{1.0}$ |
# | Post-LN，没有捷径 | $\claim{first_ffn[post_cut]}{2.1}$ | $\claim{last_ffn[post_cut]}{4.0}$ | $\claim{first_query[post_cut]}{0.65}$ | 大于 $\claim{alike}{0.999}$ |
# | 无 LN | $\claim{first_ffn[bare]}{70}$ | $\claim{last_ffn[bare]}{1.4}$ | $\claim{first_query[bare]}{43}$ | $\claim{least_cosine[bare]}{0.9}$ 到 $\claim{most_cosine[bare]}{1.0}$ |
# | 无 LN，没有捷径 | $\claim{first_ffn[bare_cut]}{0.002}$ | $\claim{last_ffn[bare_cut]}{0.003}$ | $\claim{first_query[bare_cut]}{8\times10^{-4}}$ | 大于 $\claim{alike}{0.999}$ |
#
# 在末层，没有捷径的网络里查询与键的梯度范数小于 $\claim{vanished}{10^{-12}}$；Pre-LN 有捷径时是 $\claim{last_query[pre]}{0.06}$。前馈层的梯度却没有消失：没有捷径而有层归一化时，它在各层之间至多相差 $\claim{within}{40}$ 倍，末层的中位数还比有捷径的大。“梯度消失”只说对了一部分参数，而且恰好是决定谁看谁的那一部分。
#
# 训练 $\claim{steps}{80}$ 步以后，有捷径的每个种子损失都低于 $\claim{learned}{0.1}$；没有捷径的，学习率 $\claim{without_rates[0]}{0.0003}$、$\claim{without_rates[1]}{0.001}$、$\claim{without_rates[2]}{0.003}$ 都试过，没有一个种子低于 $\claim{guessing}{1.9}$，而瞎猜是 $\claim{chance}{2.08}$。
#
# ## 它没有说明什么 {#limits}
#
# 这是很小的网络、很短的训练、一种初始化。没有捷径的 Transformer 并非不可能训练：让注意力从接近恒等开始，就能保住 token 的差别（[He 等人](../../reference/references.md#he2023)）。这里也没有把“token 变得一样”和训练失败之间的因果单独拆开；它只说明，失败时前馈梯度的范数并不小，所以小梯度不会是全部原因。
#
# ## 什么会改变我们的看法 {#change}
#
# 如果在同样的初始化下，有一种学习率或优化器让没有捷径的网络在这个任务上学会，“没有捷径就学不动”就要收回。如果让注意力一开始就接近恒等，token 保持不同，训练却照样失败，那么 token 变得一样就不是症结。
#
# ## 接下去 {#next}
#
# 只有注意力时坍缩有多快，见[秩坍缩](rank-collapse.ipynb)。捷径在每层的什么地方，见[残差在 Transformer 里](../../transformer/residuals.md)。

# %% [markdown] lang="en"
# Lines are medians over $\claim{seeds}{5}$ seeds, bands reach from the least to the largest.
# { .caption }
#
# ## Result {#result}
#
# $\claim{n}{12}$ layers, $\claim{seeds}{5}$ seeds, at initialisation:
#
# | arrangement | feed-forward gradient, first layer | feed-forward gradient, last layer | queries and keys, first layer | cosine of tokens, least to largest |
# | :--- | ---: | ---: | ---: | ---: |
# | Pre-LN | $\claim{first_ffn[pre]}{1.12}$ | $\claim{last_ffn[pre]}{0.55}$ | $\claim{first_query[pre]}{0.17}$ | $\claim{least_cosine[pre]}{0.4}$ to $\claim{most_cosine[pre]}{0.6}$ |
# | Pre-LN, no shortcut | $\claim{first_ffn[pre_cut]}{1.8}$ | $\claim{last_ffn[pre_cut]}{4.1}$ | $\claim{first_query[pre_cut]}{0.33}$ | above $\claim{alike}{0.999}$ |
# | Post-LN | $\claim{first_ffn[post]}{1.2}$ | $\claim{last_ffn[post]}{1.6}$ | $\claim{first_query[post]}{0.58}$ | $\claim{least_cosine[post]}{0.9}$ to $\claim{most_cosine[post]}{1.0}$ |
# | Post-LN, no shortcut | $\claim{first_ffn[post_cut]}{2.1}$ | $\claim{last_ffn[post_cut]}{4.0}$ | $\claim{first_query[post_cut]}{0.65}$ | above $\claim{alike}{0.999}$ |
# | no LN | $\claim{first_ffn[bare]}{70}$ | $\claim{last_ffn[bare]}{1.4}$ | $\claim{first_query[bare]}{43}$ | $\claim{least_cosine[bare]}{0.9}$ to $\claim{most_cosine[bare]}{1.0}$ |
# | no LN, no shortcut | $\claim{first_ffn[bare_cut]}{0.002}$ | $\claim{last_ffn[bare_cut]}{0.003}$ | $\claim{first_query[bare_cut]}{8\times10^{-4}}$ | above $\claim{alike}{0.999}$ |
#
# In the last layer of the networks without shortcuts, the gradient of queries and keys has a norm below $\claim{vanished}{10^{-12}}$; in Pre-LN with shortcuts it is $\claim{last_query[pre]}{0.06}$. That of the feed-forward layers has not vanished: with layer normalisation and without shortcuts it differs between layers by a factor of $\claim{within}{40}$ at most, and in the last layer its median is larger than with shortcuts. “The gradients vanish” is right about some of the parameters only, and these are the ones that decide who looks at whom.
#
# After $\claim{steps}{80}$ steps of training every seed with shortcuts has a loss below $\claim{learned}{0.1}$; without them, at the rates $\claim{without_rates[0]}{0.0003}$, $\claim{without_rates[1]}{0.001}$ and $\claim{without_rates[2]}{0.003}$, no seed is below $\claim{guessing}{1.9}$, where guessing gives $\claim{chance}{2.08}$.
#
# ## What it does not show {#limits}
#
# These are very small networks, a very short training and one initialisation. A Transformer without shortcuts can be trained: if attention starts close to the identity, the tokens keep their differences ([He et al.](../../reference/references.md#he2023)). Nor does the study separate the sameness of tokens as a cause from the failure of training; it shows that the feed-forward gradients are not small when training fails, so small gradients cannot be the whole reason.
#
# ## What would change our mind {#change}
#
# A rate or an optimiser with which the network without shortcuts learns this task from the same initialisation would end “without shortcuts it does not learn”. If attention that starts near the identity keeps the tokens different and training fails all the same, then their sameness is not the crux.
#
# ## Where next {#next}
#
# How fast attention alone collapses is in [Rank collapse](rank-collapse.ipynb); where the shortcuts sit in each layer is in [Residuals in the Transformer](../../transformer/residuals.md).
