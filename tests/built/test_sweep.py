"""Every page, in both languages, loaded once and looked at from all sides in both schemes.

The two languages of a page are looked at side by side, each in a process of the browser's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.built.reader import Reader, loaded, settle, undrawn
from tests.site import EXPERIMENTS, LANGUAGES, NAMES, ROOT, Site

# A formula is a hundred elements, of which axe has nothing to say but about their colours; and of
# rows, paragraphs, entries of a menu, marks or words that are made alike and stand in places made
# alike, three speak for a thousand. One page keeps all as it is.
WHOLE = "basics/worked-example.md"
SCHEMES = {"light": "default", "dark": "slate"}
PAGES = [(lang, name) for lang in LANGUAGES for name in NAMES]
# Under a path only one page of each depth is opened: what it links to is tested in test_markup.
SOME_PAGES = [(lang, name) for lang in LANGUAGES for name in ("index.md", WHOLE)]
# One page of each kind is also opened in the dark.
DARK_PAGES = [(lang, name) for lang in LANGUAGES for name in (
    "index.md", WHOLE, "answers/interview.md", "demos/norm-position.md", EXPERIMENTS[0],
)]  # fmt: skip
each_page = pytest.mark.parametrize(("lang", "name"), PAGES)

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
    for (const formula of document.querySelectorAll('.katex'))
        formula.textContent = formula.querySelector('.katex-html').textContent;
    // Which elements with which classes and attributes: all but what the text and these say.
    const make = e => e.outerHTML
        .replace(/ (?!class|role|style|tabindex)([\\w-]+)="[^"]+"/g, ' $1')
        .replace(/>[^<]+/g, '>…');
    const place = e => e ? `${e.localName}.${e.className} ${place(e.parentElement)}` : '';
    // Of elements that are made alike, all but three.
    const others = elements => {
        const alike = new Map();
        return [...elements].filter(e => {
            const made = make(e) + place(e.parentElement);
            alike.set(made, (alike.get(made) ?? 0) + 1);
            return alike.get(made) > 3;
        });
    };
    for (const list of document.querySelectorAll('tbody, .md-nav__list'))
        for (const row of others(list.children)) row.remove();
    // What is left of a word is its text: a line stays as wide as it is.
    for (const words of [
        'pre .line > :not(:has(*))', 'pre .line:not(:has(*))', 'article .nb', 'article a.verified',
        'article a.term', 'article .katex',
    ])
        for (const word of others(document.querySelectorAll(words)))
            word.replaceWith(word.textContent);
    const blocks = document.querySelectorAll('article :is(p, li, .formula, .highlight)');
    for (const block of others(blocks)) block.remove();
    // Axe looks at no line of a drawing, unless it is a control.
    for (const line of document.querySelectorAll('svg :is(path, line, rect, circle, polyline)'))
        if (!line.matches('[role], [tabindex]')) line.remove();
}"""
CHOOSE = """scheme => {
    const choice = document.querySelector(`input[data-md-color-scheme=${scheme}]`);
    if (!choice.checked) choice.click();
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
    """What was seen on one page."""

    schemes: dict[str, str | None] = field(default_factory=dict)  # the page's, by the chosen
    undrawn: list[str] = field(default_factory=list)
    fonts: list[list[str]] = field(default_factory=list)
    sticks_out: list[str] = field(default_factory=list)
    axe: dict[tuple[str, int], list[str]] = field(default_factory=dict)  # by scheme and width
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


def scheme_of(page: Page) -> str | None:
    """The colour scheme that the page says it is in."""
    scheme: str | None = page.evaluate("() => document.body.dataset.mdColorScheme")
    return scheme


def turn(page: Page, scheme: str) -> None:
    """Choose the colour scheme, by the switch in the header."""
    page.evaluate(CHOOSE, SCHEMES[scheme])


def look(page: Page) -> Visit:
    """What can be seen in a moment; shapes are the same in both schemes."""
    seen = Visit(undrawn=undrawn(page))
    loaded(page)  # also the fonts of what was folded
    seen.fonts = page.evaluate(FONTS)
    page.set_viewport_size({"width": 320, "height": 640})
    settle(page)  # demos are drawn for this width in the next frame
    seen.sticks_out = page.evaluate(STICKS_OUT)
    return seen


def look_with_axe(pages: list[Page], visits: list[Visit]) -> None:
    """At both widths in both schemes, with as few changes as that takes."""
    for width, height, scheme in (
        (360, 740, "light"), (360, 740, "dark"), (1440, 900, "dark"), (1440, 900, "light"),
    ):  # fmt: skip
        for page in pages:
            page.set_viewport_size({"width": width, "height": height})
            turn(page, scheme)
            start_axe(page, ALL_RULES if scheme == "light" else COLOUR_RULES)
        for page, seen in zip(pages, visits, strict=True):
            seen.axe[scheme, width] = axe_findings(page)
            seen.schemes[scheme] = scheme_of(page)


class Sweep:
    """Visits each page, with its twin, the first time that a test asks for it."""

    def __init__(self, readers: Any, sites: Any) -> None:
        self.readers = readers
        self.sites = sites
        self.tabs: dict[str, list[tuple[Reader, Page]]] = {}
        self.visits: dict[tuple[str, str, str], Visit] = {}

    def __call__(self, prefix: str, lang: str, name: str) -> Visit:
        if (prefix, lang, name) not in self.visits:
            for language, seen in zip(LANGUAGES, self.both(prefix, name), strict=True):
                self.visits[prefix, language, name] = seen
        return self.visits[prefix, lang, name]

    def both(self, prefix: str, name: str) -> list[Visit]:
        readers, pages = zip(*self.open(prefix), strict=True)
        before = [len(reader.problems) for reader in readers]
        for page, lang in zip(pages, LANGUAGES, strict=True):
            page.set_viewport_size({"width": 1440, "height": 900})
            page.goto(self.sites[prefix].page(lang, name), wait_until="commit")
        for page in pages:
            loaded(page)
        visits = [look(page) for page in pages]
        if prefix == "/":
            for page in pages if name != WHOLE else ():
                page.evaluate(SIMPLIFY)
            look_with_axe(pages, visits)
        for seen, reader, count in zip(visits, readers, before, strict=True):
            seen.problems = reader.problems[count:]
        return visits

    def open(self, prefix: str) -> list[tuple[Reader, Page]]:
        """A tab for each language, in a context of its own."""
        if prefix not in self.tabs:
            options = {"color_scheme": "light", "reduced_motion": "reduce"}
            readers = [self.readers(self.sites[prefix], **options) for _ in LANGUAGES]
            self.tabs[prefix] = [(r, r.context.new_page()) for r in readers]
        return self.tabs[prefix]


@pytest.fixture(scope="module")
def seen(module_readers: Any, sites: Any) -> Sweep:
    return Sweep(module_readers, sites)


@each_page
def test_a_page_complains_of_nothing(seen: Sweep, lang: str, name: str) -> None:
    """No console message, no page error, no request to elsewhere, nothing missing."""
    assert seen("/", lang, name).problems == []


@pytest.mark.parametrize(("lang", "name"), SOME_PAGES)
def test_a_page_works_under_a_path(seen: Sweep, lang: str, name: str) -> None:
    visit = seen("/sub/", lang, name)
    assert visit.problems == []
    assert visit.undrawn == []
    assert ["KaTeX_Main", "loaded"] in visit.fonts


@each_page
def test_the_scheme_can_be_chosen(seen: Sweep, lang: str, name: str) -> None:
    assert seen("/", lang, name).schemes == SCHEMES


@pytest.mark.parametrize(("lang", "name"), DARK_PAGES)
def test_the_scheme_follows_the_system(site: Site, readers: Any, lang: str, name: str) -> None:
    page = readers(site, color_scheme="dark").open(site.page(lang, name))
    assert scheme_of(page) == SCHEMES["dark"]
    assert undrawn(page) == []


@each_page
def test_formulas_are_drawn(seen: Sweep, site: Site, lang: str, name: str) -> None:
    visit = seen("/", lang, name)
    assert visit.undrawn == []
    assert "error" not in [status for _, status in visit.fonts]
    if site.ledger["pages"][f"{lang}/{name}"]["formulas"]:
        assert ["KaTeX_Main", "loaded"] in visit.fonts


@each_page
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [1440, 360])
def test_axe_finds_nothing(seen: Sweep, lang: str, name: str, scheme: str, width: int) -> None:
    assert seen("/", lang, name).axe[scheme, width] == []


@each_page
def test_nothing_scrolls_sideways_at_320(seen: Sweep, lang: str, name: str) -> None:
    assert seen("/", lang, name).sticks_out == []
