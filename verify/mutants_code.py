"""Small wrong versions of a snippet: does anything notice them?

A mutant is noticed if it raises, prints something else, or a claim on a page no longer holds.
Seeds, learning rates, numbers of steps and bounds are left alone: a program that is right stays
right when they change a little.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verify.bindings import Binding
from verify.check import Result
from verify.claims import Claim, compare, follow
from verify.experiments import Experiment
from verify.findings import Finding
from verify.project import Project
from verify.sandbox import Run, run_programs
from verify.shards import WHOLE, Shard
from verify.snippets import Snippet
from verify.yaml_mapping import MalformedError, read_mapping

EQUIVALENTS = "docs/equivalents.yml"
SECONDS = 10.0  # a mutant that takes longer has lost its way, which is noticed
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.Pow: "*", ast.MatMult: "*",
}  # fmt: skip
SYMBOLS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@",
}  # fmt: skip
FREE_CALLS = {"manual_seed", "seed", "set_num_threads"}
FREE_WORDS = re.compile(r"seed|^lr$|rate|steps|epochs|tol$|eps|delta|^h$|bound|limit|places")


@dataclass(frozen=True)
class Mutant:
    """One edit of a snippet: the text `old` at `line` became `new`."""

    stem: str
    line: int
    kind: str
    old: str
    new: str
    source: str

    @property
    def key(self) -> str:
        return f"{self.stem}:{self.line}: {self.old} -> {self.new}"


def mutate(snippet: Snippet, bindings: Sequence[Binding] = ()) -> list[Mutant]:
    """Every mutant of a snippet; a statement under a formula has at least one."""
    tree = ast.parse(snippet.source)
    text = Positions(snippet.source)
    found = list(edits(tree, text))
    lines = {text.line_of(edit[0]) for edit in found}
    for binding in bindings:
        own = range(binding.statement_line, binding.end_line + 1)
        if not lines & set(own):
            inside = [n for n in ast.walk(tree) if isinstance(n, ast.stmt) and n.lineno in own]
            found += [edit for node in inside for edit in fallback(node, text)]
            lines |= set(own)  # two formulas may stand above one statement
    return [make_mutant(snippet, text, *edit) for edit in sorted(found)]


def make_mutant(
    snippet: Snippet, text: Positions, start: int, end: int, new: str, kind: str
) -> Mutant:
    source = snippet.source[:start] + new + snippet.source[end:]
    old_line, new_line = context(snippet.source, source, start, end, len(new))
    return Mutant(snippet.stem, text.line_of(start), kind, old_line, new_line, source)


def fallback(node: ast.stmt, text: Positions) -> Iterator[Edit]:
    """A statement without anything else to change: its value doubled, or what it compares moved."""
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.Return) and node.value is not None:
        start, end = text.span(node.value)
        value = text.source[start:end]
        several = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)
        new = f"[2 * v for v in ({value})]" if several else f"2 * ({value})"
        yield start, end, new, "value"
    elif isinstance(node, ast.Assert):
        start, end = text.span(node.test)
        yield start, end, f"not ({text.source[start:end]})", "value"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and node.value.args:
        start, end = text.span(node.value.args[-1])
        yield start, end, f"({text.source[start:end]}) + 1", "value"


def context(before: str, after: str, start: int, end: int, length: int) -> tuple[str, str]:
    """The edited line before and after, so that a survivor can be read without the file."""
    left = before.rfind("\n", 0, start) + 1
    right = before.find("\n", end)
    right = len(before) if right < 0 else right
    return before[left:right].strip(), after[left : right + length - (end - start)].strip()


class Positions:
    """Where the nodes of a parsed program stand in its text."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def offset(self, line: int, column: int) -> int:
        """Offset in the text; `column` counts bytes, as ast does."""
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        end = self.offset(node.end_lineno, node.end_col_offset)
        return self.offset(node.lineno, node.col_offset), end

    def line_of(self, offset: int) -> int:
        return self.source.count("\n", 0, offset) + 1


Edit = tuple[int, int, str, str]  # start, end, replacement, kind


