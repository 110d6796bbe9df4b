"""docs/references.yml: works, and the figures quoted from them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify.findings import Finding, not_utf8
from verify.yaml_mapping import MalformedError, read_mapping

PATH = "docs/references.yml"
NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?", re.ASCII)
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
    if not file.exists():
        return References()
    try:
        return parse_references(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        broken = Finding(PATH, 1, not_utf8(error))
        return References(findings=[broken])


def parse_references(text: str) -> References:
    references = References()
    try:
        mapping = read_mapping(text)
    except MalformedError as error:
        references.findings.append(Finding(PATH, error.line, error.problem))
        return references
    for path, line in mapping.lines.items():
        if len(path) == 1:
            references.lines[path[0]] = line
        elif len(path) == 3 and path[1] == "figures":
            references.lines[f"{path[0]}.{path[2]}"] = line
    for key, work in mapping.values.items():
        check_work(references, key, work)
        for name in references.works.get(key, {}).get("figures", {}):
            check_figure(references, key, name, mapping.written)
    return references


def complain(references: References, name: str, message: str) -> None:
    references.findings.append(Finding(PATH, references.lines.get(name, 1), message))


def check_work(references: References, key: str, work: Any) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", key):
        complain(references, key, f"key {key!r}: use small letters, digits and _, as in he2015")
    if not isinstance(work, dict):
        complain(references, key, f"{key} must have {', '.join(REQUIRED)}")
        return
    for name in REQUIRED:
        if not work.get(name):
            complain(references, key, f"{key} has no {name}: add `{name}: …`")
    figures = work.get("figures") or {}
    if not isinstance(figures, dict):
        complain(
            references, key, f"figures of {key}: write lines of `name: {{value: …, where: …}}`"
        )
        figures = {}
    work["figures"] = {str(name): figure for name, figure in figures.items()}
    references.works[key] = work


def check_figure(
    references: References, key: str, name: str, written: Mapping[tuple[str, ...], str]
) -> None:
    """A figure has a number, kept as it is written (28.50 is not 28.5), and a place."""
    full = f"{key}.{name}"
    figure = references.works[key]["figures"][name]
    if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
        message = f"figure {name!r} of {key}: begin with a letter, then letters, digits and _"
        complain(references, full, message)
    if not isinstance(figure, dict) or "value" not in figure or not figure.get("where"):
        complain(references, full, f"{full} needs `value:` and `where:` (table, figure or section)")
        return
    value = written.get((key, "figures", name, "value"), str(figure["value"]))
    figure["value"] = value
    if not NUMBER.fullmatch(value):
        message = f"{full}: value {value!r} is not a number: digits only, the unit goes to `unit:`"
        complain(references, full, message)
        del figure["value"]
