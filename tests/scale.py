"""How verification and build grow with the site: python -m tests.scale --sizes 10 100 1000

Each size is a project of its own in a temporary folder: that many pages a language, a small snippet
for each, with claims, formulas, code, output, links and a navigation of parts and chapters, the
theme and settings of the real site. The snippets import nothing, so that the machinery is measured
and not torch. Printed are seconds, the peak of memory summed over processes, and between two sizes
the exponent of the processors' time: 1 is linear; then how long a search takes. Nothing here fails
for being slow.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import shutil
import string
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from tests.bench_pages import Search, first_results, served
from tests.browser import find_browser, launch

ROOT = Path(__file__).resolve().parent.parent
TEN = 10  # pages in a chapter, chapters in a part, parts in a volume
SNIPPET = '''"""Adds a share of a number to the number: case {word}."""

# $x$
x = {x}
# $a$
a = {a}
# $y_{{\\mathrm{{{word}}}}} = x + a x$
y = x + a * x
assert y > x
print("{word}", y)
'''
PAGE = {
    "en": """---
title: Case {word}
snippet: case_{word}
---
# Case {word} {{#case}}

A share of the number is added to the number itself. {first}

## What the block adds {{#adds}}

With $x = \\claim{{x}}{{{x}}}$ and $a = \\claim{{a}}{{{a}}}$ the block computes

$$
y_{{\\mathrm{{{word}}}}} = x + a x = \\claim{{y}}{{{y}}}
$$

{second} The {word} gives $\\claim{{y}}{{{y}}}$, which is more than $\\claim{{x}}{{{x}}}$.

```python
--8<-- "snippets/case_{word}.py"
```

```output case_{word}
```

## Where it leads {{#leads}}

{third} See [the next case]({next}) and [the first page]({up}index.md).

| what | value |
|---|---|
| input | $\\claim{{x}}{{{x}}}$ |
| share | $\\claim{{a}}{{{a}}}$ |
""",
    "zh": """---
title: 例 {word}
snippet: case_{word}
---
# 例 {word} {{#case}}

把这个数的一部分加回到它自己身上。{first}

## 块加上了什么 {{#adds}}

取 $x = \\claim{{x}}{{{x}}}$、$a = \\claim{{a}}{{{a}}}$，这个块算出

$$
y_{{\\mathrm{{{word}}}}} = x + a x = \\claim{{y}}{{{y}}}
$$

{second} {word} 给出 $\\claim{{y}}{{{y}}}$，它大于 $\\claim{{x}}{{{x}}}$。

```python
--8<-- "snippets/case_{word}.py"
```

```output case_{word}
```

## 接下来 {{#leads}}

{third} 见[下一例]({next})和[首页]({up}index.md)。

