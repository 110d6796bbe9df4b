"""Degradation on real data: deep plain networks have the higher training loss, residual ones not."""

# %% [markdown] lang="zh"
# ---
# title: 退化：在真实数据上重现
# description: 在手写数字上训练浅的普通网络、深的普通网络与深的残差网络，各试三个学习率、五个种子，比较训练损失。
# ---
#
# # 退化：在真实数据上重现 {#degradation}
#
# 在同一个小数据集上，深的普通网络在试过的每个学习率、每个种子下训练损失都高于浅的，同样深的残差网络则低于两者。
# { .answer }
#
# ## 问题 {#question}
#
# 原论文的证据来自 ImageNet 和 CIFAR-10。换成几秒钟就能训练的真实数据，“更深的普通网络训练误差更高”还看得到吗？它会不会只是学习率没选好，或者某个种子碰巧？

# %% [markdown] lang="en"
# ---
# title: "Degradation, reproduced on real data"
# description: "A shallow plain, a deep plain and a deep residual network trained on handwritten digits, each at three learning rates and with five seeds, compared by training loss."
# ---
#
# # Degradation, reproduced on real data {#degradation}
#
# On the same small data set the deep plain network has a higher training loss than the shallow one, for every learning rate and every seed tried, and the equally deep residual network a lower one than both.
# { .answer }
#
# ## Question {#question}
#
# The original evidence comes from ImageNet and CIFAR-10. On real data that take seconds to train on, does a deeper plain network still show the higher training error? Might it only be a badly chosen learning rate, or the luck of a seed?

# %% [markdown] lang="zh"
# ## 预测 {#prediction}
#
# 深的普通网络包含浅的：多出来的层只要是恒等就行。所以它的最优训练损失不会更高；如果训练出来更高，那是优化没有找到，不是过拟合，也不是表达不了。残差网络的分支从小处加起，应当不受深度之累。

# %% [markdown] lang="en"
# ## Prediction {#prediction}
#
# The deep plain network contains the shallow one: its further layers would only need to be the identity. So its best training loss is no higher; if training ends higher, optimisation has not found it, and it is neither overfitting nor a lack of expressive power. The residual network, whose branches add to what is there, should not suffer from depth.

# %% [markdown] lang="zh"
# ## 做法 {#method}
#
# 数据是 scikit-learn 自带的手写数字。网络全连接，每层前有批归一化和 ReLU；普通与残差的唯一差别是每两层有没有一条捷径，参数一样多，初始权重相同。优化器是带动量的梯度下降。每个网络试三个学习率，每个种子都用同样的三个；比较的是最后一轮的训练损失，所以与过拟合无关。

# %% [markdown] lang="en"
# ## Method {#method}
#
# The data are the handwritten digits that come with scikit-learn. The networks are fully connected, with batch normalisation and ReLU before each layer; plain and residual differ only in whether there is a shortcut around every two layers, and have equally many parameters and the same initial weights. The optimiser is gradient descent with momentum. Each network is tried at three learning rates, the same three for every seed. What is compared is the training loss of the last epoch, so overfitting has no part in it.

# %%
from math import log

import torch
from sklearn.datasets import load_digits
from torch.nn.functional import batch_norm, cross_entropy, relu

torch.set_default_dtype(torch.float64)

# %%
# --8<-- "snippets/deep_networks.py:net"

# %%
pictures, digits = (torch.tensor(part) for part in load_digits(return_X_y=True))
pictures = (pictures - pictures.mean(0)) / 16
shuffled = torch.randperm(len(digits), generator=torch.Generator().manual_seed(0))
kept, held_out = shuffled[:1437], shuffled[1437:]

examples = len(kept)

few, many = 20, 56
plain, residual = (Networks(many, shortcut, inputs=64, classes=10) for shortcut in (False, True))
assert all(torch.equal(a, b) for a, b in zip(plain.weights, residual.weights))
networks = {"plain_few": (few, False), "plain_many": (many, False), "residual_many": (many, True)}
rates, epochs = {"low": 0.01, "middle": 0.03, "high": 0.1}, 8
curves, wrong = {}, {}
for name, (layers, shortcut) in networks.items():
    for which, rate in rates.items():
        net = Networks(layers, shortcut, inputs=64, classes=10)
        curves[f"{name}_{which}"] = train(net, rate, epochs, pictures[kept], digits[kept])
        wrong[f"{name}_{which}"] = errors(net, pictures[held_out], digits[held_out])

