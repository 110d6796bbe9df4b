"""What a reader meets outside pages is accounted for too: each place, and what breaks the rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeProject, write_files
from verify.check import verify
from verify.digits import read_names
from verify.elsewhere import elsewhere_digits, read_elsewhere
from verify.project import Project

ROOT = Path(__file__).resolve().parent.parent
NAMES = "GPT-2: a model\nfp16: a format\n"
PAGE = '# A title\n\nHere $s = x + y$.\n\n```python\n--8<-- "snippets/a.py"\n```\n'
PROGRAM = '"""A."""\nx = 2\ny = 3\n# $s = x + y$\ns = x + y\nassert s == 5\n'
REFERENCES = """\
old:
  authors: [Old]
  year: 2015
  title: The 7 rules
  venue: Venice 1494
  arxiv: "1512.03385"
  doi: 10.1109/5.90
  figures:
    rule: {value: "72", unit: UNIT, where: Table 3, page: 5, what: {en: TEXT, zh: 甲}}
"""
GLOSSARY = """\
map:
  zh: 映射
  en: NAME
  page: index.md
  short:
    zh: 映射。
    en: TEXT
"""
FIGURE = '''\
"""A figure of 7."""

SIZE = 12
LABELS = {
    "en": {
        "a": "words "
        "TEXT",
    }
}
OTHER = {"a": "7"}
'''
DEMO = """\
// A demo of 7.

const LABELS = {
  en: {
    a: 'words',
    b: 'TEXT',
  },
};

const OTHER = { a: '7' };
"""
SITE = """\
site_name: GPT-2
site_url: !ENV [A, 'http://127.0.0.1:8000/']
nav:
  - GPT-2: a7.md
"""
GUIDE = """\
# GPT-2

<!-- not run: a command -->
```sh
make PORT=8001
```

See `s = x + y`.

