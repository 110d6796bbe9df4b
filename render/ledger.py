"""The shape of build/ledger.json, which verify writes and everything here reads."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Claim(TypedDict):
    """A literal in the text and the value behind it. `kind` is computed or cited."""

    name: str
    literal: str
    line: int
    value: str
    kind: str
    path: str
    code_line: int | None
    code: str


class Check(TypedDict):
    """A line of a snippet that checks one relation of a formula."""

    stem: str
    line: int
    relation: str


class Waiver(TypedDict):
    """A formula that nothing checks. `kind` is cited (the reason is a key) or notation."""

    kind: str
    reason: str


class Formula(TypedDict):
    """`claims` are indices into the claims of its page."""

    line: int
    tex: str
    display: bool
    claims: list[int]
    checks: list[Check]
    exception: Waiver | None


class Shown(TypedDict):
    """A snippet, whole or by section, as a page shows it: which of its lines, in order."""

    line: int
    stem: str
    section: str | None
    lines: list[int]


class Output(TypedDict):
    line: int
    stem: str


class TextCell(TypedDict):
    """Markdown of an experiment in one language; `line` is its first in the file."""

    lang: str
    line: int
    text: str


class CodeCell(TypedDict):
    """Code of an experiment (`lang` is empty), and what it gave: {"text": …} or {"figure": …}."""

    lang: str
    line: int
    code: str
    outputs: list[dict[str, Any]]


class Experiment(TypedDict):
    """A study: its file, its page's name, what it shows, and its cells in order.

    `meta` is the front matter by language.
    """

    path: str
    page: str
    what: str
    meta: dict[str, dict[str, Any]]
    cells: list[TextCell | CodeCell]


class Page(TypedDict):
    """`path` is the file that holds the page, `name` its place below its language's folder."""

    path: str
    lang: str
    name: str
    title: str
    snippet: str | None
    formulas: list[Formula]
    claims: list[Claim]
    shown: list[Shown]
    outputs: list[Output]
    headings: dict[str, str]  # by id
    blocks: dict[str, str]  # Markdown made of the question bank, by its kind
    cites: list[str]  # keys of the works that its text or the proof of its questions leads to


class FollowUp(TypedDict):
    ask: str
    answer: str


class Words(TypedDict):
    """A question in one language; all texts are Markdown."""

    question: str
    also: list[str]
    line: str
    brief: str
    full: str
    follow_ups: list[FollowUp]
    weak: str
    why: str
    listen: str
    sheet: str | None


class Question(TypedDict):
    """`topics`: its own first. `proof`: stems of snippets and keys of references."""

    id: str
    level: str
    kind: str
    topics: list[str]
    faq: bool
    page: str
    anchor: str
    proof: list[str]
    code: str | None
    words: dict[str, Words]


class Myth(TypedDict):
    id: str
    verdict: str
    page: str
    anchor: str
    proof: list[str]


class Change(TypedDict):
    """What a reader notices, in each language, and where."""

    id: str
    date: str  # year-month-day
    page: str
    anchor: str
    words: dict[str, str]


class Snippet(TypedDict):
    """`source` is the file, `program` the same without its section markers."""

    path: str
    source: str
    program: str
    output: str
    values: dict[str, Any]
    lines: dict[str, int]
    pages: list[str]


class Ledger(TypedDict):
    """`references` are as in docs/references.yml; `pages` are keyed by `lang/name`."""

    versions: dict[str, str]
    languages: list[str]
    snippets: dict[str, Snippet]
    experiments: dict[str, Experiment]
    references: dict[str, dict[str, Any]]
    glossary: NotRequired[dict[str, dict[str, Any]]]  # as in docs/glossary.yml
    topics: dict[str, dict[str, str]]  # names by language
    questions: list[Question]
    myths: list[Myth]
    changes: list[Change]  # newest first
    pages: dict[str, Page]
    mutants: list[tuple[str, str, int, int]]  # family, kind, how many, how many nobody noticed
    drift: list[tuple[str, int, int]]  # condition, claims, how many changed their verdict


def page_key(lang: str, name: str) -> str:
    return f"{lang}/{name}"


def page_file(ledger: Ledger, lang: str, name: str) -> str:
    """The file that holds a page, for messages to its author."""
    page = ledger["pages"].get(page_key(lang, name))
    return page["path"] if page else f"docs/{lang}/{name}"


def pages_of(ledger: Ledger, lang: str) -> list[Page]:
    return [page for page in ledger["pages"].values() if page["lang"] == lang]
