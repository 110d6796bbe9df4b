"""Gradient norms by depth of linear chains with the same weights, with and without shortcuts."""

# %% [markdown] lang="zh"
# ---
# title: 同一套权重，有捷径与没有捷径
# description: 把同一套权重装进没有捷径和有捷径的线性网络，逐层比较梯度的大小；并说明“只设一次种子”的流行比法为什么不公平。
# ---
#
# # 同一套权重，有捷径与没有捷径 {#gradient-by-depth}
#
# 权重相同时，没有捷径的深线性网络会不会让靠近输入的层收不到梯度，要看初始化；加上捷径，梯度在试过的两种初始化下都随深度爆炸，把分支缩小才止住。
# { .answer }
#
# ## 问题 {#question}
#
# 有一种流行的演示：设一次随机种子，先建一个普通网络，再建一个残差网络，各打印一个梯度总范数，然后下结论。它有三处毛病：两个网络的权重并不相同；总范数看不出哪一层缺梯度；一种初始化代表不了所有初始化。逐处改好以后，捷径对梯度的影响还剩下什么？

# %% [markdown] lang="en"
# ---
# title: Same weights, with and without the shortcut
# description: The same weights in a linear network without shortcuts and with them, gradients compared layer by layer; and why the popular comparison, which seeds once, is not fair.
# ---
#
# # Same weights, with and without the shortcut {#gradient-by-depth}
#
# With the same weights, whether a deep linear network without shortcuts starves the layers near its input depends on the initialisation; with shortcuts the gradient explodes with depth under both initialisations tried, until the branches are scaled down.
# { .answer }
#
# ## Question {#question}
#
# A popular demonstration seeds once, builds a plain network, then a residual one, prints a total gradient norm for each, and draws its conclusion. It has three faults: the two networks do not have the same weights; a total does not tell which layer lacks a gradient; and one initialisation does not speak for all. Once each is mended, what is left of the shortcut’s effect on the gradient?

# %% [markdown] lang="zh"
# ## 预测 {#prediction}
#
# 取 $n$ 个线性层 $F_l(x_l) = W_l x_l$，每个 $W_l$ 是 $d \times d$ 的随机矩阵，元素独立，均值为零，方差为 $\frac{v}{d}$。梯度往回走一层，没有捷径时乘以 $W_l^\top$，有捷径时乘以 $(I + W_l)^\top$。对随机的 $W_l$ 平均，梯度范数的平方前者变为 $v$ 倍，后者变为 $1 + v$ 倍；分支乘以 $\frac{1}{\sqrt{n}}$ 以后，变为 $1 + \frac{v}{n}$ 倍。所以每层应当是：
#
# | 网络 | 每往回走一层 |
# | :--- | :--- |
# | 没有捷径 | $\lVert \nabla_{x_l} L \rVert \approx \sqrt{v}\, \lVert \nabla_{x_{l+1}} L \rVert$ |
# | 有捷径 | $\lVert \nabla_{x_l} L \rVert \approx \sqrt{1 + v}\, \lVert \nabla_{x_{l+1}} L \rVert$ |
# | 有捷径，分支缩小 | $\lVert \nabla_{x_l} L \rVert \approx \sqrt{1 + \frac{v}{n}}\, \lVert \nabla_{x_{l+1}} L \rVert$ |
#
# PyTorch 的 `nn.Linear` 默认取 $v = \frac{1}{3}$；常说的“保持方差”取 $v = 1$。于是普通网络的梯度在前者逐层缩小，在后者不增不减；残差网络的梯度在两者都逐层放大；分支缩小以后，再深也几乎不变。

