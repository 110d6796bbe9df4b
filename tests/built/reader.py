"""A reader with a browser, who notices whatever a page should not do."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    WebError,
    expect,
)

from tests.site import Site

# What Playwright says in place of a browser that starts no service worker.
BLOCKED = "Service Worker registration blocked by Playwright"
ANSWERS = count()
POLL = 20  # ms between two looks where there may be no frame to look in
TIMEOUT = 60_000  # ms; conditions are met in a fraction of it unless something is broken
expect.set_options(timeout=TIMEOUT)  # its own five seconds have been too few on a busy machine

# Formulas that a reader sees no glyphs of: KaTeX's boxes are empty, or there is none.
UNDRAWN = """() => {
    document.documentElement.classList.add('whole'); // also what nobody has seen yet
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    const boxes = formula => [...formula.querySelectorAll('.katex-html .katex-base')];
    const empty = box => !(box.getBoundingClientRect().width && box.getBoundingClientRect().height);
    return [
        ...[...document.querySelectorAll('.katex')]
            .filter(formula => !boxes(formula).length || boxes(formula).some(empty)),
        ...[...document.querySelectorAll('.arithmatex, .tex')]
            .filter(formula => !formula.querySelector('.katex')),
    ].map(element => element.textContent);
}"""
# Instant navigation follows a link only once Material has read the sitemap.
SITEMAP_READ = """() => performance.getEntriesByType('resource')
    .some(entry => entry.name.endsWith('/sitemap.xml') && entry.responseEnd)"""
# Without its bound, a page that is at rest already may never be called idle.
SETTLE = """() => {
    const settled = () => requestAnimationFrame(() => { window.settled = true; });
    window.settled = false;
    requestIdleCallback(settled, { timeout: 1000 });
}"""
VISIBLE_LINK = """url => [...document.querySelectorAll('a[href]')]
    .find(a => a.href === url && a.checkVisibility({visibilityProperty: true})
        && a.getBoundingClientRect().width)"""
WIDTH = "() => document.scrollingElement.scrollWidth - document.documentElement.clientWidth"


@dataclass
class Reader:
    """One browser context on one site. `problems` fills by itself."""

    site: Site
    context: BrowserContext
    problems: list[str] = field(default_factory=list)
    missing_is_fine: bool = False  # on purpose at an address that is not there
    forgiven: re.Pattern[str] | None = None  # problems that are none, now and later

    def __post_init__(self) -> None:
        self.context.set_default_timeout(TIMEOUT)
        self.context.on("console", self._console)
        self.context.on("weberror", self._error)
        self.context.on("request", self._request)
        self.context.on("requestfailed", self._failed)
        self.context.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.text == BLOCKED:
            return
        if message.type not in ("error", "warning") or self._missing(message.text):
            return
        self.problems.append(f"console {message.type}: {message.text} ({message.location})")

    def _error(self, error: WebError) -> None:
        self.problems.append(f"page error: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.site.url, "data:", "blob:", "about:")):
            self.problems.append(f"request leaves the site: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # given up when the reader goes on
            self.problems.append(f"request failed: {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400 and not self._missing(str(response.status)):
            self.problems.append(f"{response.status}: {response.url}")

    def _missing(self, text: str) -> bool:
        return self.missing_is_fine and "404" in text

    def open(self, url: str) -> Page:
        """A new tab with the page, loaded, its fonts in place and its scripts at rest."""
        page = self.context.new_page()
        visit(page, url)
        return page


def visit(page: Page, url: str) -> None:
    page.goto(url, wait_until="commit")
    loaded(page)


def loaded(page: Page) -> None:
    page.wait_for_load_state("load")
    page.evaluate("() => document.fonts.ready.then(() => undefined)")


def new_reader(browser: Browser, site: Site, **options: Any) -> Reader:
    """Without a service worker, unless asked for: it would answer before what a test puts there."""
    options.setdefault("viewport", {"width": 1440, "height": 900})
    options.setdefault("service_workers", "block")
    return Reader(site, browser.new_context(**options))


def settle(page: Page) -> None:
    """Wait until scripts are at rest and what they did is drawn.

    A wait that can end: `evaluate` would wait for ever for a frame that does not come.
    """
    page.evaluate(SETTLE)
    page.wait_for_function("() => window.settled", polling=POLL)


def lay_out(page: Page) -> None:
    """All of the page, in the fonts that it asks for only then."""
    page.evaluate("() => document.documentElement.classList.add('whole')")
    loaded(page)
    settle(page)


def follow(page: Page, url: str) -> None:
    """Click the first visible link to `url`."""
    link = page.evaluate_handle(VISIBLE_LINK, url).as_element()
    assert link is not None, f"{page.url} shows no link to {url}"
    link.click()
    link.dispose()  # otherwise the page that is left would be kept in memory


def ready_for_instant_navigation(page: Page) -> None:
    page.wait_for_function(SITEMAP_READ)
    settle(page)


def mark(page: Page) -> None:
    """Leave something in the window that a reload would wipe out."""
    ready_for_instant_navigation(page)
    page.evaluate("() => { window.stillHere = true }")


def was_reloaded(page: Page) -> bool:
    return not page.evaluate("() => Boolean(window.stillHere)")


def arrived(page: Page, site: Site, lang: str, name: str) -> None:
    """Wait until the page is there, its content included (the address changes before it)."""
    page.wait_for_url(lambda url: url.split("#")[0].split("?")[0] == site.page(lang, name))
    heading = site.tree(lang, name).find(".//h1").text_content()
    page.wait_for_function(
        "heading => document.querySelector('h1')?.textContent === heading", arg=heading
    )
    loaded(page)  # also the fonts of what has come
    settle(page)


def undrawn(page: Page) -> list[str]:
    return list(page.evaluate(UNDRAWN))


def has_focus(locator: Locator) -> bool:
    return bool(locator.evaluate("element => element === document.activeElement"))


def comes_true(page: Page, predicate: str, arg: Any = None) -> None:
    """Wait until an async predicate holds. `wait_for_function` takes its promise for true."""
    answer = f"answer{next(ANSWERS)}"
    page.wait_for_function(
        f"arg => {{ ({predicate})(arg).then(found => {{ window.{answer} = found; }});"
        f" return window.{answer}; }}",
        arg=arg,
    )
