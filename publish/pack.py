"""What a reader's browser has to fetch, made small: the last step of a build.

Of the style sheets, what a page's first sight needs stands in the page, and the rest in one file,
fetched late; of the scripts there is one. Rules, fonts and characters that no page uses are gone.
Every file is named after its content, so that a browser may keep it for ever. At the end each page
gets its policy, which knows the inline scripts and styles by their hashes.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from publish.fonts import Shown, write_fonts
from publish.named import write_named
from publish.on_demand import moved_out
from publish.policy import inline, policy, policy_meta, with_metas
from publish.scripts import lighter, search_worker, together
from publish.worker import version_meta
from verify.memo import Memo, digest_of
from verify.node import NodeProgram

SHEETS = Path(__file__).with_name("sheets.mjs")
WORD = re.compile(r"[A-Za-z0-9_-]+")
# What stands between an attribute's quotes leads up to the site's root.
LINK = re.compile(r'<link rel="stylesheet" href="(?P<up>[^"]*?)assets/(?P<name>[^"]+\.css)">\s*')
SCRIPT = re.compile(r'<script src="(?P<up>[^"]*?)assets/(?P<name>[^"]+\.js)"></script>\s*')
# The sheets that the first sight of a page needs. What is not named here comes late.
FIRST = (
    "katex/katex.min.css",
    "css/tokens.css",
    "css/frame.css",
    "css/text.css",
    "css/line.css",
    "css/formula.css",
    "css/code.css",
    "css/unseen.css",
)
# Beside these in pages that hold what they are for, which must not move when the late sheet brings
# the same again: (what tells such a page, its sheet). In the order of `extra_css`.
PAGE_SHEETS = {
    'class="footnote"': "css/footnotes.css",
    "ledger-table": "css/ledger.css",
    "figure__": "css/figures.css",
    'class="downloads"': "css/experiments.css",
    'class="md-content home"': "css/home.css",
    "data-demo=": "css/demos.css",
    "<norm-position-demo": "css/demo-norm-position.css",
    "<depth-journey-demo": "css/demo-depth-journey.css",
    "<worked-example-demo": "css/demo-worked-example.css",
    'class="md-content demo-page"': "css/demo-page.css",
    'class="proof"': "css/answers.css",
    'class="term-entry"': "css/answers.css",
}
FACE = re.compile(r"@font-face\{[^}]*\}")
# The two fonts that every formula needs, asked for before the browser lays out the first.
EARLY_FONTS = ("KaTeX_Main-Regular", "KaTeX_Math-Italic")
# Indentation of markup says nothing to a browser, but where spaces are kept or are code.
INDENTED = re.compile(r"<(?P<kept>pre|textarea|script|style)\b.*?</(?P=kept)>|\n\s+", re.DOTALL)
# Firefox fetches the next page before it is asked for; the policy refuses that, and every page's
# console would say so. The footer leads there.
FORETOLD = re.compile(r'<link rel="(?:prev|next)"[^>]*>\s*')
# Folders of modules that import one another and are fetched where they are needed.
MODULES = ("assets/demos/", "assets/self-test/", "assets/slides/")
# Scripts that a page names in `data-src` and a reader's browser fetches when it needs them.
ALONE = re.compile(r' data-src="[^"]*?assets/(?P<name>[^"/]+\.js)"')
BUNDLE = re.compile(r"javascripts/bundle\.\w+\.min\.js")
LUNR = ("lunr.stemmer.support.min.js", "lunr.zh.min.js")  # of its languages: English needs none
# What Material brings and nothing asks for.
UNUSED = ("assets/stylesheets", "assets/images", "assets/css", "assets/katex")


@dataclass(frozen=True)
class Assets:
    """What takes the place of a page's links: `faces` and `first` stand in the page itself."""

    faces: str  # where the fonts are
    first: str
    late: str
    script: str
    folders: dict[str, str]  # of modules, and the search's worker, by their former names
    alone: dict[str, str]  # scripts that come when they are needed, by their former names
    page_sheets: dict[str, str]  # by what tells a page that needs one
    packed: frozenset[str]  # the links of every page; what single pages have besides stays

    def styles(self, html: str, up: str) -> str:
        """What a page's first sight needs, seen from the page.

        The fonts' addresses depend on where the page is, the rest on what it holds. Together they
        would be as many sheets as there are pairs of these, and the policy names every sheet.
        """
        own = [text for mark, text in self.page_sheets.items() if mark in html]
        sheet = "".join(dict.fromkeys([self.first, *own]))
        faces = self.faces.replace("url(assets/", f"url({up}assets/")
        return f"<style>{faces}</style><style>{sheet}</style>"

    def early_fonts(self, up: str) -> str:
        return "".join(
            f'<link rel="preload" href="{up}{font}" as="font" type="font/woff2" crossorigin>'
            for font in re.findall(r"url\((assets/[^)]+)\)", self.faces)
            if font.removeprefix("assets/").startswith(EARLY_FONTS)
        )