# %% [markdown] lang="en"
# ## Prediction {#prediction}
#
# Take $n$ linear layers $F_l(x_l) = W_l x_l$, each $W_l$ a $d \times d$ random matrix whose entries are independent, with mean zero and variance $\frac{v}{d}$. Going back through a layer, the gradient is multiplied by $W_l^\top$ without a shortcut and by $(I + W_l)^\top$ with one. On average over random $W_l$, the square of its norm becomes $v$ times as large in the first case and $1 + v$ times in the second; with the branch multiplied by $\frac{1}{\sqrt{n}}$ it becomes $1 + \frac{v}{n}$ times as large. So each layer should give:
#
# | network | going back through one layer |
# | :--- | :--- |
# | no shortcut | $\lVert \nabla_{x_l} L \rVert \approx \sqrt{v}\, \lVert \nabla_{x_{l+1}} L \rVert$ |
# | shortcut | $\lVert \nabla_{x_l} L \rVert \approx \sqrt{1 + v}\, \lVert \nabla_{x_{l+1}} L \rVert$ |
# | shortcut, scaled branch | $\lVert \nabla_{x_l} L \rVert \approx \sqrt{1 + \frac{v}{n}}\, \lVert \nabla_{x_{l+1}} L \rVert$ |
#
# PyTorch’s `nn.Linear` has $v = \frac{1}{3}$ by default; the initialisation said to preserve variance has $v = 1$. So the plain network’s gradient should shrink layer by layer in the first case and keep its size in the second; that of the residual network should grow layer by layer in both; and with scaled branches depth should hardly matter.

# %% [markdown] lang="zh"
# ## 做法 {#method}
#
# 先看流行的比法错在哪里。设一次种子，接连建两个网络：建第一个时随机数发生器已经往前走了，第二个得到的是另一套权重。要让两者权重相同，拷贝就是了。

# %% [markdown] lang="en"
# ## Method {#method}
#
# First, where the popular way goes wrong. Seed once and build two networks one after the other: building the first moves the random generator on, and the second gets other weights. To give both the same weights, copy them.

# %%
import torch
from torch import nn

torch.set_default_dtype(torch.float64)
# $d$
width = 32
batch = 64


def network(n):
    return nn.Sequential(*(nn.Linear(width, width) for _ in range(n)))


def equal_entries(one, other):
    pairs = zip(one.parameters(), other.parameters())
    return sum((a == b).sum().item() for a, b in pairs)


torch.manual_seed(0)
plain, residual = network(20), network(20)
seeded_once = equal_entries(plain, residual)
residual.load_state_dict(plain.state_dict())
copied = equal_entries(plain, residual)
print(f"equal weights after seeding once: {seeded_once}, after copying: {copied}")

# %% [markdown] lang="zh"
# 下面每个种子只抽一套权重、一批输入和一个方向 $r$，三种网络共用；损失 $L = \langle r, x_n \rangle$ 是线性的，所以三者在输出端收到的梯度是同一个 $r$，长度为一，差别全在回来的路上。记下每个状态、每层权重的梯度范数。

# %% [markdown] lang="en"
# Below, each seed draws one set of weights, one batch of inputs and one direction $r$, which all three networks share. The loss $L = \langle r, x_n \rangle$ is linear, so all three receive the same gradient $r$ at their output, of length one, and differ only in the way back. What is kept is the gradient’s norm at every state and at every layer’s weights.


# %%
def draw(seed, n, v):
    torch.manual_seed(seed)
    weights = torch.randn(n, width, width) * (v / width) ** 0.5
    data, r = torch.randn(2, batch, width)
    return weights.requires_grad_(), data.requires_grad_(), r / r.norm()


def gradient_norms(weights, data, r, shortcut, factor=1.0):
    """At the states x_0 to x_n, and at the weights."""
    states = [data]
    for W in weights:
        # $F_l(x_l) = W_l x_l$
        F = states[-1] @ W.T
        states.append(states[-1] + factor * F if shortcut else F)
    # $L = \langle r, x_n \rangle$
    loss = (r * states[-1]).sum()
    *at_states, at_weights = torch.autograd.grad(loss, [*states, weights])
    return torch.stack([g.norm() for g in at_states]), at_weights.flatten(1).norm(dim=1)


depths = [10, 20]
seeds = 5
# $v = \frac{1}{3}$
default = 1 / 3
# $v = 1$
preserving = 1.0
at_states, at_weights, step = {}, {}, {}
for init, v in {"default": default, "preserving": preserving}.items():
    for n in depths:
        for way in ("plain", "residual", "scaled"):
            factor = n**-0.5 if way == "scaled" else 1.0
            runs = [
                gradient_norms(*draw(seed, n, v), way != "plain", factor) for seed in range(seeds)
            ]
            name = f"{init}_{way}_{n}"
            at_states[name] = torch.stack([states for states, _ in runs])
            at_weights[name] = torch.stack([weights for _, weights in runs])
            step[name] = at_states[name][:, 0] ** (1 / n)

# %% [markdown] lang="zh"
# 预测逐条对照：每个种子、每种深度，每层的平均倍数与公式之差都不超过下面的界。

