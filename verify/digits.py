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
from verify.yaml_mapping import MalformedError, read_mapping_file

PATH = "docs/names.yml"

TENS = r"twent|thirt|fort|fift|sixt|sevent|eight|ninet"
POWERS = r"hundred|thousand|million|billion|trillion"
WORDS_EN = (
    r"tens?|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    rf"(?:{TENS})(?:y|ies)(?:-\w+)?|(?:{POWERS})s?|dozens?|"
    rf"(?:ten|eleven|twelf|\w+teen|(?:{TENS})ie|{POWERS})ths?|(?:ten|(?:{TENS})y|{POWERS})fold"
)
WORDS_ZH = (
    r"[零〇一二两三四五六七八九几数]*[十百千万亿廿卅拾佰仟萬億]+"
    r"[零〇一二两三四五六七八九十百千万亿廿卅拾佰仟萬億]*"
)
NUMBER_WORDS = re.compile(rf"\b(?:{WORDS_EN})\b|{WORDS_ZH}", re.IGNORECASE)
# Digits of any script, and what Unicode offers as raised, lowered, circled or fractional ones.
DIGIT = r"\d²³¹¼-¾⁰⁴-⁹₀-₉⅐-↉①-⒛⓪-⓿❶-➓㈠-㈩㉈-㉟㊀-㊉㊱-㊿"
DIGITS = re.compile(rf"[{DIGIT}]+(?:[.,:/·][{DIGIT}]+)*")
NOT_RUN = re.compile(r"^\s*<!--\s*not run:\s*(?P<reason>\S.*?)\s*-->\s*$")
# In a guide: what a test does with the code below (tests/guide.py).
TESTED = re.compile(r"^\s*<!--\s*tested:\s*\S.*?-->\s*$")


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
    before = r"(?<![A-Za-z0-9])(?<!\d[.,])" if re.match(r"[A-Za-z0-9]", name) else ""
    after = r"(?![A-Za-z0-9]|[.,]\d)" if re.search(r"[A-Za-z0-9]$", name) else ""
    return before + re.escape(name) + after


def read_names(root: Path) -> Names:
    file = root / PATH
    if not file.exists():
        return Names()
    try:
        mapping = read_mapping_file(file)
    except MalformedError as error:
        return Names(findings=[Finding(PATH, error.line, error.problem)])
    names = Names()
    for name, reason in mapping.values.items():
        line = mapping.lines[(name,)]
        if not isinstance(reason, str) or not reason.strip():
            names.findings.append(
                Finding(PATH, line, f"name {name!r} needs a reason: `{name}: why`")
            )
        if not any(unaccounted(name, Names())):
            message = f"name {name!r} holds neither a digit nor a number word: leave it out"
            names.findings.append(Finding(PATH, line, message))
        names.reasons[name] = str(reason)
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
    findings = written_digits(page, names, snippets)
    findings += [f for fence in page.fences for f in fence_origin(page, fence)]
    return findings


def written_digits(page: Page, names: Names, snippets: Mapping[str, Snippet]) -> list[Finding]:
    """Findings for the digits in a page's texts; inline code may quote a snippet."""
    findings: list[Finding] = []
    for text in page.texts:
        found = list(text_digits(page.path, text, names))
        if found and not (text.place == "code" and quotes(text.text, snippets)):
            findings += found
    return findings


def quotes(code: str, snippets: Mapping[str, Snippet]) -> bool:
    """Whether inline code stands word for word in a snippet; a bare number stands in any."""
    code = code.strip()
    if not re.search(r"[^\W\d_]", re.sub(r"\d+\.?e[-+]?\d+", "", code)):
        return False
    before = r"(?<!\w)(?<!\d\.)" if re.match(r"\w", code) else ""
    after = r"(?!\w|\.\d)" if re.search(r"\w$", code) else ""
    quoted = re.compile(before + re.escape(code) + after)
    return any(quoted.search(snippet.source) for snippet in snippets.values())


def text_digits(path: str, text: Text, names: Names) -> Iterable[Finding]:
    for digits in unaccounted(text.text, names):
        message = f"{digits!r} in {place_name(text)} is not accounted for: {mend(text, digits)}"
        yield Finding(path, text.line, f"{message}, or, if it is no number, name it in {PATH}")


def mend(text: Text, digits: str) -> str:
    if text.place == "code":
        return "quote a line of a snippet word for word, with the name beside the number"
    if text.place in ("prose", "table"):
        literal = digits if re.fullmatch(r"\d+(\.\d+)?", digits, re.ASCII) else "…"
        return rf"claim it, $\claim{{snippet.name}}{{{literal}}}$"
    return "say it without the number"


def place_name(text: Text) -> str:
    names = {"meta": "the front matter", "alt": "a description", "title": "a title",
             "heading": "a heading", "table": "a table", "code": "inline code",
             "label": "a label"}  # fmt: skip
    return names.get(text.place, "the text")


def fence_origin(page: Page, fence: Fence) -> Iterator[Finding]:
    """A code block shows a snippet or its output, or says why it is not run."""
    kind = fence.info.split()[:1]
    if kind == ["output"] or fence.includes:
        return
    if not has_reason(page, fence):
        message = (
            'code that no program proves: show a snippet with --8<-- "snippets/NAME.py", or put '
            "<!-- not run: reason --> on the line above"
        )
        yield Finding(page.path, fence.line, message)


def unmarked_fences(page: Page) -> Iterator[Finding]:
    """Code blocks where no snippet can be shown (a README): each says why nothing runs it, or, in
    CONTRIBUTING, how a test does."""
    for fence in page.fences:
        tested = page.path.startswith("CONTRIBUTING") and TESTED.match(line_above(page, fence))
        if not tested and not has_reason(page, fence):
            message = "code that nothing runs: put <!-- not run: reason --> on the line above"
            yield Finding(page.path, fence.line, message)


def has_reason(page: Page, fence: Fence) -> bool:
    return bool(NOT_RUN.match(line_above(page, fence)))


def line_above(page: Page, fence: Fence) -> str:
    """The last line before a code block that is not empty."""
    lines = page.source.split("\n")
    return next((line for line in reversed(lines[: fence.line - 1]) if line.strip()), "")


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
            found.extend(scalar_texts(node, text.split("\n")))

    # Composed, not loaded: MkDocs' own tags (!ENV) are then no error.
    walk(yaml.compose(text, yaml.SafeLoader), False)
    return found


def scalar_texts(node: yaml.ScalarNode, lines: list[str]) -> Iterator[Text]:
    """The text of a YAML scalar; one written over several lines gives a text for each."""
    first, last = node.start_mark.line, node.end_mark.line
    if node.style in ("|", ">"):
        for number in range(first + 1, last):
            if lines[number].strip():
                yield Text(lines[number].strip(), number + 1, "prose")
    else:
        yield Text(node.value, first + 1, "prose")
