"""A network of two layers inside a network of four: what the two added ones have to learn."""

from figures.kit import COLUMN, NARROW, Drawing, Quote, Value, figure, quote

LABELS = {
    "zh": {
        "alt": "三个网络算同一个函数：两层；四个普通层，加上的两层必须学成恒等 I；"
        "两层加两个残差块，加上的分支必须学成零，直线本来就通过。",
        "two": "两层",
        "trained": "已训练",
        "plain": "加两个普通层：各自须学成恒等",
        "residual": "加两个残差块：分支须学成零",
        "two_short": "两层",
        "plain_short": "加普通层",
        "residual_short": "加残差块",
    },
    "en": {
        "alt": "Three networks that compute the same function: two layers; four plain layers, of "
        "which the two added have to learn the identity I; two layers and two residual blocks, "
        "whose branches have to learn zero while the line passes anyway.",
        "two": "two layers",
        "trained": "trained",
        "plain": "two plain layers added: each has to learn the identity",
        "residual": "two residual blocks added: each branch has to learn zero",
        "two_short": "two layers",
        "plain_short": "plain",
        "residual_short": "residual",
    },
}


def draw(lang: str, value: Value) -> str:
    words, zero = LABELS[lang], quote(value, "depth_nested.added")
    return figure("two-and-four", wide(words, zero), tall(words, zero))


# --- along the column ----------------------------------------------------------------------------

LEFT, STEP = 30, 130  # where the lines begin, and from one layer to the next
BOX = (76, 38)


def wide(words: dict[str, str], zero: Quote) -> Drawing:
    drawing = Drawing(COLUMN, 356, words["alt"])
    two, plain, residual = 24, 126, 282
    wide_plain(drawing, two, words["trained"], 0, "h")
    wide_plain(drawing, plain, words["trained"], 2, "h")
    wide_plain(drawing, residual, words["trained"], 0, "")
    wide_blocks(drawing, residual, zero)
    for line, key in ((two, "two"), (plain, "plain"), (residual, "residual")):
        drawing.label(0, line + 46, words[key])
    return drawing


def wide_plain(drawing: Drawing, line: int, trained: str, added: int, output: str) -> None:
    """Two trained layers and the added ones; without an output, the line leads on to blocks."""
    last = LEFT + (2 + added) * STEP
    end = last + 24
    drawing.line("branch", f"M{LEFT} {line}H{end - 12 if output else last}")
    for number in range(2 + added):
        x = LEFT + 38 + number * STEP
        drawing.box("branch", x, line - BOX[1] / 2, *BOX)
        name(drawing, x + BOX[0] / 2, line, trained if number < 2 else "")
    drawing.formula(LEFT - 10, line + 6, "x", anchor="end")
    if output:
        drawing.head("branch", end, line, 0)
        drawing.formula(end + 8, line + 6, output)


def wide_blocks(drawing: Drawing, line: int, zero: Quote) -> None:
    """Two residual blocks with branches of zero."""
    start, top = LEFT + 2 * STEP, line - 58
    end = start + 2 * STEP + 24
    last = start + STEP + 108
    drawing.line("identity", f"M{start} {line}H{last}")
    drawing.line("sum", f"M{last} {line}H{end - 12}")
    drawing.head("sum", end, line, 0)
    drawing.formula(start + 6, line + 24, "h", role="identity")
    for x in (start + 8, start + 8 + STEP):
        plus = x + 100
        drawing.line(
            "branch",
            f"M{x} {line}C{x + 18} {line} {x + 6} {top} {x + 26} {top}H{x + 74}"
            f"C{plus} {top} {plus} {line - 40} {plus} {line - 20}",
        )
        drawing.head("branch", plus, line - 9, 90)
        drawing.box("branch", x + 24, top - 17, 52, 34)
        drawing.formula(x + 50, top + 6, zero, role="branch", anchor="mid")
        drawing.plus(plus, line, 9)
    drawing.formula(end + 8, line + 6, "h", role="sum")


def name(drawing: Drawing, x: float, y: float, trained: str) -> None:
    """What stands in a plain layer's box, centred at x, y; an added one has to be the identity."""
    if trained:
        drawing.label(x, y + 5, trained, role="branch", anchor="mid")
    else:
        drawing.formula(x, y + 6, "I", role="branch", anchor="mid")


# --- down a phone --------------------------------------------------------------------------------


def tall(words: dict[str, str], zero: Quote) -> Drawing:
    drawing = Drawing(NARROW, 452, words["alt"])
    two, plain, residual = 40, 140, 232
    tall_plain(drawing, two, words["trained"], 0, "h")
    tall_plain(drawing, plain, words["trained"], 2, "h")
    tall_plain(drawing, residual, words["trained"], 0, "")
    tall_blocks(drawing, residual, zero)
    for x, key in ((two, "two_short"), (plain, "plain_short"), (residual + 20, "residual_short")):
        drawing.label(x, 446, words[key], anchor="mid")
    return drawing


TOP, DOWN = 30, 88


def tall_plain(drawing: Drawing, line: int, trained: str, added: int, output: str) -> None:
    last = TOP + (2 + added) * DOWN
    end = last + 18
    drawing.line("branch", f"M{line} {TOP}V{end - 12 if output else last}")
    for number in range(2 + added):
        y = TOP + 20 + number * DOWN
        drawing.box("branch", line - 32, y, 64, 38)
        name(drawing, line, y + 19, trained if number < 2 else "")
    drawing.formula(line, TOP - 10, "x", anchor="mid")
    if output:
        drawing.head("branch", line, end, 90)
        drawing.formula(line, end + 20, output, anchor="mid")


def tall_blocks(drawing: Drawing, line: int, zero: Quote) -> None:
    start, right = TOP + 2 * DOWN, line + 52
    end = start + 2 * DOWN + 18
    drawing.line("identity", f"M{line} {start}V{end - 24}")
    drawing.line("sum", f"M{line} {end - 24}V{end - 12}")
    drawing.head("sum", line, end, 90)
    drawing.formula(line - 10, start + 18, "h", role="identity", anchor="end")
    for y in (start + 4, start + 4 + DOWN):
        plus = y + 70
        drawing.line(
            "branch",
            f"M{line} {y}C{line} {y + 14} {right} {y + 4} {right} {y + 20}V{y + 44}"
            f"C{right} {plus} {line + 36} {plus} {line + 20} {plus}",
        )
        drawing.head("branch", line + 9, plus, 180)
        drawing.box("branch", right - 22, y + 18, 44, 30)
        drawing.formula(right, y + 39, zero, role="branch", anchor="mid")
        drawing.plus(line, plus, 9)
    drawing.formula(line, end + 20, "h", role="sum", anchor="mid")