# %% [markdown] lang="en"
# The predictions, one by one: for every seed and both depths the mean factor per layer differs from the formula by no more than the bound below.

# %%
tolerance = 0.06
for init, v in {"default": default, "preserving": preserving}.items():
    for n in depths:
        # $1 + v$
        residual_square = 1 + v
        # $1 + \frac{v}{n}$
        scaled_square = 1 + v / n
        # $\lVert \nabla_{x_l} L \rVert \approx \sqrt{v}\, \lVert \nabla_{x_{l+1}} L \rVert$
        assert (step[f"{init}_plain_{n}"] / v**0.5 - 1).abs().max() < tolerance
        # $\lVert \nabla_{x_l} L \rVert \approx \sqrt{1 + v}\, \lVert \nabla_{x_{l+1}} L \rVert$
        assert (step[f"{init}_residual_{n}"] / residual_square**0.5 - 1).abs().max() < tolerance
        # $\lVert \nabla_{x_l} L \rVert \approx \sqrt{1 + \frac{v}{n}}\, \lVert \nabla_{x_{l+1}} L \rVert$
        assert (step[f"{init}_scaled_{n}"] / scaled_square**0.5 - 1).abs().max() < tolerance


def spread(values):
    """Median over the seeds, then the least and the largest."""
    return [values.median().item(), values.min().item(), values.max().item()]


at_input = {name: spread(norms[:, 0]) for name, norms in at_states.items()}
first_weight = {name: spread(norms[:, 0]) for name, norms in at_weights.items()}
last_weight = {name: spread(norms[:, -1]) for name, norms in at_weights.items()}
for name, (median, least, most) in at_input.items():
    print(f"{name:>22}: gradient at the input {median:.2g} ({least:.2g} to {most:.2g})")

# %%
LABELS = {
    "zh": {
        "alt": "两幅图，横轴是状态的序号，零是输入，末尾是输出；纵轴是该处的梯度范数，对数刻度，"
        "三条曲线都从输出端的一出发往左走。左图是默认初始化：没有捷径的曲线朝输入直线下降，"
        "有捷径的曲线直线上升。右图是保持方差的初始化：没有捷径的曲线大致水平，有捷径的上升得更陡。"
        "两图中分支缩小的曲线都几乎水平。",
        "default": "默认初始化",
        "preserving": "保持方差的初始化",
        "x": "状态（零是输入）",
        "y": "梯度范数",
        "plain": "没有捷径",
        "residual": "有捷径",
        "scaled": "有捷径，分支缩小",
    },
    "en": {
        "alt": "Two pictures: across the number of the state, zero being the input and the last "
        "the output; upwards the norm of the gradient there, on a logarithmic scale. All three "
        "curves start from one at the output and go left. Left, the default initialisation: "
        "without shortcuts the curve falls in a straight line towards the input, with shortcuts "
        "it rises in one. Right, the initialisation that preserves variance: without shortcuts "
        "the curve is roughly level, with shortcuts it rises more steeply. In both pictures the "
        "curve of the scaled branches is nearly level.",
        "default": "default initialisation",
        "preserving": "variance preserved",
        "x": "state (zero is the input)",
        "y": "norm of the gradient",
        "plain": "no shortcut",
        "residual": "shortcut",
        "scaled": "shortcut, scaled branch",
    },
}
label = LABELS["en"]

# %%
import matplotlib.pyplot as plt

styles = {"plain": ("C7", ":"), "residual": ("C0", "-"), "scaled": ("C1", "-.")}
figure, panels = plt.subplots(1, 2, sharey=True, figsize=(10, 4), num=label["alt"])
for axes, init in zip(panels, ("default", "preserving")):
    for way, (color, line) in styles.items():
        norms = at_states[f"{init}_{way}_{n}"]
        axes.fill_between(range(n + 1), norms.amin(0), norms.amax(0), color=color, alpha=0.15)
        axes.plot(range(n + 1), norms.median(0).values, line, color=color, label=label[way])
    axes.set_yscale("log")
    axes.set_title(label[init])
    axes.set_xlabel(label["x"])
panels[0].set_ylabel(label["y"])
panels[1].legend(loc="lower right")
plt.show()

