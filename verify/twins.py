"""docs/twins.json: every page and question as it stood when its twins were last read side by side.

What changes in one language alone is an error until the other follows, or until somebody has
looked at both and says with `make reviewed` that nothing needs to follow.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from verify.files import write_whole
from verify.findings import Finding
from verify.pages import Page
from verify.project import Project
from verify.questions import Bank, Wording

PATH = "docs/twins.json"
Hashes = dict[str, dict[str, str]]  # name -> language -> hash


@dataclass(frozen=True)
class Twin:
    """One language of a page, or of a question in the bank. `place` is where one reads it."""

    name: str
    lang: str
    path: str
    line: int
    place: str
    text: str


def twins_of(project: Project) -> list[Twin]:
    """All pages, without the questions on them, and all questions."""
    found = [
        Twin(page.name, page.lang, page.path, 1, place_of(page), page.written)
        for page in project.pages
    ]
    return [*found, *questions(project.bank), *myths(project.bank)]


def place_of(page: Page) -> str:
    """The file of a page; that of an experiment has the other languages too."""
    return page.path if page.name.endswith(".md") else f"cells in {page.lang!r} of {page.path}"


def questions(bank: Bank) -> Iterator[Twin]:
    for question in bank.questions:
        for lang, words in question.wordings.items():
            place = f"`{lang}:` of {question.id}"
            line = question.lines[lang]
            name = f"{question.path.removeprefix('docs/')}#{question.id}"
            yield Twin(name, lang, question.path, line, place, "\0".join(texts(words)))


def myths(bank: Bank) -> Iterator[Twin]:
    for myth in bank.myths:
        for lang in myth.claims:
            text = f"{myth.claims[lang].text}\0{myth.rights[lang].text}"
            name = f"{myth.path.removeprefix('docs/')}#{myth.id}"
            place = f"`{lang}:` of {myth.id}"
            yield Twin(name, lang, myth.path, myth.lines[lang], place, text)


def texts(words: Wording) -> Iterator[str]:
    """Everything that is written in one language, with the name of what it is."""
    for name, value in sorted(vars(words).items()):
        for part in value if isinstance(value, tuple) else (value,):
            written = vars(part).values() if name == "follow_ups" else (part,)
            yield from (f"{name}: {item.text}" for item in written if item)


def current(twins: Sequence[Twin]) -> Hashes:
    hashes: Hashes = {}
    for twin in twins:
        # Where an experiment's page has code, or its other language, is of no interest here.
        text = re.sub(r"\n{3,}", "\n\n", twin.text.lstrip("\n"))
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        hashes.setdefault(twin.name, {})[twin.lang] = digest
    return {name: dict(sorted(hashes[name].items())) for name in sorted(hashes)}


def recorded(root: Path) -> Hashes | None:
    """What was last reviewed; None if the file is not there or, after a merge, no longer JSON."""
    try:
        found: Hashes = json.loads((root / PATH).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    return found


def unreviewed(twins: Sequence[Twin], root: Path) -> list[Finding]:
    """What differs from what was last reviewed, if its twins have not changed as well."""
    if not (root / PATH).exists():
        return []
    reviewed, now = recorded(root), current(twins)
    if reviewed is None:
        message = "is not valid JSON: read the twins side by side, then `make reviewed` writes it"
        return [Finding(PATH, 1, message)]
    findings = []
    for twin in twins:
        hashes, before = now[twin.name], reviewed.get(twin.name, {})
        if hashes == before or len(hashes) < 2:  # a missing twin is reported already
            continue
        changed = [lang for lang in hashes if hashes[lang] != before.get(lang)]
        if twin.lang in changed:
            others = [t.place for t in twins if t.name == twin.name and t.lang != twin.lang]
            findings.append(Finding(twin.path, twin.line, advice(twin, others, changed, hashes)))
    return findings


def advice(
    twin: Twin, others: Sequence[str], changed: Sequence[str], hashes: dict[str, str]
) -> str:
    subject = "" if twin.place == twin.path else f"{twin.place} "
    told = ", ".join(others)
    if len(changed) < len(hashes):
        return (
            f"{subject}changed without its twin {told}: let the twin follow, then `make reviewed` "
            "(that alone, if nothing needs to follow)"
        )
    return f"{subject}changed together with {told}: read both once more, then `make reviewed`"


def review(twins: Sequence[Twin], root: Path) -> int:
    """Record everything as it stands; how much differs from what was recorded."""
    now, before = current(twins), recorded(root) or {}
    write_whole(root / PATH, json.dumps(now, indent=1) + "\n")
    return sum(now[name] != before.get(name) for name in now)
