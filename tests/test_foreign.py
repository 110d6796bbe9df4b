"""verify/ alone, on a project about something else: compound interest, in English and French.

That project has no macros, names or glossary of its own, and no node_modules beside its pages.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from verify.__main__ import main
from verify.tex import macro_calls

ROOT = Path(__file__).resolve().parent.parent
FOREIGN = Path(__file__).with_name("foreign")
PAGES = sorted(file.relative_to(FOREIGN).as_posix() for file in FOREIGN.glob("docs/*/*.md"))


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    return shutil.copytree(FOREIGN, tmp_path / "project")


def claims(page: str) -> Iterator[tuple[str, int, int]]:
    """Name of each claim of a page, with the offset of its literal and where that ends."""
    text = (FOREIGN / page).read_text(encoding="utf-8")
    for call in macro_calls(text, "claim", 2):
        yield call.arguments[0], call.starts[1], call.starts[1] + len(call.arguments[1])


CLAIMS = [(page, name, start, end) for page in PAGES for name, start, end in claims(page)]


def test_it_is_about_something_else() -> None:
    assert len(PAGES) == 4
    assert len(CLAIMS) == 18
    assert not (FOREIGN / "docs" / "macros.json").exists()
    assert not (FOREIGN / "docs" / "names.yml").exists()


def test_by_the_command_with_nothing_of_this_site_in_reach(foreign: Path, tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    shutil.copytree(ROOT / "verify", tool / "verify", ignore=shutil.ignore_patterns("__pycache__"))
    (tool / "node_modules").symlink_to(ROOT / "node_modules")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "verify", *arguments],
            cwd=tool,
            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            capture_output=True,
            text=True,
            check=False,
        )

    done = run("--root", str(foreign), "check", "--mutants")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "all holds: 18 claims and 20 relations on 4 pages, 2 snippets\n"
    ledger = json.loads((foreign / "build" / "ledger.json").read_text(encoding="utf-8"))
    assert ledger["languages"] == ["en", "fr"]
    assert ledger["versions"]["katex"]

    wrong = foreign / "docs" / "fr" / "index.md"
    text = wrong.read_text(encoding="utf-8")
    wrong.write_text(text.replace("1343.92", "1343.29"), encoding="utf-8")
    done = run("--root", "../project", "check")
    assert done.returncode == 1
    assert (
        "docs/fr/index.md:16: text says 1343.29, snippets/compound.py gives amount" in done.stdout
    )


@pytest.mark.parametrize("command", [["check", "--mutants"], ["mutants"], ["drift"], ["report"]])
def test_every_command(
    foreign: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--root", str(foreign), *command]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("page", "name", "start", "end"),
    CLAIMS,
    ids=[f"{page.split('/', 1)[1]}-{name}-{start}" for page, name, start, _ in CLAIMS],
)
def test_a_changed_digit_fails(
    foreign: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    page: str,
    name: str,
    start: int,
    end: int,
) -> None:
    """Also where the other language cannot tell."""
    monkeypatch.setenv("PARITY", "off")
    text = (foreign / page).read_text(encoding="utf-8")
    digit = max(i for i in range(start, end) if text[i].isdigit())
    new = text[:digit] + str((int(text[digit]) + 1) % 10) + text[digit + 1 :]
    (foreign / page).write_text(new, encoding="utf-8")
    assert main(["--root", str(foreign), "check"]) == 1
    line = text.count("\n", 0, start) + 1
    assert f"{page}:{line}: text says {new[start:end]}, " in capsys.readouterr().out


PROGRAMS = [
    ("compound", "rate = 0.03", "rate = 0.04", "docs/en/index.md:13: text says 0.03"),
    ("compound", "(1 + rate) **", "(1 - rate) **", "snippets/compound.py:18: "),
    ("compound", "(1 + r)^n$", "(1 - r)^n$", "docs/en/index.md:16: no shown code checks"),
    ("doubling", "rule = 72", "rule = 70", "docs/fr/doubling.md:17: text says 72"),
]  # fmt: skip


@pytest.mark.parametrize(("stem", "old", "new", "message"), PROGRAMS)
def test_a_changed_program_fails(
    foreign: Path,
    capsys: pytest.CaptureFixture[str],
    stem: str,
    old: str,
    new: str,
    message: str,
) -> None:
    file = foreign / "snippets" / f"{stem}.py"
    source = file.read_text(encoding="utf-8")
    assert old in source
    file.write_text(source.replace(old, new), encoding="utf-8")
    assert main(["--root", str(foreign), "check"]) == 1
    assert message in capsys.readouterr().out


def test_a_changed_figure_fails(foreign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = foreign / "docs" / "references.yml"
    file.write_text(file.read_text(encoding="utf-8").replace('"72"', '"70"'), encoding="utf-8")
    assert main(["--root", str(foreign), "check"]) == 1
    said = "docs/en/doubling.md:17: text says 72, docs/references.yml:6 quotes 70"
    assert said in capsys.readouterr().out


def test_a_folder_without_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--root", str(tmp_path), "check"])
    assert ended.value.code == 2
    assert "has no docs/ folder: give the project with --root" in capsys.readouterr().err


def test_help_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert r"\claim{worked_example.loss}{1.25}" in said
    commands = ("check", "fix", "tag", "reviewed", "mutants", "drift", "links", "report")
    assert all(re.search(rf"^    {command}\s+\w", said, re.MULTILINE) for command in commands)


# --- what imports what --------------------------------------------------------------------------


def imported(folder: str) -> set[str]:
    """Top-level names of all that the modules of a folder import, wherever in the file."""
    names: set[str] = set()
    for file in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0 and node.module
                names.add(node.module.split(".")[0])
    return names


OTHERS = {
    "verify",
    "render",
    "publish",
    "figures",
    "theme",
    "tests",
    "mkdocs",
    "material",
    "markdown",
}
ALLOWED = {
    # matplotlib: what the runner shows a program's figures with
    "verify": {"verify", "yaml", "markdown_it", "mdit_py_plugins", "rich", "matplotlib"},
    # lxml and markdownify: what makes Markdown of a finished page
    "render": {"render", "verify", "lxml", "markdownify"},
}


@pytest.mark.parametrize("folder", ALLOWED)
def test_data_flows_one_way(folder: str) -> None:
    found = imported(folder)
    assert found & OTHERS <= ALLOWED[folder]
    assert found - set(sys.stdlib_module_names) <= ALLOWED[folder]


def test_verify_s_node_programs_need_katex_alone() -> None:
    for file in (ROOT / "verify").glob("*.mjs"):
        modules = re.findall(r"""from ['"]([^'"]+)['"]""", file.read_text(encoding="utf-8"))
        own = {name for name in modules if name.startswith("./") and (file.parent / name).exists()}
        assert set(modules) - own <= {"katex", "node:fs", "node:readline"}
