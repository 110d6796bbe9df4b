"""Every page, in both languages and colour schemes, loaded once and looked at from all sides.

The two languages of a page are looked at side by side, each in a process of the browser's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.built.reader import Reader, loaded, undrawn
from tests.site import LANGUAGES, NAMES, ROOT, Site

# A formula is a hundred elements, of which axe has nothing to say but about their colours; and of
# the rows of a table, or the words of a page's programs, that are made alike, three speak for a
# thousand. One page keeps all as it is.
WHOLE = "basics/worked-example.md"
SCHEMES = {"light": "default", "dark": "slate"}
PAGES = [(lang, name) for lang in LANGUAGES for name in NAMES]
# Under a path only one page of each depth is opened: what it links to is tested in test_markup.
SOME_PAGES = [(lang, name) for lang in LANGUAGES for name in ("index.md", WHOLE)]
each_page = pytest.mark.parametrize(("lang", "name"), PAGES)
each_scheme = pytest.mark.parametrize("scheme", SCHEMES)

AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
START_AXE = """rules => {
    // Also what nobody has seen yet; in the next frame scripts see to what scrolls.
    document.documentElement.classList.add('whole');
    const options = {
        resultTypes: ['violations'],
        // The only rule of WCAG 2.2 AA, which axe does not apply unless asked.
        ...(rules.length ? {runOnly: rules} : {rules: {'target-size': {enabled: true}}}),
    };
    const run = () => axe.run(document, options).then(({violations}) =>
        violations.flatMap(({id, nodes}) => nodes.map(n => `${id}: ${n.target} ${n.html}`)));
    window.found = new Promise(resolve =>
        requestAnimationFrame(() => setTimeout(() => run().then(resolve))));
}"""
ALL_RULES: list[str] = []
# What can differ between the schemes.
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
SIMPLIFY = """() => {
    for (const half of document.querySelectorAll('.katex-html, .katex-mathml math'))
        half.textContent = half.textContent;
    // Which elements with which classes and attributes: all but what the text and these say.
    const make = e => e.outerHTML
        .replace(/ (?!class|role|style|tabindex)([\\w-]+)="[^"]+"/g, ' $1')
        .replace(/>[^<]+/g, '>…');
    // Of elements that are made alike, all but three.
    const others = elements => {
        const alike = new Map();
        return [...elements].filter(e => {
            const made = make(e) + e.parentElement.className;
            alike.set(made, (alike.get(made) ?? 0) + 1);
            return alike.get(made) > 3;
        });
    };
    for (const body of document.querySelectorAll('tbody'))
        for (const row of others(body.children)) row.remove();
    // The program stays as wide as it is.
    for (const words of ['pre .line > :not(:has(*))', 'pre .line:not(:has(*))'])
        for (const word of others(document.querySelectorAll(words)))
            word.replaceWith(word.textContent);
}"""
FONTS = """() => [...document.fonts].filter(font => font.family.includes('KaTeX'))
    .map(font => [font.family, font.status])"""
# What sticks out of the window and cannot be scrolled by itself. KaTeX draws roots and arrows
# far too long and cuts them off.
STICKS_OUT = """() => {
    document.documentElement.classList.add('whole');
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
    undrawn: list[str] = field(default_factory=list)
    fonts: list[list[str]] = field(default_factory=list)
    sticks_out: list[str] = field(default_factory=list)
    axe: dict[int, list[str]] = field(default_factory=dict)  # by window width
    problems: list[str] = field(default_factory=list)


def start_axe(page: Page, rules: list[str]) -> None:
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE)
    page.evaluate(START_AXE, rules)


def axe_findings(page: Page) -> list[str]:
    return list(page.evaluate("() => window.found"))


def axe(page: Page) -> list[str]:
    """What axe finds wrong with the page as it stands."""
    start_axe(page, ALL_RULES)
    return axe_findings(page)


def look(page: Page, scheme: str) -> Visit:
    """What can be seen in a moment. Shapes are the same in both schemes: once is enough."""
    seen = Visit(page.evaluate("() => document.body.dataset.mdColorScheme"))
    if scheme == "light":
        seen.undrawn = undrawn(page)
        seen.fonts = page.evaluate(FONTS)
        page.set_viewport_size({"width": 320, "height": 640})
        seen.sticks_out = page.evaluate(STICKS_OUT)
    return seen


