"""`python -m render` before and after a generator that is not MkDocs: python-markdown and a loop.

What the pages of this site lose with another generator is tested in built/test_zensical.py.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import markdown
import pytest

from render.__main__ import main
from tests.conftest import MakeProject
from verify.__main__ import main as verify

ROOT = Path(__file__).resolve().parent.parent
FOREIGN = Path(__file__).with_name("foreign")
EXTENSIONS = {
    "attr_list": {},
    "pymdownx.arithmatex": {"generic": True},
    "pymdownx.superfences": {},
    "pymdownx.highlight": {},
    "tables": {},
}
FRAME = "<!doctype html><html><head><title>x</title></head><body>{}</body></html>"


def generate(root: Path, sources: Path, html: Path) -> None:
    """The simplest of all generators: each page a folder, nothing else."""
    extensions = {**EXTENSIONS, "pymdownx.snippets": {"base_path": [str(root)]}}
    for file in sources.rglob("*.md"):
        text = file.read_text(encoding="utf-8")
        text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
        made = markdown.markdown(text, extensions=list(extensions), extension_configs=extensions)
        name = file.relative_to(sources).with_suffix("")
        page = html / ("" if name.name == "index" else name) / "index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(FRAME.format(made), encoding="utf-8")


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A project about something else, verified and filled."""
    root = shutil.copytree(FOREIGN, tmp_path / "project")
    assert verify(["--root", str(root), "check"]) == 0
    return root


def run(root: Path, *arguments: str) -> int:
    ledger = root / "build" / "ledger.json"
    return main([*arguments, "--root", str(root), "--ledger", str(ledger)])


def fill(root: Path) -> int:
    return run(root, "fill", str(root / "docs" / "en"), str(root / "filled"))


def finish(root: Path) -> int:
    return run(root, "finish", str(root / "html"))


def test_before_and_after(foreign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fill(foreign) == 0
    filled = (foreign / "filled" / "index.md").read_text(encoding="utf-8")
    assert "after 10 years: 1343.92" in filled
    assert filled.startswith("---\ntitle: Compound interest\n")
    generate(foreign, foreign / "filled", foreign / "html")
    assert finish(foreign) == 0
    assert capsys.readouterr().out.endswith("2 pages\n2 pages\n")
    page = (foreign / "html" / "index.html").read_text(encoding="utf-8")
    assert "arithmatex" not in page
    assert page.count('class="katex"') == 4
    assert 'data-claim="compound.amount"' in page
    assert 'id="compound-L14"' in page  # the line that the mark leads to
    assert page.index("1343.916") > page.index('class="verified"')  # the value, for the mark
    assert (foreign / "html" / "doubling" / "index.html").exists()


def test_what_was_not_verified_is_refused(
    foreign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(foreign)
    page = foreign / "filled" / "index.md"
    page.write_text(page.read_text(encoding="utf-8").replace("(1 + r)", "(1 - r)"), "utf-8")
    generate(foreign, foreign / "filled", foreign / "html")
    assert finish(foreign) == 1
    assert "docs/en/index.md:16: the built page has $A = P (1 - r)^n" in capsys.readouterr().out


def test_twice_is_refused(foreign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(foreign)
    generate(foreign, foreign / "filled", foreign / "html")
    assert (finish(foreign), finish(foreign)) == (0, 1)
    said = capsys.readouterr().out
    assert "is finished already: let the generator make it anew" in said


def test_a_page_that_was_not_made_is_named(
    foreign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (foreign / "html").mkdir()
    assert finish(foreign) == 1
    assert "docs/en/doubling.md:1: has no page: the generator made no" in capsys.readouterr().out


def test_an_unverified_project_is_told_how(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fill(project()) == 1
    assert "`python -m verify check` writes it" in capsys.readouterr().out


def test_figures_are_drawn_by_the_project_s_module(foreign: Path) -> None:
    """An unknown one is named with its line."""
    (foreign / "drawn_for_test.py").write_text(
        "def values(ledger):\n    return lambda name: name\n\n\n"
        "def place(line, lang, value):\n"
        "    if 'figure: bad' in line:\n        raise LookupError('line 1: no figure bad')\n"
        "    return line.replace('<!-- figure: good -->', '<svg id=\"good\"/>')\n",
        encoding="utf-8",
    )
    page = foreign / "docs" / "en" / "index.md"
    text = page.read_text(encoding="utf-8")
    command = [sys.executable, "-m", "render", "fill", "docs/en", "filled", "--figures"]
    command += ["drawn_for_test"]

    def with_figure(name: str) -> subprocess.CompletedProcess[str]:
        page.write_text(f"{text}\n<!-- figure: {name} -->\n", encoding="utf-8")
        return subprocess.run(
            command, cwd=foreign, env={"PYTHONPATH": f"{ROOT}:{foreign}", "PATH": ""},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    assert with_figure("good").returncode == 0
    assert '<svg id="good"/>' in (foreign / "filled" / "index.md").read_text(encoding="utf-8")
    done = with_figure("bad")
    line = text.count("\n") + 2
    assert (done.returncode, done.stdout) == (1, f"docs/en/index.md:{line}: no figure bad\n")
