"""The zip of each language, unpacked and opened from a disk: pages, fonts, search, demos."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from lxml import html
from playwright.sync_api import Browser

from publish.addresses import FOLDERS
from tests.built.test_search import search
from tests.site import LANGUAGES, NAMES, Site, other

# Material asks for the sitemap also where nothing can be fetched, and goes on without.
EXPECTED = ("sitemap.xml", "net::ERR_FAILED")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_works_from_a_disk(site: Site, browser: Browser, lang: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(site.folder / FOLDERS[lang] / "offline.zip") as packed:
        packed.extractall(tmp_path)
    home = tmp_path / "residual-connections" / FOLDERS[lang] / "index.html"
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto(home.as_uri())
    found = search(page, "雅可比" if lang == "zh" else "jacobian")
    assert found[0].startswith((home.parent / "basics" / "gradient-flow" / "index.html").as_uri())
    page.locator(".md-search-result__list a").first.click()
    page.wait_for_url("**/gradient-flow/index.html*")
    fonts = page.evaluate(
        "document.fonts.ready.then(fonts => [...fonts]"
        ".filter(font => font.status === 'loaded').map(font => font.family))"
    )
    assert "KaTeX_Main" in fonts
    demo = page.locator("gradient-multiplier-demo")
    demo.scroll_into_view_if_needed()
    demo.locator("input[type=range]").first.wait_for()
    switch = page.locator(".md-header [hreflang]").get_attribute("href")
    assert switch == site.page(other(lang), "basics/gradient-flow.md")
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:"))] == []
    assert [said for said in problems if not any(known in said for known in EXPECTED)] == []
    page.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_leads_to_a_file(site: Site, lang: str) -> None:
    with zipfile.ZipFile(site.folder / FOLDERS[lang] / "offline.zip") as packed:
        names = set(packed.namelist())
        pages = {name: packed.read(name) for name in names if name.endswith(".html")}
    assert len(pages) >= len(NAMES)
    for name, content in pages.items():
        assert b'http-equiv="Content-Security-Policy"' not in content
        tree = html.document_fromstring(content.decode())
        for link in tree.xpath("//a/@href | //script/@src | //link[@rel='stylesheet']/@href"):
            path = link.split("#")[0].split("?")[0]
            if path and "://" not in path:
                target = Path("/", name).parent.joinpath(path).as_posix()
                assert normal(target) in names, f"{name} leads to {link}"


def normal(path: str) -> str:
    """A path without `..` and its leading slash."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