def look_with_axe(pages: list[Page], visits: list[Visit], rules: list[str]) -> None:
    for width, height in ((360, 740), (1440, 900)):
        for page in pages:
            page.set_viewport_size({"width": width, "height": height})
            start_axe(page, rules)
        for page, seen in zip(pages, visits, strict=True):
            seen.axe[width] = axe_findings(page)


class Sweep:
    """Visits each page, with its twin, the first time that a test asks for it."""

    def __init__(self, readers: Any, sites: Any) -> None:
        self.readers = readers
        self.sites = sites
        self.tabs: dict[tuple[str, str], list[tuple[Reader, Page]]] = {}
        self.visits: dict[tuple[str, str, str, str], Visit] = {}

    def __call__(self, prefix: str, lang: str, name: str, scheme: str) -> Visit:
        if (prefix, lang, name, scheme) not in self.visits:
            for language, seen in zip(LANGUAGES, self.both(prefix, name, scheme), strict=True):
                self.visits[prefix, language, name, scheme] = seen
        return self.visits[prefix, lang, name, scheme]

    def both(self, prefix: str, name: str, scheme: str) -> list[Visit]:
        readers, pages = zip(*self.open(prefix, scheme), strict=True)
        before = [len(reader.problems) for reader in readers]
        for page, lang in zip(pages, LANGUAGES, strict=True):
            page.set_viewport_size({"width": 1440, "height": 900})
            page.goto(self.sites[prefix].page(lang, name), wait_until="commit")
        for page in pages:
            loaded(page)
        visits = [look(page, scheme) for page in pages]
        if prefix == "/":
            for page in pages if name != WHOLE else ():
                page.evaluate(SIMPLIFY)
            look_with_axe(pages, visits, ALL_RULES if scheme == "light" else COLOUR_RULES)
        for seen, reader, count in zip(visits, readers, before, strict=True):
            seen.problems = reader.problems[count:]
        return visits

    def open(self, prefix: str, scheme: str) -> list[tuple[Reader, Page]]:
        """A tab for each language, in a context of its own."""
        if (prefix, scheme) not in self.tabs:
            options = {"color_scheme": scheme, "reduced_motion": "reduce"}
            readers = [self.readers(self.sites[prefix], **options) for _ in LANGUAGES]
            self.tabs[prefix, scheme] = [(r, r.context.new_page()) for r in readers]
        return self.tabs[prefix, scheme]


@pytest.fixture(scope="module")
def seen(module_readers: Any, sites: Any) -> Sweep:
    return Sweep(module_readers, sites)


@each_page
@each_scheme
def test_a_page_complains_of_nothing(seen: Sweep, lang: str, name: str, scheme: str) -> None:
    """No console message, no page error, no request to elsewhere, nothing missing."""
    assert seen("/", lang, name, scheme).problems == []


@pytest.mark.parametrize(("lang", "name"), SOME_PAGES)
def test_a_page_works_under_a_path(seen: Sweep, lang: str, name: str) -> None:
    visit = seen("/sub/", lang, name, "light")
    assert visit.problems == []
    assert visit.undrawn == []
    assert ["KaTeX_Main", "loaded"] in visit.fonts


@each_page
@each_scheme
def test_the_scheme_follows_the_system(seen: Sweep, lang: str, name: str, scheme: str) -> None:
    assert seen("/", lang, name, scheme).scheme == SCHEMES[scheme]


@each_page
def test_formulas_are_drawn(seen: Sweep, site: Site, lang: str, name: str) -> None:
    visit = seen("/", lang, name, "light")
    assert visit.undrawn == []
    assert "error" not in [status for _, status in visit.fonts]
    if site.ledger["pages"][f"{lang}/{name}"]["formulas"]:
        assert ["KaTeX_Main", "loaded"] in visit.fonts


@each_page
@each_scheme
@pytest.mark.parametrize("width", [1440, 360])
def test_axe_finds_nothing(seen: Sweep, lang: str, name: str, scheme: str, width: int) -> None:
    assert seen("/", lang, name, scheme).axe[width] == []


@each_page
def test_nothing_scrolls_sideways_at_320(seen: Sweep, lang: str, name: str) -> None:
    assert seen("/", lang, name, "light").sticks_out == []
