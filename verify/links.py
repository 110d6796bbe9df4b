"""Where the works of docs/references.yml are to be read, and whether anything answers there.

`make links` asks every address and stores the answers in docs/links.json. Without a network nothing
can be asked; the stored answers are then what counts: every address is among them, none is known to
be dead. One that nobody could ask yet is stored as unchecked, never as alive.
"""

from __future__ import annotations

import datetime
import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from typing import Any, TypedDict

from verify.files import write_whole
from verify.findings import Finding
from verify.references import PATH as REFERENCES
from verify.references import References

PATH = "docs/links.json"
PLACES = {"arxiv": "https://arxiv.org/abs/{}", "doi": "https://doi.org/{}", "url": "{}"}
FORMS = {
    "arxiv": re.compile(r"\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}"),
    "doi": re.compile(r"10\.\d{4,9}/[^\s\"<>#?]+"),
    "url": re.compile(r"https?://[^\s\"<>/]+/[^\s\"<>]*"),
}
DEAD = (404, 410)
PATIENCE = 30  # seconds for one answer
AT_ONCE = 4


class Answer(TypedDict):
    """What an address answered when; nothing and never for one that could not be asked yet."""

    status: int | None
    date: str | None


Answers = dict[str, Answer]
UNCHECKED: Answer = {"status": None, "date": None}


def addresses(work: Mapping[str, Any]) -> dict[str, str]:
    """The addresses of a work by what they are made of: `arxiv`, `doi`, `url`."""
    return {name: place.format(work[name]) for name, place in PLACES.items() if work.get(name)}


def link_findings(references: References, root: Path) -> list[Finding]:
    """What is wrong with the addresses as they stand, or by the stored answers."""
    stored = read_answers(root)
    found = []
    for key, work in references.works.items():
        line = references.lines.get(key, 1)
        for message in (*malformed(work), *unanswered(work, stored)):
            found.append(Finding(REFERENCES, line, f"{key}: {message}"))
    return found


def malformed(work: Mapping[str, Any]) -> Iterator[str]:
    for name, form in FORMS.items():
        if work.get(name) and not form.fullmatch(str(work[name])):
            yield f"{name} {work[name]!r} has not the form of one: copy it from where it stands"
    number, year = str(work.get("arxiv") or ""), work.get("year")
    # A paper handed in on the last days of a year has a number of the next January.
    if FORMS["arxiv"].fullmatch(number) and isinstance(year, int):
        first = 2000 + int(number[:2]) - number.startswith(f"{(year + 1) % 100:02}01.")
        if first != year:
            yield f"arxiv {number} is of {first}, year says {year}: one of them is wrong"


def unanswered(work: Mapping[str, Any], stored: Answers | None) -> Iterator[str]:
    if stored is None:
        return
    for address in addresses(work).values():
        answer = stored.get(address)
        if answer is None:
            yield f"{address} is not in {PATH}: run `make links`"
        elif answer["status"] in DEAD:
            yield (
                f"{address} answered {answer['status']} on {answer['date']}: correct it, "
                "then `make links`"
            )


def read_answers(root: Path) -> Answers | None:
    """The stored answers; None in a project that stores none."""
    file = root / PATH
    if not file.exists():
        return None
    answers: Answers = json.loads(file.read_text(encoding="utf-8"))
    return answers


def check_links(references: References, root: Path, today: datetime.date) -> Answers:
    """Ask every address and store the answers; one that cannot be reached keeps its former one."""
    known = read_answers(root) or {}
    wanted = sorted({a for work in references.works.values() for a in addresses(work).values()})
    with ThreadPoolExecutor(AT_ONCE) as pool:
        statuses = dict(zip(wanted, pool.map(ask, wanted), strict=True))
    answers: Answers = {
        address: known.get(address, UNCHECKED)
        if status is None
        else {"status": status, "date": today.isoformat()}
        for address, status in statuses.items()
    }
    lines = ",\n".join(f" {json.dumps(a)}: {json.dumps(answers[a])}" for a in wanted)
    write_whole(root / PATH, f"{{\n{lines}\n}}\n")
    return answers


def summary(answers: Answers) -> str:
    statuses = [answer["status"] for answer in answers.values()]
    unchecked, dead = statuses.count(None), sum(status in DEAD for status in statuses)
    good = sum(status is not None and status < 400 for status in statuses)
    unclear = len(statuses) - unchecked - dead - good
    return (
        f"{PATH}: {len(answers)} addresses: {good} answer, {dead} are dead, {unclear} refuse or "
        f"fail, {unchecked} could never be reached so far"
    )


class Unfollowed(urllib.request.HTTPRedirectHandler):
    """A resolver that sends its reader on has answered; what follows may want a login."""

    def redirect_request(self, *arguments: Any) -> None:
        return None


def ask(address: str) -> int | None:
    """The status with which an address answers; None if nothing answers at all."""
    request = urllib.request.Request(address, headers={"User-Agent": "Mozilla/5.0 (make links)"})
    try:
        with urllib.request.build_opener(Unfollowed).open(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except (OSError, HTTPException):
        return None
