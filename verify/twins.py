"""docs/twins.json: every page as it stood when its twins were last read side by side.

A page that changes in one language alone is an error until the other follows, or until somebody
has looked at both and says with `make reviewed` that nothing needs to follow.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from verify.files import write_whole
from verify.findings import Finding
from verify.pages import Page

PATH = "docs/twins.json"
Hashes = dict[str, dict[str, str]]  # page name -> language -> hash


def current(pages: Sequence[Page]) -> Hashes:
    hashes: Hashes = {}
    for page in pages:
        digest = hashlib.sha256(page.source.encode()).hexdigest()[:16]
        hashes.setdefault(page.name, {})[page.lang] = digest
    return {name: dict(sorted(hashes[name].items())) for name in sorted(hashes)}


def recorded(root: Path) -> Hashes | None:
    """What was last reviewed; None if the file is not there or, after a merge, no longer JSON."""
    try:
        found: Hashes = json.loads((root / PATH).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    return found


def unreviewed(pages: Sequence[Page], root: Path) -> list[Finding]:
    """Pages that differ from what was last reviewed, if their twins have not changed as well."""
    if not (root / PATH).exists():
        return []
    reviewed, now = recorded(root), current(pages)
    if reviewed is None:
        message = "is not valid JSON: read the twins side by side, then `make reviewed` writes it"
        return [Finding(PATH, 1, message)]
    findings = []
    for page in pages:
        hashes, before = now[page.name], reviewed.get(page.name, {})
        if hashes == before or len(hashes) < 2:  # a missing twin is reported already
            continue
        changed = [lang for lang in hashes if hashes[lang] != before.get(lang)]
        if page.lang in changed:
            findings.append(Finding(page.path, 1, advice(page, hashes, changed)))
    return findings


def advice(page: Page, hashes: dict[str, str], changed: list[str]) -> str:
    others = ", ".join(f"docs/{lang}/{page.name}" for lang in hashes if lang != page.lang)
    if len(changed) < len(hashes):
        return (
            f"changed without its twin {others}: let the twin follow, then `make reviewed` "
            "(that alone, if nothing needs to follow)"
        )
    return f"changed together with {others}: read both once more, then `make reviewed`"


def review(pages: Sequence[Page], root: Path) -> int:
    """Record all pages as they stand; how many differ from what was recorded."""
    now, before = current(pages), recorded(root) or {}
    write_whole(root / PATH, json.dumps(now, indent=1) + "\n")
    return sum(now[name] != before.get(name) for name in now)
