"""Experiments on the site and as downloads: alone, in one language, and as part of a page."""

from __future__ import annotations

import json
from typing import Any, cast

import nbformat
import pytest

from render.cells import page_markdown, with_cells, with_downloads
from render.errors import RenderError
from render.ledger import Experiment
from render.notebook import Notebook
from render.plots import PlotError, drawing, plot
from verify.sandbox import run_programs

ROLES = ["id", "br"]
HOME = {"zh": "https://example.org/", "en": "https://example.org/en/"}
WORDS = {
    "zh": "# 加倍 {#doubling}\n\n一句话。\n{ .answer }\n\n见[深度](../../basics/depth.md#a)。",
    "en": r"""# Doubling {#doubling}

One sentence, $\br{y} = \claim{y}{3}$.
{ .answer }

<!-- figure: none -->

See [depth](../../basics/depth.md#a), [another](other-one.ipynb) and [far](https://example.com/a.md).

$$
\id{x} + \claim{a.b}{2}
$$

??? question "Why?"
    Because.

    And so on.

Last words.""",
}
COMPUTE = "x = 1.5\ny = 2 * x\nprint(y)"
DRAW = 'import matplotlib.pyplot as plt\n\nplt.subplots(num=label["alt"])\nplt.show()'
LABELS = (
    'LABELS = {\n    "zh": {"alt": "线"},\n    "en": {"alt": "A line"},\n}\nlabel = LABELS["en"]'
)
SVG = """<?xml version="1.0" encoding="utf-8"?>
<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="652pt" height="300pt"
     viewBox="0 0 652 300" xmlns="http://www.w3.org/2000/svg">
 <defs><style type="text/css">*{stroke-linejoin: round}</style></defs>
 <g id="figure_1">
  <g id="patch_1"><path d="M 0 300 L 652 300 z" style="fill: #fdfdfb"/></g>
  <defs><path id="mark" d="M 0 2.512345 z" style="stroke: #bd4a00"/></defs>
  <g clip-path="url(#clip)"><use xlink:href="#mark" x="10.123456" y="20" style="fill: #bd4a00"/></g>
  <path d="M 1 2
L 3.98 4" style="fill: none; stroke: #0b449c; stroke-width: 2; stroke-dasharray: 2,3.3"/>
  <text style="font-size: 13px; text-anchor: middle; fill: #5b616a" x="5.55555" y="6"
        transform="rotate(-0 5.5 6)">TEXT</text>
  <text style="fill: #1d2126" x="1" y="2" transform="rotate(-90 1 2)">turned</text>
 </g>
 <defs><clipPath id="clip"><rect x="1" y="2" width="3" height="4"/></clipPath></defs>
</svg>"""


def figure() -> dict[str, dict[str, str]]:
    drawn = {lang: SVG.replace("TEXT", text) for lang, text in (("zh", "字"), ("en", "words"))}
    return {"alt": {"zh": "线", "en": "A line"}, "wide": drawn, "tall": drawn}


def experiment() -> Experiment:
    cells: list[dict[str, Any]] = [
        {"lang": "zh", "line": 4, "text": f"---\ntitle: 加倍\n---\n{WORDS['zh']}"},
        {"lang": "en", "line": 18, "text": f"---\ntitle: Doubling\n---\n{WORDS['en']}"},
        {"lang": "", "line": 52, "code": COMPUTE, "outputs": [{"text": "3.0\n"}]},
        {"lang": "", "line": 57, "code": LABELS, "outputs": []},
        {"lang": "", "line": 65, "code": DRAW, "outputs": [{"figure": figure()}]},
    ]
    found = {"path": "experiments/doubling.py", "page": "practice/experiments/doubling.ipynb"}
    return cast(Experiment, found | {"what": "Doubles.", "meta": {}, "cells": cells})


def notebook(lang: str = "en") -> Notebook:
    versions = {"python": "3.11.7", "matplotlib": "3", "torch": "2"}
    return Notebook(experiment(), lang, HOME[lang], ROLES, versions)


