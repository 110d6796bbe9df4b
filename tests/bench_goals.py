"""The table of `make bench`: each figure beside its goal, the same in the READMEs.

What was measured is a dictionary of numbers by name; `GOALS` says what each of them means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Goal:
    """A figure by its name among those measured, and the bound it should keep."""

    name: str
    bound: float | None  # None: measured, and nothing was asked of it
    format: str
    en: str
    zh: str
    least: bool = False  # more is better

    def met(self, value: float) -> bool | None:
        if self.bound is None:
            return None
        return value >= self.bound if self.least else value <= self.bound


def ratio(name: str, bound: float | None, en: str, zh: str) -> Goal:
    return Goal(name, bound, "{:.2f}", en, zh)


GOALS = (
    ratio("floor", 1.3, "snippets from scratch, to importing torch and computing them on one core",
          "从零运行全部程序，与导入 torch 后单核逐个计算之比"),
    ratio("pytest", 1, "the same, to pytest with runpy in one process",
          "同上，与单进程的 pytest + runpy 之比"),
    ratio("mktestdocs", 1, "a part of the snippets, to mktestdocs", "部分程序，与 mktestdocs 之比"),
    ratio("sybil", 1, "the same, to sybil", "同上，与 sybil 之比"),
    ratio("pytest-markdown-docs", 1, "the same, to pytest-markdown-docs",
          "同上，与 pytest-markdown-docs 之比"),
    ratio("myst-nb, cold", 1 / 4, "the same, to myst-nb", "同上，与 myst-nb 之比"),
    ratio("mkdocs-jupyter", 1 / 4, "the same, to mkdocs-jupyter", "同上，与 mkdocs-jupyter 之比"),
    Goal("warm", 1, "{:.1f} s", "snippets again, nothing changed", "什么都没改，再查一遍程序"),
    Goal("memory", 600, "{:.0f} MB", "memory of all processes, snippets from scratch",
         "从零运行全部程序时所有进程的内存"),
    Goal("build", None, "{:.0f} s", "first build of the whole site", "第一次构建整个网站"),
    ratio("build again", None, "build again, to the first", "再次构建，与第一次之比"),
    ratio("build edited", None, "build after an edit of one page, to the first",
          "改一页之后构建，与第一次之比"),
    Goal("first visit", 120, "{:.0f} KB", "first visit, the heaviest page", "首次访问，最重的页面"),
    Goal("second page", 60, "{:.0f} KB", "the next page, the heaviest", "再看一页，最重的页面"),
    Goal("styles", 8, "{:.1f} KB", "styles in a page itself, the most",
         "写在页面里的样式，最多的页面"),
    Goal("result", 140, "{:.0f} ms", "first search result after the last key, the slowest query",
         "按完最后一个键到出现第一条搜索结果，最慢的查询"),
    Goal("paint", 1.4, "{:.2f} s", "largest contentful paint, the slowest template",
         "最大内容绘制（LCP），最慢的模板"),
    Goal("shift", 0.01, "{:.3f}", "layout shift, the worst template",
         "布局偏移（CLS），最差的模板"),
    Goal("performance", 98, "{:.0f}", "Lighthouse, performance, the lowest",
         "Lighthouse 性能分，最低的模板", least=True),
    Goal("other scores", 100, "{:.0f}", "Lighthouse, its other three scores, the lowest",
         "Lighthouse 其余三项，最低分", least=True),
    Goal("demo weight", 15, "{:.1f} KB", "script of a demo, the heaviest",
         "演示的脚本，最大的一个"),
    Goal("demo frames", 60, "{:.1f}", "frames a second of a demo in motion, the slowest",
         "演示动起来时每秒帧数，最慢的一个", least=True),
)  # fmt: skip
WORDS = {
    "en": {
        "not run": "measured by `make bench KEEP=1`",
        "headings": ("measured", "figure", "goal"),
        "goal": ("at most", "at least"),
        "missed": "missed",
        "colon": ": ",
        "machine": "{snippets} snippets, {pages} pages in two languages; {processors} processors, "
        "load average before: {busy}\nratios are taken within one run; below 1 ours is faster\n"
        "Lighthouse and demos as on a phone: 1.6 Mbit/s, a processor slowed four times",
    },
    "zh": {
        "not run": "由 `make bench KEEP=1` 测得",
        "headings": ("测量项", "结果", "目标"),
        "goal": ("不超过", "不低于"),
        "missed": "未达到",
        "colon": "：",
        "machine": "{snippets} 段程序，两种语言共 {pages} 个页面；{processors} 个处理器，"
        "之前的平均负载 {busy}\n比值都在同一次运行中得出，小于 1 表示我们更快\n"
        "Lighthouse 和演示按手机测：1.6 Mbit/s，处理器放慢四倍",
    },
}


def rows(lang: str, figures: dict[str, float]) -> list[tuple[str, str, str]]:
    """What was measured, the figure, and its goal, which says if it was missed."""
    words: dict[str, Any] = WORDS[lang]
    found = []
    for goal in GOALS:
        if goal.name not in figures:
            continue
        value, bound = figures[goal.name], ""
        if goal.bound is not None:
            bound = f"{words['goal'][goal.least]} {goal.format.format(goal.bound)}"
            if not goal.met(value):
                bound = f"{words['missed']}{words['colon']}{bound}"
        found.append((getattr(goal, lang), goal.format.format(value), bound))
    return found


def block(lang: str, measured: dict[str, Any]) -> str:
    """What a README says: `figures` by name, and on what they were measured."""
    words: dict[str, Any] = WORDS[lang]
    table = [words["headings"], *rows(lang, measured["figures"])]
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    lines = ["  ".join(map(set_cell_size, cells, widths)).rstrip() for cells in table]
    lines += ["", *words["machine"].format(**measured).splitlines()]
    return f"<!-- not run: {words['not run']} -->\n```text\n" + "\n".join(lines) + "\n```\n"


def show(figures: dict[str, float], console: Console) -> None:
    table = Table(title="all of it", title_justify="left")
    for heading in WORDS["en"]["headings"]:
        table.add_column(str(heading), justify="left" if heading == "measured" else "right")
    for name, figure, goal in rows("en", figures):
        table.add_row(name, figure, goal)
    console.print(table)
