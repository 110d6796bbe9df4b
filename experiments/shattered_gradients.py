"""Do the gradients of two inputs have anything to do with each other? Plain and residual nets."""

# %% [markdown] lang="zh"
# ---
# title: 梯度的相关性：范数之外
# description: 普通网络与残差网络在初始化时，两个输入的梯度有多相关，随深度怎样衰减；公式、五个种子的测量，以及为什么范数正常还不够。
# ---
#
# # 梯度的相关性：范数之外 {#shattered-gradients}
#
# 在有归一化的普通 ReLU 网络里，两个输入的梯度之间的相关每加一层减半，残差网络里只按深度的幂衰减；而两者的梯度范数都没有消失。
# { .answer }
#
# ## 问题 {#question}
#
# 归一化使很深的普通网络也有大小合适的梯度，它还是难训练。范数之外，梯度还能有什么毛病？一步更新要对许多输入都有用，它们的梯度总得有几分同向。那么两个不相干的输入，梯度的余弦是多少？

# %% [markdown] lang="en"
# ---
# title: "Gradient correlation: beyond the norm"
# description: "How correlated the gradients of two inputs are at initialisation, in plain and in residual networks, and how this decays with depth; formulas, measurements over five seeds, and why a healthy norm is not enough."
# ---
#
# # Gradient correlation: beyond the norm {#shattered-gradients}
#
# In a plain ReLU network with normalisation the correlation between the gradients of two inputs is halved by every layer, in a residual network it decays only as a power of the depth, and in neither does the gradient’s norm vanish.
# { .answer }
#
# ## Question {#question}
#
# With normalisation even a very deep plain network has gradients of good size, and still it is hard to train. What else can be wrong with a gradient? An update should serve many inputs at once, so their gradients should point at least partly the same way. What then is the cosine between the gradients of two unrelated inputs?

# %% [markdown] lang="zh"
# ## 预测 {#prediction}
#
# 梯度往回走一层，要乘上 ReLU 的开关。归一化以后每个开关对一半的输入打开，而两个独立输入的开关彼此独立：同一个输入里有一半通过，两个输入里只有四分之一是同时打开的。所以每过一层，相关减半，$n$ 层之后
#
# $$
# c_n \approx 2^{-n}
# $$
#
# 残差块里，捷径原样带回一份梯度，分支带回的一份相关减半。分支的一份有多大？归一化把它除以流的标准差；每块给流添上方差 $q = 1 - \frac{1}{\pi}$（ReLU 输出里不随输入变的那部分，方差里没有），所以第 $l$ 块的分支只占 $\frac{1}{1 + q l}$。把各块的倍数乘起来：
#
# $$
# c_n \approx \prod_{l=0}^{n-1} \frac{2 q l + 3}{2 q l + 4}
# $$
#
# 这个乘积按深度的幂下降，而不是指数。

# %% [markdown] lang="en"
# ## Prediction {#prediction}
#
# Going back through a layer, the gradient meets the switches of ReLU. After normalisation each switch is open for half of the inputs, and those of two independent inputs are independent: for one input half of the gradient passes, while for two only a quarter meets switches that are open for both. So each layer halves the correlation, and after $n$ layers
#
# $$
# c_n \approx 2^{-n}
# $$
#
# In a residual block the shortcut brings back one share unchanged and the branch another, whose correlation is halved. How large is the branch’s share? Normalisation divides it by the standard deviation of the stream, to which each block adds the variance $q = 1 - \frac{1}{\pi}$ (the part of ReLU’s output that is the same for all inputs is not in the variance), so the branch of block $l$ counts only $\frac{1}{1 + q l}$. Multiplying the factors of all blocks gives
#
# $$
# c_n \approx \prod_{l=0}^{n-1} \frac{2 q l + 3}{2 q l + 4}
# $$
#
# which falls as a power of the depth and not exponentially.

# %% [markdown] lang="zh"
# ## 做法 {#method}
#
# 一批独立的随机输入，随机权重，标量输出；对每个输入求梯度，取所有输入两两之间余弦的平均。归一化用这一批的均值和标准差，当作常数，不让梯度穿过它们，否则各输入的梯度会经由统计量混在一起。