# %% [markdown] lang="zh"
# ## 结果 {#result}
#
# 上图是 $\claim{depths[1]}{20}$ 层时的情形，线是 $\claim{seeds}{5}$ 个种子的中位数，带子是最小到最大。输入端的梯度范数：
#
# | 初始化 | 网络 | $\claim{depths[0]}{10}$ 层 | $\claim{depths[1]}{20}$ 层 | $\claim{depths[1]}{20}$ 层，最小到最大 |
# | :--- | :--- | ---: | ---: | ---: |
# | 默认 | 没有捷径 | $\claim{at_input[default_plain_10][0]}{0.0039}$ | $\claim{at_input[default_plain_20][0]}{1.6\times10^{-5}}$ | $\claim{at_input[default_plain_20][1]}{1.3\times10^{-5}}$ 到 $\claim{at_input[default_plain_20][2]}{2.5\times10^{-5}}$ |
# | 默认 | 有捷径 | $\claim{at_input[default_residual_10][0]}{4.2}$ | $\claim{at_input[default_residual_20][0]}{18}$ | $\claim{at_input[default_residual_20][1]}{17}$ 到 $\claim{at_input[default_residual_20][2]}{20}$ |
# | 默认 | 分支缩小 | $\claim{at_input[default_scaled_10][0]}{1.2}$ | $\claim{at_input[default_scaled_20][0]}{1.2}$ | $\claim{at_input[default_scaled_20][1]}{1.2}$ 到 $\claim{at_input[default_scaled_20][2]}{1.2}$ |
# | 保持方差 | 没有捷径 | $\claim{at_input[preserving_plain_10][0]}{0.95}$ | $\claim{at_input[preserving_plain_20][0]}{0.96}$ | $\claim{at_input[preserving_plain_20][1]}{0.80}$ 到 $\claim{at_input[preserving_plain_20][2]}{1.5}$ |
# | 保持方差 | 有捷径 | $\claim{at_input[preserving_residual_10][0]}{31}$ | $\claim{at_input[preserving_residual_20][0]}{1.1\times10^{3}}$ | $\claim{at_input[preserving_residual_20][1]}{7.5\times10^{2}}$ 到 $\claim{at_input[preserving_residual_20][2]}{1.3\times10^{3}}$ |
# | 保持方差 | 分支缩小 | $\claim{at_input[preserving_scaled_10][0]}{1.7}$ | $\claim{at_input[preserving_scaled_20][0]}{1.7}$ | $\claim{at_input[preserving_scaled_20][1]}{1.6}$ 到 $\claim{at_input[preserving_scaled_20][2]}{1.7}$ |
#
# 六行都合预测，相对误差小于 $\claim{tolerance}{0.06}$。“没有捷径，梯度就会消失”只对第一行成立；“捷径防止梯度爆炸”一行也不成立。
#
# ### 总范数藏起了什么 {#totals}
#
# 权重的梯度是另一回事。默认初始化、没有捷径、$\claim{depths[1]}{20}$ 层时，第一层权重的梯度范数是 $\claim{first_weight[default_plain_20][0]}{1.4\times10^{-4}}$，最后一层是 $\claim{last_weight[default_plain_20][0]}{1.3\times10^{-4}}$：没有哪一层比别的层更饿，所有的层一样饿。权重的梯度等于该层输入与输出端梯度之积，梯度往回走丢掉的，正是激活往前走还没有丢掉的。流行的演示只打印总范数，既看不出状态的梯度在缩小，也看不出各层权重彼此相等；加上偏置，后一条又会改变，因为偏置给后面的层重新送去激活。
#
# ## 它没有说明什么 {#limits}
#
# 这些网络是线性的，没有训练，没有归一化，梯度只在初始化的那一刻量过。范数合适不等于学得动：两个输入的梯度可能毫不相干，见[梯度的相关性](shattered-gradients.ipynb)。普通网络换成正交初始化，范数还可以严格保持。所以这里没有说明残差网络为什么好训练，只说明“看梯度范数”这一条理由有多少分量。
#
# ## 什么会改变我们的看法 {#change}
#
# 如果把宽度加大，逐层倍数却离公式更远，预测用的平均就错了。如果在权重相同、损失相同的条件下，有人找到一种独立抽取的随机初始化，使有捷径而不缩小分支的线性网络在深度增加时梯度平均不增长，那么“捷径本身会放大梯度”就要收回。
#
# ## 接下去 {#next}
#
# 同样的公式在[梯度怎样流动](../../basics/gradient-flow.md#exploding)里推导；各种缩小分支的办法在[稳定与缩放](../../transformer/stability.md)里。

