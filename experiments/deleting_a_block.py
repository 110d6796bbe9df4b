"""One block is deleted from a trained plain and a trained residual network: what breaks?"""

# %% [markdown] lang="zh"
# ---
# title: 拿掉一个块
# description: 从训练好的普通网络和残差网络里各拿掉一个块，不再训练，看错误率怎样变；每个块都拿一遍，五个种子，并与按路径计数的集成观点对照。
# ---
#
# # 拿掉一个块 {#deleting-a-block}
#
# 从训练好的残差网络里拿掉几乎任何一个块，错误率变得不多；从普通网络里拿掉任何一个，它几乎只剩瞎猜。
# { .answer }
#
# ## 问题 {#question}
#
# 把 $n$ 个残差块展开，是 $2^n$ 条路径之和；拿掉一个块，一半的路径还在。普通网络只有一条路径，拿掉一个块就断了。训练好的网络真是这样吗？残差网络里有没有拿不得的块？

# %% [markdown] lang="en"
# ---
# title: Deleting a block
# description: "One block is taken out of a trained plain and a trained residual network, without further training: how does the error change? Every block in turn, five seeds, and what the count of paths says about it."
# ---
#
# # Deleting a block {#deleting-a-block}
#
# Take almost any one block out of a trained residual network, and its error changes little; take any out of a plain one, and it is left with little more than guessing.
# { .answer }
#
# ## Question {#question}
#
# Unrolled, $n$ residual blocks are a sum over $2^n$ paths; delete a block, and half of the paths are still there. A plain network has a single path, which any deletion cuts. Is this how trained networks behave? Are there blocks that a residual network cannot do without?

# %% [markdown] lang="zh"
# ## 预测 {#prediction}
#
# 残差网络的每个块只往流里加一点改动；少了其中一点，后面的块收到的输入与训练时相近，错误率应当只略升。普通网络的每个块产出下一个块的全部输入，少了它，后面的块收到的是从没见过的东西，应当坏掉。[Veit 等人](../../reference/references.md#veit2016)在图像网络上看到的正是这样，他们把残差网络比作许多浅网络的集成。靠近输入的块改动流的比例最大，应当最伤。

# %% [markdown] lang="en"
# ## Prediction {#prediction}
#
# Each block of a residual network adds a little to the stream. Without one of these changes the later blocks still see nearly what they were trained on, so the error should rise only slightly. Each block of a plain network produces the whole input of the next; without it the later blocks see something that they have never met, and the network should break. This is what [Veit et al.](../../reference/references.md#veit2016) found in image networks, likening residual networks to ensembles of many shallow ones. The blocks nearest to the input change the largest share of the stream, so deleting them should hurt most.

# %% [markdown] lang="zh"
# ## 做法 {#method}
#
# 数据、网络和训练同[退化](degradation.ipynb)：普通网络取浅的，因为深的练不出来；残差网络取深的。两者的块一样大，每块两层。训练之后逐个拿掉一块，不再训练，在留出的数字上数错误。归一化用手头这批数据的统计量，拿掉一块之后也重新计算。

# %% [markdown] lang="en"
# ## Method {#method}
#
# Data, networks and training are those of [Degradation](degradation.ipynb). The plain network is the shallow one, since the deep one does not train; the residual one is deep. Blocks are of the same size in both, two layers each. After training one block at a time is taken out, without further training, and errors are counted on held-out digits. Normalisation uses the statistics of the data in hand, computed anew when a block is gone.

# %%
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

few, many, rate = 20, 56, 0.1
epochs = {"plain": 30, "residual": 10}
whole, without = {}, {}
for name, layers in (("plain", few), ("residual", many)):
    net = Networks(layers, name == "residual", inputs=64, classes=10)
    train(net, rate, epochs[name], pictures[kept], digits[kept])
    whole[name] = errors(net, pictures[held_out], digits[held_out])
    count = len(net.blocks)
    cut = [errors(net, pictures[held_out], digits[held_out], block) for block in range(count)]
    without[name] = torch.stack(cut)

# %% [markdown] lang="zh"
# 对每个种子检查：普通网络拿掉哪一块都不行；残差网络拿掉一块，中位数几乎不变。

# %% [markdown] lang="en"
# Checked for every seed: the plain network can spare no block; of the residual network’s, the median one is hardly missed.

# %%
broken, trained, unharmed, harmed = 50, 15, 2, 10
assert (100 * without["plain"] > broken).all() and (100 * whole["plain"] < trained).all()
rise = 100 * (without["residual"] - whole["residual"])
assert (rise.median(0).values < unharmed).all()
assert (rise.argmax(0) == 0).all()
plain_blocks, residual_blocks = len(without["plain"]), len(without["residual"])
rather_harmless = (rise < harmed).sum(0)
fewest_harmless = rather_harmless.min().item()


def percent(shares):
    """Median, least and largest."""
    return [100 * value.item() for value in (shares.median(), shares.min(), shares.max())]


before = percent(whole["residual"])
residual_after = percent(without["residual"].median(0).values)
worst_after = percent(without["residual"].amax(0))
print(f"plain: below {trained} % wrong, above {broken} % without any one block")
print(f"residual: {before[0]:.0f} % wrong, {residual_after[0]:.0f} % without the median block")

# %%
LABELS = {
    "zh": {
        "alt": "两幅图，横轴是拿掉哪一块，从靠近输入的一块开始，纵轴是错误率。左图是普通网络，"
        "所有的点都在高处；右图是残差网络，第一块的点很高，紧接着的几块略高，其余贴着没有拿掉时的横线。",
        "plain": "普通网络",
        "residual": "残差网络",
        "x": "拿掉的块",
        "y": "错误率（%）",
        "whole": "一块不少",
    },
    "en": {
        "alt": "Two pictures: across the block that is deleted, that nearest to the input first, "
        "upwards the error. Left, the plain network: all dots are high. Right, the residual "
        "network: the dots of the first block are high, those of the next few a little raised, "
        "and the rest lie on the line of the whole network.",
        "plain": "plain network",
        "residual": "residual network",
        "x": "deleted block",
        "y": "errors (%)",
        "whole": "nothing deleted",
    },
}
label = LABELS["en"]

