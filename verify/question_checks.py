"""Whether what the question bank points to is there, and whether its answers can be spoken."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from verify.compose import ABOUT, shows_myths, unshown_topics
from verify.findings import Finding
from verify.myths import Myth
from verify.pages import Page
from verify.questions import Bank, Question
from verify.references import References
from verify.snippets import Snippet
from verify.yaml_nodes import Written

FORMULA = re.compile(r"\$[^$]+\$")
MARKUP = re.compile(r"[*`]|\[(?=[^\]]*\]\()|\]\([^)]*\)")
# Half a minute of speech, and what one says in one breath: characters or words.
LIMITS = {"zh": {"line": 70, "brief": 200}}
WORDS = {"line": 35, "brief": 100}
MOST_TITLES = 30  # what the cheat sheet has room for


class Pointer(Protocol):
    """What names a page, and a heading of it or none."""

    @property
    def page(self) -> str: ...
    @property
    def anchor(self) -> str: ...


def check_bank(
    bank: Bank, pages: Sequence[Page], snippets: Mapping[str, Snippet], references: References
) -> list[Finding]:
    """Findings of the bank that need pages, programs and papers to be known."""
    findings = list(bank.findings)
    for topic in unshown_topics(bank, pages):
        message = (
            "no page shows the questions, so that nobody verifies them: write "
            f"<!-- generated: {ABOUT}{topic.id} --> on one, or <!-- generated: interview -->"
        )
        findings.append(Finding(bank.of(topic)[0].path, 1, message))
    if bank.myths and not shows_myths(pages):
        message = (
            "no page shows the myths, so that nobody verifies them: write "
            "<!-- generated: myths --> on one"
        )
        findings.append(Finding(bank.myths[0].path, 1, message))
    for question in bank.questions:
        for line, message in problems(question, bank, snippets):
            findings.append(Finding(question.path, line, f"{question.id}: {message}"))
    for question in titled(bank)[MOST_TITLES:]:
        message = (
            f"{question.id}: the cheat sheet has room for {MOST_TITLES} titles: take this `sheet:` "
            "out, or another"
        )
        findings.append(Finding(question.path, question.line, message))
    entries: list[Question | Myth] = [*bank.questions, *bank.myths]
    for entry in entries:
        for line, message in missing(entry, pages, snippets, references):
            findings.append(Finding(entry.path, line, f"{entry.id}: {message}"))
    return findings


def titled(bank: Bank) -> list[Question]:
    """The questions on the cheat sheet."""
    return [q for q in bank.questions if any(words.sheet for words in q.wordings.values())]


def missing(
    entry: Question | Myth,
    pages: Sequence[Page],
    snippets: Mapping[str, Snippet],
    references: References,
) -> Iterator[tuple[int, str]]:
    """The page that explains an entry, or the proof, where there is none of that name."""
    if message := page_problem(entry, pages):
        yield entry.lines["page"], message
    for proof in entry.proof:
        if proof not in snippets and proof not in references.works:
            hint = near(proof, [*snippets, *references.works])
            message = f"proof {proof!r} is no snippet and no reference{hint}"
            yield entry.lines["proof"], message


def problems(
    question: Question, bank: Bank, snippets: Mapping[str, Snippet]
) -> Iterator[tuple[int, str]]:
    lines = question.lines
    topics = [topic.id for topic in bank.topics]
    for topic in question.topics:
        if topic not in topics or topic == question.topic:
            yield lines["topics"], f"topic {topic!r} is not another file of docs/questions"
    if message := code_problem(question, snippets):
        yield lines["code"], message
    titles = {lang for lang, words in question.wordings.items() if words.sheet}
    if titles and titles != set(question.wordings):
        missing = ", ".join(sorted(set(question.wordings) - titles))
        yield question.line, f"has a `sheet:` title in {', '.join(titles)} and none in {missing}"
    yield from too_long(question)


def page_problem(entry: Pointer, pages: Sequence[Page]) -> str | None:
    found = [page for page in pages if page.name == entry.page]
    if not found:
        return f"no page {entry.page!r}{near(entry.page, {page.name for page in pages})}"
    for page in found:
        ids = [heading.id for heading in page.headings if heading.id]
        if entry.anchor and entry.anchor not in ids:
            hint = near(entry.anchor, ids)
            return f"{page.path} has no heading {{#{entry.anchor}}}{hint}"
    return None


def code_problem(question: Question, snippets: Mapping[str, Snippet]) -> str | None:
    if question.code is None:
        return None
    stem, _, section = question.code.partition(":")
    if stem not in snippets:
        return f"code {stem!r} is no snippet{near(stem, snippets)}"
    if section and section not in snippets[stem].sections:
        return f"{snippets[stem].path} has no section {section!r}"
    return None


def near(name: str, known: Iterable[str]) -> str:
    found = difflib.get_close_matches(name, list(known), 1)
    return f": did you mean {found[0]!r}?" if found else ""


def too_long(question: Question) -> Iterator[tuple[int, str]]:
    """Answers that take longer to say than they should."""
    for lang, words in question.wordings.items():
        for name, written in (("line", words.line), ("brief", words.brief)):
            most = LIMITS.get(lang, WORDS)[name]
            length = spoken_length(written, lang)
            if length > most:
                unit = "characters" if lang in LIMITS else "words"
                yield written.line, f"`{name}:` has {length} {unit}, at most {most} can be spoken"


def spoken_length(written: Written, lang: str) -> int:
    """Characters or words, where a formula counts as a few of them."""
    in_characters = lang in LIMITS
    text = MARKUP.sub("", FORMULA.sub("□□□□" if in_characters else " □ □ □ ", written.text))
    return len(re.sub(r"\s", "", text)) if in_characters else len(text.split())