# %% [markdown] lang="zh"
# 排序对每个学习率、每个种子检查。

# %% [markdown] lang="en"
# The ordering is checked for every learning rate and every seed.

# %%
for which in rates:
    few_end, many_end = curves[f"plain_few_{which}"][-1], curves[f"plain_many_{which}"][-1]
    residual_end = curves[f"residual_many_{which}"][-1]
    assert (many_end > 2 * few_end).all() and (few_end > 2 * residual_end).all()
guessing = log(10)
few_least, few_most, many_least, residual_most = 0.4, 1.2, 2.0, 0.5
ends = {name: torch.stack([curves[f"{name}_{which}"][-1] for which in rates]) for name in networks}
assert ends["plain_few"].min() > few_least and ends["plain_few"].max() < few_most
assert ends["plain_many"].min() > many_least and ends["residual_many"].max() < residual_most
few_wrong, many_wrong, residual_wrong = 40, 70, 10
shares = {
    name: 100 * torch.stack([wrong[f"{name}_{which}"] for which in rates]) for name in networks
}
assert shares["plain_few"].max() < few_wrong and shares["plain_many"].min() > many_wrong
assert shares["residual_many"].max() < residual_wrong
medians = {which: curves[f"residual_many_{which}"][-1].median().item() for which in rates}
print(f"plain, {few} layers: loss {few_least} to {few_most} for all rates and seeds")
print(f"plain, {many} layers: more than {many_least}; guessing gives {guessing:.2f}")
print(f"residual, {many} layers:", ", ".join(f"{loss:.2g}" for loss in medians.values()))

# %%
LABELS = {
    "zh": {
        "alt": "三幅图，每个学习率一幅，横轴是轮数，纵轴是训练损失，对数刻度。三幅都一样："
        "深的普通网络几乎不降，浅的普通网络下降，深的残差网络降得最快最低，带子互不相交。",
        "title": "学习率 {rate}",
        "x": "轮",
        "y": "训练损失",
        "plain_few": "普通，浅",
        "plain_many": "普通，深",
        "residual_many": "残差，深",
    },
    "en": {
        "alt": "Three pictures, one for each learning rate; across the epoch, upwards the training "
        "loss on a logarithmic scale. All three are alike: the deep plain network hardly falls, "
        "the shallow plain one falls, the deep residual one falls fastest and lowest, and the "
        "bands do not touch at the end.",
        "title": "learning rate {rate}",
        "x": "epoch",
        "y": "training loss",
        "plain_few": "plain, shallow",
        "plain_many": "plain, deep",
        "residual_many": "residual, deep",
    },
}
label = LABELS["en"]

# %%
import matplotlib.pyplot as plt

styles = {"plain_many": ("C7", "-"), "plain_few": ("C7", ":"), "residual_many": ("C0", "-")}
figure, panels = plt.subplots(1, 3, sharey=True, figsize=(12, 4), num=label["alt"])
for axes, (which, rate) in zip(panels, rates.items()):
    for name, (color, line) in styles.items():
        losses_by_epoch = curves[f"{name}_{which}"]
        low, high = losses_by_epoch.amin(1), losses_by_epoch.amax(1)
        axes.fill_between(range(1, epochs + 1), low, high, color=color, alpha=0.15)
        middle = losses_by_epoch.median(1).values
        axes.plot(range(1, epochs + 1), middle, line, color=color, label=label[name])
    axes.set_yscale("log")
    axes.set_title(label["title"].format(rate=rate))
    axes.set_xlabel(label["x"])
panels[0].set_ylabel(label["y"])
panels[0].legend(loc="lower left")
plt.show()

