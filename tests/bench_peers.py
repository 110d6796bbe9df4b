"""The same snippets run by the tools that others use: mktestdocs, sybil, pytest-markdown-docs,
myst-nb with its cache, mkdocs-jupyter.

Each gets what it reads (Markdown with one program, a notebook with one cell) and is run as its
documentation says. They live in an environment of their own, made on first use, that sees the
torch of ours; so nothing here needs to be installed by a reader or in continuous integration.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

PINNED = (
    "mktestdocs==0.2.5",
    "sybil==10.1.0",
    "pytest==9.2.0",
    "pytest-markdown-docs==0.9.2",
    "myst-nb==1.4.0",
    "jupyter-cache==1.0.1",
)
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

MKTESTDOCS = """
import pathlib, pytest, torch
from mktestdocs import check_md_file

@pytest.mark.parametrize("path", pathlib.Path("pages").glob("*.md"), ids=str)
def test_page(path):
    torch.set_default_dtype(torch.float32)  # one process for all: what one snippet sets, stays
    check_md_file(path)
"""
SYBIL = """
import torch
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

def fresh(namespace):
    torch.set_default_dtype(torch.float32)

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()], patterns=["*.md"], setup=fresh
).pytest()
"""
MYST = """
extensions = ["myst_nb"]
nb_execution_mode = "cache"
nb_execution_cache_path = "cache"
nb_execution_timeout = 300
nb_execution_raise_on_error = True
"""
MKDOCS = """
site_name: peers
docs_dir: notebooks
plugins:
  - mkdocs-jupyter:
      execute: true
      allow_errors: false
"""


def environment(folder: Path, packages: Sequence[str] = PINNED) -> Path:
    """The Python of an environment with these packages; made if it is not there."""
    python = folder / "bin" / "python"
    ready = folder / "-".join(sorted(packages)).replace("==", "_")
    if ready.exists():
        return python
    venv.create(folder, with_pip=True, clear=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *packages], check=True)
    # Whatever they do not bring themselves comes from ours: torch above all.
    ours = [path for path in sys.path if path.endswith("site-packages")]
    (theirs,) = (folder / "lib").glob("python*/site-packages")
    (theirs / "ours.pth").write_text("\n".join(ours), encoding="utf-8")
    ready.touch()
    return python


def write_inputs(snippets: list[Path], folder: Path) -> None:
    """The snippets as pages and as notebooks, and what each peer wants beside them."""
    import nbformat

    pages, notebooks = folder / "pages", folder / "notebooks"
    pages.mkdir()
    notebooks.mkdir()
    for snippet in snippets:
        program = snippet.read_text(encoding="utf-8")
        page = f"# {snippet.stem}\n\n```python\n{program}```\n"
        (pages / f"{snippet.stem}.md").write_text(page, encoding="utf-8")
        cells = [nbformat.v4.new_markdown_cell(f"# {snippet.stem}", id="title")]
        cells.append(nbformat.v4.new_code_cell(program, id="program"))
        notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": KERNEL})
        nbformat.write(notebook, notebooks / f"{snippet.stem}.ipynb")
    contents = "# Peers\n\n```{toctree}\n" + "\n".join(s.stem for s in snippets) + "\n```\n"
    (notebooks / "index.md").write_text(contents, encoding="utf-8")
    (folder / "test_mktestdocs.py").write_text(MKTESTDOCS, encoding="utf-8")
    (pages / "conftest.py").write_text(SYBIL, encoding="utf-8")
    (notebooks / "conf.py").write_text(MYST, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(MKDOCS, encoding="utf-8")


def commands(python: Path, folder: Path) -> dict[str, list[str]]:
    """How each peer is started, in `folder`; its name says what is measured."""
    pytest = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    pytest += ["--rootdir", str(folder)]
    sphinx = [str(python), "-m", "sphinx", "-q", "-E", "notebooks", "book"]
    return {
        "mktestdocs": [*pytest, "test_mktestdocs.py"],
        "sybil": [*pytest, "pages"],
        "pytest-markdown-docs": [*pytest, "--markdown-docs", "--noconftest", "pages"],
        "myst-nb, cold": sphinx,
        "myst-nb, warm": sphinx,
        "mkdocs-jupyter": [sys.executable, "-m", "mkdocs", "build", "-q"],
    }
