"""What is shipped: the hash of all of it, and a licence for all that others have made."""

from __future__ import annotations

import re
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import material
import pytest

from publish.licences import Work, works
from publish.offline import NAME as ZIP
from render.shipped import HASHES, LICENCES
from tests.site import LANGUAGES, ROOT, Site
from tests.test_shipped import SHA256SUM

# Pages, data and what is made of them are the site's own.
DOCUMENTS = re.compile(r".*\.(html|xml|txt|json|csv|bib|md|ipynb|py|pdf|apkg|zip)|[\w.]+")
# Made by the build: scripts and style sheets by publish/pack.py, whose parts are looked into below,
# the index of the offline search, and drawings by figures/.
MADE = re.compile(
    r"assets/site\.\w+\.(js|css)|(en/)?search/search_index\.js|(en/)?figures/[\w-]+\.svg"
)
OTHERS = {
    r"assets/KaTeX_[\w-]+\.\w+\.woff2": "KaTeX's fonts",
    r"assets/javascripts/workers/search\.\w+\.js": "lunr",
    r"assets/javascripts/lunr\.\w+/min/lunr\.(stemmer\.support|zh)\.min\.js": "lunr-languages",
    r"assets/iframe-worker\.js": "iframe-worker",
}
HASH = re.compile(r"\.[0-9a-f]{10}(?=[./])")
COMPRESSED = re.compile(r"\.(gz|br)$")
BANNER = re.compile(r"/\*!.*?\*/|copyright *\(c\)[^\n]*", re.DOTALL | re.IGNORECASE)
DRAWN = re.compile(r"""\bd=(["'])([^"']{12,})\1""")
THEME = ROOT / "theme"


def shipped(folder: Path) -> Iterator[str]:
    """Every file of the site and of its zips, by the name that it would have in the site."""
    for file in folder.rglob("*"):
        if file.is_file():
            yield file.relative_to(folder).as_posix()
        if file.name == ZIP:
            with zipfile.ZipFile(file) as packed:
                yield from (name.partition("/")[2] for name in packed.namelist())


def is_own(name: str) -> bool:
    """A document, or a file of our theme, whatever the hash in its name."""
    return (
        bool(DOCUMENTS.fullmatch(name) or MADE.fullmatch(name))
        or (THEME / HASH.sub("", name)).is_file()
    )


def unlisted(names: Iterator[str], listed: set[str]) -> set[str]:
    """The files that are neither ours nor belong to a listed work."""
    known = [re.compile(pattern) for pattern, work in OTHERS.items() if work in listed]
    plain = {COMPRESSED.sub("", name) for name in names}
    return {n for n in plain if not is_own(n) and not any(p.fullmatch(n) for p in known)}


@pytest.fixture(scope="module")
def found() -> list[Work]:
    return list(works())


@pytest.fixture(scope="module")
def listed(found: list[Work]) -> set[str]:
    return {work.name for work in found}


def test_the_hashes_are_those_of_all_files(site: Site) -> None:
    check = [*SHA256SUM, "--check", "--strict", "--quiet", HASHES]
    done = subprocess.run(check, cwd=site.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    lines = (site.folder / HASHES).read_text(encoding="utf-8").splitlines()
    files = {f.relative_to(site.folder).as_posix() for f in site.folder.rglob("*") if f.is_file()}
    assert {line.partition("  ")[2] for line in lines} == files - {HASHES}


def test_all_that_is_shipped_is_ours_or_listed(site: Site, listed: set[str]) -> None:
    assert unlisted(shipped(site.folder), listed) == set()


def test_something_new_is_noticed(listed: set[str]) -> None:
    new = ["assets/plot.0123456789.js", "assets/Inter.woff2", "assets/a.svg", "en/a.css.gz"]
    assert len(unlisted(iter(new), listed)) == len(new)
    assert unlisted(iter(["assets/iframe-worker.js"]), set()) == {"assets/iframe-worker.js"}


def test_none_of_the_theme_s_icons_is_left(site: Site) -> None:
    """They are of several sets; one that is shown needs the licence of its set in the list."""
    sets = Path(material.__file__).parent / "templates" / ".icons"
    drawn = {
        path.replace("%20", " ")
        for file in [*site.folder.rglob("*.css"), *site.folder.rglob("*.html")]
        for _, path in DRAWN.findall(file.read_text(encoding="utf-8"))
    }
    icons = [
        icon.relative_to(sets).as_posix()
        for icon in sets.rglob("*.svg")
        for _, path in DRAWN.findall(icon.read_text(encoding="utf-8"))
        if path in drawn
    ]
    assert drawn
    assert icons == []


def test_who_claims_a_script_or_sheet_is_listed(site: Site, found: list[Work]) -> None:
    files = [file for kind in ("js", "css") for file in site.folder.rglob(f"*.{kind}")]
    banners = {(f.name, b) for f in files for b in BANNER.findall(f.read_text(encoding="utf-8"))}
    assert banners
    for name, banner in banners:
        assert any(belongs(banner, work) for work in found), f"{name}: {banner}"


def belongs(banner: str, work: Work) -> bool:
    """A banner names the work, or whoever has the rights in it, as its licence does."""
    holder = re.search(r"\(c\) *[\d-]* *(?P<name>[A-Z]\w+ [A-Z]\w+)", banner, re.IGNORECASE)
    return work.name in banner or bool(holder and holder["name"] in work.text)


def test_both_lists_are_linked(site: Site) -> None:
    for lang in LANGUAGES:
        for name, file in (("about", LICENCES), ("verification", HASHES)):
            page = f"reference/{name}.md"
            (link,) = site.tree(lang, page).xpath(f"//article//a[contains(@href, '{file}')]")
            address = site.file(lang, page).parent / link.get("href")
            assert address.resolve() == (site.folder / file).resolve()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_copy_to_read_offline_brings_the_licences(site: Site, lang: str) -> None:
    with zipfile.ZipFile(site.file(lang, "index.md").with_name(ZIP)) as packed:
        kept = packed.read(f"residual-connections/{LICENCES}")
        assert kept == (site.folder / LICENCES).read_bytes()
        about = site.file(lang, "reference/about.md").relative_to(site.folder)
        assert f'{LICENCES}"' in packed.read(f"residual-connections/{about}").decode()
        assert not any(HASHES in packed.read(n).decode() for n in packed.namelist() if "html" in n)
