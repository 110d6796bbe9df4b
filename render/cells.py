"""The page of an experiment: prose like that of any page, cells as mkdocs-jupyter shows them.

What mkdocs-jupyter makes of the notebook brings a style of its own and Markdown that knows neither
heading ids nor claims. So of its page only the cells are taken, code and outputs, put into the
markup that this site has for code and outputs, and set among the prose.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import cast
from urllib.parse import quote

from render.errors import RenderError
from render.labels import LABELS
from render.ledger import CodeCell, Experiment, TextCell
from render.links import page_address
from render.notebook import without_front_matter
from render.plots import plot
from render.scan import Element, find_elements, has_class
from render.tables import link, text

PLACEHOLDER = re.compile(r"<!-- cell: (\d+) -->")
ANSWER = re.compile(r'<p class="answer">.*?</p>', re.DOTALL)
FOLD_END = "</details>"
COLAB = "https://colab.research.google.com/#fileId={}"
# Takes the address of a notebook in base64; the service runs in China.
MODELARTS = "https://authoring-modelarts-cnnorth4.huaweicloud.com/console/lab?share-url-b64={}"


def page_markdown(experiment: Experiment, lang: str) -> str:
    """The prose of a page, on the lines that it has in the file, and a placeholder a cell."""
    lines: list[str] = []
    number = 0
    for cell in experiment["cells"]:
        if cell["lang"] not in ("", lang):
            continue
        lines += [""] * (cell["line"] - 1 - len(lines))
        if cell["lang"]:
            lines += without_front_matter(cast(TextCell, cell)["text"]).split("\n")
        else:
            number += 1
            lines[-1] = f"<!-- cell: {number} -->"
    return "\n".join(lines) + "\n"


def with_cells(prose: str, notebook: str, experiment: Experiment, lang: str) -> str:
    """The page's prose with the cells of `notebook`, the HTML of mkdocs-jupyter, in their places.

    RenderError if a cell or an output is missing there.
    """
    shown = outermost(find_elements(notebook, has_class("jp-CodeCell")))
    cells = [cast(CodeCell, cell) for cell in experiment["cells"] if not cell["lang"]]
    if len(shown) != len(cells):
        message = f"mkdocs-jupyter shows {len(shown)} code cells of {len(cells)}"
        raise RenderError(experiment["path"], 1, message)
    numbers = iter(range(1, 1 + sum(len(cell["outputs"]) for cell in cells)))
    made = []
    for element, cell in zip(shown, cells, strict=True):
        try:
            html = notebook[element.start : element.end]
            made.append("\n".join([code(html, cell, lang), *outputs(html, cell, lang, numbers)]))
        except ValueError as error:
            raise RenderError(experiment["path"], cell["line"], str(error)) from error
    page = PLACEHOLDER.sub(lambda match: made[int(match[1]) - 1], prose)
    return re.sub(rf"{FOLD_END}\s*{fold_start(lang)}", "", page)  # words and figure in one


def fold_start(lang: str) -> str:
    return f'<details class="fold"><summary>{text(LABELS[lang].drawing)}</summary>\n'


def outermost(elements: Iterable[Element]) -> list[Element]:
    """mkdocs-jupyter wraps a cell in another element of the same class."""
    found: list[Element] = []
    for element in elements:
        if not found or element.start >= found[-1].end:
            found.append(element)
    return found


def code(html: str, cell: CodeCell, lang: str) -> str:
    """The code of a cell; how a figure is drawn is folded."""
    [element] = find_elements(html, has_class("highlight-ipynb"))
    body = without(html[element.inner_start : element.inner_end], "<pre>", "<span></span>")
    block = f'<div class="highlight"><pre><span></span><code>{body}</code></pre></div>'
    if "LABELS = {" not in cell["code"] and "plt.show()" not in cell["code"]:
        return block
    return f"{fold_start(lang)}{block}\n{FOLD_END}"


def outputs(html: str, cell: CodeCell, lang: str, numbers: Iterator[int]) -> Iterator[str]:
    """What a cell printed and drew."""
    shown = find_elements(html, has_class("jp-OutputArea-output"))
    for element, output in zip(shown, cell["outputs"], strict=True):
        yield (
            plot(output["figure"], lang, next(numbers))
            if "figure" in output
            else printed(html, element, lang)
        )


def printed(html: str, element: Element, lang: str) -> str:
    """Printed text in the markup that the output of a snippet has."""
    body = without(html[element.inner_start : element.inner_end], "<pre>").rstrip("\n")
    label = escape(LABELS[lang].output)
    pre = f"<pre><code>{body}\n</code></pre>"
    return f'<div class="output" role="group" aria-label="{label}">{pre}</div>'


def without(html: str, *openings: str) -> str:
    html = html.strip()
    for opening in openings:
        html = html.removeprefix(opening)
    return html.removesuffix("</pre>")


def with_downloads(page: str, experiment: Experiment, lang: str, address: str, cloud: bool) -> str:
    """The page with its downloads below the answer. `address` is the page's own, in full; `cloud`:
    whether others can reach it, so that services may open the notebook."""
    labels = LABELS[lang]
    name = page_address(experiment["page"]).rstrip("/").rsplit("/", 1)[-1]
    items = [
        download(f"{name}.ipynb", labels.download_notebook),
        download(f"{name}.py", labels.download_program),
    ]
    if cloud:
        notebook = f"{address}{name}.ipynb"
        packed = quote(base64.b64encode(notebook.encode()).decode(), safe="")
        colab = link(COLAB.format(quote(notebook, safe="")), text(labels.open_colab))
        modelarts = link(MODELARTS.format(packed), text(labels.open_modelarts))
        items += [modelarts, colab] if lang == "zh" else [colab, modelarts]
    listed = "".join(f"<li>{item}</li>" for item in items)
    block = f'<ul class="downloads" data-search-exclude data-generated>{listed}</ul>'
    return ANSWER.sub(lambda match: f"{match.group()}\n{block}", page, count=1)


def download(file: str, name: str) -> str:
    return f'<a href="{escape(file)}" download>{text(name)}</a>'
