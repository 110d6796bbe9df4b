"""Encoder and decoder layers in both orders, drawn step by step from `steps`."""

from collections.abc import Iterator

from figures.kit import COLUMN, NARROW, Drawing, Role, Value, figure

BRANCH = "branch"  # the place of the sub-layer in an order
ADD, NORM = "+", "LN"
ORDERS = {"post": (BRANCH, ADD, NORM), "pre": (NORM, BRANCH, ADD)}
SUBLAYERS = {"encoder": ("MHA", "FFN"), "decoder": ("MHA", "MHA", "FFN")}
STATES = "XUVY"  # what the layers' formulas call the trunk: X first, Y last

LABELS = {
    "zh": {
        "alt_encoder": "编码器层的两种顺序。后置归一化：注意力、相加、主干上的 LN，前馈网络、相加、"
        "主干上的 LN。前置归一化：两个 LN 都在分支里，主干上只有两个加号。",
        "alt_decoder": "解码器层的两种顺序，各有三个加号：带掩码的自注意力、"
        "读取编码器输出 M 的交叉注意力、前馈网络。后置归一化的三个 LN 在主干上，"
        "前置归一化的三个在分支里。",
        "post": "后置归一化（Post-LN）：LN 在主干上，每个加号之后",
        "pre": "前置归一化（Pre-LN）：LN 在分支里，主干上只有加号",
        "post_short": "后置归一化",
        "pre_short": "前置归一化",
        "masked": "带掩码",
        "cross": "交叉",
    },
    "en": {
        "alt_encoder": "An encoder layer in both orders. Post-LN: attention, sum, LN on the trunk, "
        "feed-forward network, sum, LN on the trunk. Pre-LN: both LNs are in the branches, "
        "and the trunk has nothing but two plus signs.",
        "alt_decoder": "A decoder layer in both orders, each with three plus signs: masked "
        "self-attention, cross-attention to the encoder's output M, feed-forward network. "
        "Post-LN has its three LNs on the trunk, Pre-LN in the branches.",
        "post": "Post-LN: LN on the trunk, behind every plus sign",
        "pre": "Pre-LN: LN in the branch, nothing but plus signs on the trunk",
        "post_short": "Post-LN",
        "pre_short": "Pre-LN",
        "masked": "masked",
        "cross": "cross",
    },
}


def steps(layer: str, order: str) -> Iterator[tuple[str, ...]]:
    """What each sub-layer computes, in order: ("MHA", "+", "LN"), …"""
    for sublayer in SUBLAYERS[layer]:
        yield tuple(sublayer if step == BRANCH else step for step in ORDERS[order])


def states(layer: str) -> str:
    """Names of the trunk before, between and after the sub-layers."""
    return STATES[: len(SUBLAYERS[layer])] + STATES[-1]


def draw_encoder(lang: str, value: Value) -> str:
    return draw("encoder", LABELS[lang])


def draw_decoder(lang: str, value: Value) -> str:
    return draw("decoder", LABELS[lang])


def draw(layer: str, words: dict[str, str]) -> str:
    return figure(f"{layer}-layers", wide(layer, words), tall(layer, words))


def note_on(layer: str, index: int) -> str:
    """What kind of attention a sub-layer is, where it has to be said."""
    return ("masked", "cross", "")[index] if layer == "decoder" else ""


# Wide: one order a row, from left to right ----------------------------------------------------

RISE = 58  # px from the trunk up to the branch


def wide(layer: str, words: dict[str, str]) -> Drawing:
    above = 112 if layer == "decoder" else 78  # px from the top of a row to its trunk
    row = above + 82
    drawing = Drawing(COLUMN, 2 * row - 30, words[f"alt_{layer}"])
    for number, order in enumerate(ORDERS):
        wide_row(drawing, layer, order, number * row + above, words)
    return drawing


def wide_row(drawing: Drawing, layer: str, order: str, line: int, words: dict[str, str]) -> None:
    left, right = 36, COLUMN - 34
    step = (right - left) / len(SUBLAYERS[layer])
    names = states(layer)
    drawing.formula(left - 12, line + 6, names[0], role="identity", anchor="end", size=20)
    drawing.formula(right + 12, line + 6, names[-1], role="sum", size=20)
    for index, parts in enumerate(steps(layer, order)):
        x = left + index * step
        last = index == len(SUBLAYERS[layer]) - 1
        wide_sublayer(drawing, parts, x, step, line, last)
        wide_note(drawing, note_on(layer, index), x + step * branch_at(parts), line - RISE, words)
        if not last:
            drawing.formula(x + step, line + 26, names[index + 1], anchor="mid", size=16)
    drawing.label(0, line + 48, words[order])


def wide_note(drawing: Drawing, note: str, x: float, y: int, words: dict[str, str]) -> None:
    """Above the box around x, y: its kind; for cross-attention also the input M."""
    if note == "cross":
        drawing.formula(x, y - 44, "M", anchor="mid", size=16)
        drawing.line("branch", f"M{x:g} {y - 38}V{y - 26}")
        drawing.head("branch", x, y - 15, 90)
        drawing.label(x - 12, y - 26, words[note], anchor="end")
    elif note:
        drawing.label(x, y - 26, words[note], anchor="mid")


