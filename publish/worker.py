"""What lets a reader's browser keep the pages that were read: a worker, and a version in each page.

worker.js is the same for every version; which one a page is of, the page says. With WORKER=off in
the environment, and from a local server, pages have no version and keep nothing, and worker.off.js
takes the worker's place: it removes what a former build has left in browsers.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from verify.memo import digest_of
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


def version_meta(site: Path, pages: Sequence[str]) -> str:
    """What says in each page of which version it is; the search indices are told it as well.

    `pages` are their digests. Another word on one page is another version: all that pages are made
    of, they name by its hash.
    """
    indices = sorted(site.rglob("search_index.json"))
    version = digest_of(*pages, *(file.read_bytes() for file in indices))[:16]
    for file in indices:
        text = file.read_text(encoding="utf-8")
        file.write_text(f'{{"version":"{version}",{text[1:]}', encoding="utf-8")
    return f'<meta name="version" content="{version}">'