| 量 | 值 |
|---|---|
| 输入 | $\\claim{{x}}{{{x}}}$ |
| 份额 | $\\claim{{a}}{{{a}}}$ |
""",
}
# Sentences from which pages take three each, so that words are as frequent as in real prose.
SENTENCES = {
    "en": (
        "The shortcut carries the signal past the branch, and the sum is what the next block sees.",
        "A gradient that flows back takes both ways and the identity keeps it from vanishing.",
        "Depth alone is no virtue: a plain stack loses what the first layers have learnt.",
        "Normalization before the branch leaves the residual stream as it is.",
        "The variance of the stream grows with every branch that writes into it.",
        "Attention reads from the stream and writes back what it has found.",
        "Small branches at the start make a deep network behave like a shallow one.",
        "Removing a block changes little, because the others still find their input.",
        "Training is stable as long as the scale of the branch stays below that of the stream.",
    ),
    "zh": (
        "捷径让信号绕过分支，下一个块看到的是两者之和。",
        "反向传播的梯度走两条路，恒等路径使它不会消失。",
        "深度本身不是好处：普通堆叠会丢掉浅层学到的东西。",
        "分支之前的归一化不改变残差流本身。",
        "每个写入残差流的分支都会让它的方差变大。",
        "注意力从残差流读取，再把找到的写回去。",
        "开始时分支很小，深的网络就像浅的网络一样。",
        "拿掉一个块影响不大，因为其余的块仍然得到输入。",
        "只要分支的尺度低于残差流，训练就是稳定的。",
    ),
}
TITLES = {"en": ("Home", "Part", "Chapter"), "zh": ("首页", "部分", "章")}
WORDS = {"": ("梯度", "捷径"), "en/": ("gradient", "shortcut")}
CONFIGS = {"zh": "mkdocs.yml", "en": "mkdocs.en.yml"}


# --- a project of any size ----------------------------------------------------------------------


def word(index: int) -> str:
    """A name of letters alone for every number: digits in prose would have to be proved."""
    letters = string.ascii_lowercase
    return "q" + letters[index // 26**2 % 26] + letters[index // 26 % 26] + letters[index % 26]


def place(index: int) -> str:
    """Where a page stands: chapters of ten pages, parts of ten chapters."""
    chapter = index // TEN
    return f"part-{word(chapter // TEN)}/chapter-{word(chapter)}/case-{word(index)}.md"


def page_text(lang: str, index: int, size: int) -> str:
    x, a = 1.5 + index, 0.25
    sentences = SENTENCES[lang]
    first, second, third = (sentences[(index * k + k) % len(sentences)] for k in (1, 2, 4))
    following = "../../" + place((index + 1) % size)
    return PAGE[lang].format(
        word=word(index), x=x, a=a, y=x + a * x, first=first, second=second, third=third,
        next=following, up="../../",
    )  # fmt: skip


def nav(lang: str, size: int) -> str:
    home, part_title, chapter_title = TITLES[lang]
    lines = ["nav:", f"  - {home}: index.md"]
    for index in range(size):
        chapter, within = divmod(index, TEN)
        if within == 0 and chapter % TEN == 0:
            lines.append(f"  - {part_title} {word(chapter // TEN)}:")
        if within == 0:
            lines.append(f"      - {chapter_title} {word(chapter)}:")
        lines.append(f"          - Case {word(index)}: {place(index)}")
    lines += ["  - Verification: reference/verification.md", ""]
    return "\n".join(lines)


def make_project(root: Path, size: int) -> Path:
    """`size` pages a language with a snippet each; home and verification page besides."""
    for folder in ("publish", "snippets"):
        (root / folder).mkdir(parents=True)
    (root / "theme").symlink_to(ROOT / "theme")
    for name in ("publish/hook.py", "docs/macros.json"):
        (root / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    for index in range(size):
        source = SNIPPET.format(word=word(index), x=1.5 + index, a=0.25)
        write(root / "snippets" / f"case_{word(index)}.py", source)
    for lang, config in CONFIGS.items():
        settings = (ROOT / config).read_text(encoding="utf-8").split("\nnav:")[0]
        write(root / config, f"{settings}\n{nav(lang, size)}")
        docs = root / "docs" / lang
        title = TITLES[lang][0]
        write(docs / "index.md", f"# {title} {{#home}}\n\n[{title}]({place(0)})\n")
        write(
            docs / "reference" / "verification.md",
            f"# {title} {{#verification}}\n\n<!-- generated: verification -->\n",
        )
        for index in range(size):
            write(docs / place(index), page_text(lang, index, size))
    return root


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


# --- measuring ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measured:
    """`seconds` of processors, with all children; `passed` on the clock, which others share."""

    seconds: float
    passed: float
    megabytes: float


class MeasureError(Exception):
    """A command that failed, with what it said."""


def measure(command: Sequence[str]) -> Measured:
    """Run a command of the project's tools: its time, and the most memory of all its processes."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        start = time.perf_counter()
        environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
        with subprocess.Popen(
            [sys.executable, "-m", *command], cwd=ROOT, stdout=said, stderr=said, env=environment
        ) as process:
            ended, peak = threading.Event(), [0.0]
            watcher = threading.Thread(target=watch, args=(process.pid, ended, peak))
            watcher.start()
            _, status, used = os.wait4(process.pid, 0)
            passed = time.perf_counter() - start
            process.returncode = code = os.waitstatus_to_exitcode(status)
            ended.set()
            watcher.join()
        if code:
            said.seek(0)
            raise MeasureError(f"{' '.join(command)}: exit code {code}\n{said.read()[-3000:]}")
    return Measured(used.ru_utime + used.ru_stime, passed, peak[0])


