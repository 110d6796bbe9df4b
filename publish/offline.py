"""A zip of each language that works from a folder: no server, search and demos included.

From file:// a browser finds no index.html by itself, starts no worker, imports no module and
fetches nothing. So links name their file, the search index and the demos become plain scripts, and
the search's worker runs in a frame.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import render
from publish import machines, on_demand, worker
from publish.addresses import FOLDERS
from render import as_markdown
from render.shipped import LICENCES
from verify.node import NodeProgram

NODE_MODULES = Path(render.__file__).parent.parent / "node_modules"
SHIM = NODE_MODULES / "iframe-worker" / "shim" / "index.js"
BUNDLE = Path(__file__).with_name("bundle.mjs")
NAME = "offline.zip"
# What only a server has a use for.
ONLINE_FILES = frozenset(
    (NAME, "404.html", "sitemap.xml", "robots.txt", worker.FILE, worker.MANIFEST,
     as_markdown.FILE, *machines.FILES)
)  # fmt: skip
START = '<meta http-equiv="refresh" content="0; url={}index.html">'
MADE = (1980, 1, 1, 0, 0, 0)  # the same in every build
Make = Callable[[], bytes]
FOLDER_LINK = re.compile(
    r'(<a\b[^>]*?\shref=")(?![a-z]+:|//|#)([^"#?]*/|(?:[^"#?]*/)?\.{1,2})?((?:[#?][^"]*)?")'
)
SWITCH = re.compile(r'data-language-switch="[^"]*" href="[^"]*"')
ONLINE = re.compile(
    r'<meta http-equiv="Content-Security-Policy"[^>]*>'
    r'|<link rel="(?:preload|alternate|manifest)"[^>]*>|<meta name="version"[^>]*>'
    r"|<(?P<tag>\w+)[^>]* data-online\b[^>]*>.*?</(?P=tag)>(?: ·)?",
    re.DOTALL,
)
SCRIPT = re.compile(r'<script src="(?P<up>[^"]*)assets/site\.\w+\.js" defer>')


def write_zips(site: Path, roots: Mapping[str, str]) -> None:
    """Write the zip of each language into its folder of a packed site."""
    for lang, folder in FOLDERS.items():
        other = next(root for name, root in roots.items() if name != lang)
        files = dict(offline_files(site, folder, other))  # what makes them: one at a time is held
        with zipfile.ZipFile(site / folder / NAME, "w", zipfile.ZIP_DEFLATED) as target:
            for name in sorted(files):
                entry = zipfile.ZipInfo(f"residual-connections/{name}", MADE)
                entry.compress_type = zipfile.ZIP_DEFLATED
                target.writestr(entry, files[name]())


def offline_files(site: Path, folder: str, other_root: str) -> Iterator[tuple[str, Make]]:
    """The files of one language, by name: as in the site, so that no address has to change."""
    for file in language_files(site, folder):
        name = file.relative_to(site).as_posix()
        if file.suffix == ".html":
            page = file.parent.relative_to(site / folder).as_posix().strip(".")
            online = other_root + (f"{page}/" if page else "")
            yield name, partial(offline_page, file, site, online)
        elif file.name == "search_index.json":
            yield name.removesuffix("json") + "js", partial(script_index, file)
        else:
            yield name, file.read_bytes
    if folder:
        yield "index.html", START.format(folder).encode
        yield LICENCES, (site / LICENCES).read_bytes
    yield "assets/iframe-worker.js", SHIM.read_bytes
    yield from offline_assets(site / "assets")


def language_files(site: Path, folder: str) -> Iterator[Path]:
    """What belongs to one language alone, but for what only a server has a use for."""
    others = tuple(site / other for other in FOLDERS.values() if other and other != folder)
    for file in sorted((site / folder).rglob("*")):
        if not file.is_file() or file.name in ONLINE_FILES:
            continue
        if (site / "assets") in file.parents or any(other in file.parents for other in others):
            continue
        yield file


def offline_page(file: Path, site: Path, online: str) -> bytes:
    """The page as it works from a folder; `online` is its twin's address on the net."""
    html = ONLINE.sub("", on_demand.put_back(site, file.read_text(encoding="utf-8")))
    html = SWITCH.sub(f'href="{online}"', html)
    html = FOLDER_LINK.sub(with_file, html)
    shim = r'<script src="\g<up>assets/iframe-worker.js"></script>\g<0>'
    return SCRIPT.sub(shim, html).encode()


def with_file(link: re.Match[str]) -> str:
    before, path, after = link.groups()
    if path is None:
        return link.group()
    return f"{before}{path if path.endswith('/') else path + '/'}index.html{after}"


def script_index(file: Path) -> bytes:
    """The search index as a script, whose results lead to files."""
    content = json.loads(file.read_text(encoding="utf-8"))
    for entry in content["docs"]:
        page, mark, anchor = entry["location"].partition("#")
        entry["location"] = f"{page}index.html{mark}{anchor}"
    return f"var __index = {json.dumps(content, ensure_ascii=False)}".encode()


def offline_assets(assets: Path) -> Iterator[tuple[str, Make]]:
    """The shared assets; each demo is one script, since no module can be imported from a folder."""
    for file in sorted(assets.rglob("*")):
        name = file.relative_to(assets.parent).as_posix()
        if file.is_file() and not file.name.startswith(on_demand.NAME):
            yield name, file.read_bytes
    for folder in assets.glob("demos.*"):
        demos = [
            folder / model.name.replace(".model", "") for model in sorted(folder.glob("*.model.js"))
        ]
        with NodeProgram(BUNDLE) as node:
            scripts = node.ask({"modules": [str(demo) for demo in demos]})["scripts"]
        for demo, script in zip(demos, scripts, strict=True):
            yield demo.relative_to(assets.parent).as_posix(), script.encode