# %% [markdown] lang="en"
# ## Result {#result}
#
# The figure shows $\claim{depths[1]}{20}$ layers; the lines are medians over $\claim{seeds}{5}$ seeds, the bands reach from the least to the largest. The gradient’s norm at the input:
#
# | initialisation | network | $\claim{depths[0]}{10}$ layers | $\claim{depths[1]}{20}$ layers | $\claim{depths[1]}{20}$ layers, least to largest |
# | :--- | :--- | ---: | ---: | ---: |
# | default | no shortcut | $\claim{at_input[default_plain_10][0]}{0.0039}$ | $\claim{at_input[default_plain_20][0]}{1.6\times10^{-5}}$ | $\claim{at_input[default_plain_20][1]}{1.3\times10^{-5}}$ to $\claim{at_input[default_plain_20][2]}{2.5\times10^{-5}}$ |
# | default | shortcut | $\claim{at_input[default_residual_10][0]}{4.2}$ | $\claim{at_input[default_residual_20][0]}{18}$ | $\claim{at_input[default_residual_20][1]}{17}$ to $\claim{at_input[default_residual_20][2]}{20}$ |
# | default | scaled branch | $\claim{at_input[default_scaled_10][0]}{1.2}$ | $\claim{at_input[default_scaled_20][0]}{1.2}$ | $\claim{at_input[default_scaled_20][1]}{1.2}$ to $\claim{at_input[default_scaled_20][2]}{1.2}$ |
# | variance preserved | no shortcut | $\claim{at_input[preserving_plain_10][0]}{0.95}$ | $\claim{at_input[preserving_plain_20][0]}{0.96}$ | $\claim{at_input[preserving_plain_20][1]}{0.80}$ to $\claim{at_input[preserving_plain_20][2]}{1.5}$ |
# | variance preserved | shortcut | $\claim{at_input[preserving_residual_10][0]}{31}$ | $\claim{at_input[preserving_residual_20][0]}{1.1\times10^{3}}$ | $\claim{at_input[preserving_residual_20][1]}{7.5\times10^{2}}$ to $\claim{at_input[preserving_residual_20][2]}{1.3\times10^{3}}$ |
# | variance preserved | scaled branch | $\claim{at_input[preserving_scaled_10][0]}{1.7}$ | $\claim{at_input[preserving_scaled_20][0]}{1.7}$ | $\claim{at_input[preserving_scaled_20][1]}{1.6}$ to $\claim{at_input[preserving_scaled_20][2]}{1.7}$ |
#
# All six rows agree with the prediction, with a relative error below $\claim{tolerance}{0.06}$. “Without a shortcut the gradient vanishes” holds in the first row alone; “shortcuts prevent exploding gradients” holds in none.
#
# ### What the total hides {#totals}
#
# The gradients of the weights are another matter. Under the default initialisation, without shortcuts and at $\claim{depths[1]}{20}$ layers, that of the first layer has norm $\claim{first_weight[default_plain_20][0]}{1.4\times10^{-4}}$ and that of the last $\claim{last_weight[default_plain_20][0]}{1.3\times10^{-4}}$: no layer starves more than another, all starve alike. A weight’s gradient is the product of its layer’s input and the gradient at its output, and what the gradient has lost on its way back, the activation has not yet lost on its way forward. A demonstration that prints totals shows neither that the gradients of the states shrink nor that those of the weights are equal; and biases change the latter, because they feed the later layers with fresh activations.
#
# ## What it does not show {#limits}
#
# These networks are linear, untrained and without normalisation, and their gradients are measured at initialisation alone. A gradient of good size need not teach anything: those of two inputs may have nothing to do with each other, see [gradient correlation](shattered-gradients.ipynb). A plain network with orthogonal weights even keeps norms exactly. So this study does not say why residual networks are easy to train; it says how much the argument from gradient norms is worth.
#
# ## What would change our mind {#change}
#
# If wider layers took the factors further from the formulas, the average behind the prediction would be wrong. If, with equal weights and an equal loss, somebody found independently drawn random weights with which the gradient of a linear network with shortcuts and unscaled branches does not grow with depth on average, the statement that shortcuts amplify gradients would have to go.
#
# ## Where next {#next}
#
# The same formulas are derived in [How gradients flow](../../basics/gradient-flow.md#exploding); ways to scale branches down are in [Stability and scaling](../../transformer/stability.md).