def sources(lang: str, kind: str) -> list[str]:
    cells = json.loads(notebook(lang).as_json())["cells"]
    return [cell["source"] for cell in cells if cell["cell_type"] == kind]


# --- downloads ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_notebook_is_valid_and_the_same_in_every_build(lang: str) -> None:
    text = notebook(lang).as_json()
    nbformat.validate(nbformat.reads(text, as_version=4))
    assert text == notebook(lang).as_json()


def test_prose_is_markdown_that_any_notebook_shows() -> None:
    [words, _] = sources("en", "markdown")
    assert words.startswith("# Doubling\n\n> One sentence, $y = 3$.\n\nSee [depth]")
    assert "(https://example.org/en/basics/depth/#a)" in words
    assert "(https://example.org/en/practice/experiments/other-one/)" in words
    assert "(https://example.com/a.md)" in words
    assert "$$\nx + 2\n$$" in words
    fold = "<details><summary>Why?</summary>\n\nBecause.\n\nAnd so on.\n\n</details>"
    assert f"{fold}\n\nLast words." in words
    for sign in ("claim", "{#", ".answer", "<!--", "title:", "???", "\\br"):
        assert sign not in words


def test_notebook_says_where_it_is_from_and_what_ran_it() -> None:
    for lang in HOME:
        [_, origin] = sources(lang, "markdown")
        assert notebook(lang).address in origin
        assert "python 3.11.7, matplotlib 3" in origin and "torch" not in origin


def test_notebooks_differ_in_words_alone() -> None:
    zh, en = sources("zh", "code"), sources("en", "code")
    assert [one == other for one, other in zip(zh, en, strict=True)] == [True, False, True]
    assert en[1] == LABELS and 'LABELS["zh" if chinese else "en"]' in zh[1]
    for lang, words in (("zh", "字"), ("en", "words")):
        cells = json.loads(notebook(lang).as_json())["cells"]
        [drawn] = cells[-1]["outputs"]
        assert f">{words}<" in drawn["data"]["image/svg+xml"]
        assert cells[2]["outputs"] == [{"name": "stdout", "output_type": "stream", "text": "3.0\n"}]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_downloads_run_alone(lang: str) -> None:
    cells = "\n".join(sources(lang, "code"))
    runs = run_programs({"notebook": cells, "program": notebook(lang).as_program()})
    for run in runs.values():
        assert run.error is None
        assert run.output.startswith("3.0\n")


def test_program_is_in_the_percent_format() -> None:
    program = notebook("en").as_program()
    assert program.startswith('"""Doubles."""\n\n# %% [markdown]\n')
    assert "# %% [markdown]\n# # Doubling\n#\n# > One sentence" in program
    assert f"# %%\n{COMPUTE}\n" in program


# --- figures ------------------------------------------------------------------------------------


def test_a_plot_follows_the_page() -> None:
    html = plot(figure(), "en", 3)
    assert 'class="figure figure--plot" data-search-exclude data-generated' in html
    assert html.count("<svg") == 2 and html.count('aria-label="A line"') == 2
    assert 'class="p-fill-none p-line-identity" d="M 1 2 L 4 4"' in html
    assert '<text class="t-label p-fill-quiet mid" x="5.6" y="6">words</text>' in html
    assert 'transform="rotate(-90 1 2)">turned</text>' in html
    for gone in ("#fdfdfb", "<style", "style=", "patch_1", "font", "\n", "xmlns"):
        assert gone not in html


def test_ids_of_several_plots_do_not_clash() -> None:
    first, second = plot(figure(), "en", 1), plot(figure(), "en", 2)
    for prefix in ("w1", "t1"):
        assert f'id="{prefix}-mark"' in first and f'xlink:href="#{prefix}-mark"' in first
        assert f'clip-path="url(#{prefix}-clip)"' in first and f'id="{prefix}-clip"' in first
        assert f"{prefix}-" not in second


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("stroke: #0b449c", "stroke: #ff0000"),
        ("TEXT", "<tspan>10</tspan>"),
        ('<rect x="1"', '<image x="1"'),
    ],
)
def test_what_a_page_cannot_show_is_refused(old: str, new: str) -> None:
    assert old in SVG
    with pytest.raises(PlotError):
        drawing(SVG.replace(old, new), "A line", "", "a")


