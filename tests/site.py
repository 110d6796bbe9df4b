"""The built site for tests: built in a copy of the project, served as a static host serves it.

The port is bound before the build, because pages carry their own address: with another one
Material turns instant navigation off without a word, and half of the tests would test nothing.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from lxml import html

from tests.browser import find_browser
from verify.experiments import PAGES

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("zh", "en")
PREFIXES = ("/", "/sub/")  # where the site is served
# The addresses, one a prefix, and the folders that the site is to be built in.
ADDRESSES = pytest.StashKey[dict[str, str]]()
EXPERIMENTS = sorted(
    f"{PAGES}/{file.stem.replace('_', '-')}.ipynb" for file in ROOT.glob("experiments/*.py")
)
NAMES = sorted(
    file.relative_to(ROOT / "docs" / "zh").as_posix() for file in ROOT.glob("docs/zh/**/*.md")
)
NAMES += EXPERIMENTS
# What a build reads. The cache of snippets comes along, so that they need not run again.
SOURCES = (
    "docs", "snippets", "experiments", "figures", "theme", "verify", "render", "publish", ".cache",
)  # fmt: skip


def other(lang: str) -> str:
    """The counterpart of a language."""
    return next(name for name in LANGUAGES if name != lang)


def address(lang: str, name: str) -> str:
    """Where a page is below the site's root: `en`, `basics/depth.md` is at `en/basics/depth/`."""
    stem = name.removesuffix(".md").removesuffix(".ipynb")
    path = stem.removesuffix("index") if stem.split("/")[-1] == "index" else f"{stem}/"
    return path if lang == LANGUAGES[0] else f"{lang}/{path}"


@dataclass(frozen=True)
class Site:
    """A built site in `folder`, to be found at `url`."""

    url: str
    folder: Path
    ledger: dict[str, Any]

    def page(self, lang: str, name: str) -> str:
        return urljoin(self.url, address(lang, name))

    def file(self, lang: str, name: str) -> Path:
        return self.folder / address(lang, name) / "index.html"

    def at(self, url: str) -> Path | None:
        """The file that is served at an absolute address; None if it is not in the site."""
        path = unquote(urlsplit(url).path)
        prefix = urlsplit(self.url).path
        if not url.startswith(self.url) or not path.startswith(prefix):
            return None
        file = self.folder / path.removeprefix(prefix)
        if file.is_dir():
            file = file / "index.html" if path.endswith("/") else file / "no-slash"
        return file if file.is_file() else None

    @cached_property
    def pages(self) -> dict[str, html.HtmlElement]:
        """Every HTML file, parsed, by its path in the site. Not to be changed."""
        files = sorted(self.folder.rglob("*.html"))
        return {file.relative_to(self.folder).as_posix(): parse(file) for file in files}

    def tree(self, lang: str, name: str) -> html.HtmlElement:
        return self.pages[address(lang, name) + "index.html"]

    def title(self, lang: str, name: str) -> str:
        return str(self.tree(lang, name).findtext(".//title"))

    def __hash__(self) -> int:
        return hash(self.url)


def parse(file: Path) -> html.HtmlElement:
    return html.document_fromstring(file.read_text(encoding="utf-8"))


@cache
def ids(site: Site, file: Path) -> frozenset[str]:
    """The ids of a page."""
    return frozenset(site.pages[file.relative_to(site.folder).as_posix()].xpath("//@id"))


# --- building and serving ---------------------------------------------------------------------


class Handler(SimpleHTTPRequestHandler):
    """Files of the site below its path, and 404.html for everything else, as Pages does it."""

    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *arguments: Any) -> None:
        """Nothing: the tests say what went wrong."""

    def translate_path(self, path: str) -> str:
        prefix = self.server.prefix
        if not path.startswith(prefix):
            return str(self.server.folder / "no-such-file")
        self.directory = str(self.server.folder)
        return super().translate_path("/" + path.removeprefix(prefix))

    def list_directory(self, path: Any) -> None:
        self.send_error(404)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        missing = self.server.folder / "404.html"
        if code != 404 or not missing.is_file():
            super().send_error(code, message, explain)
            return
        body = missing.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


class Server(ThreadingHTTPServer):
    """Listens on a free port from the start; the site may come into `folder` later."""

    daemon_threads = True

    def __init__(self, prefix: str, folder: Path = Path("no-site-yet")) -> None:
        self.prefix = prefix
        self.folder = folder
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}{self.prefix}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that closes its connection is no error."""


def copy_project(target: Path, *, cache: bool = True) -> Path:
    """The project without what is built or installed, so that tests leave the original alone."""
    for name in SOURCES:
        if (ROOT / name).is_dir() and (cache or name != ".cache"):
            shutil.copytree(ROOT / name, target / name)
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy(file, target)
    (target / "node_modules").symlink_to(ROOT / "node_modules")
    return target


class BuildError(Exception):
    """The site does not build; the message is what the build says."""


def build_site(project: Path, url: str, caches: Sequence[Path] = ()) -> Site:
    """The site for the address `url`, built in a copy of the project at `project`.

    `caches` of other builds are its own as well.
    """
    copy_project(project)
    for folder in caches:
        shutil.copytree(folder, project / ".cache", dirs_exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if name != "REPO_URL"}
    done = subprocess.run(
        [sys.executable, "-m", "publish", "build"],
        cwd=project,
        env={
            **environment,
            "SITE_URL": url,
            "NO_MKDOCS_2_WARNING": "1",
            "CHROMIUM": str(find_browser()),  # which prints the cheat sheet
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildError(f"the site does not build:\n{done.stdout}{done.stderr}")
    return built_site(project, url)


def built_site(project: Path, url: str) -> Site:
    """The site that was built in `project` for the address `url`."""
    ledger = json.loads((project / "build" / "ledger.json").read_text(encoding="utf-8"))
    return Site(url, project / "site", ledger)


@contextmanager
def listening(prefix: str, folder: Path = Path("no-site-yet")) -> Iterator[Server]:
    """A server of the site in `folder`, which may still be in the making, below `prefix`."""
    with Server(prefix, folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