def edits(tree: ast.Module, text: Positions) -> Iterator[Edit]:
    """Every edit of an operator, a sign, a transpose or a constant."""
    for node in changeable(tree):
        if isinstance(node, ast.AugAssign):
            at = text.source.index("=", text.span(node.target)[1]) - len(SYMBOLS[type(node.op)])
            yield at, at + len(SYMBOLS[type(node.op)]), OPERATORS[type(node.op)], "operator"
            continue
        start, end = text.span(node)
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            left, right = text.span(node.left)[1], text.span(node.right)[0]
            symbol = SYMBOLS[type(node.op)]
            at = left + text.source[left:right].index(symbol)
            yield at, at + len(symbol), OPERATORS[type(node.op)], "operator"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield start, start + 1, "", "sign"
        elif isinstance(node, ast.Attribute) and node.attr in ("T", "mT", "mH", "H"):
            yield text.source.rindex(".", start, end), end, "", "transpose"
        elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            yield start, end, changed_constant(node.value), "constant"


def changed_constant(value: int | float) -> str:
    """The next number: 3 -> 4, 0.25 -> 0.26, 1e-3 -> 2e-3."""
    if isinstance(value, int):
        return str(value + 1)
    text = repr(value)
    digits, _, exponent = text.partition("e")
    places = len(digits.partition(".")[2])
    moved = f"{float(digits) + 10.0**-places:.{places}f}"
    return moved + (f"e{exponent}" if exponent else "")


