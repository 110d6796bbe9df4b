"""CONTRIBUTING.md as steps that a test carries out, and a small project to carry them out in.

Above each block of code that is to be tested stands `<!-- tested: WHAT -->`, where WHAT is

    new file PATH, end of PATH, change in PATH       the block is, or changes, a file
    commands                                         all of them succeed
    commands that stop                               the last of them finds something to mend
    commands, whatever they find
    output                                           lines that the commands before have printed
    server                                           a command that serves until it is interrupted
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from verify.pages import Page
from verify.scan import parse_page

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(
    r"^<!-- tested: (?P<what>.+?) -->\n(?P<fence>`{3,})\w+\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
FOLDERS = ("verify", "render", "publish", "figures", "theme")
FILES = (
    "Makefile", "install.py", "pyproject.toml", "requirements.txt", "package.json",
    "package-lock.json", "mkdocs.yml", "mkdocs.en.yml",
    ".gitignore", ".pre-commit-config.yaml",
    "docs/macros.json", "docs/names.yml", "docs/references.yml", "docs/anatomy.yml",
)  # fmt: skip
HOME = "# {title} {{#home}}\n\n[{title}](basics/worked-example.md)\n"
ASKED = "# {title} {{#{kind}}}\n\n<!-- generated: {kind} -->\n"
CHECK = '??? question "{title}"\n\n    {title}\n\n'
TAUGHT = f"""# {{title}} {{{{#worked-example}}}}

{{title}}
{{{{ .answer }}}}

## {{title}} {{{{#limits}}}}

{{title}}

## {{title}} {{{{#check}}}}

{CHECK * 3}## {{title}} {{{{#next}}}}

- [{{title}}](../index.md)
"""
PAGES = {
    "index.md": HOME,
    "basics/worked-example.md": TAUGHT,
    "answers/faq.md": ASKED.replace("{kind}", "faq"),
    "answers/interview.md": ASKED.replace("{kind}", "interview"),
}
TITLES = {"zh": "示例", "en": "Example"}
QUESTION = """  example:
    level: L1
    page: basics/worked-example.md
    proof: [he2015]
"""
WORDING = """    {lang}:
      question: {title}
      also: [{title}]
      line: {title}
      brief: {title}
      full: |
        {title}
      follow_ups: [{{ask: {title}, answer: {title}}}]
      weak: {title}
      why: {title}
      listen: {title}
"""


@dataclass(frozen=True)
class Step:
    """One block: what is done with it, with which file, and its text."""

    what: str
    path: str
    text: str

    @property
    def commands(self) -> list[str]:
        return self.text.splitlines()


def read_guide(name: str) -> Page:
    return parse_page(name, "", name, (ROOT / name).read_text(encoding="utf-8"))


def steps(name: str) -> Iterator[Step]:
    for block in BLOCK.finditer((ROOT / name).read_text(encoding="utf-8")):
        file = re.fullmatch(r"(new file|end of|change in) (\S+)", block["what"])
        what, path = file.groups() if file else (block["what"], "")
        yield Step(what, path, block["text"])


def write(step: Step, root: Path) -> None:
    """Carry out a step that is about a file."""
    file = root / step.path
    if step.what == "new file":
        file.write_text(step.text, encoding="utf-8")
        return
    old = file.read_text(encoding="utf-8")
    new = old + step.text if step.what == "end of" else patched(old, step)
    file.write_text(new, encoding="utf-8")


def patched(text: str, step: Step) -> str:
    """The text with the lines of a diff added that begin with +."""
    before, after = sides(step)
    assert text.count(before) == 1, f"{step.path} has no such lines, or has them twice:\n{before}"
    return text.replace(before, after)


def unchanged(text: str, step: Step) -> str:
    """The text before the change, in the project of somebody who has done as the guide says."""
    before, after = sides(step)
    return text.replace(after, before)


def sides(step: Step) -> tuple[str, str]:
    lines = step.text.splitlines(keepends=True)
    return "".join(line[1:] for line in lines if line[0] == " "), "".join(x[1:] for x in lines)


def is_free(step: Step) -> bool:
    """Whether the project has no such file, but for one of somebody who does as the guide says."""
    file = ROOT / step.path
    return not file.exists() or head(file.read_text(encoding="utf-8")) == head(step.text)


def head(text: str) -> list[str]:
    return text.splitlines()[:3]


def small_project(root: Path) -> Path:
    """The project's tools and settings with four small pages and a question."""
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "docs" / "questions").mkdir(parents=True)
    (root / "snippets").mkdir()
    for name in FILES:
        shutil.copy(ROOT / name, root / name)
    for step in steps("CONTRIBUTING.md"):
        undo(step, root)
    for lang, title in TITLES.items():
        for name, text in PAGES.items():
            page = root / "docs" / lang / name
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text.format(title=title), encoding="utf-8")
    for name in ("mkdocs.yml", "mkdocs.en.yml"):
        text = (root / name).read_text(encoding="utf-8")
        (root / name).write_text(with_known_pages(text), encoding="utf-8")
    bank = (ROOT / "docs" / "questions" / "gradients.yml").read_text(encoding="utf-8")
    head, questions, _ = bank.partition("questions:\n")
    words = "".join(WORDING.format(lang=lang, title=title) for lang, title in TITLES.items())
    topic = root / "docs" / "questions" / "gradients.yml"
    topic.write_text(head + questions + QUESTION + words, encoding="utf-8")
    install(root)
    return root


def undo(step: Step, root: Path) -> None:
    file = root / step.path
    if step.what == "new file":
        file.unlink(missing_ok=True)
    elif step.what == "change in":
        text = file.read_text(encoding="utf-8")
        file.write_text(unchanged(text, step), encoding="utf-8")


def with_known_pages(settings: str) -> str:
    """The settings without the pages that a small project lacks, and without empty sections."""
    before, nav, entries = settings.partition("\nnav:\n")
    kept: list[str] = []
    for line in reversed(entries.splitlines(keepends=True)):
        page = re.search(r"(\S+\.(?:md|ipynb))$", line.rstrip())
        indent = len(line) - len(line.lstrip())
        filled = bool(kept) and len(kept[0]) - len(kept[0].lstrip()) > indent
        if page[1] in PAGES if page else filled:
            kept.insert(0, line)
    return before + nav + "".join(kept)


def install(root: Path) -> None:
    """What install.py would bring, as links to what runs this test, and its records of it."""
    link_parts(Path(sys.prefix), root / ".venv")
    link_parts(ROOT / "node_modules", root / "node_modules")
    shutil.copy(root / "requirements.txt", root / ".venv" / "installed.txt")
    shutil.copy(root / "package-lock.json", root / "node_modules" / "installed.json")
    if (ROOT / ".mypy_cache").is_dir():
        shutil.copytree(ROOT / ".mypy_cache", root / ".mypy_cache")


def link_parts(origin: Path, folder: Path) -> None:
    folder.mkdir()
    for part in origin.iterdir():
        if part.name not in ("installed.txt", "installed.json"):
            (folder / part.name).symlink_to(part)