# --- pages --------------------------------------------------------------------------------------

CELL = """
<div class="jp-Cell jp-CodeCell"><div class="jp-Cell jp-CodeCell">
<div class="jp-InputPrompt">In&nbsp;[1]:</div>
<div class="highlight-ipynb hl-python"><pre><span></span><span class="n">CODE</span>
</pre></div>
<div class="clipboard-copy-txt">CODE</div>
OUTPUT
</div></div>"""
PRINTED = '<div class="jp-RenderedText jp-OutputArea-output"><pre>3.0\n</pre></div>'
DRAWN = '<div class="jp-RenderedSVG jp-OutputArea-output"><svg></svg></div>'
SHOWN = (
    "<style>.a{}</style>"
    + CELL.replace("CODE", "compute").replace("OUTPUT", PRINTED)
    + CELL.replace("CODE", "words").replace("OUTPUT", "")
    + CELL.replace("CODE", "draw").replace("OUTPUT", DRAWN)
)
PROSE = (
    '<h1>A</h1>\n<p class="answer">B.</p>\n<!-- cell: 1 -->\n<p>C</p>\n<!-- cell: 2 -->\n\n'
    "<!-- cell: 3 -->"
)


def test_prose_keeps_its_lines() -> None:
    lines = page_markdown(experiment(), "en").split("\n")
    assert lines[20] == "# Doubling {#doubling}"  # below its front matter, on line 21 of the file
    assert lines[50] == "<!-- cell: 1 -->"
    assert "加倍" not in "\n".join(lines) and "title:" not in "\n".join(lines)


def test_cells_stand_in_the_page_s_own_markup() -> None:
    page = with_cells(PROSE, SHOWN, experiment(), "en")
    code = '<div class="highlight"><pre><span></span><code><span class="n">{}</span>'
    assert page.index("B.") < page.index(code.format("compute")) < page.index("<p>C</p>")
    assert "<pre><code>3.0\n</code></pre>" in page
    assert page.count('<details class="fold">') == 1  # words and figure together
    fold = page.split('<details class="fold">')[1].split("</details>")[0]
    assert code.format("words") in fold and code.format("draw") in fold
    assert page.index("</details>") < page.index('<figure class="figure figure--plot"')
    for gone in ("jp-", "<style", "In&nbsp;", "clipboard", "<!--"):
        assert gone not in page


def test_a_missing_cell_or_output_is_an_error() -> None:
    with pytest.raises(RenderError, match="experiments/doubling"):
        with_cells(PROSE, SHOWN.replace("jp-CodeCell", "jp-Other", 2), experiment(), "en")
    with pytest.raises(RenderError, match="experiments/doubling"):
        with_cells(PROSE, SHOWN.replace(PRINTED, ""), experiment(), "en")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_downloads_below_the_answer(lang: str) -> None:
    address = f"{HOME[lang]}practice/experiments/doubling/"
    page = with_downloads(PROSE, experiment(), lang, address, cloud=False)
    assert page.index("B.") < page.index('href="doubling.ipynb" download') < page.index("cell: 1")
    assert 'href="doubling.py" download' in page and "https:" not in page
    page = with_downloads(PROSE, experiment(), lang, address, cloud=True)
    colab, modelarts = page.find("colab.research.google.com"), page.find("huaweicloud.com")
    assert colab > 0 and modelarts > 0
    assert (modelarts < colab) == (lang == "zh")
    escaped = address.replace(":", "%3A").replace("/", "%2F")
    assert f"#fileId={escaped}doubling.ipynb" in page