# %% [markdown] lang="en"
# ## Method {#method}
#
# A batch of independent random inputs, random weights, a scalar output; the gradient is taken at every input, and the cosines of all pairs of inputs are averaged. Normalisation uses the batch’s mean and standard deviation as constants: no gradient goes through them, or those of different inputs would mix by way of the statistics.

# %%
from math import isclose, pi, prod, sqrt

import torch
from torch.nn.functional import normalize, relu

torch.set_default_dtype(torch.float64)
batch = width = 256
seeds = 5


def norm(x):
    return (x - x.mean(0).detach()) / x.std(0, correction=0).detach()


def gradients(n, shortcut, seed):
    """At every input of a batch, of a random reading of the output."""
    torch.manual_seed(seed)
    start = torch.randn(batch, width, requires_grad=True)
    x = start
    for _ in range(n):
        F = relu(norm(x)) @ torch.randn(width, width) * sqrt(2 / width)
        x = x + F if shortcut else F
    (x @ torch.randn(width)).sum().backward()
    return start.grad


def correlation(gradient):
    """The mean cosine of two rows."""
    unit = normalize(gradient, dim=1)
    return (((unit @ unit.T).sum() - batch) / (batch * (batch - 1))).item()


# $q = 1 - \frac{1}{\pi}$
q = 1 - 1 / pi
depths = {"plain": [1, 2, 3, 4, 5, 6], "residual": [1, 2, 4, 8, 16, 32, 64]}
cosines, sizes = {}, {}
for net, tried in depths.items():
    for n in tried:
        runs = [gradients(n, net == "residual", seed) for seed in range(seeds)]
        cosines[f"{net}_{n}"] = [correlation(run) for run in runs]
        sizes[f"{net}_{n}"] = [run.norm(dim=1).mean().item() / sqrt(width) for run in runs]

# %% [markdown] lang="zh"
# 两条公式对照种子的平均值。

# %% [markdown] lang="en"
# Both formulas are held against the mean over the seeds.

# %%


def decay(n):
    """The product of the blocks' factors."""
    product = 1
    for l in range(n):
        # $\frac{1}{1 + q l}$
        share = 1 / (1 + q * l)
        product *= (1 + share / 2) / (1 + share)
    return product


tolerance = 0.2
correlations = {name: sum(values) / seeds for name, values in cosines.items()}
for n in depths["plain"]:
    # $c_n \approx 2^{-n}$
    assert abs(correlations[f"plain_{n}"] / 2**-n - 1) < tolerance
for n in depths["residual"]:
    predicted = prod((2 * q * l + 3) / (2 * q * l + 4) for l in range(n))
    assert isclose(predicted, decay(n))
    # $c_n \approx \prod_{l=0}^{n-1} \frac{2 q l + 3}{2 q l + 4}$
    assert abs(correlations[f"residual_{n}"] / predicted - 1) < tolerance
least = {name: min(values) for name, values in cosines.items()}
most = {name: max(values) for name, values in cosines.items()}
norms = {name: sum(values) / seeds for name, values in sizes.items()}
assert max(most["plain_6"], 0.02) < least["residual_64"] and norms["plain_6"] > 1
for name in ("plain_1", "plain_6", "residual_1", "residual_64"):
    print(f"{name:>11}: cosine {correlations[name]:.2g}, norm {norms[name]:.1g}")

# %%
LABELS = {
    "zh": {
        "alt": "一幅双对数图，横轴是深度，纵轴是两个输入的梯度的平均余弦。点是测量，线是公式，两者相合。"
        "普通网络的曲线向下弯，几层之内跌到图底；残差网络的曲线大致是一条缓坡。",
        "x": "深度",
        "y": "梯度的平均余弦",
        "plain": "普通网络",
        "residual": "残差网络",
        "formula": "公式",
    },
    "en": {
        "alt": "A picture with logarithmic scales: across the depth, upwards the mean cosine of "
        "the gradients of two inputs. Dots are measured, lines are the formulas, and they agree. "
        "The curve of the plain network bends down and reaches the bottom within a few layers; "
        "that of the residual network is roughly a gentle slope.",
        "x": "depth",
        "y": "mean cosine of gradients",
        "plain": "plain network",
        "residual": "residual network",
        "formula": "formula",
    },
}
label = LABELS["en"]

