"""One verification of a project: everything read, run and compared, findings and ledger out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from verify.anatomy import anatomy_findings, read_anatomy
from verify.bindings import Binding, read_bindings
from verify.changes import Change, read_changes
from verify.checks import Checks
from verify.claims import Claim, Values, claimed_stems, read_claims
from verify.compose import relocate
from verify.digits import Names, page_digits, read_names
from verify.elsewhere import Elsewhere, elsewhere_digits, read_elsewhere
from verify.findings import Finding
from verify.formulas import Verdict, formula_normal_form
from verify.katex import Katex
from verify.language import Glossary, language_findings, missing_pages, read_glossary
from verify.links import link_findings
from verify.memo import Memo
from verify.page_formulas import ShownChecks, examine_page
from verify.pages import Page
from verify.parity import compare_languages
from verify.project import Project
from verify.question_checks import check_bank
from verify.sandbox import Cache, Run, run_cached
from verify.shards import WHOLE, Shard
from verify.shown import Output, Shown, read_shown, unshown
from verify.twins import twins_of, unreviewed

MACROS = "docs/macros.json"
Progress = Callable[[str], None]


@dataclass
class Result:
    """Everything one verification found out; the ledger is made from it.

    Of a shard, only its `pages` and `programs` were checked.
    """

    project: Project
    shard: Shard = WHOLE
    runs: dict[str, Run] = field(default_factory=dict)
    claims: dict[str, list[Claim]] = field(default_factory=dict)  # by page key
    shown: dict[str, list[Shown]] = field(default_factory=dict)
    outputs: dict[str, list[Output]] = field(default_factory=dict)
    bindings: dict[str, list[Binding]] = field(default_factory=dict)  # by snippet stem
    verdicts: dict[str, list[Verdict | None]] = field(default_factory=dict)  # by page key
    names: Names = field(default_factory=Names)
    glossary: Glossary = field(default_factory=Glossary)
    changes: list[Change] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @cached_property
    def pages(self) -> list[Page]:
        return [page for page in self.project.pages if self.shard.has(page.name)]

    @cached_property
    def programs(self) -> list[str]:
        """The stems of snippets and experiments."""
        return [stem for stem in self.project.snippets if self.shard.has(stem)]


def verify(
    root: Path,
    *,
    shard: Shard = WHOLE,
    parity: bool = True,
    cache: bool = True,
    progress: Progress = lambda message: None,
) -> Result:
    """Check the project at `root`, or a shard of it; empty `findings` mean that all of it holds."""
    memo = Memo(root / ".cache" / "read" if cache else None)
    project = Project(root, memo)
    result = Result(project, shard)
    result.findings += [f for page in project.pages for f in page.findings]
    result.findings += project.findings
    result.findings += project.references.findings
    result.findings += link_findings(project.references, root)
    result.findings += check_bank(project.bank, project.pages, project.snippets, project.references)
    elsewhere = read_elsewhere(root, project.languages)
    elsewhere.guides = [guide for guide in elsewhere.guides if shard.has(guide.name)]
    run_snippets(result, elsewhere.guides, cache, progress)
    for page in project.pages:
        read_code(result, page)
    result.findings += unshown(result.shown, project.snippets)
    values = Values(project.snippets, result.runs, project.references)
    for page in result.pages:
        claims, findings = read_claims(page, values)
        result.claims[page.key] = claims
        result.findings += findings
    result.names = read_names(root)
    result.findings += result.names.findings
    for page in result.pages:
        result.findings += page_digits(page, result.names, project.snippets)
    result.findings += elsewhere.findings
    result.findings += elsewhere_digits(elsewhere, result.names, project.snippets)
    glossary = result.glossary = read_glossary(root, project.languages)
    result.findings += glossary.findings + language_findings(project.pages, glossary)
    result.findings += missing_pages(project.pages, glossary)
    result.changes = read_changes(root, project.languages, project.pages, result.findings)
    anatomy = read_anatomy(root)
    result.findings += anatomy.findings + anatomy_findings(project.pages, anatomy)
    read_comments(result)
    if problem := macros_problem(root):
        result.verdicts = {page.key: [None] * len(page.formulas) for page in result.pages}
        result.findings.append(problem)
        return settled(result)
    with Katex(root / MACROS, memo) as katex:
        for found in result.bindings.values():
            katex.warm((binding.tex, False) for binding in found)
        result.findings += unreadable_comments(result, katex)
        checks = ShownChecks(result.shown, result.bindings, katex)
        for page in result.pages:
            examined = examine_page(page, checks.of(page), values, katex)
            result.verdicts[page.key] = examined.verdicts
            result.findings += examined.findings
        result.findings += check_elsewhere(elsewhere, values, checks, katex)
        if parity:
            result.findings += compare_languages(
                result.pages,
                project.languages,
                result.claims,
                lambda formula: formula_normal_form(formula.tex, formula.display, katex),
            )
            result.findings += unreviewed(twins_of(project), root)
    return settled(result)


def settled(result: Result) -> Result:
    """The result with its findings in order, each at the place where it is to be mended."""
    result.findings = sorted(set(relocate(result.findings, result.project.pages)))
    return result


def macros_problem(root: Path) -> Finding | None:
    """What makes docs/macros.json unreadable, if anything; without the file there are no macros."""
    file = root / MACROS
    try:
        macros = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    except ValueError as error:
        return Finding(MACROS, getattr(error, "lineno", 1), f"is not valid JSON: {error}")
    well_formed = isinstance(macros, dict) and all(isinstance(tex, str) for tex in macros.values())
    message = 'must map each macro to its TeX: {"\\\\id": "…#1…"}'
    return None if well_formed else Finding(MACROS, 1, message)


def check_elsewhere(
    elsewhere: Elsewhere, values: Values, checks: ShownChecks, katex: Katex
) -> list[Finding]:
    """Claims and formulas in guides; in the code of a guide a claim is an example."""
    guides = [
        replace(guide, texts=[text for text in guide.texts if text.place != "code"])
        for guide in elsewhere.guides
    ]
    findings: list[Finding] = []
    for page in guides:
        findings += page.findings + read_claims(page, values)[1]
        findings += examine_page(page, checks.of(page), values, katex).findings
    return findings


def run_snippets(result: Result, guides: Sequence[Page], cache: bool, progress: Progress) -> None:
    """Run every snippet that parses, of a shard those that it has or claims; a failure is a
    finding at its line."""
    project = result.project
    values = Values(project.snippets, {}, project.references)
    wanted = {stem for page in (*result.pages, *guides) for stem in claimed_stems(page, values)}
    wanted |= set(result.programs)
    readable = {}
    for snippet in project.snippets.values():
        result.findings += snippet.findings
        if snippet.parses and snippet.stem in wanted:
            readable[snippet.stem] = snippet.to_run()
        if snippet.stem in project.references.works:
            message = f"{snippet.stem!r} is also a key of docs/references.yml: rename one"
            result.findings.append(Finding(snippet.path, 1, message))
    total = len(readable)
    count = 0

    def report(key: str, run: Run) -> None:
        nonlocal count
        count += 1
        progress(f"snippets run: {count} of at most {total} ({key})")

    experiments = {experiment.stem for experiment in project.experiments}
    store = Cache(project.cache_folder if cache else None)
    result.runs = run_cached(readable, store, experiments=experiments, done=report)
    for stem, run in result.runs.items():
        if run.error:
            line, message = run.error
            result.findings.append(Finding(project.snippets[stem].path, line, message))
    for stem in wanted & project.snippets.keys() - readable.keys():
        result.runs[stem] = Run(error=(1, "does not parse"))  # said among the snippet's findings


def read_code(result: Result, page: Page) -> None:
    shown, outputs, findings = read_shown(page, result.project.snippets)
    result.shown[page.key] = shown
    result.outputs[page.key] = outputs
    result.findings += findings
    if page.snippet is not None and page.snippet not in result.project.snippets:
        message = (
            f"front matter: snippets/{page.snippet}.py does not exist: write it, or name another"
        )
        result.findings.append(Finding(page.path, page.meta_line("snippet"), message))


def read_comments(result: Result) -> None:
    """The formula comments of every snippet; one that is bound to nothing is a finding."""
    for snippet in result.project.snippets.values():
        known = (snippet.stem, snippet.path, snippet.source)
        read = partial(read_bindings, *known)
        bindings, findings = result.project.memo.of(read, "bindings", *known)
        result.bindings[snippet.stem] = bindings
        result.findings += findings


def unreadable_comments(result: Result, katex: Katex) -> list[Finding]:
    """Formula comments whose TeX cannot be read."""
    bindings = [b for found in result.bindings.values() for b in found]
    snippets = result.project.snippets
    return [
        Finding(snippets[binding.stem].path, binding.comment_line, message)
        for binding, message in Checks(bindings, katex).problems
    ]
