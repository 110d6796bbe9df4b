"""The files for hosts: nginx is started with the one of the build, and answers as a host should."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import quote, urlsplit

import brotli
import pytest
from playwright.sync_api import Browser

from publish.addresses import Addresses
from publish.compress import TEXTS, WAYS
from publish.hosting import IMMUTABLE, REVALIDATE, headers, nginx_file
from tests.built.reader import Reader
from tests.nginx import NoNginxError, free_port, serving
from tests.site import LANGUAGES, Site

UNPACK: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    "identity": bytes,
}
TYPES = {
    ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "application/javascript",
    ".json": "application/json", ".pdf": "application/pdf", ".png": "image/png",
    ".py": "text/plain; charset=utf-8", ".svg": "image/svg+xml", ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8", ".xml": "text/xml", ".zip": "application/zip",
}  # fmt: skip
FRAME = """url => document.body.append(
    Object.assign(document.createElement('iframe'), { src: url, width: 800, height: 800 }))"""
# Cloudflare's limits.
MOST_RULES, LONGEST_LINE = 100, 2000


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Host:
    """nginx with a site, at `url`."""

    site: Site
    url: str
    policy: str
    connection: HTTPConnection

    def get(self, path: str, **named: str) -> Answer:
        """What is at a path below the site's root."""
        headers = {name.replace("_", "-"): value for name, value in named.items()}
        self.connection.request("GET", urlsplit(self.url).path + quote(path), headers=headers)
        answer: HTTPResponse = self.connection.getresponse()
        fields = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, fields, answer.read())


