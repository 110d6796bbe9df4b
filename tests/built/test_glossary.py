"""The glossary's terms in running text: both names and the meaning, by mouse, key and finger."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.built import on_demand
from tests.built.reader import arrived, mark, was_reloaded
from tests.built.test_marks import POP, TOUCH, centre, closes, says
from tests.site import LANGUAGES, Site, other

DEPTH, EXAMPLE = "basics/depth.md", "basics/worked-example.md"


def first_term(site: Site, page: Page, lang: str, name: str) -> tuple[Any, dict[str, Any]]:
    """The first term that is explained on another page, and what its popover should say."""
    entries = on_demand.entries(site, site.tree(lang, name))
    keys = page.locator("article a.term").evaluate_all("terms => terms.map(t => t.dataset.term)")
    index = next(i for i, key in enumerate(keys) if "href" in entries[f"term:{key}"])
    return page.locator("article a.term").nth(index), entries[f"term:{keys[index]}"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_by_mouse_and_by_keyboard(any_site: Site, readers: Any, lang: str) -> None:
    """Hover shows it; the focus too, and one more Tab leads to the page that explains it."""
    site = any_site
    page = readers(site).open(site.page(lang, DEPTH))
    term, entry = first_term(site, page, lang, DEPTH)
    assert {*LANGUAGES, "means"} == set(entry["rows"])
    page.mouse.move(*centre(term))
    says(page, entry, "the term")
    assert (
        page.locator(f"{POP} dd[lang={other(lang)}]").text_content() == entry["rows"][other(lang)]
    )
    assert term.get_attribute("title") == ""  # the popover says it all
    page.keyboard.press("Escape")
    closes(page)
    term.focus()
    says(page, entry, "the term")
    page.keyboard.press("Tab")
    expect(page.locator(f"{POP} a")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(urljoin(site.page(lang, DEPTH), entry["href"]))


def test_by_finger(site: Site, readers: Any) -> None:
    """The first tap shows it, the second follows the link."""
    page = readers(site, **TOUCH).open(site.page("zh", DEPTH))
    term, entry = first_term(site, page, "zh", DEPTH)
    href = str(term.evaluate("a => a.href"))
    term.tap()
    says(page, entry, "the term")
    term.tap()
    page.wait_for_url(href)


def test_without_javascript(site: Site, readers: Any) -> None:
    page = readers(site, java_script_enabled=False).open(site.page("en", DEPTH))
    term, entry = first_term(site, page, "en", DEPTH)
    title = term.get_attribute("title") or ""
    assert entry["rows"]["zh"] in title
    assert entry["rows"]["means"] in title


def test_after_instant_navigation(site: Site, readers: Any) -> None:
    page = readers(site).open(site.page("en", EXAMPLE))
    mark(page)
    page.locator("a.page-end__previous").first.click()
    arrived(page, site, "en", "basics/gradient-flow.md")
    assert not was_reloaded(page)
    term, entry = first_term(site, page, "en", "basics/gradient-flow.md")
    page.mouse.move(*centre(term))
    says(page, entry, "the term")
