"""Every path through three residual blocks, by the number of branches it passes."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, product

from figures.kit import COLUMN, NARROW, Drawing, Quote, Value, figure, quote

STEM = "gradient_paths"
Path = tuple[bool, ...]  # for each block, whether the path takes its branch

LABELS = {
    "zh": {
        "alt": "穿过三个残差块的所有路径，每条在每一块里或走捷径、或走分支。"
        "不经分支的一条，贡献单位矩阵；经一个、两个、三个分支的各有几条，"
        "贡献是所经分支的雅可比矩阵之积，后面的块写在左边。",
        "passes": "经过的分支",
        "passed": "经过的分支：{}",
        "number": "条数",
        "term": "贡献",
        "all": "全部相加，就是整串的雅可比矩阵",
    },
    "en": {
        "alt": "All paths through three residual blocks; in each block a path takes either the "
        "shortcut or the branch. The one through no branch contributes the identity matrix; those "
        "through one, two or three contribute the product of the Jacobians of their branches, "
        "later blocks on the left.",
        "passes": "branches passed",
        "passed": "branches passed: {}",
        "number": "paths",
        "term": "contributes",
        "all": "all of them add up to the Jacobian of the chain",
    },
}
COUNTED = {"zh": ("没有", "一个", "两个", "三个"), "en": ("none", "one", "two", "three")}


@dataclass(frozen=True)
class Layout:
    """Where things stand: the first block, each `slot` wide; the term of a path; how many."""

    start: int
    slot: int
    term: int
    number: int


@dataclass(frozen=True)
class Group:
    """Paths through the same number of branches, which is `passed` in words."""

    passed: str
    paths: list[Path]
    number: Quote


WIDE = Layout(start=196, slot=104, term=552, number=132)
TALL = Layout(start=24, slot=62, term=240, number=NARROW)


def draw(lang: str, value: Value) -> str:
    words = LABELS[lang]
    groups = list(groups_of(lang, value))
    total = quote(value, f"{STEM}.path_count")
    return figure("all-paths", wide(words, groups, total), tall(words, groups, total))


def groups_of(lang: str, value: Value) -> Iterator[Group]:
    blocks, counts = value(f"{STEM}.n"), value(f"{STEM}.counts")
    assert isinstance(blocks, int)
    assert isinstance(counts, list)
    paths = sorted(product((False, True), repeat=blocks), key=order)
    for taken, group in groupby(paths, key=sum):
        number = Quote(f"{STEM}.counts[{taken}]", str(counts[taken]))
        yield Group(COUNTED[lang][taken], list(group), number)


def order(path: Path) -> tuple[int, list[int]]:
    """As the expansion is written: by the number of branches, then by the latest of them."""
    taken = [layer for layer, branch in enumerate(path) if branch]
    return len(taken), taken[::-1]


def term(path: Path) -> str:
    """What a path contributes: later blocks on the left."""
    return "".join(f"J_{{{layer}}}" for layer, branch in reversed(list(enumerate(path))) if branch)


def wide(words: dict[str, str], groups: list[Group], total: Quote) -> Drawing:
    drawing = Drawing(COLUMN, 500, words["alt"])
    drawing.label(0, 20, words["passes"], size=13)
    drawing.label(WIDE.number, 20, words["number"], size=13, anchor="mid")
    drawing.label(WIDE.term, 20, words["term"], size=13)
    ends(drawing, WIDE, len(groups) - 1, 20)
    y = 34
    for group in groups:
        drawing.line("quiet", f"M0 {y}H{COLUMN}")
        middle = y + 21 + len(group.paths) * 23
        drawing.label(0, middle, group.passed)
        drawing.formula(WIDE.number, middle, group.number, anchor="mid")
        y = rows(drawing, WIDE, group, y + 38, 46) - 24
    drawing.line("quiet", f"M0 {y}H{COLUMN}")
    drawing.formula(WIDE.number, y + 30, total, anchor="mid")
    drawing.label(WIDE.start - 20, y + 30, words["all"])
    return drawing


def tall(words: dict[str, str], groups: list[Group], total: Quote) -> Drawing:
    drawing = Drawing(NARROW, 582, words["alt"])
    ends(drawing, TALL, len(groups) - 1, 18)
    drawing.label(TALL.number, 18, words["number"], size=13, anchor="end")
    y = 32
    for group in groups:
        drawing.line("quiet", f"M0 {y}H{NARROW}")
        drawing.label(0, y + 24, words["passed"].format(group.passed), size=13)
        drawing.formula(TALL.number, y + 24, group.number, anchor="end")
        y = rows(drawing, TALL, group, y + 66, 42) - 22
    drawing.line("quiet", f"M0 {y}H{NARROW}")
    drawing.label(0, y + 26, words["all"], size=13)
    drawing.formula(TALL.number, y + 26, total, anchor="end")
    return drawing


def ends(drawing: Drawing, layout: Layout, blocks: int, y: float) -> None:
    """The first and the last state, over the ends of the paths."""
    end = layout.start + blocks * layout.slot + 14
    drawing.formula(layout.start - 14, y, "x_{0}", role="identity", anchor="mid")
    drawing.formula(end, y, f"x_{{{blocks}}}", role="sum", anchor="mid")


def rows(drawing: Drawing, layout: Layout, group: Group, y: int, pitch: int) -> int:
    """Each path of the group with its term; returns where a further one would stand."""
    for path in group.paths:
        row(drawing, layout, path, y)
        text = term(path)
        drawing.formula(layout.term, y + 5, text or "I", role="branch" if text else "identity")
        y += pitch
    return y


def row(drawing: Drawing, layout: Layout, path: Path, y: int) -> None:
    """One path, from left to right: where it takes the shortcut, the line goes on."""
    end = layout.start + len(path) * layout.slot
    straight = f"M{layout.start - 20} {y:g}"
    for layer, branch in enumerate(path):
        x = layout.start + layer * layout.slot
        if branch:
            hump(drawing, x, y, layout.slot, f"J_{{{layer}}}")
            straight += f"H{x}M{x + layout.slot} {y:g}"
    drawing.line("identity", f"{straight}H{end + 12}")
    drawing.head("identity", end + 24, y, 0)


def hump(drawing: Drawing, x: float, y: float, slot: float, name: str) -> None:
    """Away from the line, through the branch's box and back."""
    half, above = 19, y - 16
    left, right = x + slot / 2 - half, x + slot / 2 + half
    bend = (left - x) / 2
    drawing.line(
        "branch",
        f"M{x:g} {y:g}C{x + bend:g} {y:g} {x + bend:g} {above:g} {left:g} {above:g}"
        f"M{right:g} {above:g}"
        f"C{right + bend:g} {above:g} {right + bend:g} {y:g} {x + slot:g} {y:g}",
    )
    drawing.box("branch", left, above - 13, 2 * half, 26)
    drawing.formula(x + slot / 2, above + 5, name, role="branch", anchor="mid", size=16)
