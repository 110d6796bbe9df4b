"""The gradient's two paths through one block, with the numbers of the worked example."""

from functools import partial

from figures.kit import COLUMN, NARROW, Colored, Drawing, Quote, Value, figure, quote

LABELS = {
    "zh": {
        "alt": "梯度从 y 回到 x：{grad_y} 复制成两份，一份沿捷径原样返回，"
        "一份乘以转置的权重成为 {via_branch}，两份相加得到 {grad_x}。",
        "copy": "① 复制",
        "add": "② 相加",
        "copy_long": "① 一份复制成两份",
        "add_long": "② 两份逐项相加",
        "branch": "经分支：乘以转置的权重",
        "shortcut": "经捷径：原样",
        "shortcut_name": "经捷径：",
        "shortcut_act": "原样",
        "branch_short": "经分支",
    },
    "en": {
        "alt": "The gradient on its way from y to x: {grad_y} is copied; one share returns along "
        "the shortcut unchanged, one is multiplied by the transposed weights and becomes "
        "{via_branch}; they add up to {grad_x}.",
        "copy": "① copied",
        "add": "② added",
        "copy_long": "① one becomes two",
        "add_long": "② the two shares add",
        "branch": "through the branch: times the transposed weights",
        "shortcut": "along the shortcut: unchanged",
        "shortcut_name": "shortcut:",
        "shortcut_act": "unchanged",
        "branch_short": "via branch",
    },
}


def draw(lang: str, value: Value) -> str:
    numbers = {
        name: quote(value, f"worked_example.{name}") for name in ("grad_y", "grad_x", "via_branch")
    }
    words = LABELS[lang]
    alt = words["alt"].format(**{name: number.text for name, number in numbers.items()})
    return figure("two-paths", wide(words, numbers, alt), tall(words, numbers, alt))


def wide(words: dict[str, str], numbers: dict[str, Quote], alt: str) -> Drawing:
    drawing = Drawing(COLUMN, 276, alt)
    line, branch, plus, fork, middle = 176, 60, 120, 532, 326
    drawing.line(
        "gradient",
        f"M{fork} {line}C{fork} 70 {fork - 40} {branch} {fork - 70} {branch}H{middle + 60}"
        f"M{middle - 60} {branch}H{plus + 70}"
        f"C{plus + 20} {branch} {plus} 80 {plus} {line - 23}",
    )
    drawing.head("gradient", plus, line - 12, 90)
    drawing.line("gradient", f"M{COLUMN} {line}H{plus + 23}M{plus - 12} {line}H11")
    drawing.head("gradient", plus + 12, line, 180)
    drawing.head("gradient", 0, line, 180)
    drawing.box("gradient", middle - 60, branch - 26, 120, 52)
    drawing.plus(plus, line, role="gradient")
    drawing.dot(fork, line)

    formula = partial(drawing.formula, role="gradient")
    formula(middle, branch + 7, "W^{⊤}", anchor="mid", size=20)
    formula(COLUMN, line + 32, "∇_{y}L = ", numbers["grad_y"], anchor="end")
    formula(0, line + 32, "∇_{x}L = ", numbers["grad_x"])
    formula(middle + 138, branch - 12, numbers["grad_y"], anchor="mid", size=16)
    formula(middle - 136, branch - 12, numbers["via_branch"], anchor="mid", size=16)
    formula(middle, line - 12, numbers["grad_y"], anchor="mid", size=16)
    drawing.label(middle, branch - 40, words["branch"], role="branch", anchor="mid")
    drawing.label(middle, line + 26, words["shortcut"], role="identity", anchor="mid")
    drawing.label(fork + 14, line - 14, words["copy"])
    drawing.label(plus - 18, line - 26, words["add"], anchor="end")

    drawing.line("quiet", f"M0 {line + 60}H{COLUMN}")
    drawing.formula(
        middle, line + 94,
        Colored("gradient", numbers["grad_x"]), "  =  ",
        Colored("identity", numbers["grad_y"]), "  +  ",
        Colored("branch", numbers["via_branch"]), anchor="mid",
    )  # fmt: skip
    return drawing


def tall(words: dict[str, str], numbers: dict[str, Quote], alt: str) -> Drawing:
    drawing = Drawing(NARROW, 430, alt)
    line, branch, plus, fork = 40, 206, 92, 330
    drawing.line("gradient", f"M{line} 408V{plus + 23}M{line} {plus - 12}V11")
    drawing.line(
        "gradient",
        f"M{line} {fork}C100 {fork} {branch} {fork} {branch} {fork - 50}V248"
        f"M{branch} 190V142C{branch} 110 180 {plus} 120 {plus}H{line + 24}",
    )
    drawing.head("gradient", line, plus + 12, -90)
    drawing.head("gradient", line, 0, -90)
    drawing.head("gradient", line + 12, plus, 180)
    drawing.box("gradient", branch - 46, 190, 92, 58)
    drawing.plus(line, plus, role="gradient")
    drawing.dot(line, fork)

    formula = partial(drawing.formula, role="gradient")
    formula(branch, 226, "W^{⊤}", anchor="mid", size=20)
    formula(line + 20, 20, "∇_{x}L = ", numbers["grad_x"])
    formula(line + 20, 416, "∇_{y}L = ", numbers["grad_y"])
    formula(line + 12, 190, numbers["grad_y"], size=16)
    formula(branch + 10, 142, numbers["via_branch"], size=16)
    formula(branch + 10, 286, numbers["grad_y"], size=16)
    drawing.label(line + 20, 46, words["add_long"])
    drawing.label(line + 20, 390, words["copy_long"])
    drawing.label(line + 12, 214, words["shortcut_name"], role="identity")
    drawing.label(line + 12, 232, words["shortcut_act"], role="identity")
    drawing.label(branch + 10, 162, words["branch_short"], role="branch")
    return drawing