# %%
import matplotlib.pyplot as plt

figure, panels = plt.subplots(1, 2, sharey=True, figsize=(10, 4), num=label["alt"])
for axes, name, color, marker in zip(panels, whole, ("C7", "C0"), ("s", "o")):
    numbers = range(1, len(without[name]) + 1)
    axes.plot(numbers, 100 * without[name], marker, color=color, markersize=4)
    middle = 100 * whole[name].median()
    axes.axhline(middle, color="black", linewidth=1, linestyle="--", label=label["whole"])
    axes.set_ylim(0, 104)
    axes.set_title(label[name])
    axes.set_xlabel(label["x"])
panels[0].set_ylabel(label["y"])
panels[1].legend(loc="upper right")
plt.show()

# %% [markdown] lang="zh"
# 每个点是一个种子；虚线是一块不少时错误率的中位数。
# { .caption }
#
# ## 结果 {#result}
#
# 错误率（%），$\claim{seeds}{5}$ 个种子的中位数，括号里是最小到最大：
#
# | 网络 | 一块不少 | 拿掉一块 |
# | :--- | :--- | :--- |
# | 普通，$\claim{plain_blocks}{9}$ 块 | 小于 $\claim{trained}{15}$ | 哪一块都大于 $\claim{broken}{50}$ |
# | 残差，$\claim{residual_blocks}{27}$ 块 | $\claim{before[0]}{2.8}$（$\claim{before[1]}{2.2}$ 到 $\claim{before[2]}{3.3}$） | 块的中位数：$\claim{residual_after[0]}{2.8}$（$\claim{residual_after[1]}{2.2}$ 到 $\claim{residual_after[2]}{3.1}$）；最伤的一块：$\claim{worst_after[0]}{25}$（$\claim{worst_after[1]}{19}$ 到 $\claim{worst_after[2]}{31}$） |
#
# 普通网络少了任何一块，每个种子的错误率都在一半以上。残差网络里，每个种子至少有 $\claim{fewest_harmless}{26}$ 块拿掉之后错误率上升不到 $\claim{harmed}{10}$ 个百分点；唯一拿不得的是第一块，每个种子都是它最伤。
#
# ## 它没有说明什么 {#limits}
#
# “集成”是比喻：这些路径共用权重，一起训练，不是各自学会再投票。拿掉一块没事，也不等于那一块没有用：别的块和它相近，顶得上；同时拿掉许多块，错误会累积。普通网络与残差网络的深度也不同，因为同样深的普通网络在这里练不出来；这个比较说的是“练得出来的两个网络”，不是“只差一条捷径的两个网络”。
#
# ## 什么会改变我们的看法 {#change}
#
# 如果把普通网络训练得更久，或者训练时随机跳过块，它也经得起少一块，那么经得起的原因是训练方式，不是路径。如果在残差网络里拿掉中间任意一块都像第一块那样伤，“其余的路径还在”就没有解释力。
#
# ## 接下去 {#next}
#
# 路径怎样数、各有多长，见[梯度怎样流动](../../basics/gradient-flow.md)；训练时就随机跳过块的做法，见[稳定与缩放](../../transformer/stability.md)。

# %% [markdown] lang="en"
# Each dot is a seed; the dashed line is the median error with nothing deleted.
# { .caption }
#
# ## Result {#result}
#
# Errors in per cent, the median over $\claim{seeds}{5}$ seeds, in brackets the least and the largest:
#
# | network | nothing deleted | one block deleted |
# | :--- | :--- | :--- |
# | plain, $\claim{plain_blocks}{9}$ blocks | below $\claim{trained}{15}$ | above $\claim{broken}{50}$, whichever it is |
# | residual, $\claim{residual_blocks}{27}$ blocks | $\claim{before[0]}{2.8}$ ($\claim{before[1]}{2.2}$ to $\claim{before[2]}{3.3}$) | the median block: $\claim{residual_after[0]}{2.8}$ ($\claim{residual_after[1]}{2.2}$ to $\claim{residual_after[2]}{3.1}$); the worst: $\claim{worst_after[0]}{25}$ ($\claim{worst_after[1]}{19}$ to $\claim{worst_after[2]}{31}$) |
#
# Without any one block, the plain network is wrong more often than not, for every seed. In the residual network at least $\claim{fewest_harmless}{26}$ blocks of every seed can be deleted with the error rising by less than $\claim{harmed}{10}$ percentage points; the one it cannot spare is the first, which hurts most for every seed.
#
# ## What it does not show {#limits}
#
# “Ensemble” is a figure of speech: the paths share weights and are trained together, they do not learn apart and then vote. Nor does a harmless deletion mean that the block was useless: others are close enough to stand in for it, and when many are deleted at once, errors add up. The two networks also differ in depth, because a plain one as deep as the residual one does not train here; what is compared are two networks that train, not two that differ by a shortcut alone.
#
# ## What would change our mind {#change}
#
# If a plain network that was trained for longer, or with blocks skipped at random, could spare a block as well, the reason would be in the training and not in the paths. If deleting any middle block of a residual network hurt as the first does, “the other paths are still there” would explain nothing.
#
# ## Where next {#next}
#
# How paths are counted and how long they are is in [How gradients flow](../../basics/gradient-flow.md); skipping blocks at random in training is in [Stability and scaling](../../transformer/stability.md).