def watch(root: int, ended: threading.Event, peak: list[float]) -> None:
    """Look at the memory until the end; what processes share is counted once."""
    while not ended.wait(0.2):
        peak[0] = max(peak[0], sum(map(megabytes, family(root))))


def family(root: int) -> Iterator[int]:
    """A process and all below it."""
    yield root
    children: list[str] = []
    with suppress(OSError):  # it has just ended
        for task in Path(f"/proc/{root}/task").glob("*/children"):
            children += task.read_text(encoding="ascii").split()
    for child in children:
        yield from family(int(child))


def megabytes(process: int) -> float:
    """Its share of memory (Linux: elsewhere nothing is known)."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0


def edit_page(root: Path, size: int) -> None:
    """Add a sentence with a formula to one page, in both languages."""
    for lang, said in {"zh": "再看一遍", "en": "Look again at "}.items():
        file = root / "docs" / lang / place(size // 2)
        end = f"\n{said}$\\claim{{x}}{{{1.5 + size // 2}}} = x$.\n"
        file.write_text(file.read_text(encoding="utf-8") + end, encoding="utf-8")


def edit_snippet(root: Path, size: int) -> None:
    file = root / "snippets" / f"case_{word(size // 2)}.py"
    file.write_text(file.read_text(encoding="utf-8") + "assert a < x\n", encoding="utf-8")


def stages(root: Path, size: int, *, build: bool) -> Iterator[tuple[str, Measured]]:
    """Everything that is measured, in an order in which each finds what it needs."""
    check = ["verify", "--root", str(root), "check"]
    yield "check, cold", measure(check)
    yield "check, warm", measure(check)
    edit_page(root, size)
    yield "check, a page edited", measure(check)
    edit_snippet(root, size)
    yield "check, a snippet edited", measure(check)
    if build:
        make = ["publish", "--root", str(root), "build"]
        yield "build", measure(make)
        edit_page(root, size)
        yield "build, a page edited", measure(make)


def searched(site: Path) -> Iterator[Search]:
    """How long a search of the built site takes, for words that stand on many pages."""
    chromium = find_browser()
    with served(site) as address, sync_playwright() as playwright:
        browser = launch(playwright, chromium)
        yield from first_results(browser, address, "reference/verification/", WORDS, pause=None)
        browser.close()


def exponent(sizes: tuple[int, int], values: tuple[float, float]) -> float:
    return math.log(values[1] / values[0]) / math.log(sizes[1] / sizes[0])


def show(sizes: Sequence[int], found: dict[str, dict[int, Measured]], console: Console) -> None:
    title = "seconds of processors (on the clock; MB of all processes together)"
    table = Table(title=title, title_justify="left")
    table.add_column("pages a language")
    for size in sizes:
        table.add_column(str(size), justify="right")
    for one, two in pairwise(sizes):
        table.add_column(f"exponent {one}–{two}", justify="right")
    for stage, by_size in found.items():
        cells = [
            f"{by_size[s].seconds:.1f} ({by_size[s].passed:.0f}; {by_size[s].megabytes:.0f})"
            for s in sizes
        ]
        for pair in pairwise(sizes):
            times = by_size[pair[0]].seconds, by_size[pair[1]].seconds
            cells.append(f"{exponent(pair, times):.2f}")
        table.add_row(stage, *cells)
    console.print(table)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.scale", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 100], help="pages a language")
    parser.add_argument("--no-build", action="store_true", help="verification alone")
    parser.add_argument("--folder", type=Path, help="where the projects are made and left")
    options = parser.parse_args()
    console = Console(width=110 if not sys.stdout.isatty() else None)
    found: dict[str, dict[int, Measured]] = {}
    answers: list[str] = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        try:
            for size in sorted(options.sizes):
                root = make_project(folder / str(size), size)
                for stage, measured in stages(root, size, build=not options.no_build):
                    found.setdefault(stage, {})[size] = measured
                    print(f"{size}: {stage}: {measured.seconds:.1f} s", file=sys.stderr)
                if not options.no_build:
                    answers += [f"{size} pages: {line}" for line in searched(root / "site")]
        except MeasureError as error:
            print(error, file=sys.stderr)
            return 1
    show(sorted(options.sizes), found, console)
    console.print("\n".join(answers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
