"""One layer of each family, trunk and branches: where the norms stand, how often is added."""

from collections.abc import Sequence
from dataclasses import dataclass

from figures.kit import COLUMN, NARROW, Drawing, Quote, Role, Value, figure, quote

NORMS = ("BN", "LN", "RMS", "GN")

LABELS = {
    "zh": {
        "alt": "四种层。ResNet 和 AlphaGo Zero：分支是卷积和批归一化，相加之后在主干上有一个 ReLU。"
        "BERT：注意力和前馈网络，每次相加之后主干上有一个 LN。"
        "ViT、GPT-2 和 Llama：归一化在分支里，主干上只有加号。"
        "Conformer：四次相加，第一个和最后一个前馈分支乘二分之一，块的末尾主干上有一个 LN。",
        "resnet": "ResNet、AlphaGo Zero：ReLU 在主干上",
        "bert": "BERT：LN 在主干上",
        "vit": "ViT、GPT-2；Llama 用 RMSNorm：主干上只有加号",
        "conformer": "Conformer：前馈分支各加一半，末尾 LN 在主干上",
        "resnet_short": "ResNet、AlphaGo Zero",
        "bert_short": "BERT",
        "vit_short": "ViT、GPT-2、Llama（RMSNorm）",
        "conformer_short": "Conformer：前馈分支各加一半",
        "conv": "卷积",
        "MHA": "MHA",
        "FFN": "FFN",
    },
    "en": {
        "alt": "Four kinds of layer. ResNet and AlphaGo Zero: the branch has convolutions and "
        "batch norms, and a ReLU stands on the trunk behind the sum. BERT: attention and "
        "feed-forward network, an LN on the trunk behind each sum. ViT, GPT-2 and Llama: the "
        "norms are in the branches, and the trunk has nothing but plus signs. Conformer: four "
        "sums, the first and the last with half a feed-forward branch, and an LN on the trunk "
        "at the end.",
        "resnet": "ResNet, AlphaGo Zero: a ReLU on the trunk",
        "bert": "BERT: LN on the trunk",
        "vit": "ViT, GPT-2; Llama with RMSNorm: nothing but plus signs on the trunk",
        "conformer": "Conformer: half of each FFN is added, LN on the trunk at the end",
        "resnet_short": "ResNet, AlphaGo Zero",
        "bert_short": "BERT",
        "vit_short": "ViT, GPT-2, Llama (RMSNorm)",
        "conformer_short": "Conformer: half of each FFN added",
        "conv": "conv",
        "MHA": "MHA",
        "FFN": "FFN",
    },
}


@dataclass(frozen=True)
class Sum:
    """One addition: boxes of its branch, in order; `half` of it is added; boxes behind it."""

    branch: tuple[str, ...]
    behind: tuple[str, ...] = ()
    half: bool = False


FAMILIES: dict[str, tuple[Sum, ...]] = {
    "resnet": (Sum(("conv", "BN", "ReLU", "conv", "BN"), ("ReLU",)),),
    "bert": (Sum(("MHA",), ("LN",)), Sum(("FFN",), ("LN",))),
    "vit": (Sum(("LN", "MHA")), Sum(("LN", "FFN"))),
    "conformer": (
        Sum(("LN", "FFN"), half=True),
        Sum(("LN", "MHA")),
        Sum(("LN", "conv")),
        Sum(("LN", "FFN"), ("LN",), half=True),
    ),
}


def draw(lang: str, value: Value) -> str:
    words, half = LABELS[lang], quote(value, "applications_conformer.half")
    return figure("block-families", wide(words, half), tall(words, half))


# Wide: a family a row ---------------------------------------------------------------------------

RISE, ROW, ABOVE = 40, 112, 66


def wide(words: dict[str, str], half: Quote) -> Drawing:
    drawing = Drawing(COLUMN, len(FAMILIES) * ROW - 4, words["alt"])
    for number, (family, sums) in enumerate(FAMILIES.items()):
        line = number * ROW + ABOVE
        spare = (COLUMN - 14 - sum(map(needed, sums))) / len(sums)
        x = 0.0
        for one in sums:
            step = needed(one) + spare
            wide_sum(drawing, words, half, one, x, step, line)
            x += step
        drawing.head("sum", COLUMN, line, 0)
        drawing.label(0, line + 32, words[family])
    return drawing


def width_of(name: str) -> int:
    return {"ReLU": 44, "conv": 48, "MHA": 46, "FFN": 46}.get(name, 32)


