"""docs/references.yml: works, and the figures quoted from them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import yaml

from verify.findings import Finding

PATH = "docs/references.yml"
REQUIRED = ("authors", "year", "title")


@dataclass
class References:
    """`works` maps each key to its entry; `lines` gives the line of `key` and `key.figure`."""

    works: dict[str, dict[str, Any]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def figure(self, name: str) -> dict[str, Any] | None:
        key, _, figure = name.partition(".")
        found = self.works.get(key, {}).get("figures", {}).get(figure)
        return found if isinstance(found, dict) else None


def read_references(root: Path) -> References:
    file = root / PATH
    return parse_references(file.read_text(encoding="utf-8")) if file.exists() else References()


def parse_references(text: str) -> References:
    references = References()
    try:
        node = yaml.compose(text, yaml.SafeLoader)
        loaded = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error)
        line = mark.line + 1 if mark else 1
        references.findings.append(Finding(PATH, line, f"is not valid YAML: {problem}"))
        return references
    if not isinstance(loaded, dict):
        references.findings.append(Finding(PATH, 1, "must map keys such as he2015 to works"))
        return references
    references.lines = key_lines(node)
    for key, work in loaded.items():
        check_work(references, str(key), work)
    return references


def key_lines(node: Any) -> dict[str, int]:
    lines: dict[str, int] = {}
    for key, work in getattr(node, "value", []):
        if str(key.value) in lines:
            continue
        lines[str(key.value)] = key.start_mark.line + 1
        if not isinstance(work, yaml.MappingNode):
            continue
        for part, value in work.value:
            if part.value == "figures" and isinstance(value, yaml.MappingNode):
                for figure, _ in value.value:
                    lines[f"{key.value}.{figure.value}"] = figure.start_mark.line + 1
    return lines


def check_work(references: References, key: str, work: Any) -> None:
    def complain(line_key: str, message: str) -> None:
        line = references.lines.get(line_key, 1)
        references.findings.append(Finding(PATH, line, message))

    if not re.fullmatch(r"[a-z][a-z0-9_]*", key):
        complain(key, f"key {key!r}: use small letters, digits and _, as in he2015")
    if not isinstance(work, dict):
        complain(key, f"{key} must have {', '.join(REQUIRED)}")
        return
    for name in REQUIRED:
        if not work.get(name):
            complain(key, f"{key} has no {name}: add `{name}: …`")
    figures = work.get("figures") or {}
    work["figures"] = figures
    references.works[key] = work
    for name, figure in figures.items():
        full = f"{key}.{name}"
        if not isinstance(figure, dict) or "value" not in figure or not figure.get("where"):
            complain(full, f"{full} needs `value:` and `where:` (table, figure or section)")
            continue
        try:
            figure["value"] = str(figure["value"])
            if not Decimal(figure["value"]).is_finite():
                raise InvalidOperation
        except InvalidOperation:
            complain(full, f"{full}: value {figure['value']!r} is not a number")
            del figure["value"]
