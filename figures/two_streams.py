"""AlphaFold's Evoformer: two residual streams, and the two places where they meet."""

from figures.kit import COLUMN, NARROW, Drawing, Value, figure

LABELS = {
    "zh": {
        "alt": "两条平行的残差流。上面的 m 有三个加号，下面的 z 有六个。"
        "z 给 m 的第一个分支提供偏置，"
        "m 的外积加到 z 的第一个加号上；其余的分支都从自己的流里读，再写回去。",
        "m": "序列",
        "z": "成对",
        "bias": "偏置",
        "outer": "外积",
    },
    "en": {
        "alt": "Two parallel residual streams. The upper one, m, has three plus signs, the lower "
        "one, z, six. z biases the first branch of m, and the outer product of m goes to the first "
        "plus sign of z; all other branches read from their own stream and write back to it.",
        "m": "sequences",
        "z": "pairs",
        "bias": "bias",
        "outer": "outer product",
    },
}
SUMS = {"m": 3, "z": 6}


def draw(lang: str, value: Value) -> str:
    return figure("two-streams", wide(LABELS[lang]), tall(LABELS[lang]))


# Wide: from left to right -----------------------------------------------------------------------

UPPER, LOWER, START = 66, 168, 110


def wide(words: dict[str, str]) -> Drawing:
    drawing = Drawing(COLUMN, 232, words["alt"])
    for name, y in (("m", UPPER), ("z", LOWER)):
        drawing.formula(0, y + 6, name, role="identity", size=20)
        drawing.label(22, y + 5, words[name])
        drawing.line("identity", f"M{START - 10} {y}H{COLUMN - 10}")
        drawing.head("identity", COLUMN, y, 0)
    for index in range(SUMS["m"]):
        loop(drawing, START + index * 76, UPPER, -1)
    for index in range(1, SUMS["z"]):
        loop(drawing, START + 3 * 76 + 14 + (index - 1) * 55, LOWER, 1)
    meet(drawing, words)
    return drawing


def loop(drawing: Drawing, x: float, y: int, up: int) -> None:
    """A branch that leaves the stream at x and comes back, above (-1) or below (1)."""
    top, plus = y + 36 * up, x + 48
    drawing.line(
        "branch",
        f"M{x:g} {y}C{x + 10:g} {y} {x + 2:g} {top} {x + 14:g} {top}H{plus - 10:g}"
        f"C{plus:g} {top} {plus:g} {top - 8 * up} {plus:g} {y + 17 * up}",
    )
    drawing.head("branch", plus, y + 8 * up, -90 * up)
    drawing.box("branch", x + 17, top - 9, 18, 18)
    drawing.plus(plus, y, 7)


def meet(drawing: Drawing, words: dict[str, str]) -> None:
    """From z to the first branch of m, and from m, behind its sums, to the first sum of z."""
    first, last = START + 26, START + 3 * 76 + 2
    drawing.line("branch", f"M{first} {LOWER}V{UPPER - 16}")
    drawing.head("branch", first, UPPER - 27, 270)
    drawing.label(first + 8, (UPPER + LOWER) / 2 + 5, words["bias"])
    drawing.line("branch", f"M{last} {UPPER}V{LOWER - 18}")
    drawing.head("branch", last, LOWER - 7, 90)
    drawing.box("branch", last - 10, (UPPER + LOWER) / 2 - 10, 20, 20)
    drawing.plus(last, LOWER, 7)
    drawing.label(last + 16, (UPPER + LOWER) / 2 + 5, words["outer"])


# Tall: from top to bottom -----------------------------------------------------------------------

LEFT, RIGHT, STEP = 72, 210, 56


def tall(words: dict[str, str]) -> Drawing:
    top, turn = 44, 44 + 3 * STEP + 16
    foot = turn + 5 * STEP + 16
    drawing = Drawing(NARROW, foot + 34, words["alt"])
    for name, x in (("m", LEFT), ("z", RIGHT)):
        drawing.formula(x, 18, name, role="identity", anchor="mid", size=20)
        drawing.label(x + 14, 16, words[name])
        drawing.line("identity", f"M{x} 26V{foot}")
        drawing.head("identity", x, foot + 12, 90)
    for index in range(SUMS["m"]):
        loop_down(drawing, LEFT, top + index * STEP, -1)
    for index in range(1, SUMS["z"]):
        loop_down(drawing, RIGHT, turn + 12 + (index - 1) * STEP, 1)
    y = top + 20
    drawing.line("branch", f"M{RIGHT} {y}H{LEFT - 16}")
    drawing.head("branch", LEFT - 26, y, 180)
    drawing.label((LEFT + RIGHT) / 2, y - 8, words["bias"], anchor="mid")
    drawing.line("branch", f"M{LEFT} {turn}H{RIGHT - 18}")
    drawing.head("branch", RIGHT - 7, turn, 0)
    drawing.box("branch", (LEFT + RIGHT) / 2 - 10, turn - 10, 20, 20)
    drawing.plus(RIGHT, turn, 7)
    drawing.label((LEFT + RIGHT) / 2, turn - 16, words["outer"], anchor="mid")
    return drawing


def loop_down(drawing: Drawing, x: int, y: int, side: int) -> None:
    """The same beside a stream that runs downwards."""
    across, plus = x + 36 * side, y + 40
    drawing.line(
        "branch",
        f"M{x} {y}C{x} {y + 8} {across} {y} {across} {y + 10}V{plus - 8}"
        f"C{across} {plus} {across - 8 * side} {plus} {x + 17 * side} {plus}",
    )
    drawing.head("branch", x + 8 * side, plus, 180 if side > 0 else 0)
    drawing.box("branch", across - 9, y + 11, 18, 18)
    drawing.plus(x, plus, 7)
