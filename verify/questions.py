"""docs/questions/*.yml: questions with their answers in every language, one topic a file.

What is malformed becomes a finding with its line, and its question is left out of the bank.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from verify.findings import Finding
from verify.myths import Myth, read_myths
from verify.yaml_nodes import Entries, Nodes, RefusedError, Written, compose_file

FILES = "docs/questions/*.yml"
LEVELS = {"L1": "definition", "L2": "derivation", "L3": "judgement"}
KINDS = ("concept", "whiteboard", "debugging", "estimation", "history")
REQUIRED = ("level", "page", "proof")
OPTIONAL = ("kind", "topics", "faq", "code")
# Texts of one paragraph; `full` may have several, `also` and `follow_ups` are lists.
PARAGRAPHS = ("question", "line", "brief", "weak", "why", "listen")
LISTS = ("also", "follow_ups")
SHEET = "sheet"  # a short title: the question's line stands under it on the cheat sheet


@dataclass(frozen=True)
class FollowUp:
    ask: Written
    answer: Written


@dataclass(frozen=True)
class Wording:
    """A question in one language, with its answer in three sizes.

    `also`: other wordings. `weak`: a common weak answer, `why` it is weak. `listen`: what an
    interviewer listens for.
    """

    question: Written
    also: tuple[Written, ...]
    line: Written
    brief: Written
    full: Written
    follow_ups: tuple[FollowUp, ...]
    weak: Written
    why: Written
    listen: Written
    sheet: Written | None


@dataclass(frozen=True)
class Question:
    """`proof` holds stems of snippets and keys of references, `lines` the line of each key."""

    id: str
    path: str
    line: int
    topic: str  # the stem of its file
    level: str
    kind: str
    topics: tuple[str, ...]  # further ones
    faq: bool
    page: str
    anchor: str
    proof: tuple[str, ...]
    code: str | None  # snippet, or snippet:section, that the question is about
    wordings: Mapping[str, Wording]  # by language
    lines: Mapping[str, int]


@dataclass(frozen=True)
class Topic:
    id: str
    order: int
    names: Mapping[str, str]  # by language


@dataclass
class Bank:
    """All questions, by topic in the order of the topics, and the myths."""

    topics: list[Topic] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    myths: list[Myth] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def of(self, topic: Topic) -> list[Question]:
        return [question for question in self.questions if question.topic == topic.id]


def read_bank(root: Path, languages: Sequence[str]) -> Bank:
    """Read every question file; an id that stands twice is a finding."""
    bank = Bank()
    for file in sorted(root.glob(FILES)):
        path = file.relative_to(root).as_posix()
        try:
            node = compose_file(file, path, bank.findings)
        except RefusedError:
            continue
        FileReader(path, file.stem, languages, bank).read(node)
    bank.topics.sort(key=lambda topic: (topic.order, topic.id))
    rank = {topic.id: index for index, topic in enumerate(bank.topics)}
    bank.questions.sort(key=lambda question: rank[question.topic])  # stable: as in their file
    bank.myths = read_myths(root, languages, list(rank), bank.findings)
    return bank


class FileReader(Nodes):
    """Reads one file into a bank."""

    def __init__(self, path: str, stem: str, languages: Sequence[str], bank: Bank) -> None:
        super().__init__(path, bank.findings)
        self.stem = stem
        self.languages = languages
        self.bank = bank

    def read(self, node: yaml.Node | None) -> None:
        try:
            entries = self.mapping(node or 1, "the file")
            self.known_keys(entries, ("topic", "questions"), "the file")
            self.needed(entries, ("topic", "questions"), "the file", 1)
            self.bank.topics.append(self.topic(entries["topic"][1]))
            questions = self.mapping(entries["questions"][1], "questions")
        except RefusedError:
            return
        for key, (line, value) in questions.items():
            try:
                self.bank.questions.append(self.question(key, line, value))
            except RefusedError:
                continue

    # --- parts ------------------------------------------------------------------------------

    def topic(self, node: yaml.Node) -> Topic:
        entries = self.mapping(node, "topic")
        self.known_keys(entries, ("order", *self.languages), "topic")
        self.needed(entries, ("order", *self.languages), "topic", node.start_mark.line + 1)
        order = self.paragraph(entries["order"][1], "order").text
        if not order.isdecimal():
            raise self.refuse(entries["order"][0], "`order:` is a whole number")
        names = {lang: self.paragraph(entries[lang][1], lang).text for lang in self.languages}
        return Topic(self.stem, int(order), names)

    def question(self, key: str, line: int, node: yaml.Node) -> Question:
        self.identifier(key, line)
        for other in self.bank.questions:
            if other.id == key:
                message = f"id {key!r} is that of {other.path}:{other.line}: give it another"
                raise self.refuse(line, message)
        entries = self.mapping(node, key)
        self.known_keys(entries, (*REQUIRED, *OPTIONAL, *self.languages), key)
        self.needed(entries, REQUIRED, key, line)
        self.in_all_languages(entries, self.languages, key, line)
        level = self.choice(entries, "level", tuple(LEVELS))
        kind = self.choice(entries, "kind", KINDS) if "kind" in entries else KINDS[0]
        page, _, anchor = self.paragraph(entries["page"][1], "page").text.partition("#")
        wordings = self.wordings(key, entries)
        code = self.paragraph(entries["code"][1], "code").text if "code" in entries else None
        return Question(
            key, self.path, line, self.stem, level, kind,
            tuple(w.text for w in self.items(entries, "topics")),
            "faq" in entries and self.choice(entries, "faq", ("true", "false")) == "true",
            page, anchor, tuple(w.text for w in self.items(entries, "proof")), code, wordings,
            {name: where for name, (where, _) in entries.items()},
        )  # fmt: skip

    def wordings(self, key: str, entries: Entries) -> dict[str, Wording]:
        """All languages, so that every finding of a question is reported at once."""
        found: dict[str, Wording] = {}
        refused: RefusedError | None = None
        for lang in self.languages:
            try:
                found[lang] = self.wording(f"{key}, {lang}", *entries[lang])
            except RefusedError as error:
                refused = error
        if refused:
            raise refused
        counts = {lang: len(wording.follow_ups) for lang, wording in found.items()}
        if len(set(counts.values())) > 1:
            told = ", ".join(f"{lang} {count}" for lang, count in counts.items())
            message = f"{key}: follow-ups have no twin ({told}): write each in every language"
            raise self.refuse(entries[self.languages[-1]][0], message)
        return found

    def wording(self, of: str, line: int, node: yaml.Node) -> Wording:
        entries = self.mapping(node, of)
        needed = (*PARAGRAPHS, "full", *LISTS)
        self.known_keys(entries, (*needed, SHEET), of)
        self.needed(entries, needed, of, line)
        texts = {name: self.paragraph(entries[name][1], name) for name in PARAGRAPHS}
        return Wording(
            question=texts["question"],
            also=tuple(self.items(entries, "also")),
            line=texts["line"],
            brief=texts["brief"],
            full=self.written(entries["full"][1], "full"),
            follow_ups=tuple(self.follow_ups(of, entries["follow_ups"][1])),
            weak=texts["weak"],
            why=texts["why"],
            listen=texts["listen"],
            sheet=self.paragraph(entries[SHEET][1], SHEET) if SHEET in entries else None,
        )

    def follow_ups(self, of: str, node: yaml.Node) -> Iterator[FollowUp]:
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            raise self.refuse(node, f"{of}: `follow_ups:` is a list of `- ask: …` with `answer: …`")
        for entry in node.value:
            parts = self.mapping(entry, f"{of}, follow-up")
            self.known_keys(parts, ("ask", "answer"), f"{of}, follow-up")
            line = entry.start_mark.line + 1
            self.needed(parts, ("ask", "answer"), f"{of}, follow-up", line)
            yield FollowUp(*(self.paragraph(parts[name][1], name) for name in ("ask", "answer")))
