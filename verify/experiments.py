r'''Experiments: longer studies, one file each with code cells and Markdown cells in every language.

    """What the study shows, in one English sentence."""

    # %% [markdown] lang="zh"
    # # 标题 {#slug}
    # %% [markdown] lang="en"
    # # Title {#slug}

    # %%
    import torch

    # %%
    # --8<-- "snippets/name.py:section"

A Markdown cell is a piece of a page and read by the same scanner; the cells of one language make
its page. Code that a snippet has already is included, not kept twice. A cell that sets `LABELS`
holds the words of the figures in every language; the cell's last line, `label = LABELS["en"]`,
becomes all of them at once when the study runs, so that one run draws its figures in all languages.
'''

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from verify.findings import Finding, not_utf8
from verify.pages import Page
from verify.scan import INCLUDE, parse_page
from verify.snippets import Snippet, parse_snippet

FOLDER = "experiments"
PAGES = "practice/experiments"  # where the pages of all experiments stand, in every language
MARKER = re.compile(r'# %%(?P<rest>| \[markdown\] lang="(?P<lang>[\w-]+)")\s*')
LABEL = re.compile(r'^label = LABELS\["[\w-]+"\]$', re.MULTILINE)
LABELS = re.compile(r"^LABELS = \{", re.MULTILINE)

# Signs in what a run prints; plots.py, which cannot import this module, knows two of them as well.
CELL = "\x1e"  # on a line of its own: the next cell begins
FIGURE = "\x1f"  # begins a line that holds a figure as JSON
BETWEEN = "\x1d"  # stands between the languages of a label


@dataclass(frozen=True)
class Cell:
    """One cell: `marker` is the line of its `# %%`, `first` the line of its first `lines`.

    `lang` is empty for code; lines of Markdown are without their `# `. `include` is the path and
    section of the snippet whose code the cell shows, which is then its `code`.
    """

    lang: str
    marker: int
    first: int
    lines: tuple[str, ...]
    include: tuple[str, str | None] | None = None
    included: str = ""

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1

    @property
    def code(self) -> str:
        return self.included if self.include else "\n".join(self.lines)

    @property
    def holds_labels(self) -> bool:
        return bool(LABELS.search(self.code))


@dataclass
class Experiment(Snippet):
    """A program like a snippet, whose `source` has blank lines where the file has Markdown."""

    cells: list[Cell] = field(default_factory=list)
    languages: list[str] = field(default_factory=list)
    borrowed: dict[str, tuple[str, int, str]] = field(default_factory=dict)  # from snippets

    @property
    def name(self) -> str:
        """The name of its page, below the folder of each language."""
        return f"{PAGES}/{self.stem.replace('_', '-')}.ipynb"

    @property
    def code_cells(self) -> list[Cell]:
        return [cell for cell in self.cells if not cell.lang]

    def origin(self, name: str) -> tuple[str, int, str]:
        """As for a snippet; a name that included code sets is found in its snippet."""
        if name in self.names or name not in self.borrowed:
            return super().origin(name)
        return self.borrowed[name]

    @property
    def program(self) -> str:
        """The code of all cells, included snippets in their places."""
        return "\n\n".join(cell.code for cell in self.code_cells) + "\n"

    def to_run(self, source: str | None = None) -> str:
        """The program for the runner: same lines, but it tells its cells apart and speaks all
        languages at once. `source` is a changed version of the experiment's own."""
        lines = (self.source if source is None else source).split("\n")
        for cell in self.code_cells:
            lines[cell.marker - 1] = f"print({CELL!r})"
            if cell.include:
                code = f"compile({cell.included!r}, {cell.include[0]!r}, 'exec')"
                lines[cell.first - 1] = f"exec({code})"
        joined = f"{BETWEEN!r}.join(LABELS[lang][key] for lang in {self.languages!r})"
        every = f"label = {{key: {joined} for key in LABELS[{self.languages[:1]!r}[0]]}}"
        return LABEL.sub(lambda _: every, "\n".join(lines))


def read_experiment(
    file: Path, root: Path, languages: Sequence[str], snippets: Mapping[str, Snippet]
) -> Experiment:
    path = file.relative_to(root).as_posix()
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        broken = Finding(path, 1, not_utf8(error))
        return Experiment(file.stem, path, "", findings=[broken], parses=False)
    return parse_experiment(file.stem, path, text, languages, snippets)


def parse_experiment(
    stem: str, path: str, text: str, languages: Sequence[str], snippets: Mapping[str, Snippet]
) -> Experiment:
    findings: list[Finding] = []
    lines = text.split("\n")
    cells = [with_include(cell, snippets) for cell in read_cells(path, lines, languages, findings)]
    for cell in cells:
        replaced = range(cell.marker, cell.last + 1 if cell.lang or cell.include else cell.first)
        for number in replaced:
            lines[number - 1] = ""
    program = parse_snippet(stem, path, "\n".join(lines))
    experiment = Experiment(**vars(program), cells=cells, languages=list(languages))
    experiment.findings += findings
    experiment.borrowed = dict(borrowed_names(cells, snippets))
    if not cells:
        message = "has no cells: begin each with a line `# %%` (see CONTRIBUTING.md)"
        experiment.findings.append(Finding(path, 1, message))
    for index, cell in enumerate(experiment.code_cells, 1):
        if not cell.include:
            experiment.sections[f"cell-{index}"] = (cell.first, cell.last)
        if cell.holds_labels and not LABEL.search(cell.code):
            message = 'the words of figures are chosen by a line `label = LABELS["en"]`: add it'
            experiment.findings.append(Finding(path, cell.last, message))
    return experiment


