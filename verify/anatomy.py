"""docs/anatomy.yml: the parts that every page that teaches has, each in its place.

    pages: [basics/*.md]               # below a language's folder
    sections: [limits, check, next]    # ids of second-level headings, in this order
    questions: 3                       # folds in the section `check`, at least

Such a page opens with the answer: one sentence, marked `{ .answer }`. Without the file no page
has to have any of this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path, PurePosixPath

from verify.findings import Finding
from verify.pages import Heading, Page
from verify.yaml_mapping import MalformedError, read_mapping_file

PATH = "docs/anatomy.yml"
CHECK = "check"
ANSWER = re.compile(r"[ \t]*\{[^}\n]*\.answer\b[^}\n]*\}[ \t]*")
FORMULA = re.compile(r"\$[^$\n]+\$")
SENTENCE_END = re.compile(r"[。！？]+[”」）]?(?=.)|[.!?]+[”’)]?\s+(?=[A-Z“‘(])")
QUESTION = re.compile(r"^\?\?\?\+? question\b", re.MULTILINE)


@dataclass
class Anatomy:
    """`pages` are patterns of page names; `findings` what is wrong with the file itself."""

    pages: list[str] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)
    questions: int = 0
    findings: list[Finding] = field(default_factory=list)

    def holds_for(self, page: Page) -> bool:
        name = PurePosixPath(page.name)
        return any(name.match(pattern) for pattern in self.pages)


def read_anatomy(root: Path) -> Anatomy:
    file = root / PATH
    if not file.exists():
        return Anatomy()
    try:
        mapping = read_mapping_file(file)
    except MalformedError as error:
        return Anatomy(findings=[Finding(PATH, error.line, error.problem)])
    anatomy = Anatomy()
    for key, value in mapping.values.items():
        if key in ("pages", "sections") and is_list_of_text(value):
            setattr(anatomy, key, value)
        elif key == "questions" and isinstance(value, int):
            anatomy.questions = value
        else:
            message = f"`{key}: {value}`: write `pages: […]`, `sections: […]`, `questions: 3`"
            anatomy.findings.append(Finding(PATH, mapping.lines[(key,)], message))
    return anatomy


def is_list_of_text(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


def anatomy_findings(pages: Sequence[Page], anatomy: Anatomy) -> list[Finding]:
    """What is missing or out of place on the pages that teach."""
    return [
        Finding(page.path, line, f"{message} (see {PATH})")
        for page in pages
        if anatomy.holds_for(page)
        for line, message in (*answer_problems(page), *section_problems(page, anatomy))
    ]


def answer_problems(page: Page) -> Iterator[tuple[int, str]]:
    """The first paragraph after the title is one sentence, with `{ .answer }` beneath it."""
    lines = page.source.split("\n")
    title = next((heading.line for heading in page.headings if heading.level == 1), 1)
    first = next((n for n in range(title, len(lines)) if lines[n].strip()), None)
    if first is None or first + 1 >= len(lines) or not ANSWER.fullmatch(lines[first + 1]):
        yield (
            (first or 0) + 1,
            "the page should begin with the answer: one sentence, and "
            "`{ .answer }` on the line beneath it",
        )
    elif SENTENCE_END.search(FORMULA.sub("x", lines[first].strip())):
        yield first + 1, "the answer is one sentence: let the rest be a paragraph of its own"


def section_problems(page: Page, anatomy: Anatomy) -> Iterator[tuple[int, str]]:
    """Every section is there, in order, and `check` has its questions."""
    found = {h.id: h for h in page.headings if h.level == 2 and h.id in anatomy.sections}
    end = page.source.count("\n") + 1
    for section in anatomy.sections:
        if section not in found:
            yield end, f"has no section `## … {{#{section}}}`: add it, {place_of(section, anatomy)}"
    order = [section for section in anatomy.sections if section in found]
    for before, after in pairwise(order):
        if found[after].line < found[before].line:
            yield found[after].line, f"{{#{after}}} stands before {{#{before}}}: exchange them"
    if CHECK in found:
        yield from question_problems(page, found[CHECK], anatomy.questions)


def place_of(section: str, anatomy: Anatomy) -> str:
    index = anatomy.sections.index(section)
    following = anatomy.sections[index + 1 : index + 2]
    return f"before {{#{following[0]}}}" if following else "at the page's end"


def question_problems(page: Page, check: Heading, wanted: int) -> Iterator[tuple[int, str]]:
    lines = page.source.split("\n")
    later = [h.line for h in page.headings if h.level <= 2 and h.line > check.line]
    section = "\n".join(lines[check.line : min(later, default=len(lines) + 1) - 1])
    count = len(QUESTION.findall(section))
    if count < wanted:
        yield (
            check.line,
            f'has {count} of {wanted} questions: write `??? question "…"`, the answer beneath '
            "it indented by four spaces",
        )