@dataclass
class Contents:
    """What the pages hold, all together."""

    words: set[str] = field(default_factory=set)
    alone: set[str] = field(default_factory=set)  # scripts
    shown: Shown = field(default_factory=Shown)

    def add(self, html: str) -> None:
        self.words.update(WORD.findall(html))
        self.alone.update(match["name"] for match in ALONE.finditer(html))
        self.shown.add(html)


def pack(site: Path, memo: Memo, *, strict: bool, keep: bool = False) -> str:
    """Pack a site in place; returns the policy that its pages have.

    `strict` gives it to them; a local server adds scripts that it would refuse. With `keep` they
    have the version of the site as well, so that browsers may keep them.

    Pages are read one by one, so that memory does not grow with the site: for what they hold, then
    each gets its links, then what could only be known of all of them.
    """
    files = sorted(site.rglob("*.html"))
    assets = write_assets(site, files, memo)
    digests: list[str] = []
    scripts: set[str] = set()
    styles: set[str] = set()
    for file in files:
        html = moved_out(site, link(unindented(text_of(file)), assets), up_from(file, site))
        file.write_text(html, encoding="utf-8")
        digests.append(digest_of(html))
        for known, found in zip((scripts, styles), inline(html), strict=True):
            known |= found
    for drawing in site.rglob("figures/*.svg"):
        styles |= inline(text_of(drawing))[1]
    content = policy(scripts, styles) if strict else ""
    metas = policy_meta(content) if strict else ""
    metas += version_meta(site, digests) if keep else ""
    for file in files if metas else ():
        file.write_text(with_metas(text_of(file), metas), encoding="utf-8")
    return content


def up_from(file: Path, site: Path) -> str:
    return "../" * (len(file.relative_to(site).parts) - 1)


def unindented(html: str) -> str:
    """The page with its lines at the margin; empty ones are gone."""
    return INDENTED.sub(lambda found: found[0] if found["kept"] else "\n", html)


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def write_assets(site: Path, pages: Sequence[Path], memo: Memo) -> Assets:
    """Write the late sheet, the script and the fonts, and remove what they were made of."""
    contents = Contents()
    for page in pages:
        contents.add(text_of(page))
    linked = text_of(pages[0])
    sheets = {m["name"]: read(site, m["name"]) for m in LINK.finditer(linked)}
    scripts = {m["name"]: read(site, m["name"]) for m in SCRIPT.finditer(linked)}
    own = {name: text for name, text in scripts.items() if not BUNDLE.fullmatch(name)}
    modules = {name: read(site, name) for name in module_names(site, "js") if name not in scripts}
    styles = {name: read(site, name) for name in module_names(site, "css")}
    alone = {name: read(site, name) for name in sorted(contents.alone)}
    words = contents.words.union(WORD.findall(" ".join(script_texts(site))))
    request = {
        "words": " ".join(sorted(words)),
        "sheets": sheets | styles,
        "scripts": own | modules | alone,
        "modules": {name: lighter(scripts[name]) for name in scripts if name not in own},
    }
    short = memo.of(partial(shortened, request), "short", json.dumps(request))
    first, late = (
        "".join(short["sheets"][name] for name in sheets if (name in FIRST) == wanted)
        for wanted in (True, False)
    )
    scripts = {name: short["scripts"][name] for name in scripts}
    first = write_fonts(site, first, contents.shown, memo)
    remove(site, [f"assets/{name}" for name in (*scripts, *alone)])
    packed = {name: short["scripts"][name] for name in modules}
    packed |= {name: short["sheets"][name] for name in styles}
    folders = {folder: write_modules(site, folder, packed) for folder in MODULES}
    script = renamed(together(list(scripts.values())), folders)
    folders |= write_search_worker(site)
    return Assets(
        "".join(FACE.findall(first)),
        FACE.sub("", first),
        write_named(site, "site", "css", late.encode()),
        write_named(site, "site", "js", script.encode()),
        folders,
        {name: write_script(site, name, short["scripts"][name]) for name in alone},
        {mark: short["sheets"].get(name, "") for mark, name in PAGE_SHEETS.items()},
        frozenset([*sheets, *scripts]),
    )


