"""One block forward and backward, one above the other: copy becomes sum, sum becomes copy."""

from figures.kit import COLUMN, NARROW, Drawing, Value, figure

LABELS = {
    "zh": {
        "alt": "同一个块，上面是前向，下面是反向。前向时 x 在分叉处复制，在加号处相加；"
        "反向时梯度在加号处复制，在分叉处相加。",
        "forward": "前向",
        "backward": "反向",
        "copy": "复制",
        "add": "相加",
    },
    "en": {
        "alt": "The same block, forward above and backward below. Forward, x is copied at the "
        "fork and added at the plus sign; backward, the gradient is copied at the plus sign and "
        "added at the fork.",
        "forward": "forward",
        "backward": "backward",
        "copy": "copied",
        "add": "added",
    },
}


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    return figure("copy-and-add", wide(words), tall(words))


def wide(words: dict[str, str]) -> Drawing:
    drawing = Drawing(COLUMN, 320, words["alt"])
    there, back, fork, plus, left, right = 126, 190, 190, 470, 70, 590
    drawing.line("quiet", f"M{fork} {there - 60}V{back + 76}M{plus} {there - 60}V{back + 76}")

    drawing.line(
        "branch",
        f"M{fork} {there}C{fork + 34} {there} {fork + 20} 46 {fork + 66} 46H{plus - 70}"
        f"C{plus - 20} 46 {plus} 66 {plus} {there - 22}",
    )
    drawing.head("branch", plus, there - 12, 90)
    drawing.line("identity", f"M{left} {there}H{plus - 22}")
    drawing.head("identity", plus - 12, there, 0)
    drawing.line("sum", f"M{plus + 12} {there}H{right - 12}")
    drawing.head("sum", right, there, 0)
    drawing.dot(fork, there, role="identity")
    drawing.plus(plus, there)
    drawing.box("branch", 280, 22, 100, 48)
    drawing.formula(330, 52, "F", role="branch", anchor="mid", size=20)
    drawing.formula(left - 10, there + 6, "x", role="identity", anchor="end", size=20)
    drawing.formula(right + 10, there + 6, "y", role="sum", size=20)

    low = back + 80
    drawing.line("gradient", f"M{right} {back}H{fork + 23}")
    drawing.line("gradient", f"M{fork - 12} {back}H{left + 11}")
    drawing.line(
        "gradient",
        f"M{plus} {back}C{plus} {back + 60} {plus - 20} {low} {plus - 70} {low}H{fork + 66}"
        f"C{fork + 20} {low} {fork} {back + 50} {fork} {back + 23}",
    )
    drawing.head("gradient", fork + 12, back, 180)
    drawing.head("gradient", left, back, 180)
    drawing.head("gradient", fork, back + 12, -90)
    drawing.plus(fork, back, role="gradient")
    drawing.dot(plus, back)
    drawing.box("gradient", 280, low - 24, 100, 48)
    drawing.formula(330, low + 6, "J_{F}^{⊤}", role="gradient", anchor="mid", size=20)
    drawing.formula(left - 10, back + 6, "∇_{x}L", role="gradient", anchor="end", size=20)
    drawing.formula(right + 10, back + 6, "∇_{y}L", role="gradient", size=20)

    for x, upper, lower in ((fork, "copy", "add"), (plus, "add", "copy")):
        drawing.label(x + 8, there + 26, words[upper])
        drawing.label(x + 8, back - 14, words[lower], role="gradient")
    drawing.label(0, 20, words["forward"])
    drawing.label(0, 312, words["backward"], role="gradient")
    return drawing


def tall(words: dict[str, str]) -> Drawing:
    drawing = Drawing(NARROW, 396, words["alt"])
    there, back, fork, plus, top, bottom = 68, 248, 104, 288, 56, 342
    middle = (fork + plus) // 2
    drawing.line("quiet", f"M0 {fork}H{NARROW}M0 {plus}H{NARROW}")

    side = there + 52
    drawing.line(
        "branch",
        f"M{there} {fork}C{there} {fork + 30} {side} {fork + 20} {side} {fork + 60}V{plus - 60}"
        f"C{side} {plus - 20} {side - 16} {plus} {there + 22} {plus}",
    )
    drawing.head("branch", there + 12, plus, 180)
    drawing.line("identity", f"M{there} {top}V{plus - 22}")
    drawing.head("identity", there, plus - 12, 90)
    drawing.line("sum", f"M{there} {plus + 12}V{bottom - 12}")
    drawing.head("sum", there, bottom, 90)
    drawing.dot(there, fork, role="identity")
    drawing.plus(there, plus)
    drawing.box("branch", side - 26, middle - 24, 52, 48)
    drawing.formula(side, middle + 6, "F", role="branch", anchor="mid", size=20)
    drawing.formula(there, top - 12, "x", role="identity", anchor="mid", size=20)
    drawing.formula(there, bottom + 22, "y", role="sum", anchor="mid", size=20)

    side = back - 52
    drawing.line("gradient", f"M{back} {bottom}V{fork + 23}")
    drawing.line("gradient", f"M{back} {fork - 12}V{top + 11}")
    drawing.line(
        "gradient",
        f"M{back} {plus}C{side + 16} {plus} {side} {plus - 20} {side} {plus - 60}V{fork + 60}"
        f"C{side} {fork + 20} {side + 16} {fork} {back - 23} {fork}",
    )
    drawing.head("gradient", back, fork + 12, -90)
    drawing.head("gradient", back, top, -90)
    drawing.head("gradient", back - 12, fork, 0)
    drawing.plus(back, fork, role="gradient")
    drawing.dot(back, plus)
    drawing.box("gradient", side - 26, middle - 24, 52, 48)
    drawing.formula(side, middle + 6, "J_{F}^{⊤}", role="gradient", anchor="mid", size=20)
    drawing.formula(back, top - 12, "∇_{x}L", role="gradient", anchor="mid", size=20)
    drawing.formula(back, bottom + 22, "∇_{y}L", role="gradient", anchor="mid", size=20)

    for y, left, right in ((fork, "copy", "add"), (plus, "add", "copy")):
        drawing.label(0, y - 8, words[left])
        drawing.label(NARROW, y - 8, words[right], role="gradient", anchor="end")
    drawing.label(there, bottom + 50, words["forward"], anchor="mid")
    drawing.label(back, bottom + 50, words["backward"], role="gradient", anchor="mid")
    return drawing