def changeable(tree: ast.Module) -> Iterator[ast.expr | ast.AugAssign]:
    """What may be edited, leaving out what `FREE_…` names and bounds in comparisons."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        stack.extend(reversed(list(allowed_children(node))))
        is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
        if isinstance(node, ast.BinOp | ast.UnaryOp | ast.Attribute) or is_number:
            assert isinstance(node, ast.expr)
            yield node
        elif isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
            yield node


def allowed_children(node: ast.AST) -> Iterable[ast.AST]:
    if isinstance(node, ast.JoinedStr):
        return []
    if isinstance(node, ast.Call) and called_name(node) in FREE_CALLS:
        return []
    if isinstance(node, ast.Assign) and any(is_free(t) for t in node.targets):
        return []
    if isinstance(node, ast.keyword) and FREE_WORDS.search(node.arg or ""):
        return []
    if isinstance(node, ast.Compare) and not isinstance(node.ops[0], ast.Eq):
        return [side for side in (node.left, *node.comparators) if not is_bound(side)]
    return ast.iter_child_nodes(node)


def is_bound(side: ast.expr) -> bool:
    """Whether a side of a comparison is a number, such as 1e-6 or -1."""
    if isinstance(side, ast.UnaryOp):
        side = side.operand
    return isinstance(side, ast.Constant)


def called_name(node: ast.Call) -> str:
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_free(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and bool(FREE_WORDS.search(target.id))


# --- the verdict ------------------------------------------------------------------------------


@dataclass
class CodeMutants:
    """How many mutants of each kind there were, and which nothing noticed."""

    counts: dict[str, int]
    survivors: list[Mutant]
    equivalents: dict[str, str]  # key -> reason, of those that did survive
    stale: list[Finding]  # lines of docs/equivalents.yml that excuse nothing
    blind: list[Finding]  # formula comments above statements that may be wrong unnoticed

    @property
    def noticed_share(self) -> float:
        """Noticed, of all that are not known to be equivalent (0 to 1)."""
        total = sum(self.counts.values()) - len(self.equivalents)
        return 1 - len(self.survivors) / total if total else 1.0


def read_equivalents(root: Path) -> tuple[dict[str, str], dict[str, int], list[Finding]]:
    """docs/equivalents.yml: reason and line by the key of each mutant that no check can notice."""
    file = root / EQUIVALENTS
    if not file.exists():
        return {}, {}, []
    try:
        mapping = read_mapping(file.read_text(encoding="utf-8-sig"))
    except MalformedError as error:
        return {}, {}, [Finding(EQUIVALENTS, error.line, error.problem)]
    reasons = {key: str(reason or "").strip() for key, reason in mapping.values.items()}
    lines = {key: mapping.lines[(key,)] for key in reasons}
    findings = [
        Finding(EQUIVALENTS, lines[key], f"{key!r} needs a reason: why can no check notice it?")
        for key, reason in reasons.items()
        if not reason
    ]
    return reasons, lines, findings


def measure(result: Result, shard: Shard = WHOLE) -> CodeMutants:
    """Run every mutant of every snippet of the shard; which of them does nothing notice?"""
    project = result.project
    snippets = {stem: one for stem, one in project.snippets.items() if shard.has(stem)}
    mutants = [
        mutant
        for stem, snippet in snippets.items()
        for mutant in chosen_mutants(snippet, result.bindings[stem])
    ]
    runs = run_mutants(snippets, mutants)
    claims = claims_by_stem(result)
    survivors: list[Mutant] = []
    noticed: dict[str, set[int]] = {}  # lines of each snippet on which a mutant was noticed
    for mutant in mutants:
        run, original = runs[mutant.key], result.runs[mutant.stem]
        if is_noticed(run, original) or not claims_hold(claims[mutant.stem], run):
            noticed.setdefault(mutant.stem, set()).add(mutant.line)
        else:
            survivors.append(mutant)
    counts = dict(Counter(mutant.kind for mutant in mutants))
    reasons, lines, findings = read_equivalents(project.root)
    known = {m.key: reasons[m.key] for m in survivors if reasons.get(m.key)}
    alive = {mutant.key for mutant in survivors}
    for key in reasons:
        if key not in alive and shard.has(key.partition(":")[0]):
            message = f"{key!r} is noticed, or no mutant any more: delete the line"
            findings.append(Finding(EQUIVALENTS, lines[key], message))
    left = [mutant for mutant in survivors if mutant.key not in known]
    bindings = {stem: result.bindings[stem] for stem in snippets}
    return CodeMutants(counts, left, known, findings, blind_checks(project, bindings, noticed))


def chosen_mutants(program: Snippet, bindings: Sequence[Binding]) -> list[Mutant]:
    """Every mutant of a snippet. An experiment trains for many seconds, so it has a few: the first
    in each statement under a formula, which is enough to know that the formula is checked."""
    mutants = mutate(program, bindings)
    if not isinstance(program, Experiment):
        return mutants
    chosen = {}
    for binding in bindings:
        own = range(binding.statement_line, binding.end_line + 1)
        first = next(mutant for mutant in mutants if mutant.line in own)
        chosen[first.key] = first
    return list(chosen.values())


def run_mutants(programs: Mapping[str, Snippet], mutants: Sequence[Mutant]) -> dict[str, Run]:
    """Run all mutants; those of experiments have the time of experiments."""
    sources = {mutant.key: programs[mutant.stem].to_run(mutant.source) for mutant in mutants}
    long = [m.key for m in mutants if isinstance(programs[m.stem], Experiment)]
    return run_programs(sources, seconds=SECONDS, experiments=long)


def is_noticed(run: Run, original: Run) -> bool:
    """Whether a mutant raises or prints something else."""
    return run.error is not None or run.output != original.output


def claims_by_stem(result: Result) -> dict[str, list[Claim]]:
    claims: dict[str, list[Claim]] = {stem: [] for stem in result.project.snippets}
    for claim in (c for page in result.claims.values() for c in page):
        if claim.target and claim.target.kind == "computed":
            claims[claim.target.name.partition(".")[0]].append(claim)
    return claims


def claims_hold(claims: Iterable[Claim], run: Run) -> bool:
    """Whether every claim about a snippet would still hold after this run of it."""
    for claim in claims:
        assert claim.target is not None
        _, _, rest = claim.target.name.partition(".")
        head = re.split(r"[.\[]", rest, maxsplit=1)[0]
        try:
            value = follow(run.values[head], rest[len(head) :], claim.target.name)
        except (KeyError, LookupError):
            return False
        if compare(replace(claim, target=replace(claim.target, value=value))):
            return False
    return True


def blind_checks(
    project: Project, bindings: Mapping[str, Sequence[Binding]], noticed: Mapping[str, set[int]]
) -> list[Finding]:
    """Formulas above statements of which every mutant survives: they check nothing."""
    findings = []
    for stem, own in bindings.items():
        for binding in own:
            lines = range(binding.statement_line, binding.end_line + 1)
            if not noticed.get(stem, set()) & set(lines):
                message = (
                    f"nothing notices when the statement below `# ${binding.tex}$` is wrong: "
                    "assert its result, print it, or claim it on a page"
                )
                path = project.snippets[stem].path
                findings.append(Finding(path, binding.comment_line, message))
    return findings
