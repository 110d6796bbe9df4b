"""A reader on a train: what was read is there without a network, whole, and of one version."""

from __future__ import annotations

import json
import re
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from publish.addresses import FOLDERS
from publish.worker import FILE, MANIFEST, write_worker
from tests.built.reader import (
    Reader,
    arrived,
    comes_true,
    follow,
    loaded,
    mark,
    undrawn,
    visit,
    was_reloaded,
)
from tests.built.test_demos import wake
from tests.built.test_search import search
from tests.site import ROOT, Server, Site, listening

ABOUT, DEPTH = "reference/about.md", "basics/depth.md"
EXAMPLE, GRADIENT = "basics/worked-example.md", "basics/gradient-flow.md"
# The browser asks for its tab's icon by itself, past every worker, and sometimes only when the
# network has gone: keeping the icon would not answer it.
OFFLINE = re.compile(
    r"request failed: .*net::ERR_INTERNET_DISCONNECTED"
    r"|console error: .*net::ERR_INTERNET_DISCONNECTED.*/favicon\."
)
FALLBACK = {"zh": "现在没有网络", "en": "No network"}
VERSION = re.compile(r'<meta name="version" content="(\w+)">')
# Whatever the worker has still to do for this page is done.
WORKED = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    await new Promise(done =>
        requestIdleCallback(() => requestAnimationFrame(done), { timeout: 1000 }));
    const { port1, port2 } = new MessageChannel();
    const done = new Promise(resolve => { port1.onmessage = resolve; });
    const version = document.querySelector('meta[name=version]').content;
    active.postMessage({ version, addresses: [] }, [port2]);
    await done;
}"""
KEPT = "async url => Boolean(await caches.match(url))"
# In the version that the page is of: a former one may have kept it as well.
KEPT_AS_IT_IS = """async url => {
    const version = document.querySelector('meta[name=version]').content;
    const cacheName = (await caches.keys()).find(name => name.endsWith(` ${version}`));
    return Boolean(cacheName && await caches.match(url, { cacheName }));
}"""
CACHES = "() => caches.keys()"
REGISTERED = "async () => (await navigator.serviceWorker.getRegistrations()).length"
# Which version the page, its script and its late style sheet are of: see `deploy`.
VERSIONS = """() => [
    document.querySelector('h1').dataset.version, window.versionOfScript,
    getComputedStyle(document.documentElement).getPropertyValue('--version'),
]"""
STYLED = "() => [...document.styleSheets].every(sheet => sheet.cssRules.length)"


# Each language at one of the two paths.
each_start = pytest.mark.parametrize(
    ("prefix", "lang"), [("/", "zh"), ("/sub/", "en")], ids=["root-zh", "sub-en"]
)


def kept(page: Page, url: str) -> None:
    """Wait until the worker has the page in hand and all that it has fetched until now."""
    page.wait_for_function("() => navigator.serviceWorker.controller")
    comes_true(page, KEPT_AS_IT_IS, url)
    page.evaluate(WORKED)


def read(page: Page, site: Site, lang: str, name: str) -> None:
    visit(page, site.page(lang, name))
    kept(page, site.page(lang, name))


def go(page: Page, site: Site, lang: str, name: str) -> None:
    """By a link, as readers go."""
    follow(page, site.page(lang, name))
    arrived(page, site, lang, name)


def forgive(reader: Reader) -> None:
    """Without a network the worker has asked in vain, which a reader sees nothing of."""
    reader.forgiven = OFFLINE


@each_start
def test_read_pages_are_there_without_a_network(
    sites: Any, readers: Any, prefix: str, lang: str
) -> None:
    site = sites[prefix]
    reader: Reader = readers(site, service_workers="allow")
    page = reader.context.new_page()
    read(page, site, lang, EXAMPLE)
    mark(page)
    go(page, site, lang, GRADIENT)
    wake(page, "gradient-multiplier")
    words = "雅可比" if lang == "zh" else "jacobian"
    found = search(page, words)
    kept(page, site.page(lang, GRADIENT))

    reader.context.set_offline(True)
    visit(page, site.page(lang, EXAMPLE))
    assert undrawn(page) == []
    assert page.evaluate(STYLED)
    assert "KaTeX_Main" in page.evaluate(
        "() => [...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)"
    )
    mark(page)
    go(page, site, lang, GRADIENT)
    assert not was_reloaded(page)
    assert undrawn(page) == []
    wake(page, "gradient-multiplier")
    assert search(page, words) == found
    page.keyboard.press("Escape")

    unread = site.page(lang, DEPTH)
    follow(page, unread)
    heading = page.locator("h1", has_text=FALLBACK[lang])
    expect(heading).to_be_visible()
    assert page.url == unread
    expect(page.locator("li a")).to_have_count(2)
    links = page.locator("li a").evaluate_all("links => links.map(a => a.href)")
    assert links == [site.page(lang, EXAMPLE), site.page(lang, GRADIENT)]
    reader.context.set_offline(False)
    page.locator("p a").click()
    arrived(page, site, lang, DEPTH)
    forgive(reader)


# --- Versions ---------------------------------------------------------------------------------


@pytest.fixture
def host() -> Iterator[Server]:
    with listening("/sub/") as server:
        yield server


def deploy(site: Site, host: Server, folder: Path, version: str) -> Site:
    """Put a version of the site on `host`: one whose pages, script and sheet say which it is."""
    shutil.copytree(site.folder, folder, ignore=shutil.ignore_patterns("*.br", "*.gz", "*.zip"))
    digest = version.encode().hex().ljust(10, "0")[:10]
    names = {}
    for ending, text in (
        ("js", f";window.versionOfScript='{version}'"),
        ("css", f":root{{--version:{version}}}"),
    ):
        (asset,) = (folder / "assets").glob(f"site.*.{ending}")
        named = asset.rename(asset.with_name(f"site.{digest}.{ending}"))
        named.write_text(named.read_text(encoding="utf-8") + text, encoding="utf-8")
        names[asset.name] = named.name
    former = VERSION.findall((folder / "index.html").read_text(encoding="utf-8"))[0]
    names |= {former: digest, "<h1": f'<h1 data-version="{version}"'}
    for pattern in ("*.html", "search_index.json"):
        replace(folder, pattern, names)
    replace(folder, "sitemap.xml", {site.url: host.url})  # or there is no instant navigation
    host.folder = folder
    return Site(host.url, folder, site.ledger)


def replace(folder: Path, pattern: str, names: dict[str, str]) -> None:
    for file in folder.rglob(pattern):
        text = file.read_text(encoding="utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")


def version_of(page: Page) -> str:
    """The one that the page and its assets are of."""
    loaded(page)
    found = set(page.evaluate(VERSIONS))
    assert len(found) == 1, f"{page.url} is a mix: {found}"
    return str(found.pop())


def test_versions_are_never_mixed(site: Site, readers: Any, host: Server, tmp_path: Path) -> None:
    old = deploy(site, host, tmp_path / "old", "old")
    reader = readers(old, service_workers="allow")
    page, other_tab = reader.context.new_page(), reader.context.new_page()
    for name in (EXAMPLE, GRADIENT):
        read(page, old, "en", name)
    visit(other_tab, old.page("en", GRADIENT))
    (old_cache,) = page.evaluate(CACHES)

    # The old page is open; instant navigation meets a new one, and its scripts come with it.
    new = deploy(site, host, tmp_path / "new", "new")
    mark(page)
    go(page, new, "en", DEPTH)
    assert version_of(page) == "new"
    kept(page, new.page("en", DEPTH))

    reader.context.set_offline(True)
    for name, version in ((DEPTH, "new"), (GRADIENT, "old")):
        visit(page, new.page("en", name))
        assert version_of(page) == version
    mark(page)
    go(page, new, "en", EXAMPLE)
    assert (version_of(page), was_reloaded(page)) == ("old", False)
    mark(page)
    go(page, new, "en", DEPTH)
    assert (version_of(page), was_reloaded(page)) == ("new", True)

    # Read again, the pages are the new ones; what is old goes when nobody can look at it.
    reader.context.set_offline(False)
    for name in (EXAMPLE, GRADIENT):
        read(page, new, "en", name)
        assert version_of(page) == "new"
    assert old_cache in page.evaluate(CACHES)
    other_tab.close()
    read(page, new, "en", ABOUT)
    assert old_cache not in page.evaluate(CACHES)
    reader.context.set_offline(True)
    visit(page, new.page("en", GRADIENT))
    assert version_of(page) == "new"
    forgive(reader)


# --- Switched off, refused, full --------------------------------------------------------------


def test_a_reader_switches_it_off(site: Site, readers: Any) -> None:
    reader = readers(site, service_workers="allow")
    page = reader.context.new_page()
    read(page, site, "zh", ABOUT)
    switch = page.locator(".keep > .switch")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    assert page.evaluate(CACHES) == []
    visit(page, site.page("en", ABOUT))  # remembered, for the other language too
    expect(switch).to_have_attribute("aria-checked", "false")
    assert page.evaluate(REGISTERED) == 0
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    kept(page, site.page("en", ABOUT))


def test_the_author_switches_it_off(site: Site, readers: Any, host: Server, tmp_path: Path) -> None:
    """As WORKER=off does: pages without version, and a worker that removes the former one."""
    here = deploy(site, host, tmp_path / "on", "on")
    page = readers(here, service_workers="allow").context.new_page()
    read(page, here, "en", ABOUT)
    deploy(site, host, tmp_path / "off", "off")
    write_worker(host.folder, keep=False)
    for file in host.folder.rglob("*.html"):
        file.write_text(VERSION.sub("", file.read_text(encoding="utf-8")), encoding="utf-8")
    visit(page, here.page("en", EXAMPLE))
    comes_true(page, f"async () => !await ({REGISTERED})() && !(await caches.keys()).length")
    expect(page.locator("h1")).to_have_attribute("data-version", "off")


REFUSALS = {
    "no workers": "delete Navigator.prototype.serviceWorker",
    "no storage": """
        const refuse = () => { throw new DOMException('refused', 'SecurityError'); };
        Object.defineProperty(window, 'caches', { get: refuse });
        if (navigator.serviceWorker) navigator.serviceWorker.register = async () => refuse();""",
}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_browser_that_refuses(site: Site, readers: Any, refusal: str) -> None:
    """Nothing is said of it; `readers` would have heard."""
    reader = readers(site, service_workers="allow")
    reader.context.add_init_script(REFUSALS[refusal])
    page = reader.open(site.page("zh", ABOUT))
    mark(page)
    go(page, site, "zh", EXAMPLE)
    assert not was_reloaded(page)
    assert undrawn(page) == []


def test_a_full_disk(site: Site, readers: Any) -> None:
    reader = readers(site, service_workers="allow")
    page = reader.context.new_page()
    session = reader.context.new_cdp_session(page)
    full = {"origin": site.url.rstrip("/"), "quotaSize": 20_000}
    session.send("Storage.overrideQuotaForOrigin", full)
    visit(page, site.page("en", EXAMPLE))
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.evaluate(WORKED)
    assert not page.evaluate(KEPT, site.page("en", EXAMPLE))
    mark(page)
    go(page, site, "en", GRADIENT)
    assert undrawn(page) == []


def test_a_page_is_kept_with_its_own_version_alone(site: Site, readers: Any) -> None:
    """A tab of another version, still open, asks for a page that has changed meanwhile."""
    page = readers(site, service_workers="allow").context.new_page()
    read(page, site, "en", EXAMPLE)
    other = WORKED.replace("async () =>", "async url =>").replace(
        "{ version, addresses: [] }", "{ version: '0123456789abcdef', addresses: [url] }"
    )
    page.evaluate(other, site.page("en", GRADIENT))
    assert not page.evaluate(KEPT, site.page("en", GRADIENT))
    assert page.evaluate(KEPT, site.page("en", EXAMPLE))


# --- Installing -------------------------------------------------------------------------------


@each_start
def test_it_can_be_installed(sites: Any, readers: Any, prefix: str, lang: str) -> None:
    site = sites[prefix]
    reader = readers(site, service_workers="allow")
    page = reader.open(site.page(lang, EXAMPLE))
    session = reader.context.new_cdp_session(page)
    seen = session.send("Page.getAppManifest")
    assert seen["errors"] == []
    assert seen["url"] == urljoin(site.page(lang, "index.md"), MANIFEST)
    manifest = json.loads(seen["data"])
    assert urljoin(seen["url"], manifest["start_url"]) == site.page(lang, "index.md")
    assert urljoin(seen["url"], manifest["scope"]) == site.url
    assert manifest["lang"].startswith(lang)
    assert manifest["name"] in site.title(lang, "index.md")
    tokens = (ROOT / "theme" / "assets" / "css" / "tokens.css").read_text(encoding="utf-8")
    paper = re.findall(r"--paper: (#\w+)", tokens)[0]
    assert {manifest["theme_color"], manifest["background_color"]} == {paper}
    purposes = set()
    for icon in manifest["icons"]:
        file = site.at(urljoin(seen["url"], icon["src"]))
        assert file is not None, icon
        purposes.add(icon.get("purpose"))
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", file.read_bytes()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert purposes == {None, "maskable"}


def test_it_costs_a_first_visit_next_to_nothing(site: Site) -> None:
    """All that is fetched is a small worker; what it keeps comes out of the browser's cache."""
    assert len((site.folder / FILE).with_name(f"{FILE}.br").read_bytes()) < 2000
    assert not any((site.folder / folder / FILE).exists() for folder in FOLDERS.values() if folder)
