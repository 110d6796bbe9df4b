"""The ledger: what was verified, as plain data for whatever builds the site."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import platform
import re
from pathlib import Path
from typing import Any

from verify.changes import Change
from verify.check import Result
from verify.claims import Claim
from verify.experiments import Experiment, cell_outputs, without_figures
from verify.files import write_whole
from verify.formulas import Verdict
from verify.measured import recall
from verify.myths import Myth
from verify.pages import Page
from verify.project import Project
from verify.questions import PARAGRAPHS, Question, Wording
from verify.sandbox import imported_packages, versions

PATH = Path("build") / "ledger.json"
REFERENCE = re.compile(r"\breferences\.md#(?P<key>\w+)\)")
PROOF = re.compile(r"^ *<!-- (?P<kind>proof|more|evidence): (?P<id>[\w-]+) -->", re.MULTILINE)
NODE_MODULES = Path(__file__).parent.parent / "node_modules"  # where katex.mjs finds them


def make_ledger(result: Result) -> dict[str, Any]:
    """The ledger of a verification without findings."""
    project = result.project
    pages = pages_by_stem(result)
    return {
        "versions": ledger_versions(result),
        "languages": project.languages,
        "snippets": {
            stem: snippet_entry(result, stem, pages.get(stem, [])) for stem in result.programs
        },
        "experiments": {
            one.stem: experiment_entry(result, one)
            for one in project.experiments
            if one.stem in result.programs
        },
        "references": project.references.works,
        "glossary": result.glossary.terms,
        "topics": {topic.id: dict(topic.names) for topic in project.bank.topics},
        "questions": [question_entry(question) for question in project.bank.questions],
        "myths": [myth_entry(myth) for myth in project.bank.myths],
        "changes": [change_entry(change) for change in result.changes],
        "pages": {page_key(page): page_entry(result, page) for page in result.pages},
        "mutants": recall(project, "mutants"),
        "drift": recall(project, "drift"),
    }


def page_key(page: Page) -> str:
    return f"{page.lang}/{page.name}"


def ledger_order(project: Project) -> dict[str, list[str]]:
    """The keys of all programs and pages, in the order that the whole ledger has."""
    return {
        "snippets": list(project.snippets),
        "experiments": [one.stem for one in project.experiments],
        "pages": [page_key(page) for page in project.pages],
    }


def ledger_versions(result: Result) -> dict[str, str]:
    packages = {p for s in result.project.snippets.values() for p in imported_packages(s.source)}
    found = versions(packages)
    katex = NODE_MODULES / "katex" / "package.json"
    if katex.exists():
        found["katex"] = json.loads(katex.read_text(encoding="utf-8"))["version"]
    for name in ("markdown-it-py",):
        found[name] = importlib.metadata.version(name)
    found["platform"] = f"{platform.system()} {platform.machine()}"
    return found


def pages_by_stem(result: Result) -> dict[str, list[str]]:
    """The names of the pages that show each snippet."""
    found: dict[str, dict[str, None]] = {}
    for page in result.project.pages:
        for block in result.shown[page.key]:
            found.setdefault(block.stem, {})[page.name] = None
    return {stem: list(names) for stem, names in found.items()}


def snippet_entry(result: Result, stem: str, pages: list[str]) -> dict[str, Any]:
    snippet, run = result.project.snippets[stem], result.runs[stem]
    return {
        "path": snippet.path,
        "source": snippet.source,
        "program": snippet.program,
        "output": without_figures(run.output),
        "values": {n: v["value"] for n, v in run.values.items() if "value" in v},
        "lines": snippet.names,
        "pages": pages,
    }


def experiment_entry(result: Result, experiment: Experiment) -> dict[str, Any]:
    """The cells of an experiment, each code cell with what it printed and drew."""
    outputs = iter(cell_outputs(experiment, result.runs[experiment.stem].output))
    cells = []
    for cell in experiment.cells:
        entry: dict[str, Any] = {"lang": cell.lang, "line": cell.first}
        if cell.lang:
            entry["text"] = "\n".join(cell.lines)
        else:
            entry |= {"code": cell.code, "outputs": next(outputs)}
        cells.append(entry)
    pages = [page for page in result.project.pages if page.name == experiment.name]
    return {
        "path": experiment.path,
        "page": experiment.name,
        "what": ast.get_docstring(ast.parse(experiment.source)) or "",
        "meta": {page.lang: page.meta for page in pages},
        "cells": cells,
    }


def page_entry(result: Result, page: Page) -> dict[str, Any]:
    project, claims = result.project, result.claims[page.key]
    return {
        "path": page.path,
        "lang": page.lang,
        "name": page.name,
        "title": page.title,
        "snippet": page.snippet,
        "formulas": [
            {
                "line": formula.line,
                "tex": formula.tex,
                "display": formula.display,
                "claims": [i for i, c in enumerate(claims) if c.formula == index],
                **verdict_entry(verdict),
            }
            for index, (formula, verdict) in enumerate(
                zip(page.formulas, result.verdicts[page.key], strict=True)
            )
        ],
        "claims": [claim_entry(claim) for claim in claims],
        "shown": [
            {"line": b.line, "stem": b.stem, "section": b.section, "lines": list(b.lines)}
            for b in result.shown[page.key]
        ],
        "outputs": [{"line": o.line, "stem": o.stem} for o in result.outputs[page.key]],
        "headings": {h.id: h.text for h in page.headings if h.id},
        "blocks": page.blocks_made,
        "cites": cited(page, project),
    }


def cited(page: Page, project: Project) -> list[str]:
    """Keys of the works that a page links to, and of those that prove its questions and myths."""
    proofs = {("question", question.id): question.proof for question in project.bank.questions}
    proofs |= {("myth", myth.id): myth.proof for myth in project.bank.myths}
    keys = [match["key"] for match in REFERENCE.finditer(page.source)]
    for match in PROOF.finditer(page.source):
        kind = "myth" if match["kind"] == "evidence" else "question"
        keys += proofs.get((kind, match["id"]), ())
    return [key for key in dict.fromkeys(keys) if key in project.references.works]


def question_entry(question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "level": question.level,
        "kind": question.kind,
        "topics": [question.topic, *question.topics],
        "faq": question.faq,
        "page": question.page,
        "anchor": question.anchor,
        "proof": list(question.proof),
        "code": question.code,
        "words": {lang: wording_entry(words) for lang, words in question.wordings.items()},
    }


def change_entry(change: Change) -> dict[str, Any]:
    return {
        "id": change.id,
        "date": change.date.isoformat(),
        "page": change.page,
        "anchor": change.anchor,
        "words": dict(change.words),
    }


def myth_entry(myth: Myth) -> dict[str, Any]:
    return {
        "id": myth.id,
        "verdict": myth.verdict,
        "page": myth.page,
        "anchor": myth.anchor,
        "proof": list(myth.proof),
    }


def wording_entry(words: Wording) -> dict[str, Any]:
    """The texts of one language, as Markdown."""
    return {
        **{name: getattr(words, name).text for name in (*PARAGRAPHS, "full")},
        "also": [written.text for written in words.also],
        "follow_ups": [
            {"ask": follow_up.ask.text, "answer": follow_up.answer.text}
            for follow_up in words.follow_ups
        ],
        "sheet": words.sheet.text if words.sheet else None,
    }


def claim_entry(claim: Claim) -> dict[str, Any]:
    target = claim.target
    assert target is not None, "a ledger is made only when every claim has its target"
    return {
        "name": target.name,
        "literal": claim.literal,
        "line": claim.line,
        "value": claim.value,
        "kind": target.kind,
        "path": target.path,
        "code_line": target.line,
        "code": target.code,
    }


def write_ledger(ledger: dict[str, Any], root: Path) -> Path:
    """Write the ledger below `root`, whole or not at all."""
    file = root / PATH
    write_whole(file, json.dumps(ledger, ensure_ascii=False, indent=1))
    return file


def read_ledger(root: Path) -> dict[str, Any]:
    return dict(json.loads((root / PATH).read_text(encoding="utf-8")))


def verdict_entry(verdict: Verdict | None) -> dict[str, Any]:
    """What checks a formula: each relation once, with the statement below its comment."""
    assert verdict is not None, "a ledger is made only when every formula could be read"
    checks = {
        (r.binding.stem, r.binding.statement_line): {
            "stem": r.binding.stem,
            "line": r.binding.statement_line,
            "relation": r.binding.tex,
        }
        for r in verdict.relations
        if r.binding is not None
    }
    kind, reason = verdict.exception or (None, None)
    return {
        "checks": list(checks.values()),
        "relations": len(verdict.relations),
        "exception": {"kind": kind, "reason": reason} if kind else None,
    }