| a | `$\\claim{snippet.name}{literal}$` |
|---|---|
| b | c |
"""


def filled(text: str, **words: str) -> str:
    """`text` with its capital words exchanged."""
    for word in ("UNIT", "NAME", "TEXT"):
        text = text.replace(word, words.get(word, "words"))
    return text


def findings(project: MakeProject, path: str, text: str) -> list[str]:
    """What is wrong with a project in which this one file is added."""
    root = project({"en/index.md": PAGE}, {"a": PROGRAM}, names=NAMES)
    write_files(root, {path: text})
    return [str(finding) for finding in verify(root).findings]


ACCOUNTED = [
    ("mkdocs.yml", SITE),
    ("mkdocs.en.yml", "INHERIT: mkdocs.yml\n"),
    ("mkdocs.yml", ""),
    ("docs/references.yml", filled(REFERENCES, TEXT="of GPT-2")),
    ("docs/glossary.yml", filled(GLOSSARY, TEXT="A map of GPT-2.")),
    ("figures/a.py", filled(FIGURE, TEXT="GPT-2 and {grad_1}")),
    ("figures/kit.py", "WIDTH = 652\n"),
    ("theme/assets/demos/a.js", filled(DEMO, TEXT="GPT-2 and {x1}")),
    ("theme/assets/demos/kit.js", "const WIDTH = 652;\n"),
    ("README.md", GUIDE),
    ("CONTRIBUTING.md", "# A\n\n<!-- tested: commands -->\n```sh\nmake\n```\n"),
    ("docs/README.md", "# 7\n"),
    ("CHANGELOG.md", "# 7\n"),
]


@pytest.mark.parametrize(("path", "text"), ACCOUNTED)
def test_accounted_for(project: MakeProject, path: str, text: str) -> None:
    assert findings(project, path, text) == []


LABEL = "in a label is not accounted for: say it without the number, or, if it is no number, name"
NOT_RUN = "code that nothing runs: put <!-- not run: reason --> on the line above"
OPEN = [
    ("mkdocs.yml", "site_name: A 7\n", 1, f"'7' {LABEL} it in docs/names.yml"),
    ("mkdocs.en.yml", "a: b\nsite_description: Has 7.\n", 2, f"'7' {LABEL}"),
    ("mkdocs.yml", "copyright: 2026\n", 1, f"'2026' {LABEL}"),
    ("mkdocs.yml", "theme:\n  palette:\n    - toggle: {name: Dark 7}\n", 3, f"'7' {LABEL}"),
    ("mkdocs.yml", "nav:\n  - Basics:\n      - Seventy things: a.md\n", 3, f"'Seventy' {LABEL}"),
    ("mkdocs.yml", "nav:\n  - Part 7:\n      - A: a.md\n", 2, f"'7' {LABEL}"),
    ("docs/references.yml", filled(REFERENCES, TEXT="of 7"), 9, f"'7' {LABEL}"),
    ("docs/references.yml", filled(REFERENCES, UNIT="10 M"), 9, f"'10' {LABEL}"),
    ("docs/glossary.yml", filled(GLOSSARY, NAME="map 7"), 3, f"'7' {LABEL}"),
    ("docs/glossary.yml", filled(GLOSSARY, TEXT="Of fp32."), 7, f"'32' {LABEL}"),
    ("figures/a.py", filled(FIGURE, TEXT="7 things"), 6, f"'7' {LABEL}"),
    ("figures/a.py", "LABELS = {\n", 1, "does not parse"),
    ("theme/assets/demos/a.js", filled(DEMO, TEXT="7 things"), 6, f"'7' {LABEL}"),
    ("README.md", "# A 7\n", 1, "'7' in a heading is not accounted for"),
    ("README.zh.md", "# 甲\n\n七十个。\n", 3, "'七十' in the text is not accounted for"),
    ("README.md", "# A\n\nUse `PORT=8001`.\n", 3, "'8001' in inline code is not accounted for"),
    ("README.md", "# A\n\n```sh\nmake\n```\n", 3, NOT_RUN),
    ("README.md", '# A\n\n```python\n--8<-- "snippets/a.py"\n```\n', 3, NOT_RUN),
    ("README.md", "# A\n\n<!-- tested: commands -->\n```sh\nmake\n```\n", 4, NOT_RUN),
    ("README.md", "# A\n\nHere $s = x - y$.\n", 3, "no shown code checks `s = x - y`"),
    ("README.md", "# A\n\nHere $\\claim{a.s}{6}$.\n", 3, "text says 6, snippets/a.py gives s = 5"),
    ("CONTRIBUTING.md", "# A\n\n![A 7](a.svg)\n", 3, "'7' in a description is not accounted for"),
]


@pytest.mark.parametrize(("path", "text", "line", "message"), OPEN)
def test_not_accounted_for(
    project: MakeProject, path: str, text: str, line: int, message: str
) -> None:
    (found,) = findings(project, path, text)
    assert found.startswith(f"{path}:{line}: {message}")


@pytest.mark.parametrize("path", ["mkdocs.yml", "README.md", "figures/a.py"])
def test_files_that_are_not_utf_8(project: MakeProject, path: str) -> None:
    root = project()
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes("# é".encode("latin-1"))
    (found,) = verify(root).findings
    assert str(found) == f"{path}:1: is not UTF-8 text (byte 2): save it as UTF-8"


def test_a_malformed_file_is_reported_once(project: MakeProject) -> None:
    root = project(references="a: b: c\n")
    write_files(root, {"docs/glossary.yml": "a: b: c\n", "mkdocs.yml": "a: b: c\n"})
    found = verify(root).findings
    assert [(f.path, f.line) for f in found] == [
        ("docs/glossary.yml", 1), ("docs/references.yml", 1), ("mkdocs.yml", 1),
    ]  # fmt: skip
    assert all("is not valid YAML" in f.message for f in found)


def test_this_site_is_read_and_accounted_for() -> None:
    project = Project(ROOT)
    elsewhere = read_elsewhere(ROOT, project.languages)
    assert elsewhere.findings == []
    read = {path for path, _ in elsewhere.texts} | {guide.path for guide in elsewhere.guides}
    assert read >= {
        "mkdocs.yml", "mkdocs.en.yml", "docs/references.yml", "docs/glossary.yml",
        "figures/two_paths.py", "theme/assets/demos/residual.js", "README.md", "README.zh.md",
        "CONTRIBUTING.md", "CONTRIBUTING.zh.md",
    }  # fmt: skip
    assert elsewhere_digits(elsewhere, read_names(ROOT), project.snippets) == []


def test_a_name_that_yaml_reads_as_a_list(project: MakeProject) -> None:
    (found,) = verify(project(names="GPT-2: a model\n[0.5]: a vector\n")).findings
    assert str(found) == (
        "docs/names.yml:2: is not valid YAML (brackets before a colon): put text with `: `, `#` "
        "or a leading sign in quotes"
    )