def read_cells(
    path: str, lines: Sequence[str], languages: Sequence[str], findings: list[Finding]
) -> Iterator[Cell]:
    """All cells that hold something, in order."""
    markers: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        if not line.startswith("# %%"):
            continue
        match = MARKER.fullmatch(line)
        if match is None or (match["lang"] and match["lang"] not in languages):
            known = "|".join(languages)
            message = f'begins no cell: write `# %%`, or `# %% [markdown] lang="{known}"`'
            findings.append(Finding(path, number, message))
            continue
        if lines[number - 2].strip():
            findings.append(Finding(path, number, "leave a blank line above a cell"))
        markers.append((number, match["lang"] or ""))
    after = [*markers, (len(lines) + 1, "")]
    for (marker, lang), (end, _) in pairwise(after):
        body = list(lines[marker : end - 1])
        while body and not body[-1].strip():
            body.pop()
        if lang:
            body = [markdown_line(path, marker + i, line, findings) for i, line in enumerate(body)]
        if body:
            yield Cell(lang, marker, marker + 1, tuple(body))


def markdown_line(path: str, above: int, line: str, findings: list[Finding]) -> str:
    if line.startswith("# "):
        return line[2:]
    if line.rstrip() != "#":
        message = "a line of a Markdown cell begins with `# `; code follows a line `# %%`"
        findings.append(Finding(path, above + 1, message))
    return ""


def with_include(cell: Cell, snippets: Mapping[str, Snippet]) -> Cell:
    """A code cell that is one line `# --8<-- "…"` with the code that it stands for."""
    match = INCLUDE.match(cell.lines[0].removeprefix("# ")) if not cell.lang else None
    if match is None or len(cell.lines) > 1:
        return cell
    cell = replace(cell, include=(match["path"], match["section"]))
    snippet, section = included_from(cell, snippets)
    if snippet is None:
        return cell
    lines = snippet.source.split("\n")
    code = "\n".join(lines[n - 1] for n in snippet.shown_lines(section)).strip("\n")
    return replace(cell, included=code)


def borrowed_names(
    cells: Sequence[Cell], snippets: Mapping[str, Snippet]
) -> Iterator[tuple[str, tuple[str, int, str]]]:
    """The names that included code sets, each with its origin."""
    for snippet, section in (included_from(cell, snippets) for cell in cells if cell.include):
        if snippet is not None:
            shown = snippet.shown_lines(section)
            yield from (
                (n, snippet.origin(n)) for n, line in snippet.names.items() if line in shown
            )


def included_from(cell: Cell, snippets: Mapping[str, Snippet]) -> tuple[Snippet | None, str | None]:
    """The snippet that a cell includes, if it exists with that section, and the section."""
    path, section = cell.include or ("", None)
    snippet = next((s for s in snippets.values() if s.path == path), None)
    if snippet and section is not None and section not in snippet.sections:
        snippet = None
    return snippet, section


# --- pages ------------------------------------------------------------------------------------


def experiment_page(experiment: Experiment, lang: str) -> Page:
    """The page of one language: its Markdown on the lines that it has in the file, code as fences.

    Line numbers are those of the file, so that findings lead to the right place.
    """
    lines = [""] * (experiment.source.count("\n") + 1)
    index = 0
    for cell in experiment.cells:
        if cell.lang == lang:
            lines[cell.first - 1 : cell.last] = cell.lines
        if cell.lang:
            continue
        index += 1
        if not cell.holds_labels:
            shown = f'--8<-- "{experiment.path}:cell-{index}"'
            lines[cell.marker - 1] = "```python"
            lines[cell.first - 1] = cell.lines[0].removeprefix("# ") if cell.include else shown
            lines[cell.last : cell.last + 1] = ["```"]
    page = parse_page(experiment.path, lang, experiment.name, "\n".join(lines))
    page.meta.setdefault("snippet", experiment.stem)
    return page


def file_text(project: Path, page: Page, text: str) -> str:
    """The content of the page's file when `text` is what the page says.

    The file of an experiment holds both languages and code, of which the page is a part.
    """
    if not page.name.endswith(".ipynb"):
        return text
    lines, new = (project / page.path).read_text(encoding="utf-8").split("\n"), text.split("\n")
    inside = False
    for index, line in enumerate(lines):
        marker = MARKER.fullmatch(line)
        if marker:
            inside = marker["lang"] == page.lang
        elif inside and line.startswith("#"):
            lines[index] = f"# {new[index]}".rstrip()
    return "\n".join(lines)


# --- what a run printed -----------------------------------------------------------------------


def cell_outputs(experiment: Experiment, printed: str) -> list[list[dict[str, Any]]]:
    """What each code cell printed and drew: {"text": …} or {"figure": …}, in order.

    A figure has its description, and its drawings for wide and for narrow windows, by language.
    """
    _, *parts = printed.split(f"{CELL}\n")
    return [list(pieces(part, experiment.languages)) for part in parts]


def pieces(printed: str, languages: Sequence[str]) -> Iterator[dict[str, Any]]:
    text = ""
    for line in printed.splitlines(keepends=True):
        if not line.startswith(FIGURE):
            text += line
            continue
        if text.strip():
            yield {"text": text}
        text = ""
        versions = json.loads(line[1:])
        yield {"figure": {key: by_language(versions, key, languages) for key in versions[0]}}
    if text.strip():
        yield {"text": text}


def by_language(
    versions: Sequence[Mapping[str, str]], key: str, languages: Sequence[str]
) -> dict[str, str]:
    """One entry of a figure; a figure without words has a single version for all languages."""
    many = versions if len(versions) == len(languages) else [versions[0]] * len(languages)
    return {lang: version[key] for lang, version in zip(languages, many, strict=True)}


def without_figures(printed: str) -> str:
    """What a run printed as text."""
    lines = printed.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith((FIGURE, CELL)))