def needed(one: Sum) -> int:
    """How wide a sum is at least."""
    boxes = sum(width_of(name) + 8 for name in one.branch)
    return boxes + sum(width_of(name) + 14 for name in one.behind) + 48 + 18 * one.half


def wide_sum(
    drawing: Drawing,
    words: dict[str, str],
    half: Quote,
    one: Sum,
    x: float,
    step: float,
    line: int,
) -> None:
    """One sum: its fork stands at x, the next one at x + step."""
    top, after = line - RISE, x + step
    plus = after - 14 - sum(width_of(box) + 14 for box in one.behind)
    drawing.line(
        "branch",
        f"M{x:g} {line}C{x + 14:g} {line} {x + 4:g} {top} {x + 18:g} {top}"
        f"H{plus - 18:g}C{plus:g} {top} {plus:g} {top + 10} {plus:g} {line - 19}",
    )
    drawing.head("branch", plus, line - 8, 90)
    drawing.line("identity", f"M{x:g} {line}H{plus - 8:g}")
    drawing.line("sum", f"M{plus + 8:g} {line}H{after:g}")
    places = spread(one.branch, x + 18, plus - (34 if one.half else 16))
    for name, at in zip(one.branch, places, strict=True):
        box(drawing, words, name, "branch", at, top)
    if one.half:
        drawing.formula(plus + 2, top + 2, half, role="branch", size=15)
    drawing.plus(plus, line, 8)
    at = plus + 14
    for name in one.behind:
        box(drawing, words, name, "sum", at + width_of(name) / 2, line)
        at += width_of(name) + 14


def spread(boxes: Sequence[str], start: float, end: float) -> list[float]:
    """Middles of the boxes, with equal gaps between them."""
    gap = (end - start - sum(map(width_of, boxes))) / (len(boxes) + 1)
    places, at = [], start + gap
    for name in boxes:
        places.append(at + width_of(name) / 2)
        at += width_of(name) + gap
    return places


def box(drawing: Drawing, words: dict[str, str], name: str, role: Role, x: float, y: float) -> None:
    """A box with its name, around x, y."""
    width = width_of(name)
    drawing.box(role, x - width / 2, y - 13, width, 26)
    drawing.label(x, y + 5, words.get(name, name), role=role, anchor="mid")


# Tall: a family a column, from top to bottom ----------------------------------------------------

LINES = {"resnet": 10, "bert": 90, "vit": 168, "conformer": 246}
ACROSS, BOX, GAP = 34, 26, 8


def tall(words: dict[str, str], half: Quote) -> Drawing:
    height = max(height_of(sums) for sums in FAMILIES.values())
    drawing = Drawing(NARROW, height + 40 + len(FAMILIES) * 24, words["alt"])
    for number, (family, sums) in enumerate(FAMILIES.items()):
        line, y = LINES[family], 12
        for one in sums:
            y = tall_sum(drawing, words, half, one, line, y)
        drawing.head("sum", line, y + 8, 90)
        drawing.label(line - 4, y + 26, "ABCD"[number])
        drawing.label(0, height + 44 + number * 24, f"{'ABCD'[number]}: {words[f'{family}_short']}")
    return drawing


def height_of(sums: Sequence[Sum]) -> int:
    return sum(
        (len(one.branch) + len(one.behind)) * (BOX + GAP) + 44 + 6 * one.half for one in sums
    )


def tall_sum(
    drawing: Drawing, words: dict[str, str], half: Quote, one: Sum, line: int, y: int
) -> int:
    """One sum whose fork stands at y; where the next one stands."""
    right = line + ACROSS
    plus = y + len(one.branch) * (BOX + GAP) + 26
    drawing.line(
        "branch",
        f"M{line} {y}C{line} {y + 8} {right} {y + 2} {right} {y + 12}"
        f"V{plus - 10}C{right} {plus} {line + 26} {plus} {line + 19} {plus}",
    )
    drawing.head("branch", line + 8, plus, 180)
    drawing.line("identity", f"M{line} {y}V{plus - 8}")
    end = plus + 18 + len(one.behind) * (BOX + GAP)
    drawing.line("sum", f"M{line} {plus + 8}V{end}")
    for row, name in enumerate(one.branch):
        box(drawing, words, name, "branch", right, y + 25 + row * (BOX + GAP))
    if one.half:
        drawing.formula(right + 4, plus + 4, half, role="branch", size=15)
    drawing.plus(line, plus, 8)
    for row, name in enumerate(one.behind):
        box(drawing, words, name, "sum", line + 8, plus + 26 + row * (BOX + GAP))
    return end
