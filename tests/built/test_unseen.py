"""On a phone, blocks that nobody has seen are not laid out, and no reader can tell."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.built.reader import arrived, loaded, mark, settle, was_reloaded
from tests.site import Site

NAME, FAR = "transformer/stability.md", "retune"
PHONE = {"viewport": {"width": 412, "height": 823}}
# Blocks whose contents the browser skips.
SKIPPED = """() => [...document.querySelectorAll(':is(.chain, .sheet, .limits) > * > :first-child')]
    .filter(e => e.checkVisibility() && !e.checkVisibility({contentVisibilityAuto: true})).length"""
ALL_LAID_OUT = f"() => !({SKIPPED})()"
MAKE_WHOLE = "() => document.documentElement.classList.add('whole')"
# How far below the header's edge a heading stands.
DISTANCE = """id => Math.round(document.getElementById(id).getBoundingClientRect().top
    - parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop))"""
# A heading above grows; how far that moves what the reader sees.
GROW = """async id => {
    const top = () => document.getElementById(id).getBoundingClientRect().top;
    const before = top();
    document.querySelector('.chain > h2').style.paddingBottom = '500px';
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    return Math.abs(top() - before);
}"""
# Notes whether a script takes the holding of the text from the browser.
WATCH = """new MutationObserver(changes => {
    window.heldByScript ||= changes.some(change => change.target === document.documentElement);
}).observe(document, {attributeFilter: ['style'], subtree: true});"""

FOCUS = """link => {
    link.focus();
    const { top } = link.getBoundingClientRect();
    return document.activeElement === link && top > 0 && top < innerHeight;
}"""


def layout_objects(page: Page) -> int:
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable")
    metrics = client.send("Performance.getMetrics")["metrics"]
    return int(next(m["value"] for m in metrics if m["name"] == "LayoutObjects"))


@pytest.mark.parametrize("name", [NAME, "answers/interview.md"])
def test_a_page_opened_at_its_top_is_laid_out_as_far_as_one_sees(
    site: Site, readers: Any, name: str
) -> None:
    """Nor do scripts, which all have run by now, ask for what would lay out the rest."""
    page = readers(site, **PHONE).open(site.page("zh", name))
    at_load = layout_objects(page)
    page.evaluate(MAKE_WHOLE)
    page.evaluate(
        "() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }"
    )
    page.wait_for_function(ALL_LAID_OUT)
    assert at_load < layout_objects(page) / 4


def test_a_link_leads_to_a_far_heading(site: Site, readers: Any) -> None:
    """It stands at the top, whatever is laid out above it, and a reload finds it again."""
    page = readers(site, **PHONE).open(site.page("zh", NAME) + f"#{FAR}")
    page.wait_for_function(ALL_LAID_OUT)
    loaded(page)  # also the fonts of what is laid out only now
    settle(page)
    assert abs(page.evaluate(DISTANCE, FAR)) <= 1
    page.add_init_script(WATCH)
    page.reload()
    assert page.evaluate(SKIPPED) == 0
    page.wait_for_function(f"id => Math.abs(({DISTANCE})(id)) <= 1", arg=FAR)
    settle(page)
    assert not page.evaluate("() => window.heldByScript")  # which would move it in between
    assert page.evaluate(GROW, FAR) <= 1


def test_back_is_where_one_was(site: Site, readers: Any) -> None:
    """Though the page is a new one, whose blocks nobody has seen."""
    page = readers(site, **PHONE).open(site.page("zh", NAME))
    mark(page)
    page.evaluate("id => document.querySelector(`a[href$='#${id}']`).click()", FAR)
    page.wait_for_function(ALL_LAID_OUT)
    loaded(page)
    settle(page)
    assert abs(page.evaluate(DISTANCE, FAR)) <= 1
    page.evaluate("() => document.querySelector('a[href$=\"/about/\"]').click()")
    arrived(page, site, "zh", "reference/about.md")
    # Material notes the place late: later still, in the entry that the reader has gone back to.
    page.wait_for_function("() => history.state?.y === scrollY")
    page.go_back()
    arrived(page, site, "zh", NAME)
    assert not was_reloaded(page)
    page.wait_for_function(f"id => Math.abs(({DISTANCE})(id)) <= 1", arg=FAR)


def test_what_is_skipped_can_be_found_focused_and_printed(site: Site, readers: Any) -> None:
    page = readers(site, **PHONE).open(site.page("zh", NAME))
    words = page.locator(f"#{FAR} ~ p").first.evaluate("p => p.firstChild.textContent.slice(0, 12)")
    assert page.evaluate("words => find(words)", words)
    expect(page.locator(f"#{FAR} ~ p").first).to_be_in_viewport()
    page = readers(site, **PHONE).open(site.page("zh", NAME))
    link = page.evaluate_handle("() => [...document.querySelectorAll('.chain > p a')].at(-1)")
    assert page.evaluate(FOCUS, link)
    page.emulate_media(media="print")
    page.wait_for_function(ALL_LAID_OUT)
