"""Whether anything that a language's pages are made of has changed since they were built."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from publish.addresses import Addresses
from render.ledger import Ledger, pages_of
from verify.files import write_whole

SOURCES = ("theme", "figures", "render", "publish", "verify")
SHARED = (
    "versions", "languages", "snippets", "experiments", "references",
    "topics", "questions", "myths",
)  # fmt: skip
FILES = ("mkdocs.yml", "mkdocs.en.yml", "requirements.txt", "package-lock.json")


def inputs_hash(root: Path, lang: str, ledger: Ledger, addresses: Addresses) -> str:
    """A digest of all inputs of one language. The other's pages and claims are not among them, but
    for the formulas of the first, after which those of all are called (render/places.py)."""
    digest = hashlib.sha256()
    for file in input_files(root, lang):
        digest.update(f"{file.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    shared = {key: value for key, value in ledger.items() if key in SHARED}
    first = pages_of(ledger, ledger["languages"][0])
    formulas = [[page["name"], *(formula["tex"] for formula in page["formulas"])] for page in first]
    settings = [shared, pages_of(ledger, lang), formulas, addresses.site_url, addresses.repo_url]
    digest.update(json.dumps(settings, sort_keys=True).encode())
    return digest.hexdigest()


def input_files(root: Path, lang: str) -> Iterator[Path]:
    folders = [root / "docs" / lang, *(root / name for name in SOURCES)]
    found = [file for folder in folders for file in folder.rglob("*")]
    found += [*(root / "docs").glob("*.*"), *(root / name for name in FILES)]
    yield from sorted(f for f in found if f.is_file() and f.suffix != ".pyc")


def is_current(target: Path, stamp: str) -> bool:
    file = stamp_file(target)
    return target.is_dir() and file.exists() and file.read_text(encoding="utf-8") == stamp


def mark_current(target: Path, stamp: str) -> None:
    write_whole(stamp_file(target), stamp)


def forget(target: Path) -> None:
    """Before a build: until it succeeds, what stands in `target` is not to be trusted."""
    stamp_file(target).unlink(missing_ok=True)


def stamp_file(target: Path) -> Path:
    return target.with_name(target.name + ".stamp")
