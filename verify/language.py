"""Each language stays itself: no Chinese on English pages, no wrong rendering of a term."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify.findings import Finding
from verify.pages import Page
from verify.yaml_mapping import MalformedError, read_mapping_file

PATH = "docs/glossary.yml"
WRITTEN_IN_HAN = ("zh", "ja", "yue")
HAN = re.compile(r"[\u3400-\u9fff\uff00-\uffef\u3000-\u303f]+")


@dataclass
class Glossary:
    """`wrong` maps each rendering that is an error to its term, `lines` each key to its line."""

    terms: dict[str, dict[str, Any]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    wrong: dict[str, dict[str, Any]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def read_glossary(root: Path, languages: Sequence[str]) -> Glossary:
    file = root / PATH
    if not file.exists():
        return Glossary()
    try:
        mapping = read_mapping_file(file)
    except MalformedError as error:
        return Glossary(findings=[Finding(PATH, error.line, error.problem)])
    glossary = Glossary()
    for key, term in mapping.values.items():
        problem = term_problem(key, term, languages)
        if problem:
            glossary.findings.append(Finding(PATH, mapping.lines[(key,)], problem))
            continue
        glossary.terms[key] = term
        glossary.lines[key] = mapping.lines[(key,)]
        glossary.wrong |= dict.fromkeys(term.get("wrong", ()), term)
    return glossary


def term_problem(key: str, term: Any, languages: Sequence[str]) -> str | None:
    if not isinstance(term, dict) or not all(term.get(lang) for lang in languages):
        return f"{key} needs a name in every language: {', '.join(languages)}"
    wrong = term.get("wrong", [])
    if not isinstance(wrong, list) or not all(isinstance(entry, str) for entry in wrong):
        return f"{key}: `wrong:` is a list of renderings, [one, another]"
    short = term.get("short")
    if short is not None and not (isinstance(short, dict) and all(map(short.get, languages))):
        return f"{key}: `short:` says in every language what the term means: {', '.join(languages)}"
    also = term.get("also", {})
    if not isinstance(also, dict) or not all(isinstance(also.get(k), list) for k in also):
        return f"{key}: `also:` lists other forms by language, {languages[0]}: [one, another]"
    return None


def missing_pages(pages: Sequence[Page], glossary: Glossary) -> list[Finding]:
    """Terms whose `page:` does not exist."""
    names = {page.name for page in pages}
    return [
        Finding(PATH, glossary.lines[key], f"{key}: there is no page {term['page']!r}")
        for key, term in glossary.terms.items()
        if "page" in term and term["page"] not in names
    ]


def language_findings(pages: Sequence[Page], glossary: Glossary) -> list[Finding]:
    findings = []
    for page in pages:
        text_lines = [(t.text, t.line) for t in page.texts if t.place != "code"]
        text_lines += [(f.tex, f.line) for f in page.formulas]
        for text, line in text_lines:
            findings += wrong_terms(page, text, line, glossary)
            chinese = HAN.search(text) if not page.lang.startswith(WRITTEN_IN_HAN) else None
            if chinese:
                message = f"{chinese.group()!r} on a page in {page.lang!r}: translate it"
                findings.append(Finding(page.path, line, message))
    return findings


def wrong_terms(page: Page, text: str, line: int, glossary: Glossary) -> list[Finding]:
    """Wrong renderings, unless the page quotes them as such: “…” or 「…」 around the term."""
    findings = []
    for wrong, term in glossary.wrong.items():
        for match in re.finditer(re.escape(wrong), text, re.IGNORECASE):
            around = text[max(0, match.start() - 1) : match.end() + 1]
            if around[0] in "“「" and around[-1] in "”」":
                continue
            message = f"{wrong!r}: the term is {term[page.lang]!r} (see {PATH})"
            findings.append(Finding(page.path, line, message))
    return findings
