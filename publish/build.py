"""The whole way: verify, build both languages, put them together, publish."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from publish.addresses import FOLDERS, Addresses
from publish.assemble import assemble, drafted, put_in_place, recover
from publish.cards import write_cards
from publish.compress import compress
from publish.figure_files import write_figures
from publish.hashes import write_hashes
from publish.hosting import write_hosting
from publish.language import build_language
from publish.licences import write_licences
from publish.machines import write_for_machines
from publish.memory import memory
from publish.offline import write_zips
from publish.pack import pack
from publish.pdf import write_pdfs
from publish.stamp import forget, inputs_hash, is_current, mark_current
from publish.synonyms import make_findable
from publish.verified import verified_ledger
from publish.version import fill_in, site_time, site_version
from publish.worker import keeping, write_worker
from render.formulas import read_macros, role_names
from verify.memo import remove_unused

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Places:
    """Where the languages are built (`work`) and where the finished site stands (`site`)."""

    work: Path
    site: Path
    strict: bool = (
        True  # for a host: with the policy, which a local server's own script would break
    )

    @classmethod
    def for_build(cls, root: Path) -> Places:
        return cls(root / "build", root / "site")

    @classmethod
    def for_serving(cls, root: Path) -> Places:
        return cls(root / "build" / "serve", root / "build" / "serve" / "site", strict=False)


def build_site(root: Path, places: Places, addresses: Addresses, progress: Progress) -> None:
    """Replace the site by a new one, or raise RefusedError and leave it as it is."""
    if recover(places.site):
        progress("the last build was interrupted: the site is whole, what was begun is removed")
    progress("verifying")
    ledger = verified_ledger(root, progress)
    built = {lang: places.work / lang for lang in FOLDERS}
    for lang, target in built.items():
        stamp = inputs_hash(root, lang, ledger, addresses)
        if is_current(target, stamp):
            progress(f"{lang}: unchanged")
            continue
        progress(f"{lang}: building")
        forget(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        build_language(root, lang, target, addresses)
        mark_current(target, stamp)
    progress("putting the site together")
    memo = memory(root)
    with drafted(places.site) as new:
        assemble(built, addresses.roots, new)
        indices = {lang: new / FOLDERS[lang] / "search" / "search_index.json" for lang in FOLDERS}
        make_findable(root, indices, ledger)
        fill_in(new, site_version(root))
        write_for_machines(root, new, ledger, addresses.roots, site_version(root))
        write_figures(new, ledger, addresses.roots)
        keep = places.strict and keeping()
        policy = pack(new, memo, strict=places.strict, keep=keep)
        write_worker(new, keep=keep)
        write_pdfs(new, memo, addresses.roots, progress)
        write_cards(new, ledger, addresses.roots, role_names(read_macros(root)), site_time(root))
        write_licences(new)
        write_zips(new, addresses.roots)
        if places.strict:
            write_hosting(new, places.work, addresses, policy)
            compress(new, memo)
        write_hashes(new)
        put_in_place(new, places.site)
    remove_unused(root / ".cache")
