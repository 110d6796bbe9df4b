"""docs/questions/*.yml: questions with their answers in every language, one topic a file.

What is malformed becomes a finding with its line, and its question is left out of the bank.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from verify.findings import Finding
from verify.yaml_mapping import not_yaml

FILES = "docs/questions/*.yml"
LEVELS = {"L1": "definition", "L2": "derivation", "L3": "judgement"}
KINDS = ("concept", "whiteboard", "debugging", "estimation", "history")
REQUIRED = ("level", "page", "proof")
OPTIONAL = ("kind", "topics", "faq", "code")
# Texts of one paragraph; `full` may have several, `also` and `follow_ups` are lists.
PARAGRAPHS = ("question", "line", "brief", "weak", "why", "listen")
LISTS = ("also", "follow_ups")
SHEET = "sheet"  # a short title: the question's line stands under it on the cheat sheet
IDENTIFIER = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@dataclass(frozen=True)
class Written:
    """A text of the bank and the line of its file where it begins."""

    text: str
    line: int


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
    """All questions, by topic in the order of the topics."""

    topics: list[Topic] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def of(self, topic: Topic) -> list[Question]:
        return [question for question in self.questions if question.topic == topic.id]


def read_bank(root: Path, languages: Sequence[str]) -> Bank:
    """Read every question file; an id that stands twice is a finding."""
    bank = Bank()
    for file in sorted(root.glob(FILES)):
        path = file.relative_to(root).as_posix()
        try:
            node = yaml.compose(file.read_text(encoding="utf-8-sig"), yaml.SafeLoader)
        except UnicodeDecodeError as error:
            message = f"is not UTF-8 text (byte {error.start}): save it as UTF-8"
            bank.findings.append(Finding(path, 1, message))
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = mark.line + 1 if mark else 1
            bank.findings.append(Finding(path, line, not_yaml(error.problem or "")))
        else:
            FileReader(path, file.stem, languages, bank).read(node)
    bank.topics.sort(key=lambda topic: (topic.order, topic.id))
    rank = {topic.id: index for index, topic in enumerate(bank.topics)}
    bank.questions.sort(key=lambda question: rank[question.topic])  # stable: as in their file
    return bank


class RefusedError(Exception):
    """A part of the bank that cannot be used; its findings have been reported."""


class FileReader:
    """Reads one file into a bank."""

    def __init__(self, path: str, stem: str, languages: Sequence[str], bank: Bank) -> None:
        self.path = path
        self.stem = stem
        self.languages = languages
        self.bank = bank

    def complain(self, node: yaml.Node | int, message: str) -> None:
        line = node if isinstance(node, int) else node.start_mark.line + 1
        self.bank.findings.append(Finding(self.path, line, message))

    def refuse(self, node: yaml.Node | int, message: str) -> RefusedError:
        self.complain(node, message)
        return RefusedError(message)

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
        if not IDENTIFIER.fullmatch(key):
            message = f"id {key!r}: small letters, digits and hyphens, as in gradient-floor"
            raise self.refuse(line, message)
        for other in self.bank.questions:
            if other.id == key:
                message = f"id {key!r} is that of {other.path}:{other.line}: give it another"
                raise self.refuse(line, message)
        entries = self.mapping(node, key)
        self.known_keys(entries, (*REQUIRED, *OPTIONAL, *self.languages), key)
        self.needed(entries, REQUIRED, key, line)
        missing = [lang for lang in self.languages if lang not in entries]
        if missing:
            has = ", ".join(lang for lang in self.languages if lang in entries) or "none"
            message = (
                f"{key} has no twin: written in {has}, missing is `{missing[0]}:`; every question "
                "is asked and answered in every language"
            )
            raise self.refuse(line, message)
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

    def wordings(
        self, key: str, entries: Mapping[str, tuple[int, yaml.Node]]
    ) -> dict[str, Wording]:
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

    # --- YAML -------------------------------------------------------------------------------

    def mapping(self, node: yaml.Node | int, of: str) -> dict[str, tuple[int, yaml.Node]]:
        """Line and value of each key."""
        if not isinstance(node, yaml.MappingNode):
            raise self.refuse(node, f"{of}: expected lines of `name: value`")
        found: dict[str, tuple[int, yaml.Node]] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if key.value in found:
                message = f"{key.value!r} stands here and on line {found[key.value][0]}: keep one"
                raise self.refuse(line, message)
            found[key.value] = (line, value)
        return found

    def known_keys(
        self, entries: Mapping[str, tuple[int, yaml.Node]], known: Sequence[str], of: str
    ) -> None:
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

    def choice(
        self, entries: Mapping[str, tuple[int, yaml.Node]], name: str, choices: Sequence[str]
    ) -> str:
        line, node = entries[name]
        value = self.paragraph(node, name).text
        if value not in choices:
            raise self.refuse(line, f"`{name}: {value}`: one of {', '.join(choices)}")
        return value

    def items(self, entries: Mapping[str, tuple[int, yaml.Node]], name: str) -> list[Written]:
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
