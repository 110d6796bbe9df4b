"""Every page, in both languages and colour schemes, loaded once and looked at from all sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.built.reader import Reader, undrawn, visit
from tests.site import LANGUAGES, NAMES, ROOT

SCHEMES = {"light": "default", "dark": "slate"}
PAGES = [(lang, name) for lang in LANGUAGES for name in NAMES]
each_page = pytest.mark.parametrize(("lang", "name"), PAGES)
each_scheme = pytest.mark.parametrize("scheme", SCHEMES)

AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RUN_AXE = """() => axe.run(document, {resultTypes: ['violations']}).then(({violations}) =>
    violations.flatMap(({id, nodes}) => nodes.map(node => `${id}: ${node.target} ${node.html}`)))"""
FONTS = """() => [...document.fonts].filter(font => font.family.includes('KaTeX'))
    .map(font => [font.family, font.status])"""
# What sticks out of the window and cannot be scrolled by itself. KaTeX draws roots and arrows
# far too long and cuts them off.
STICKS_OUT = """() => {
    const edge = document.documentElement.clientWidth + 1;
    const wide = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
    const seen = e => e.checkVisibility({opacityProperty: true, visibilityProperty: true})
        && !e.closest('.katex-mathml, .katex-html svg');
    const scrolls = e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX);
    const held = e => { for (; e; e = e.parentElement) if (scrolls(e)) return true; };
    return [
        ...(wide > 0 ? [`the page scrolls sideways by ${wide} px`] : []),
        ...[...document.querySelectorAll('article *, header *, footer *')]
            .filter(e => e.getBoundingClientRect().width && e.getBoundingClientRect().right > edge)
            .filter(e => seen(e) && !held(e))
            .map(e => e.cloneNode(false).outerHTML + e.textContent.trim().slice(0, 60)),
    ];
}"""


@dataclass
class Visit:
    """What was seen on one page in one scheme."""

    scheme: str | None
    problems: list[str]
    undrawn: list[str]
    fonts: list[list[str]]
    axe: dict[int, list[str]] = field(default_factory=dict)  # by window width
    sticks_out: list[str] = field(default_factory=list)


def axe(page: Page) -> list[str]:
    """What axe finds wrong with the page as it stands."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE)
    return list(page.evaluate(RUN_AXE))


def look(page: Page, reader: Reader, url: str, *, closely: bool) -> Visit:
    """Visit a page; `closely` includes axe and narrow windows."""
    before = len(reader.problems)
    page.set_viewport_size({"width": 1440, "height": 900})
    visit(page, url)
    seen = Visit(
        scheme=page.evaluate("() => document.body.dataset.mdColorScheme"),
        undrawn=undrawn(page),
        fonts=page.evaluate(FONTS),
        problems=[],
    )
    if closely:
        seen.axe[1440] = axe(page)
        page.set_viewport_size({"width": 360, "height": 740})
        seen.axe[360] = axe(page)
        page.set_viewport_size({"width": 320, "height": 640})
        seen.sticks_out = page.evaluate(STICKS_OUT)
    seen.problems = reader.problems[before:]
    return seen


@pytest.fixture(scope="module")
def seen(module_readers: Any, sites: Any) -> Any:
    """`seen(prefix, lang, name, scheme)` visits a page the first time it is asked for."""
    tabs: dict[tuple[str, str], tuple[Reader, Page]] = {}
    visits: dict[tuple[str, str, str, str], Visit] = {}

    def see(prefix: str, lang: str, name: str, scheme: str) -> Visit:
        if (prefix, scheme) not in tabs:
            reader = module_readers(sites[prefix], color_scheme=scheme, reduced_motion="reduce")
            tabs[prefix, scheme] = (reader, reader.context.new_page())
        key = (prefix, lang, name, scheme)
        if key not in visits:
            reader, page = tabs[prefix, scheme]
            url = sites[prefix].page(lang, name)
            visits[key] = look(page, reader, url, closely=prefix == "/")
        return visits[key]

    return see


@each_page
@each_scheme
def test_a_page_complains_of_nothing(seen: Any, lang: str, name: str, scheme: str) -> None:
    """No console message, no page error, no request to elsewhere, nothing missing."""
    assert seen("/", lang, name, scheme).problems == []


@each_page
def test_a_page_complains_of_nothing_under_a_path(seen: Any, lang: str, name: str) -> None:
    assert seen("/sub/", lang, name, "light").problems == []


@each_page
@each_scheme
def test_the_scheme_follows_the_system(seen: Any, lang: str, name: str, scheme: str) -> None:
    assert seen("/", lang, name, scheme).scheme == SCHEMES[scheme]


@each_page
@pytest.mark.parametrize("prefix", ["/", "/sub/"], ids=["root", "sub"])
def test_formulas_are_drawn(seen: Any, sites: Any, prefix: str, lang: str, name: str) -> None:
    visit = seen(prefix, lang, name, "light")
    assert visit.undrawn == []
    status = [state for _, state in visit.fonts]
    assert "error" not in status
    if sites[prefix].ledger["pages"][f"{lang}/{name}"]["formulas"]:
        assert ["KaTeX_Main", "loaded"] in visit.fonts


@each_page
@each_scheme
@pytest.mark.parametrize("width", [1440, 360])
def test_axe_finds_nothing(seen: Any, lang: str, name: str, scheme: str, width: int) -> None:
    assert seen("/", lang, name, scheme).axe[width] == []


@each_page
def test_nothing_scrolls_sideways_at_320(seen: Any, lang: str, name: str) -> None:
    assert seen("/", lang, name, "light").sticks_out == []