# %% [markdown] lang="zh"
# 线是 $\claim{seeds}{5}$ 个种子的中位数，带子是最小到最大。
# { .caption }
#
# ## 结果 {#result}
#
# 训练 $\claim{epochs}{8}$ 轮之后，三个学习率、$\claim{seeds}{5}$ 个种子合在一起（瞎猜的损失是 $\claim{guessing}{2.30}$）：
#
# | 网络 | 训练损失 | 留出数字上的错误率（%） |
# | :--- | :--- | :--- |
# | 普通，$\claim{few}{20}$ 层 | $\claim{few_least}{0.4}$ 到 $\claim{few_most}{1.2}$ | 小于 $\claim{few_wrong}{40}$ |
# | 普通，$\claim{many}{56}$ 层 | 大于 $\claim{many_least}{2.0}$ | 大于 $\claim{many_wrong}{70}$ |
# | 残差，$\claim{many}{56}$ 层 | 小于 $\claim{residual_most}{0.5}$ | 小于 $\claim{residual_wrong}{10}$ |
#
# 无一例外：深的普通网络的训练损失是浅的两倍以上，浅的又是深残差网络的两倍以上。残差网络在学习率 $\claim{rates[low]}{0.01}$、$\claim{rates[middle]}{0.03}$、$\claim{rates[high]}{0.1}$ 时的中位数是 $\claim{medians[low]}{0.29}$、$\claim{medians[middle]}{0.13}$、$\claim{medians[high]}{0.09}$。普通网络只写界：它的训练会放大舍入误差，换一种处理器指令，损失的第二位数字就不同，残差网络的不会。错误率列在这里只为完整；说明退化的是训练损失那一列。
#
# ## 它没有说明什么 {#limits}
#
# 这是 $\claim{examples}{1437}$ 张小图、全连接网络、几轮训练，不是 ImageNet。它重现了现象，没有给出原因：在这些网络里，批归一化与 ReLU 使普通网络初始化时靠近输入的梯度反而很大，而原论文说他们的网络梯度大小正常，所以两处退化的原因未必相同。它也没有比较深残差与浅残差：那个次序随种子而变，这里不下结论。
#
# ## 什么会改变我们的看法 {#change}
#
# 如果换一种初始化（例如正交）、换一种优化器，或者训练许多倍的轮数，深的普通网络追上了浅的，那么这里看到的就只是“这样训练得慢”，不是更深更难。第一条是已知可能的：正交初始化能训练极深的普通卷积网络，所以结论要连同初始化一起读。
#
# ## 接下去 {#next}
#
# 退化与梯度消失为什么是两回事，见[深度为什么难](../../basics/depth.md)；从训练好的网络里拿掉一块会怎样，见[拿掉一个块](deleting-a-block.ipynb)。

# %% [markdown] lang="en"
# Lines are medians over $\claim{seeds}{5}$ seeds, bands reach from the least to the largest.
# { .caption }
#
# ## Result {#result}
#
# After $\claim{epochs}{8}$ epochs, three rates and $\claim{seeds}{5}$ seeds together (guessing gives a loss of $\claim{guessing}{2.30}$):
#
# | network | training loss | errors on held-out digits (%) |
# | :--- | :--- | :--- |
# | plain, $\claim{few}{20}$ layers | $\claim{few_least}{0.4}$ to $\claim{few_most}{1.2}$ | below $\claim{few_wrong}{40}$ |
# | plain, $\claim{many}{56}$ layers | above $\claim{many_least}{2.0}$ | above $\claim{many_wrong}{70}$ |
# | residual, $\claim{many}{56}$ layers | below $\claim{residual_most}{0.5}$ | below $\claim{residual_wrong}{10}$ |
#
# Without exception the deep plain network’s training loss is more than twice that of the shallow one, and the latter more than twice that of the deep residual one. The residual network’s median at the rates $\claim{rates[low]}{0.01}$, $\claim{rates[middle]}{0.03}$ and $\claim{rates[high]}{0.1}$ is $\claim{medians[low]}{0.29}$, $\claim{medians[middle]}{0.13}$ and $\claim{medians[high]}{0.09}$. For plain networks only bounds are given: their training amplifies rounding errors, and with other processor instructions the second digit of the loss is another, which does not happen to the residual network. The errors are there for completeness; it is the column of training losses that shows degradation.
#
# ## What it does not show {#limits}
#
# These are $\claim{examples}{1437}$ small pictures, fully connected networks and a few epochs, not ImageNet. The study reproduces the phenomenon and does not give its cause: in these networks batch normalisation and ReLU make the plain network’s gradients near the input large at initialisation, whereas the paper’s authors say that theirs were of healthy size, so the two need not degrade for the same reason. Nor does it compare deep residual networks with shallow ones: their order depends on the seed, and nothing is concluded about it here.
#
# ## What would change our mind {#change}
#
# If with another initialisation, such as orthogonal weights, another optimiser, or many times the epochs the deep plain network caught up with the shallow one, what is seen here would be slowness under these conditions and not the difficulty of depth. The first is known to be possible: orthogonal initialisation trains extremely deep plain convolutional networks. So the result has to be read together with its initialisation.
#
# ## Where next {#next}
#
# Why degradation and vanishing gradients are two matters is in [Why depth is hard](../../basics/depth.md); what happens when a block is taken out of a trained network is in [Deleting a block](deleting-a-block.ipynb).
