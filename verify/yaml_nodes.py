"""YAML read node by node: every text knows its line, and what is wrong is told with its line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from verify.findings import Finding, not_utf8
from verify.yaml_mapping import not_yaml

IDENTIFIER = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
Entries = dict[str, tuple[int, yaml.Node]]  # line and value of each key


@dataclass(frozen=True)
class Written:
    """A text and the line of its file where it begins."""

    text: str
    line: int


class RefusedError(Exception):
    """A part of a file that cannot be used; its findings have been reported."""


def compose_file(file: Path, path: str, findings: list[Finding]) -> yaml.Node | None:
    """The root node of a file; RefusedError if it cannot be read."""
    try:
        return yaml.compose(file.read_text(encoding="utf-8-sig"), yaml.SafeLoader)
    except UnicodeDecodeError as error:
        line, message = 1, not_utf8(error)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, message = mark.line + 1 if mark else 1, not_yaml(error.problem or "")
    findings.append(Finding(path, line, message))
    raise RefusedError(message)


class Nodes:
    """Reads the nodes of one file. What is malformed is a finding, and raises RefusedError."""

    def __init__(self, path: str, findings: list[Finding]) -> None:
        self.path = path
        self.findings = findings

    def refuse(self, node: yaml.Node | int, message: str) -> RefusedError:
        """Report the message at a node or line; what to raise."""
        line = node if isinstance(node, int) else node.start_mark.line + 1
        self.findings.append(Finding(self.path, line, message))
        return RefusedError(message)

    def mapping(self, node: yaml.Node | int, of: str) -> Entries:
        """Line and value of each key."""
        if not isinstance(node, yaml.MappingNode):
            raise self.refuse(node, f"{of}: expected lines of `name: value`")
        found: Entries = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if key.value in found:
                message = f"{key.value!r} stands here and on line {found[key.value][0]}: keep one"
                raise self.refuse(line, message)
            found[key.value] = (line, value)
        return found

    def known_keys(self, entries: Entries, known: Sequence[str], of: str) -> None:
        for name, (line, _) in entries.items():
            if name not in known:
                near = difflib.get_close_matches(name, known, 1)
                hint = f"did you mean `{near[0]}:`?" if near else f"known are {', '.join(known)}"
                raise self.refuse(line, f"{of}: nothing is called `{name}:`; {hint}")

    def needed(
        self, entries: Mapping[str, object], names: Sequence[str], of: str, line: int
    ) -> None:
        missing = [name for name in names if name not in entries]
        if missing:
            told = ", ".join(f"`{name}:`" for name in missing)
            raise self.refuse(line, f"{of} has no {told}: add it")

    def identifier(self, key: str, line: int) -> None:
        if not IDENTIFIER.fullmatch(key):
            message = f"id {key!r}: small letters, digits and hyphens, as in gradient-floor"
            raise self.refuse(line, message)

    def in_all_languages(
        self, entries: Entries, languages: Sequence[str], of: str, line: int
    ) -> None:
        missing = [lang for lang in languages if lang not in entries]
        if missing:
            has = ", ".join(lang for lang in languages if lang in entries) or "none"
            message = (
                f"{of} has no twin: written in {has}, missing is `{missing[0]}:`; write it in "
                "every language"
            )
            raise self.refuse(line, message)

    def choice(self, entries: Entries, name: str, choices: Sequence[str]) -> str:
        line, node = entries[name]
        value = self.paragraph(node, name).text
        if value not in choices:
            raise self.refuse(line, f"`{name}: {value}`: one of {', '.join(choices)}")
        return value

    def items(self, entries: Entries, name: str) -> list[Written]:
        """The texts of a list, which has at least one; none if the key is not there."""
        if name not in entries:
            return []
        node = entries[name][1]
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            raise self.refuse(entries[name][0], f"`{name}:` is a list, [one, another]")
        return [self.paragraph(value, name) for value in node.value]

    def paragraph(self, node: yaml.Node, name: str) -> Written:
        written = self.written(node, name)
        if "\n" in written.text:
            raise self.refuse(written.line, f"`{name}:` is one paragraph: write it on one line")
        return written

    def written(self, node: yaml.Node, name: str) -> Written:
        """A text whose lines are lines of the file."""
        if not isinstance(node, yaml.ScalarNode):
            raise self.refuse(node, f"`{name}:` is a text")
        first = node.start_mark.line + 1
        if not node.value.strip():
            raise self.refuse(first, f"`{name}:` is empty: write it")
        if node.style == "|":
            above = len(node.value) - len(node.value.lstrip("\n"))
            return Written(node.value.strip("\n"), first + 1 + above)
        if node.style == ">" or node.end_mark.line > node.start_mark.line:
            message = (
                f"`{name}:` goes over several lines: write it on one, or put | behind the colon"
            )
            raise self.refuse(first, message)
        return Written(node.value.strip(), first)
