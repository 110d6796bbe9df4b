"""Puts the two languages together into one site and puts it in place of the former one."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from publish.addresses import FOLDERS
from render.assets import share_assets
from render.sitemap import robots, sitemap


def assemble(built: Mapping[str, Path], roots: Mapping[str, str], target: Path) -> None:
    """Copy Chinese to the root of `target`, English below it, assets that are the same once."""
    shutil.rmtree(target, ignore_errors=True)
    pages = {lang: page_addresses(folder) for lang, folder in built.items()}
    for lang, folder in built.items():
        shutil.copytree(folder, target / FOLDERS[lang])
        (target / FOLDERS[lang] / "sitemap.xml.gz").unlink(missing_ok=True)
        text = sitemap(lang, pages[lang], roots)
        (target / FOLDERS[lang] / "sitemap.xml").write_text(text, encoding="utf-8")
    (target / "en" / "404.html").unlink(missing_ok=True)  # a host knows one, at the root
    keep_once(target, target / "en")
    (target / "robots.txt").write_text(robots(roots), encoding="utf-8")


def page_addresses(folder: Path) -> list[str]:
    """The address of every page below a built language: folders, each ending with a slash."""
    found = (file.parent.relative_to(folder).as_posix() for file in folder.rglob("index.html"))
    return ["" if address == "." else address + "/" for address in found]


def keep_once(site: Path, below: Path) -> None:
    """Remove assets of `below` that `site` has too, and lead its pages to them."""
    shared = {
        file.relative_to(below).as_posix()
        for file in (below / "assets").rglob("*")
        if file.is_file() and same(file, site / file.relative_to(below))
    }
    for name in shared:
        (below / name).unlink()
    remove_empty_folders(below / "assets")
    for page in below.rglob("*.html"):
        page.write_text(share_assets(page.read_text(encoding="utf-8"), shared), encoding="utf-8")


def same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()


def remove_empty_folders(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


@contextmanager
def drafted(site: Path) -> Iterator[Path]:
    """Where the next site is made; what is left of it goes: a full disk needs the space."""
    new = site.with_name(site.name + ".new")
    try:
        yield new
    finally:
        shutil.rmtree(new, ignore_errors=True)


def put_in_place(new: Path, site: Path) -> None:
    """Exchange `site` for `new`, in one step where the system can: at no time there is none."""
    if exchanged(new, site):
        return
    old = site.with_name(site.name + ".old")
    shutil.rmtree(old, ignore_errors=True)
    if site.exists():
        site.rename(old)
    try:
        new.rename(site)
    except BaseException:
        if old.exists() and not site.exists():
            old.rename(site)
        raise
    shutil.rmtree(old, ignore_errors=True)


def exchanged(one: Path, other: Path) -> bool:
    """Let two folders change names at once; False if one is missing, or outside Linux."""
    if sys.platform != "linux":
        return False
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    rename = getattr(ctypes.CDLL(None), "renameat2", None)  # some C libraries have none
    names = os.fsencode(one), os.fsencode(other)
    return rename is not None and rename(here, names[0], here, names[1], exchange) == 0


def recover(site: Path) -> bool:
    """Tidy up after a build that was interrupted: the former site comes back, halves go.

    Returns whether there was something to tidy up.
    """
    old, new = (site.with_name(site.name + suffix) for suffix in (".old", ".new"))
    interrupted = old.exists() or new.exists()
    if old.exists() and not site.exists():
        old.rename(site)
    shutil.rmtree(old, ignore_errors=True)
    shutil.rmtree(new, ignore_errors=True)
    return interrupted