# %%
import matplotlib.pyplot as plt

figure, axes = plt.subplots(num=label["alt"])
for net, color, line, marker in (("plain", "C7", ":", "s"), ("residual", "C0", "-", "o")):
    tried = depths[net]
    formula = [2**-n if net == "plain" else decay(n) for n in tried]
    axes.plot(tried, formula, line, color=color)
    for seed in range(seeds):
        dots = [cosines[f"{net}_{n}"][seed] for n in tried]
        text = label[net] if seed == 0 else None
        axes.plot(tried, dots, marker, color=color, markersize=4, label=text)
axes.plot([], [], color="black", linewidth=1, label=label["formula"])
axes.set_xscale("log")
axes.set_yscale("log")
axes.set_xticks(depths["residual"], depths["residual"])
axes.set_xlabel(label["x"])
axes.set_ylabel(label["y"])
axes.legend(loc="lower right")
plt.show()

# %% [markdown] lang="zh"
# 点是测量，$\claim{seeds}{5}$ 个种子各一个，线是公式。
# { .caption }
#
# ## 结果 {#result}
#
# | 网络 | 深度 | 余弦，种子的平均 | 最小到最大 | 梯度范数 |
# | :--- | ---: | ---: | ---: | ---: |
# | 普通 | $\claim{depths[plain][0]}{1}$ | $\claim{correlations[plain_1]}{0.50}$ | $\claim{least[plain_1]}{0.50}$ 到 $\claim{most[plain_1]}{0.50}$ | $\claim{norms[plain_1]}{1.0}$ |
# | 普通 | $\claim{depths[plain][2]}{3}$ | $\claim{correlations[plain_3]}{0.12}$ | $\claim{least[plain_3]}{0.10}$ 到 $\claim{most[plain_3]}{0.13}$ | $\claim{norms[plain_3]}{1.5}$ |
# | 普通 | $\claim{depths[plain][5]}{6}$ | $\claim{correlations[plain_6]}{0.014}$ | $\claim{least[plain_6]}{0.012}$ 到 $\claim{most[plain_6]}{0.016}$ | $\claim{norms[plain_6]}{2.6}$ |
# | 残差 | $\claim{depths[residual][0]}{1}$ | $\claim{correlations[residual_1]}{0.75}$ | $\claim{least[residual_1]}{0.73}$ 到 $\claim{most[residual_1]}{0.78}$ | $\claim{norms[residual_1]}{1.4}$ |
# | 残差 | $\claim{depths[residual][3]}{8}$ | $\claim{correlations[residual_8]}{0.32}$ | $\claim{least[residual_8]}{0.31}$ 到 $\claim{most[residual_8]}{0.33}$ | $\claim{norms[residual_8]}{3.9}$ |
# | 残差 | $\claim{depths[residual][6]}{64}$ | $\claim{correlations[residual_64]}{0.075}$ | $\claim{least[residual_64]}{0.068}$ 到 $\claim{most[residual_64]}{0.086}$ | $\claim{norms[residual_64]}{15}$ |
#
# 两条公式在所有深度上成立，误差小于 $\claim{tolerance}{0.2}$。$\claim{depths[plain][5]}{6}$ 层的普通网络，两个输入的梯度已几乎互不相干，比 $\claim{depths[residual][6]}{64}$ 块的残差网络还不相干；可它的梯度范数没有缩小，反而大了。[Balduzzi 等人](../../reference/references.md#balduzzi2017)把这叫作“破碎的梯度”，指数衰减是他们的结论；有的转述写成这个幂的平方根，与测量不合。
#
# ## 它没有说明什么 {#limits}
#
# 这是初始化时、独立高斯输入、全连接网络的情形；真实图像彼此相似，卷积共用权重，相关会更高。相关性低不等于不能训练，训练几步以后它也会变。这里也没有证明破碎的梯度就是退化的原因，它只是“范数正常而难训练”的一种可能的解释。
#
# ## 什么会改变我们的看法 {#change}
#
# 如果有一种初始化，让普通深网络的梯度相关性衰减得和残差网络一样慢，而它仍然学不动，那么相关性就不是关键。反过来，如果这样的网络学得和残差网络一样好，这个解释就强了许多。
#
# ## 接下去 {#next}
#
# 梯度的路径与范数在[梯度怎样流动](../../basics/gradient-flow.md#shattered)；训练误差的比较在[退化](degradation.ipynb)。

