"""What lets a reader's browser keep the pages that were read: a worker, and a version in each page.

worker.js is the same for every version; which one a page is of, the page says. With WORKER=off in
the environment, and from a local server, pages have no version and keep nothing, and worker.off.js
takes the worker's place: it removes what a former build has left in browsers.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from publish.policy import MARKER
from verify.node import NodeProgram

FILE, MANIFEST = "worker.js", "manifest.json"
SHORTEN = Path(__file__).with_name("sheets.mjs")


def keeping(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the site's author lets browsers keep pages."""
    return environment.get("WORKER") != "off"


def write_worker(site: Path, *, keep: bool) -> None:
    source = Path(__file__).with_name(FILE if keep else "worker.off.js")
    scripts = {FILE: source.read_text(encoding="utf-8")}
    with NodeProgram(SHORTEN) as node:
        short = node.ask({"words": "", "sheets": {}, "scripts": scripts})["scripts"]
    (site / FILE).write_text(short[FILE], encoding="utf-8")


def with_version(site: Path, pages: dict[Path, str]) -> dict[Path, str]:
    """The pages, each with the version; the search indices are told it as well.

    Another word on one page is another version: all that pages are made of, they name by its hash.
    """
    indices = {file: file.read_text(encoding="utf-8") for file in site.rglob("search_index.json")}
    texts = [text for found in (pages, indices) for _, text in sorted(found.items())]
    version = hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
    for file, text in indices.items():
        file.write_text(f'{{"version":"{version}",{text[1:]}', encoding="utf-8")
    meta = f'<meta name="version" content="{version}">'
    return {file: html.replace(MARKER, MARKER + meta, 1) for file, html in pages.items()}
