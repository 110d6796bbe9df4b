"""Experiments as notebooks and as programs to download, in each language.

One run gives both notebooks: they have the same outputs and differ in their words. A notebook
stands alone: its prose is plain Markdown, its links lead to the site, included code is inline.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urljoin

from render.labels import LABELS
from render.ledger import CodeCell, Experiment, TextCell
from render.links import page_address
from render.tex import plain
from verify.experiments import LABEL
from verify.scan import DISPLAY, FRONT_MATTER, INLINE

# Chinese labels need a face that has them; where there is none, English is better than boxes.
CHINESE = """\
import matplotlib
from matplotlib.font_manager import fontManager

known = ["PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", "SimHei"]
installed = {font.name for font in fontManager.ttflist}
chinese = [name for name in known if name in installed]
matplotlib.rcParams["font.sans-serif"] = [*chinese, "DejaVu Sans"]
label = LABELS["zh" if chinese else "en"]"""
PACKAGES = {"sklearn": "scikit-learn"}  # by the name that code imports, where it is another

HEADING = re.compile(r"^(#{1,6} .*?)[ \t]*\{#[\w-]+\}[ \t]*$", re.MULTILINE)
ANSWER = re.compile(r"^(?P<text>.+)\n\{ \.answer \}$", re.MULTILINE)
ATTRIBUTES = re.compile(r"^\{ [^}\n]* \}\n?", re.MULTILINE)
COMMENT = re.compile(r"^<!--.*?-->\n?", re.MULTILINE | re.DOTALL)
FOLD = re.compile(
    r'^\?\?\?\+? \w+ "(?P<title>[^\n]*)"\n(?P<body>(?:(?: {4}.*)?\n)*(?: {4}.*)?)', re.MULTILINE
)
LINK = re.compile(r"\]\((?P<target>[^)\s#:]+\.(?:md|ipynb))(?P<anchor>#[\w-]+)?\)")


@dataclass(frozen=True)
class Notebook:
    """One language of an experiment. `home` is the full address of that language's home page,
    `roles` are the macros that only colour a formula, `versions` what the site was built with."""

    experiment: Experiment
    lang: str
    home: str
    roles: Sequence[str]
    versions: Mapping[str, str]

    @property
    def address(self) -> str:
        """The full address of the page."""
        return urljoin(self.home, page_address(self.experiment["page"]))

    def as_json(self) -> str:
        """The file for Jupyter, outputs included."""
        origin = {"cell_type": "markdown", "metadata": {}, "source": self.origin()}
        first, *rest = self.cells()
        made = [self.jupyter(first), origin, *map(self.jupyter, rest)]
        for count, entry in enumerate((e for e in made if e["cell_type"] == "code"), 1):
            entry["execution_count"] = count
        for number, entry in enumerate(made):
            entry["id"] = f"cell-{number}"  # the same in every build
        python = {"name": "python", "version": self.versions["python"]}
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        metadata = {"kernelspec": kernel, "language_info": python}
        whole = {"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
        return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"

    def as_program(self) -> str:
        """The same as a program, in the percent format that editors take for a notebook."""
        parts = [f'"""{self.experiment["what"]}"""', commented(self.origin())]
        for cell in self.cells():
            if cell["lang"]:
                parts.append(commented(self.markdown(cast(TextCell, cell))))
            else:
                parts.append(f"# %%\n{self.code(cast(CodeCell, cell))}")
        return "\n\n".join(parts) + "\n"

    def cells(self) -> list[TextCell | CodeCell]:
        return [cell for cell in self.experiment["cells"] if cell["lang"] in ("", self.lang)]

    def jupyter(self, cell: TextCell | CodeCell) -> dict[str, Any]:
        """A cell as notebook files have it."""
        if cell["lang"]:
            source = self.markdown(cast(TextCell, cell))
            return {"cell_type": "markdown", "metadata": {}, "source": source}
        code = cast(CodeCell, cell)
        outputs = [self.output(output) for output in code["outputs"]]
        source = self.code(code)
        return {"cell_type": "code", "metadata": {}, "outputs": outputs, "source": source}

    def code(self, cell: CodeCell) -> str:
        """The code with its labels chosen."""
        chosen = CHINESE if self.lang == "zh" else f'label = LABELS["{self.lang}"]'
        return LABEL.sub(lambda _: chosen, cell["code"])

    def output(self, output: Mapping[str, Any]) -> dict[str, Any]:
        if "text" in output:
            return {"name": "stdout", "output_type": "stream", "text": output["text"]}
        figure = output["figure"]
        data = {
            "image/svg+xml": figure["wide"][self.lang],
            "text/plain": figure["alt"][self.lang],
        }
        return {"data": data, "metadata": {}, "output_type": "display_data"}

    def origin(self) -> str:
        """Where the notebook comes from, and what it was run with."""
        code = "\n".join(c["code"] for c in map(cast_code, self.cells()) if not c["lang"])
        imported = set(re.findall(r"^(?:import|from) (\w+)", code, re.MULTILINE))
        names = sorted({PACKAGES.get(name, name) for name in imported} & self.versions.keys())
        used = ", ".join(f"{name} {self.versions[name]}" for name in ["python", *names])
        return LABELS[self.lang].notebook_origin.format(address=self.address, versions=used)

    def markdown(self, cell: TextCell) -> str:
        """Markdown of the site as Markdown that any notebook shows."""
        text = without_front_matter(cell["text"]).strip("\n")
        text = DISPLAY.sub(lambda m: f"$${plain(m[1], self.roles)}$$", text)
        text = INLINE.sub(lambda m: f"${plain(m[1], self.roles)}$", text)
        text = HEADING.sub(r"\1", text)
        text = ANSWER.sub(lambda m: f"> {m['text']}", text)
        text = ATTRIBUTES.sub("", COMMENT.sub("", text))
        text = LINK.sub(self.link, FOLD.sub(fold, text))
        return re.sub(r"\n{3,}", "\n\n", text).strip("\n")

    def link(self, match: re.Match[str]) -> str:
        """A link to another page's file as one to the page itself, on the site."""
        start = urljoin(self.home, self.experiment["page"])
        target = urljoin(start, match["target"]).removeprefix(self.home)
        return f"]({urljoin(self.home, page_address(target))}{match['anchor'] or ''})"


def cast_code(cell: TextCell | CodeCell) -> CodeCell:
    return cast(CodeCell, cell)


def without_front_matter(text: str) -> str:
    """What follows the front matter, on the lines that it had."""
    front = FRONT_MATTER.match(text)
    return "\n" * front.group().count("\n") + text[front.end() :] if front else text


def fold(match: re.Match[str]) -> str:
    """A question to unfold; HTML is what notebooks have for it."""
    body = re.sub(r"^ {4}", "", match["body"], flags=re.MULTILINE).strip("\n")
    return f"<details><summary>{match['title']}</summary>\n\n{body}\n\n</details>\n\n"


def commented(markdown: str) -> str:
    """A Markdown cell of a program."""
    lines = (f"# {line}".rstrip() for line in markdown.split("\n"))
    return "\n".join(["# %% [markdown]", *lines])
