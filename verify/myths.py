"""docs/myths.yml: what is often said and does not hold as it is said, with verdict and proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from verify.findings import Finding
from verify.yaml_nodes import Entries, Nodes, RefusedError, Written, compose_file

PATH = "docs/myths.yml"
VERDICTS = ("false", "half", "condition")  # false, half true, true with a condition
KEYS = ("topic", "verdict", "page", "proof")


@dataclass(frozen=True)
class Myth:
    """`claims`: what is said, by language, `rights`: what holds. The rest is as in a Question."""

    id: str
    path: str
    line: int
    topic: str
    verdict: str
    page: str
    anchor: str
    proof: tuple[str, ...]
    claims: Mapping[str, Written]
    rights: Mapping[str, Written]
    lines: Mapping[str, int]


def read_myths(
    root: Path, languages: Sequence[str], topics: Sequence[str], findings: list[Finding]
) -> list[Myth]:
    """Read the file, if it is there; `findings` says what is malformed and left out."""
    if not (root / PATH).exists():
        return []
    try:
        node = compose_file(root / PATH, PATH, findings)
        reader = Reader(languages, topics, findings)
        entries = reader.mapping(node or 1, "the file")
    except RefusedError:
        return []
    return [
        myth for key, (line, value) in entries.items() if (myth := reader.read(key, line, value))
    ]


class Reader(Nodes):
    def __init__(
        self, languages: Sequence[str], topics: Sequence[str], findings: list[Finding]
    ) -> None:
        super().__init__(PATH, findings)
        self.languages = languages
        self.topics = topics

    def read(self, key: str, line: int, node: yaml.Node) -> Myth | None:
        try:
            return self.myth(key, line, node)
        except RefusedError:
            return None

    def myth(self, key: str, line: int, node: yaml.Node) -> Myth:
        self.identifier(key, line)
        entries = self.mapping(node, key)
        self.known_keys(entries, (*KEYS, *self.languages), key)
        self.needed(entries, KEYS, key, line)
        self.in_all_languages(entries, self.languages, key, line)
        texts = {lang: self.texts(f"{key}, {lang}", *entries[lang]) for lang in self.languages}
        page, _, anchor = self.paragraph(entries["page"][1], "page").text.partition("#")
        return Myth(
            key, PATH, line,
            self.choice(entries, "topic", self.topics),
            self.choice(entries, "verdict", VERDICTS),
            page, anchor, tuple(w.text for w in self.items(entries, "proof")),
            {lang: claim for lang, (claim, _) in texts.items()},
            {lang: right for lang, (_, right) in texts.items()},
            {name: where for name, (where, _) in entries.items()},
        )  # fmt: skip

    def texts(self, of: str, line: int, node: yaml.Node) -> tuple[Written, Written]:
        entries: Entries = self.mapping(node, of)
        self.known_keys(entries, ("claim", "right"), of)
        self.needed(entries, ("claim", "right"), of, line)
        claim = self.paragraph(entries["claim"][1], "claim")
        return claim, self.written(entries["right"][1], "right")