# %% [markdown] lang="en"
# Dots are measured, one for each of $\claim{seeds}{5}$ seeds; lines are the formulas.
# { .caption }
#
# ## Result {#result}
#
# | network | depth | cosine, mean over seeds | least to largest | gradient norm |
# | :--- | ---: | ---: | ---: | ---: |
# | plain | $\claim{depths[plain][0]}{1}$ | $\claim{correlations[plain_1]}{0.50}$ | $\claim{least[plain_1]}{0.50}$ to $\claim{most[plain_1]}{0.50}$ | $\claim{norms[plain_1]}{1.0}$ |
# | plain | $\claim{depths[plain][2]}{3}$ | $\claim{correlations[plain_3]}{0.12}$ | $\claim{least[plain_3]}{0.10}$ to $\claim{most[plain_3]}{0.13}$ | $\claim{norms[plain_3]}{1.5}$ |
# | plain | $\claim{depths[plain][5]}{6}$ | $\claim{correlations[plain_6]}{0.014}$ | $\claim{least[plain_6]}{0.012}$ to $\claim{most[plain_6]}{0.016}$ | $\claim{norms[plain_6]}{2.6}$ |
# | residual | $\claim{depths[residual][0]}{1}$ | $\claim{correlations[residual_1]}{0.75}$ | $\claim{least[residual_1]}{0.73}$ to $\claim{most[residual_1]}{0.78}$ | $\claim{norms[residual_1]}{1.4}$ |
# | residual | $\claim{depths[residual][3]}{8}$ | $\claim{correlations[residual_8]}{0.32}$ | $\claim{least[residual_8]}{0.31}$ to $\claim{most[residual_8]}{0.33}$ | $\claim{norms[residual_8]}{3.9}$ |
# | residual | $\claim{depths[residual][6]}{64}$ | $\claim{correlations[residual_64]}{0.075}$ | $\claim{least[residual_64]}{0.068}$ to $\claim{most[residual_64]}{0.086}$ | $\claim{norms[residual_64]}{15}$ |
#
# Both formulas hold at all depths with an error below $\claim{tolerance}{0.2}$. In a plain network of $\claim{depths[plain][5]}{6}$ layers the gradients of two inputs have almost nothing to do with each other, less than in a residual network of $\claim{depths[residual][6]}{64}$ blocks; yet their norm has not shrunk but grown. [Balduzzi et al.](../../reference/references.md#balduzzi2017) call these “shattered gradients”. The exponential decay is theirs; some accounts give the square root of this power instead, which the measurement contradicts.
#
# ## What it does not show {#limits}
#
# This is the case of independent Gaussian inputs and fully connected layers at initialisation. Real pictures resemble one another and convolutions share weights, so correlations will be higher. A low correlation does not mean that training is impossible, and it changes within a few steps. Nor does this prove that shattered gradients cause degradation; they are one possible explanation of networks with healthy norms that are hard to train.
#
# ## What would change our mind {#change}
#
# If some initialisation let the correlation in a deep plain network decay as slowly as in a residual one, and it still did not learn, then correlation would not be the key. If, on the other hand, that network learned as well as a residual one, the explanation would be a good deal stronger.
#
# ## Where next {#next}
#
# Paths and norms of gradients are in [How gradients flow](../../basics/gradient-flow.md#shattered); training errors are compared in [Degradation](degradation.ipynb).
