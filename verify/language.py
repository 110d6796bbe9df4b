"""Each language stays itself: no Chinese on English pages, no wrong rendering of a term."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from verify.findings import Finding
from verify.pages import Page

PATH = "docs/glossary.yml"
HAN = re.compile(r"[\u3400-\u9fff\uff00-\uffef\u3000-\u303f]+")


@dataclass
class Glossary:
    """`wrong` maps each rendering that is an error to the right one."""

    terms: dict[str, dict[str, Any]] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def read_glossary(root: Path, languages: Sequence[str]) -> Glossary:
    file = root / PATH
    if not file.exists():
        return Glossary()
    try:
        loaded: Any = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        problem = getattr(error, "problem", None) or str(error)
        return Glossary(findings=[Finding(PATH, line, f"is not valid YAML: {problem}")])
    glossary = Glossary(loaded)
    for key, term in loaded.items():
        names = [term.get(lang) for lang in languages] if isinstance(term, dict) else [None]
        if not all(names):
            message = f"{key} needs a name in every language: {', '.join(languages)}"
            glossary.findings.append(Finding(PATH, 1, message))
            continue
        for wrong in term.get("wrong", ()):
            glossary.wrong[wrong] = term["zh" if HAN.search(wrong) and "zh" in term else "en"]
    return glossary


def language_findings(pages: Sequence[Page], glossary: Glossary) -> list[Finding]:
    findings = []
    for page in pages:
        text_lines = [(t.text, t.line) for t in page.texts if t.place != "code"]
        text_lines += [(f.tex, f.line) for f in page.formulas]
        for text, line in text_lines:
            findings += wrong_terms(page, text, line, glossary)
            chinese = HAN.search(text) if page.lang != "zh" else None
            if chinese:
                message = f"{chinese.group()!r} on a page in {page.lang!r}: translate it"
                findings.append(Finding(page.path, line, message))
    return findings


def wrong_terms(page: Page, text: str, line: int, glossary: Glossary) -> list[Finding]:
    """Wrong renderings, unless the page quotes them as such: “…” or 「…」 around the term."""
    findings = []
    for wrong, right in glossary.wrong.items():
        for match in re.finditer(re.escape(wrong), text, re.IGNORECASE):
            around = text[max(0, match.start() - 1) : match.end() + 1]
            if around[0] in "“「" and around[-1] in "”」":
                continue
            message = f"{wrong!r}: the term is {right!r} (see {PATH})"
            findings.append(Finding(page.path, line, message))
    return findings
