"""YAML files that map names to values: with lines, and with what is wrong as a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from verify.findings import not_utf8


@dataclass
class MalformedError(Exception):
    """YAML that cannot be read: the line, counted from 1, and what is wrong there."""

    line: int
    problem: str


@dataclass(frozen=True)
class Mapping:
    """`values` by key as written; `lines` and `written` scalars by the path of keys to them."""

    values: dict[str, Any]
    lines: dict[tuple[str, ...], int]
    written: dict[tuple[str, ...], str]


def read_mapping(text: str) -> Mapping:
    """Read a YAML mapping; MalformedError if it does not parse, is none, or holds a key twice."""
    try:
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        if node is None:
            return Mapping({}, {}, {})
        if not isinstance(node, yaml.MappingNode):
            raise MalformedError(node.start_mark.line + 1, "expected lines of `name: value`")
        lines: dict[tuple[str, ...], int] = {}
        written: dict[tuple[str, ...], str] = {}
        for path, key, value in walk(node, ()):
            line = key.start_mark.line + 1
            if path in lines:
                raise MalformedError(
                    line, f"{path[-1]!r} stands here and on line {lines[path]}: keep one"
                )
            lines[path] = line
            if isinstance(value, yaml.ScalarNode):
                written[path] = value.value
        values = {key.value: loader.construct_object(value, deep=True) for key, value in node.value}
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise MalformedError(mark.line + 1 if mark else 1, not_yaml(error.problem or "")) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise MalformedError(line, not_yaml(f"a character #x{error.character:04x}")) from error
    return Mapping(values, lines, written)


def read_mapping_file(file: Path) -> Mapping:
    """Read a file as `read_mapping` does; MalformedError also if it is not UTF-8."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedError(1, not_utf8(error)) from error
    return read_mapping(text)


def not_yaml(problem: str) -> str:
    return f"is not valid YAML ({problem}): put text with `: `, `#` or a leading sign in quotes"


def walk(
    node: yaml.MappingNode, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], yaml.Node, yaml.Node]]:
    """Every key below `node`, with the path that leads to it, and its value."""
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise MalformedError(key.start_mark.line + 1, not_yaml("brackets before a colon"))
        here = (*path, str(key.value))
        yield here, key, value
        if isinstance(value, yaml.MappingNode):
            yield from walk(value, here)
