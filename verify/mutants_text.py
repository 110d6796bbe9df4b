r"""Small wrong versions of the numbers and formulas on the pages: does anything notice them?

Each edit changes one thing in the TeX of one formula, and the formula is checked again as in
`check`, the languages apart. What stands in \cited and \notation is set aside and counted. A lone
symbol ($x_1$ in a sentence) is a name, not a statement; it is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from verify.check import Result
from verify.checks import Checks
from verify.claims import Values, read_claims
from verify.findings import Finding
from verify.formulas import Verdict, examine
from verify.katex import Katex
from verify.page_formulas import ShownChecks, target_lookup
from verify.pages import Formula, Page
from verify.shards import WHOLE, Shard
from verify.tex import macro_calls

NUMBER = re.compile(r"\d+(?:\.\d+)?")
# Arguments in which digits and letters are words, names or lengths.
WORDS = re.compile(
    r"\\(?:text\w*|operatorname\*?|begin|end)\s*\{[^{}]*\}|\\claim\s*\{[^{}]*\}|"
    r"\\\\\s*\[[^\]]*\]"
)
SUBSCRIPT = re.compile(r"_(?:\{(?P<group>[^{}]*)\}|(?P<one>[A-Za-z0-9]))")
OTHER_LETTER = {"l": "k", "k": "l", "i": "j", "j": "i", "n": "m", "m": "n", "x": "y", "y": "x"}
SIGNS = {"+": "-", "-": "+"}
RELATIONS = {r"\ge": r"\le", r"\le": r"\ge", "<": ">", ">": "<", r"\ne": "="}
TRANSPOSE = re.compile(r"\^\s*(?:\{\s*\\top\s*\}|\\top)")
TERM_ENDS = {r"\\", r"\approx", r"\ge", r"\le", r"\ne", r"\end", r"\quad", r"\right",
             r"\bigr", r"\Bigr", r"\biggr"}  # fmt: skip
TERM = re.compile(r"[+-](?=\s*[^\s=&+\\<>}-]|\s*\\[a-z])")


@dataclass(frozen=True)
class Edit:
    """Replace `start:end` of a formula's TeX by `new`; `family` is "number" or "formula"."""

    family: str
    kind: str
    start: int
    end: int
    new: str

    def apply(self, tex: str) -> str:
        return tex[: self.start] + self.new + tex[self.end :]


@dataclass(frozen=True)
class TextMutant:
    page: Page
    index: int  # of the formula on its page
    edit: Edit

    @property
    def formula(self) -> Formula:
        return self.page.formulas[self.index]

    def __str__(self) -> str:
        tex = self.formula.tex
        old = tex[self.edit.start : self.edit.end]
        path, line = self.page.origin(self.page.line_at(self.formula.start + self.edit.start))
        around = tex[max(0, self.edit.start - 24) : self.edit.end + 16].replace("\n", " ")
        what = f"{old!r} -> {self.edit.new!r}"
        return f"{path}:{line}: {self.edit.kind}: {what} in …{around}…"


# --- edits ------------------------------------------------------------------------------------


def edits(tex: str) -> list[Edit]:
    """Every edit of a formula, each changing one thing."""
    words = [m.span() for m in WORDS.finditer(tex)]

    def free(start: int) -> bool:
        return not any(a <= start < b for a, b in words)

    found = [e for m in NUMBER.finditer(tex) if free(m.start()) for e in number_edits(m, tex)]
    found += [edit for edit in formula_edits(tex) if free(edit.start)]
    return found


def number_edits(match: re.Match[str], tex: str) -> Iterator[Edit]:
    """Last digit, first digit, sign, decimal shift and neighbour swap of one number."""
    text, start, end = match.group(), match.start(), match.end()

    def edit(kind: str, new: str) -> Edit:
        return Edit("number", kind, start, end, new)

    yield edit("last digit", text[:-1] + next_digit(text[-1]))
    if len(text) > 1:
        yield edit("first digit", next_digit(text[0]) + text[1:])
    for i in range(len(text) - 1):
        a, b = text[i], text[i + 1]
        if a != b and "." not in (a, b):
            yield edit("neighbour swap", text[:i] + b + a + text[i + 2 :])
            break
    if float(text) != 0:
        yield edit("decimal shift", shifted(text))
    signed = re.search(r"-\s*$", tex[:start])
    if signed and not re.search(r"[\w})\]]\s*-\s*$", tex[:start]):
        yield Edit("number", "sign", signed.start(), end, text)
    elif not signed and not re.search(r"[_^]\{?$", tex[:start]):
        yield edit("sign", f"{{-{text}}}")


def next_digit(digit: str) -> str:
    return str(int(digit) + 1) if digit != "9" else "8"


def shifted(text: str) -> str:
    whole, _, part = text.partition(".")
    return f"{whole}{part[0]}.{part[1:]}".rstrip(".") if part else text + "0"


def formula_edits(tex: str) -> Iterator[Edit]:
    """Signs, relations, transposes, indices and terms."""
    for match in re.finditer(r"[+-]", tex):
        if is_binary(tex, match.start()):
            yield Edit("formula", "sign", *match.span(), SIGNS[match.group()])
        elif not re.match(r"\s*\d", tex[match.end() :]):  # a number's sign is changed with it
            yield Edit("formula", "sign", *match.span(), "")
    for match in re.finditer(r"\\[gl]e(?![a-z])|\\ne(?![a-z])|[<>]", tex):
        yield Edit("formula", "relation", *match.span(), RELATIONS[match.group()])
    for match in TRANSPOSE.finditer(tex):
        yield Edit("formula", "transpose", *match.span(), "")
    for match in SUBSCRIPT.finditer(tex):
        group = "group" if match["group"] is not None else "one"
        yield from index_edits(match, group)
    for match in TERM.finditer(tex):
        end = term_end(tex, match.end())
        if end > match.end():
            yield Edit("formula", "dropped term", match.start(), end, "")


