"""Compressed twins beside every text of a site, for hosts that send them as they are."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import brotli  # type: ignore[import-untyped]

from verify.memo import Memo, digest_of

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


def compress(site: Path, memo: Memo) -> None:
    """Write `page.html.br` and `page.html.gz` beside `page.html`, and so on."""
    texts = [file for file in sorted(site.rglob("*")) if file.suffix in TEXTS and file.is_file()]
    with ThreadPoolExecutor() as pool:
        list(pool.map(partial(write_twins, memo), texts))


def write_twins(memo: Memo, file: Path) -> None:
    content = file.read_bytes()
    key = ("compressed", zlib.ZLIB_RUNTIME_VERSION, digest_of(content))
    for ending, twin in memo.of(partial(compressed, content), *key).items():
        file.with_name(file.name + ending).write_bytes(twin)


def compressed(text: bytes) -> dict[str, bytes]:
    """By the ending of the file's name."""
    return {ending: way(text) for ending, way in WAYS.items()}
