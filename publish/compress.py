"""Compressed twins beside every text of a site, for hosts that send them as they are."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli  # type: ignore[import-untyped]

# What compresses well. Pictures, fonts, archives and PDFs are compressed in themselves.
TEXTS = frozenset(
    (".bib", ".css", ".csv", ".html", ".ipynb", ".js", ".json", ".md", ".py", ".svg", ".txt",
     ".webmanifest", ".xml")
)  # fmt: skip
# The last step of brotli would take three times as long for a fortieth of the size.
WAYS: dict[str, Callable[[bytes], bytes]] = {
    ".br": lambda text: bytes(brotli.compress(text, quality=10)),
    ".gz": lambda text: gzip.compress(text, 9, mtime=0),  # no time: the same in every build
}


def compress(site: Path) -> None:
    """Write `page.html.br` and `page.html.gz` beside `page.html`, and so on."""
    texts = [file for file in sorted(site.rglob("*")) if file.suffix in TEXTS and file.is_file()]
    with ThreadPoolExecutor() as pool:
        list(pool.map(write_twins, texts))


def write_twins(file: Path) -> None:
    content = file.read_bytes()
    for ending, way in WAYS.items():
        file.with_name(file.name + ending).write_bytes(way(content))