@pytest.fixture(scope="module")
def host(any_site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The site as nginx serves it with the build's file, but for port and folder."""
    folder = tmp_path_factory.mktemp("nginx")
    prefix = urlsplit(any_site.url).path
    root = any_site.folder
    if prefix != "/":
        root = folder / "root"
        root.mkdir()
        (root / prefix.strip("/")).symlink_to(any_site.folder)
    policy = policy_of(any_site.folder / "index.html")
    built = (any_site.folder.parent / "build" / "nginx.conf").read_text(encoding="utf-8")
    assert built == nginx_file(policy, Addresses(any_site.url))
    port = free_port()
    text = nginx_file(policy, Addresses(any_site.url), f"127.0.0.1:{port}", str(root))
    with ExitStack() as stack:
        try:
            stack.enter_context(serving(text, folder))
        except NoNginxError as error:
            if os.environ.get("CI"):
                raise
            pytest.skip(str(error))
        connection = HTTPConnection("127.0.0.1", port)
        stack.callback(connection.close)
        yield Host(any_site, f"http://127.0.0.1:{port}{prefix}", policy, connection)


def policy_of(page: Path) -> str:
    found = re.search(
        r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">',
        page.read_text(encoding="utf-8"),
    )
    assert found is not None, f"{page} has no policy"
    return found[1]


def files(site: Site) -> Iterator[tuple[str, Path]]:
    """Every file of the site but the compressed twins, by its path."""
    for file in sorted(site.folder.rglob("*")):
        if file.is_file() and file.suffix not in WAYS and file.name != "_headers":
            yield file.relative_to(site.folder).as_posix(), file


def rules(site: Site) -> dict[str, dict[str, str]]:
    """The rules of `_headers`: headers by the path that they are for."""
    found: dict[str, dict[str, str]] = {}
    path = ""
    for line in (site.folder / "_headers").read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            name, _, value = line.strip().partition(": ")
            found[path][name] = value
        elif not line.startswith("#"):
            path = line
            found[path] = {}
    return found


def test_everything_is_served_under_the_headers_as_what_it_is(host: Host) -> None:
    wanted = {name.lower(): value for name, value in headers(host.policy).items()}
    count = 0
    for path, file in files(host.site):
        if path == "404.html":
            continue
        answer = host.get(path.removesuffix("index.html"))
        assert answer.status == 200, path
        assert answer.body == file.read_bytes(), path
        assert wanted.items() <= answer.headers.items(), path
        assert answer.headers["content-type"].startswith(TYPES.get(file.suffix, "")), path
        assert (file.suffix != ".html") or policy_of(file) == host.policy
        count += 1
    assert count > 100


def test_texts_come_compressed_to_whom_can_read_them(host: Host) -> None:
    for path, file in files(host.site):
        if file.suffix not in TEXTS or path == "404.html":
            continue
        sizes = []
        for encoding, unpack in UNPACK.items():
            answer = host.get(path, Accept_Encoding=encoding)
            assert answer.headers.get("content-encoding", "identity") == encoding, path
            assert answer.headers["vary"] == "Accept-Encoding", path
            assert unpack(answer.body) == file.read_bytes(), path
            sizes.append(len(answer.body))
        if len(answer.body) > 1000:
            assert sizes == sorted(sizes), f"{path}: brotli, gzip and plain are {sizes}"


def test_what_is_named_after_its_content_is_kept_and_pages_are_asked_about(host: Host) -> None:
    kept = [rule for rule, named in rules(host.site).items() if "Cache-Control" in named]
    prefix = urlsplit(host.url).path
    hashed = re.compile(r"\.[0-9a-f]{8,10}[./]")
    for path, _ in files(host.site):
        if path == "404.html":
            continue
        answer = host.get(path.removesuffix("index.html"))
        immutable = path.startswith("assets/") and bool(hashed.search(path))
        assert answer.headers["cache-control"] == (IMMUTABLE if immutable else REVALIDATE), path
        covered = [rule for rule in kept if matches(rule, prefix + path)]
        assert len(covered) == immutable, f"{path}: {covered}"
        if not immutable and path.endswith("index.html"):
            again = host.get(path.removesuffix("index.html"), If_None_Match=answer.headers["etag"])
            assert (again.status, again.body) == (304, b"")


def matches(rule: str, path: str) -> bool:
    return path.startswith(rule[:-1]) if rule.endswith("*") else path == rule


def test_what_is_not_there(host: Host) -> None:
    """Says so in both languages, under the policy, for no longer than it holds; lists nothing."""
    page = (host.site.folder / "404.html").read_bytes()
    for path in ("nothing", "en/nothing/", "assets/", "assets/site.0123456789.css"):
        answer = host.get(path)
        assert (answer.status, answer.body) == (404, page), path
        assert answer.headers["cache-control"] == REVALIDATE
        assert answer.headers["content-security-policy"] == host.policy
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    moved = host.get("basics/depth")
    assert moved.status == 301
    assert moved.headers["location"] == urlsplit(host.url).path + "basics/depth/"


def test_the_file_for_cloudflare_and_netlify_says_the_same(host: Host) -> None:
    found = rules(host.site)
    assert found.pop(urlsplit(host.url).path + "*") == headers(host.policy)
    assert all(named == {"Cache-Control": IMMUTABLE} for named in found.values())
    assert 0 < len(found) < MOST_RULES
    text = (host.site.folder / "_headers").read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) < LONGEST_LINE


def test_a_reader_under_the_headers(host: Host, browser: Browser) -> None:
    """Chromium refuses nothing that a page needs."""
    site = Site(host.url, host.site.folder, host.site.ledger)
    reader = Reader(site, browser.new_context())
    for lang in LANGUAGES:
        page = reader.open(site.page(lang, "basics/worked-example.md"))
        page.locator("[data-md-component=search-query]").focus()
        page.keyboard.type("ResNet")
        page.locator(".md-search-result__link").first.wait_for()
        page.close()
    assert reader.problems == []
    reader.context.close()


def test_another_site_frames_a_demo(host: Host, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{host.site.url}robots.txt")  # of another origin, and without a policy
    page.evaluate(FRAME, f"{host.url}en/demos/residual/")
    frame = page.frame_locator("iframe")
    frame.locator("residual-demo .demo__bar").wait_for()
    assert frame.locator("html.embedded").count() == 1
    page.close()
