"""Every digit a reader meets is accounted for: claimed, part of a formula, or a name.

Names are exact strings with a reason each, in docs/names.yml. Number words count from ten upward.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from verify.findings import Finding
from verify.pages import Fence, Page, Text
from verify.snippets import Snippet

PATH = "docs/names.yml"

WORDS_EN = (
    r"ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    r"(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|"
    r"hundreds?|thousands?|millions?|billions?|trillions?|dozens?|tenfold|tenths?|"
    r"(?:ten|eleven|twelf|\w+teen|twentie|thirtie|hundred|thousand|million)ths?"
)
NUMBER_WORDS = re.compile(
    rf"\b(?:{WORDS_EN})\b|[零〇一二两三四五六七八九几数]*[十百千万亿]+[零〇一二两三四五六七八九十百千万亿]*",
    re.IGNORECASE,
)
DIGITS = re.compile(r"[\d²³¹⁰-⁹₀-₉①-⑳½¼¾]+(?:[.,:/]\d+)*")
NOT_RUN = re.compile(r"^\s*<!--\s*not run:\s*(?P<reason>\S.*?)\s*-->\s*$")


@dataclass
class Names:
    """Strings in which digits or number words are no numbers, each with its reason."""

    reasons: dict[str, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """All names, longest first; none matches inside a longer word or number."""
        if not self.reasons:
            return None
        names = sorted(self.reasons, key=len, reverse=True)
        return re.compile("|".join(bounded(name) for name in names))

    def without(self, text: str) -> str:
        """`text` with every name blanked."""
        if self.pattern is None:
            return text
        return self.pattern.sub(lambda m: " " * len(m.group()), text)


def bounded(name: str) -> str:
    """`name` as a pattern that does not match as a part of a longer word or number."""
    before = r"(?<![A-Za-z0-9.])" if re.match(r"[A-Za-z0-9]", name) else ""
    after = r"(?![A-Za-z0-9]|\.\d)" if re.search(r"[A-Za-z0-9]$", name) else ""
    return before + re.escape(name) + after


def read_names(root: Path) -> Names:
    file = root / PATH
    if not file.exists():
        return Names()
    try:
        loaded: Any = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        return Names(findings=[Finding(PATH, line, "is not valid YAML: " + str(error))])
    names = Names()
    for name, reason in loaded.items():
        if not isinstance(reason, str) or not reason.strip():
            names.findings.append(Finding(PATH, 1, f"name {name!r} needs a reason: `{name}: why`"))
        names.reasons[str(name)] = str(reason)
    return names


def unaccounted(text: str, names: Names) -> Iterator[str]:
    """Digits and number words of `text` that belong to no name."""
    rest = names.without(text)
    for match in DIGITS.finditer(rest):
        yield match.group()
    for match in NUMBER_WORDS.finditer(rest):
        yield match.group()


def page_digits(page: Page, names: Names, snippets: Mapping[str, Snippet]) -> list[Finding]:
    """Findings for every digit outside formulas that nothing accounts for."""
    findings = []
    sources = [s.source for s in snippets.values()]
    for text in page.texts:
        if text.place == "code" and any(text.text.strip() in source for source in sources):
            continue
        findings += text_digits(page.path, text, names)
    findings += [f for fence in page.fences for f in fence_origin(page, fence)]
    return findings


def text_digits(path: str, text: Text, names: Names) -> Iterable[Finding]:
    for digits in unaccounted(text.text, names):
        if text.place == "code":
            mend = "quote a snippet word for word"
        elif text.place in ("prose", "table"):
            mend = rf"claim it, $\claim{{snippet.name}}{{{digits}}}$"
        else:
            mend = "say it without the number"
        message = f"{digits!r} in {place_name(text)} is not accounted for: {mend}, or, if it is no number, name it in {PATH}"
        yield Finding(path, text.line, message)


def place_name(text: Text) -> str:
    names = {"meta": "the front matter", "alt": "a description", "title": "a title",
             "heading": "a heading", "table": "a table", "code": "inline code"}  # fmt: skip
    return names.get(text.place, "the text")


def fence_origin(page: Page, fence: Fence) -> Iterator[Finding]:
    """A code block shows a snippet or its output, or says why it is not run."""
    kind = fence.info.split()[:1]
    if kind == ["output"] or fence.includes:
        return
    lines = page.source.split("\n")
    above = next((line for line in reversed(lines[: fence.line - 1]) if line.strip()), "")
    if not NOT_RUN.match(above):
        message = (
            'code that no program proves: show a snippet with --8<-- "snippets/NAME.py", or put '
            "<!-- not run: reason --> on the line above"
        )
        yield Finding(page.path, fence.line, message)


def yaml_texts(path: str, text: str, keys: Iterable[str]) -> list[Text]:
    """The strings under any of `keys`, at whatever depth, each with its line."""
    wanted = set(keys)
    found: list[Text] = []

    def walk(node: Any, inside: bool) -> None:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                walk(value, inside or key.value in wanted)
        elif isinstance(node, yaml.SequenceNode):
            for value in node.value:
                walk(value, inside)
        elif inside and isinstance(node, yaml.ScalarNode):
            found.append(Text(node.value, node.start_mark.line + 1, "prose"))

    class Loader(yaml.SafeLoader):
        """Reads MkDocs' own tags (!ENV) without acting on them."""

    node = yaml.compose(text, Loader)
    walk(node, False)
    return found