def shortened(request: dict[str, Any]) -> dict[str, dict[str, str]]:
    with NodeProgram(SHEETS) as node:
        return dict(node.ask(request))


def script_texts(site: Path) -> list[str]:
    """All scripts, for the names that they give to elements."""
    return [file.read_text(encoding="utf-8") for file in sorted((site / "assets").rglob("*.js"))]


def module_names(site: Path, kind: str) -> list[str]:
    """All modules, or the style sheets that they fetch themselves, below assets."""
    files = [file for folder in MODULES for file in sorted((site / folder).glob(f"*.{kind}"))]
    return [file.relative_to(site / "assets").as_posix() for file in files]


def write_modules(site: Path, folder: str, packed: dict[str, str]) -> str:
    """Write a folder's modules, which name each other, into one named after all their content."""
    modules = {k: v for k, v in packed.items() if f"assets/{k}".startswith(folder)}
    digest = hashlib.sha256("\0".join(f"{k}\0{v}" for k, v in modules.items()).encode())
    target = f"{folder.rstrip('/')}.{digest.hexdigest()[:10]}/"
    for name, text in modules.items():
        (site / "assets" / name).write_text(text, encoding="utf-8")
    if modules:
        (site / folder).rename(site / target)
    return target


def write_search_worker(site: Path) -> dict[str, str]:
    """Name what the search's worker imports, and then the worker, after the content."""
    names = {}
    for worker in sorted((site / "assets" / "javascripts" / "workers").glob("search.*.min.js")):
        folder = site / "assets" / "javascripts" / "lunr"
        content = [file.read_bytes() for file in sorted(folder.rglob("*.js"))]
        name = f"lunr.{hashlib.sha256(b''.join(content)).hexdigest()[:10]}"
        folder.rename(folder.with_name(name))
        text = search_worker(worker.read_text(encoding="utf-8"), name)
        former = worker.relative_to(site).as_posix()
        worker.unlink()
        names[former] = write_script(site, "javascripts/workers/search.js", text)
    return names


def renamed(text: str, folders: dict[str, str]) -> str:
    """The text with the new names of the folders."""
    for folder, target in folders.items():
        text = text.replace(folder, target)
    return text


def read(site: Path, name: str) -> str:
    return (site / "assets" / name).read_text(encoding="utf-8")


def write_script(site: Path, name: str, text: str) -> str:
    return write_named(site, name.removesuffix(".js"), "js", text.encode())


def remove(site: Path, packed: list[str]) -> None:
    for name in packed:
        (site / name).unlink()
    for folder in UNUSED:
        shutil.rmtree(site / folder, ignore_errors=True)
    for file in (site / "assets").rglob("*.map"):
        file.unlink()
    for file in (site / "assets" / "javascripts" / "lunr").rglob("*.js"):
        if file.name not in LUNR:
            file.unlink()


def link(html: str, assets: Assets) -> str:
    """The page with the packed assets in place of its own."""
    first = LINK.search(html)
    if first is None:
        raise ValueError("a page has no style sheet: is `extra_css` in mkdocs.yml empty?")
    up = first["up"]
    fonts = assets.early_fonts(up) if 'class="katex"' in html else ""
    head = fonts + assets.styles(html, up)
    late = f'<link rel="stylesheet" href="{up}{assets.late}">'
    script = f'<script src="{up}{assets.script}" defer></script>'
    html = html[: first.start()] + head + html[first.end() :]
    html = FORETOLD.sub("", html)
    for links in (LINK, SCRIPT):
        html = links.sub(lambda m: "" if m["name"] in assets.packed else m.group(), html)
    html = renamed(html, assets.folders)
    html = ALONE.sub(
        lambda m: m.group().replace(f"assets/{m['name']}", assets.alone[m["name"]]), html
    )
    before, end, after = html.rpartition("</body>")
    return f"{before}{late}{script}{end}{after}"