def branch_at(parts: tuple[str, ...]) -> float:
    """Where the sub-layer's box stands, as a share of the step."""
    return 0.36 if parts[0] != NORM else 0.53


def wide_sublayer(
    drawing: Drawing, parts: tuple[str, ...], x: float, step: float, line: int, last: bool
) -> None:
    """One sub-layer: the fork stands at x, the next one at x + step."""
    top, plus, after = line - RISE, x + step * 0.78, x + step
    add = parts.index(ADD)
    if parts[-1] == NORM:
        plus = x + step * 0.64
    drawing.line(
        "branch",
        f"M{x:g} {line}C{x + 16:g} {line} {x + 4:g} {top} {x + 24:g} {top}"
        f"H{plus - 20:g}C{plus:g} {top} {plus:g} {top + 14} {plus:g} {line - 20}",
    )
    drawing.head("branch", plus, line - 9, 90)
    drawing.line("identity", f"M{x:g} {line}H{plus - 9:g}")
    end = "sum" if last or parts[-1] == NORM else "identity"
    drawing.line("sum" if end == "sum" else "identity", f"M{plus + 9:g} {line}H{after:g}")
    for part in parts[:add]:
        width, at = (40, 0.24) if part == NORM else (60, branch_at(parts))
        box(drawing, part, "branch", x + step * at, top, width)
    drawing.plus(plus, line, 9)
    for part in parts[add + 1 :]:
        box(drawing, part, "sum", x + step * 0.85, line, 40)
    if last:
        drawing.head("sum", after + 6, line, 0)


def box(drawing: Drawing, name: str, role: Role, x: float, y: float, width: int) -> None:
    """A box with its name, around x, y."""
    drawing.box(role, x - width / 2, y - 15, width, 30)
    drawing.label(x, y + 5, name, role=role, anchor="mid")


# Tall: the orders side by side, from top to bottom --------------------------------------------

DOWN, BLOCK = 40, 144  # y of the first fork; from fork to fork


def tall(layer: str, words: dict[str, str]) -> Drawing:
    drawing = Drawing(NARROW, DOWN + BLOCK * len(SUBLAYERS[layer]) + 56, words[f"alt_{layer}"])
    for line, order in ((20, "post"), (170, "pre")):
        tall_column(drawing, layer, order, line, words)
    return drawing


def tall_column(drawing: Drawing, layer: str, order: str, line: int, words: dict[str, str]) -> None:
    names, end = states(layer), DOWN + BLOCK * len(SUBLAYERS[layer])
    drawing.formula(line, 18, names[0], role="identity", anchor="mid")
    drawing.line("identity", f"M{line} 24V{DOWN}")
    drawing.formula(line, end + 28, names[-1], role="sum", anchor="mid")
    drawing.label(line - 8, end + 50, words[f"{order}_short"])
    for index, parts in enumerate(steps(layer, order)):
        y = DOWN + index * BLOCK
        last = index == len(SUBLAYERS[layer]) - 1
        tall_sublayer(drawing, parts, line, y, last)
        middle = y + tall_branch_at(parts)
        if note := note_on(layer, index):
            drawing.label(line + 98, middle + (-12 if note == "cross" else 5), words[note])
        if note == "cross":
            drawing.formula(line + 122, middle + 6, "M", size=16)
            drawing.line("branch", f"M{line + 118} {middle}H{line + 102}")
            drawing.head("branch", line + 91, middle, 180)
        if not last:
            drawing.formula(line - 8, y + BLOCK + 14, names[index + 1], anchor="end", size=16)


def tall_branch_at(parts: tuple[str, ...]) -> int:
    """How far below the fork the sub-layer's box stands."""
    return 76 if parts[0] == NORM else 46


def tall_sublayer(drawing: Drawing, parts: tuple[str, ...], line: int, y: int, last: bool) -> None:
    """One sub-layer: the fork stands at y, the next one at y + BLOCK."""
    right, add = line + 60, parts.index(ADD)
    plus = y + (84 if parts[-1] == NORM else 116)
    drawing.line(
        "branch",
        f"M{line} {y}C{line} {y + 12} {right} {y + 4} {right} {y + 18}"
        f"V{plus - 18}C{right} {plus} {line + 36} {plus} {line + 20} {plus}",
    )
    drawing.head("branch", line + 9, plus, 180)
    drawing.line("identity", f"M{line} {y}V{plus - 9}")
    ink = last or parts[-1] == NORM
    drawing.line("sum" if ink else "identity", f"M{line} {plus + 9}V{y + BLOCK}")
    for part in parts[:add]:
        at = 30 if part == NORM else tall_branch_at(parts)
        box(drawing, part, "branch", right, y + at, 40 if part == NORM else 60)
    drawing.plus(line, plus, 9)
    for part in parts[add + 1 :]:
        box(drawing, part, "sum", line, y + 116, 32)
    if last:
        drawing.head("sum", line, y + BLOCK + 10, 90)
