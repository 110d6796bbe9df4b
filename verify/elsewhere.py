"""What readers meet outside pages: names and navigation of the site, descriptions of cited figures,
glossary, list of changes, labels in figures, and the guides in the project's root.

Digits there are accounted for as on pages. Guides are Markdown and read as pages; all else is
plain text, in which nothing can be claimed. (The question bank is verified on the pages that show
it.)
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import yaml

from verify.digits import Names, text_digits, unmarked_fences, written_digits, yaml_texts
from verify.findings import Finding, not_utf8
from verify.pages import Page, Text
from verify.scan import parse_page
from verify.snippets import Snippet
from verify.yaml_mapping import not_yaml

Item = TypeVar("Item", Text, Page)
Read = Callable[[str, str], Iterable[Item]]  # from the path and content of a file

GUIDES = ("README*.md", "CONTRIBUTING*.md")
LABELS = "LABELS"  # the name of a figure's table of labels
DEMO_TABLE = re.compile(rf"^(?:export )?const {LABELS} = \{{.*?^\}};", re.MULTILINE | re.DOTALL)
JS_STRING = re.compile(r"'(?P<text>(?:[^'\\\n]|\\.)*)'")
FILLED_IN = re.compile(r"\{\w*\}")  # where a label quotes a value


@dataclass
class Elsewhere:
    """Plain `texts`, each with its file; `guides` as pages."""

    texts: list[tuple[str, Text]] = field(default_factory=list)
    guides: list[Page] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def read_elsewhere(root: Path, languages: Sequence[str]) -> Elsewhere:
    found = Elsewhere()
    glossary = ("docs/glossary.yml", under("short", *languages))
    changes = ("docs/changes.yml", under(*languages))
    for pattern, read in (*PLAIN, glossary, changes):
        for path, text in each(root, pattern, read, found.findings):
            found.texts.append((path, replace(text, place="label")))
    for pattern in GUIDES:
        found.guides += [page for _, page in each(root, pattern, guide, found.findings)]
    return found


def each(
    root: Path, pattern: str, read: Read[Item], findings: list[Finding]
) -> Iterator[tuple[str, Item]]:
    """What `read` finds in the files that fit, with their paths; `findings` says what it cannot."""
    for file in sorted(root.glob(pattern)):
        path = file.relative_to(root).as_posix()
        try:
            items = list(read(path, file.read_text(encoding="utf-8-sig")))
        except UnicodeDecodeError as error:
            message = not_utf8(error)
            findings.append(Finding(path, 1, message))
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            findings.append(Finding(path, line, not_yaml(error.problem or "")))
        except SyntaxError as error:
            findings.append(Finding(path, error.lineno or 1, f"does not parse: {error.msg}"))
        else:
            yield from ((path, item) for item in items)


def under(*keys: str) -> Read[Text]:
    """Reads the texts under these keys of a YAML file, at whatever depth."""
    return lambda path, text: yaml_texts(path, text, keys)


def nav_labels(path: str, text: str) -> Iterator[Text]:
    """The names of pages and sections under `nav:`."""
    root = yaml.compose(text, yaml.SafeLoader)
    entries = root.value if isinstance(root, yaml.MappingNode) else []
    pending: list[yaml.Node] = [value for key, value in entries if key.value == "nav"]
    while pending:
        node = pending.pop(0)
        if isinstance(node, yaml.SequenceNode):
            pending = [*node.value, *pending]
        elif isinstance(node, yaml.MappingNode):
            yield from (Text(key.value, key.start_mark.line + 1, "label") for key, _ in node.value)
            pending = [*(value for _, value in node.value), *pending]


def figure_labels(path: str, source: str) -> Iterator[Text]:
    """The strings of a figure's table `LABELS = {…}`, without the places of quoted values."""
    for statement in ast.parse(source).body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if not any(isinstance(target, ast.Name) and target.id == LABELS for target in targets):
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield Text(FILLED_IN.sub("", node.value), node.lineno, "label")


def demo_labels(path: str, source: str) -> Iterator[Text]:
    """The strings of a demo's table `const LABELS = {…};`, without the places to be filled."""
    table = DEMO_TABLE.search(source)
    for string in JS_STRING.finditer(table.group() if table else ""):
        line = source.count("\n", 0, (table.start() if table else 0) + string.start()) + 1
        yield Text(FILLED_IN.sub("", string["text"]), line, "label")


PLAIN: list[tuple[str, Read[Text]]] = [
    (
        "mkdocs*.yml",
        under("site_name", "site_description", "copyright", "name", "permalink_title"),
    ),
    ("mkdocs*.yml", nav_labels),
    ("docs/references.yml", under("what", "unit")),
    ("figures/*.py", figure_labels),
    ("experiments/*.py", figure_labels),
    ("theme/assets/demos/*.js", demo_labels),
]


def guide(path: str, text: str) -> Iterator[Page]:
    yield parse_page(path, "", path, text)


def elsewhere_digits(
    elsewhere: Elsewhere, names: Names, snippets: Mapping[str, Snippet]
) -> list[Finding]:
    """Findings for every digit outside pages and formulas that nothing accounts for."""
    findings = [f for path, text in elsewhere.texts for f in text_digits(path, text, names)]
    for page in elsewhere.guides:
        findings += written_digits(page, names, snippets)
        findings += unmarked_fences(page)
    return findings