def is_binary(tex: str, sign: int) -> bool:
    """Whether the sign at this offset joins two terms, and is not the sign of the second alone."""
    before = tex[:sign].rstrip()
    after_relation = before.endswith((r"\approx", r"\times", r"\cdot", r"\le", r"\ge", r"\ne"))
    return bool(before) and before[-1] not in "{([=<>&,^_" and not after_relation


def index_edits(match: re.Match[str], group: str) -> Iterator[Edit]:
    """The first letter or digit of a subscript becomes another."""
    at = re.search(r"(?<![\\A-Za-z])[A-Za-z0-9](?![A-Za-z])", match[group])
    if at:
        old = at.group()
        new = next_digit(old) if old.isdigit() else OTHER_LETTER.get(old)
        if new:
            start = match.start(group) + at.start()
            yield Edit("formula", "index", start, start + 1, new)


def term_end(tex: str, start: int) -> int:
    """Where the term that starts at `start` ends: the next sign, relation or closing brace."""
    depth = 0
    index = start
    while index < len(tex):
        character = tex[index]
        if character == "\\":
            word = re.match(r"\\(?:[A-Za-z]+|.)", tex[index:], re.DOTALL)
            name = word.group() if word else "\\"
            if depth == 0 and name in TERM_ENDS:
                return index
            index += len(name)
            continue
        if character in "{([":
            depth += 1
        elif character in "})]":
            if depth == 0:
                return index
            depth -= 1
        elif depth == 0 and character in "+-=&<>,":
            return index
        index += 1
    return len(tex)


# --- the verdict ------------------------------------------------------------------------------


@dataclass
class TextMutants:
    """Mutants by (family, kind): how many there were and which nothing noticed."""

    counts: dict[tuple[str, str], int]
    survivors: list[TextMutant]
    set_aside: int


def measure(result: Result, katex: Katex, shard: Shard = WHOLE) -> TextMutants:
    """Mutate every formula of every page of the shard; twins with the same TeX once."""
    values = Values(result.project.snippets, result.runs, result.project.references)
    checks = ShownChecks(result.shown, result.bindings, katex)
    seen: set[tuple[str, str]] = set()
    counts: dict[tuple[str, str], int] = {}
    survivors: list[TextMutant] = []
    set_aside = 0
    for page in (page for page in result.pages if shard.has(page.name)):
        mutants, excused = page_mutants(page, result.verdicts[page.key], seen)
        set_aside += excused
        katex.warm((m.edit.apply(m.formula.tex), m.formula.display) for m in mutants)
        is_noticed = judge(page, result.verdicts[page.key], values, checks.of(page), katex)
        for mutant in mutants:
            key = (mutant.edit.family, mutant.edit.kind)
            counts[key] = counts.get(key, 0) + 1
            if not is_noticed(mutant):
                survivors.append(mutant)
    return TextMutants(counts, survivors, set_aside)


def page_mutants(
    page: Page, verdicts: Sequence[Verdict | None], seen: set[tuple[str, str]]
) -> tuple[list[TextMutant], int]:
    """The mutants of a page's statements, and how many edits fall into exceptions."""
    mutants: list[TextMutant] = []
    set_aside = 0
    for index, (formula, verdict) in enumerate(zip(page.formulas, verdicts, strict=True)):
        key = (page.name, re.sub(r"\s|\\text\w*\{[^{}]*\}", "", formula.tex))
        if verdict is None or key in seen:
            continue
        seen.add(key)
        excused = [
            (call.start, call.end)
            for macro in ("cited", "notation")
            for call in macro_calls(formula.tex, macro, 2)
        ]
        if not (verdict.relations or r"\claim" in formula.tex or excused):
            continue
        for edit in edits(formula.tex):
            if any(a <= edit.start < b for a, b in excused):
                set_aside += 1
            elif edit.apply(formula.tex) != formula.tex:
                mutants.append(TextMutant(page, index, edit))
    return mutants, set_aside


def judge(
    page: Page,
    verdicts: Sequence[Verdict | None],
    values: Values,
    checks: Checks,
    katex: Katex,
) -> Callable[[TextMutant], bool]:
    """A function that says whether the checks notice a mutant of `page`."""
    lookup = target_lookup(page, values)

    def is_noticed(mutant: TextMutant) -> bool:
        formula = replace(mutant.formula, tex=mutant.edit.apply(mutant.formula.tex))
        if claim_findings(page, formula, values):
            return True
        verdict = examine(formula.tex, formula.display, lookup, checks, katex)
        others = {s for i, v in enumerate(verdicts) if v and i != mutant.index for s in v.checked}
        return bool(verdict.problems or verdict.symbols - others - verdict.checked)

    return is_noticed


def claim_findings(page: Page, formula: Formula, values: Values) -> list[Finding]:
    alone = replace(page, formulas=[formula], texts=[], findings=[])
    return read_claims(alone, values)[1]
