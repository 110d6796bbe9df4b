"""A page as slides, in a browser: opened, turned, shared, left; and figures embedded elsewhere."""

from __future__ import annotations

import re
from typing import Any

import pytest
from lxml import etree, html
from playwright.sync_api import Page, expect

from tests.built.on_demand import copies
from tests.built.reader import (
    Reader,
    arrived,
    comes_true,
    follow,
    loaded,
    mark,
    settle,
    was_reloaded,
)
from tests.site import LANGUAGES, Site

GRADIENT, EXAMPLE = "basics/gradient-flow.md", "basics/worked-example.md"
COUNT, ON = ".slides__count", ".slides__on"
# The blocks of the page that are seen, by number, and how many there are.
SHOWN = """() => {
    const all = document.querySelectorAll('.slides__stage > *, .slides__stage > .limits > *');
    const blocks = [...all].filter(block => !block.matches('.limits, .reading, nav'));
    return [blocks.flatMap((block, i) => block.checkVisibility() ? [i] : []), blocks.length];
}"""
FITS = """() => {
    const stage = document.querySelector('.slides__stage');
    return stage.scrollWidth <= stage.clientWidth
        && document.scrollingElement.scrollHeight <= innerHeight;
}"""


def place(page: Page) -> tuple[int, int]:
    """Which slide of how many."""
    found = re.fullmatch(r"(\d+) / (\d+)", page.locator(COUNT).inner_text())
    assert found
    return int(found[1]), int(found[2])


def at(page: Page, number: int) -> None:
    expect(page.locator(COUNT)).to_have_text(re.compile(rf"^{number} /"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_talk(site: Site, readers: Any, lang: str) -> None:
    """Opened by the link, turned by every key, left by Esc where it had come to."""
    page = readers(site, viewport={"width": 1024, "height": 768}).open(site.page(lang, GRADIENT))
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    assert not [url for url in page.evaluate(LOADED) if "/slides." in url]  # not asked for yet
    page.locator(".reading__slides").click()
    at(page, 1)
    assert len([url for url in asked if "/slides." in url]) == 3
    expect(page).to_have_url(site.page(lang, GRADIENT) + "?slides#gradient-flow")
    expect(page.locator("h1")).to_be_in_viewport()
    expect(page.locator(".md-header")).to_be_hidden()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith(
        "第 1 张" if lang == "zh" else "1 of "
    )
    (seen, blocks), (_, count) = page.evaluate(SHOWN), place(page)
    for key in ["ArrowRight", "PageDown", "Space", "ArrowDown"]:
        page.keyboard.press(key)
    at(page, 5)
    for key in ["ArrowLeft", "PageUp", "Shift+Space", "ArrowUp"]:
        page.keyboard.press(key)
    at(page, 1)
    for number in range(2, count + 1):
        page.keyboard.press("ArrowRight")
        at(page, number)
        seen += page.evaluate(SHOWN)[0]
        assert page.evaluate(FITS), page.url
    page.keyboard.press("ArrowRight")
    at(page, count)
    page.keyboard.press("Home")
    at(page, 1)
    page.keyboard.press("End")
    at(page, count)
    address = page.url
    page.keyboard.press("Escape")
    expect(page.locator(COUNT)).to_have_count(0)
    expect(page).to_have_url(address.replace("?slides", ""))
    expect(page.locator("#next")).to_be_in_viewport()
    assert set(seen) == set(range(blocks)) and blocks > count > 20


LOADED = "() => performance.getEntriesByType('resource').map(entry => entry.name)"


def test_a_shared_slide_with_its_demo_and_its_answer(site: Site, readers: Any) -> None:
    """The address leads to the slide; what is on it works; paper shows the page."""
    page = readers(site).open(f"{site.page('en', GRADIENT)}?slides#gm.n=50")
    slider = page.locator("gradient-multiplier-demo input[type=range]").first
    expect(slider).to_be_visible()
    expect(slider).to_have_value("50")
    here, _ = place(page)
    slider.focus()
    page.keyboard.press("ArrowRight")  # the slider's
    expect(slider).to_have_value("51")
    at(page, here)
    page.keyboard.press("PageDown")  # a remote's, wherever the focus is
    page.keyboard.press("PageDown")
    page.wait_for_function(f"!document.querySelector('{COUNT}').textContent.startsWith('{here} ')")
    page.goto(f"{site.page('en', GRADIENT)}?slides#check")
    fold = page.locator("details").first
    text = fold.locator("p")
    expect(fold).to_be_visible()
    expect(text).to_be_hidden()
    fold.locator("summary").focus()
    page.keyboard.press("Space")  # the fold's
    expect(text).to_be_visible()
    page.evaluate("() => { location.hash = '#limits' }")
    expect(page.locator("#limits")).to_be_visible()
    expect(page.locator("#at-least-one")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".slides__bar")).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#next")).to_be_visible()
    page.emulate_media(media="screen")
    page.go_back()
    page.go_back()


def test_other_ways_in_and_out(site: Site, readers: Any) -> None:
    """By touch; by the browser's back; by a link to another page, without a reload."""
    reader = readers(site, viewport={"width": 360, "height": 740}, has_touch=True)
    page = reader.open(site.page("zh", EXAMPLE))
    mark(page)
    page.locator(".reading__slides").click()
    at(page, 1)
    page.evaluate(SWIPE, [300, 60])
    at(page, 2)
    page.evaluate(SWIPE, [60, 300])
    at(page, 1)
    page.locator("[data-do=on]").click()
    at(page, 2)
    page.set_viewport_size({"width": 900, "height": 500})
    settle(page)
    expect(page.locator(ON).first).to_be_visible()
    page.go_back()
    expect(page.locator(COUNT)).to_have_count(0)
    expect(page).to_have_url(site.page("zh", EXAMPLE))
    page.locator(".reading__slides").click()
    at(page, 1)
    page.keyboard.press("End")
    expect(page.locator("[data-do=on]")).to_be_disabled()
    follow(page, site.page("zh", GRADIENT))
    arrived(page, site, "zh", GRADIENT)
    assert not was_reloaded(page)
    expect(page.locator(COUNT)).to_have_count(0)
    expect(page.locator(".md-header")).to_be_visible()
    page.locator(".reading__slides").click()
    at(page, 1)


SWIPE = """([from, to]) => {
    const target = document.querySelector('.slides__on');
    const touch = x => new Touch({ identifier: 1, target, clientX: x, clientY: 300 });
    const send = (type, touches, changed) => target.dispatchEvent(
        new TouchEvent(type, { bubbles: true, touches, changedTouches: changed }));
    send('touchstart', [touch(from)], [touch(from)]);
    send('touchend', [], [touch(to)]);
}"""


def test_without_a_script_the_page_stays(site: Site, readers: Any) -> None:
    page = readers(site, java_script_enabled=False).context.new_page()
    page.goto(f"{site.page('en', EXAMPLE)}?slides")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".reading__slides")).to_be_hidden()


def test_figures_stand_alone_and_elsewhere(site: Site, readers: Any) -> None:
    """A figure's file names its source; the code that a page gives shows it, linked, in another."""
    codes = []
    for lang in LANGUAGES:
        tree = site.tree(lang, GRADIENT)
        figures = tree.xpath("//figure[@id][.//@data-figure]")
        assert len(figures) == 3
        for figure in figures:
            (href,) = figure.xpath(".//a[@data-figure]/@href")
            file = site.file(lang, GRADIENT).parent / href
            drawing = etree.parse(str(file)).getroot()
            assert drawing.get("aria-label") == figure.xpath("string(.//svg/@aria-label)")
            (source,) = drawing.iterfind("{*}a")
            assert "CC BY 4.0" in "".join(source.itertext())
            assert source.get("href") == f"{site.page(lang, GRADIENT)}#{figure.get('id')}"
        codes += copies(site, tree, "//figure[@id][.//@data-figure]//button")
    reader = readers(site)
    page = elsewhere(reader, "".join(codes))
    page.wait_for_function("[...document.images].every(image => image.complete)")
    assert page.evaluate("[...document.images].every(i => i.naturalWidth && i.alt)")
    link = html.fragment_fromstring(codes[0])
    page.goto(link.get("href"))
    loaded(page)
    figure = page.locator("figure[id]").first
    expect(figure).to_be_in_viewport()
    share = figure.locator(".figure__share")
    expect(share).to_have_css("opacity", "0")
    figure.hover()
    expect(share).to_have_css("opacity", "1")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    share.locator("button").click()
    comes_true(page, COPIED, codes[0])
    page.goto(f"{site.url}figures/two-paths.svg")  # its style is allowed by hash where hosts add it
    assert page.evaluate("getComputedStyle(document.querySelector('rect')).fill") != "none"


def elsewhere(reader: Reader, body: str) -> Page:
    """A page of somebody else's."""
    page = reader.context.new_page()
    url = f"{reader.site.url}elsewhere/"
    document = f'<!doctype html><link rel="icon" href="data:,">{body}'
    page.route(url, lambda route: route.fulfill(body=document, content_type="text/html"))
    page.goto(url)
    return page


COPIED = "async code => await navigator.clipboard.readText() === code"


def test_an_embedded_demo_says_where_it_is_from(site: Site, readers: Any) -> None:
    address = site.page("en", "demos/residual.md")
    reader = readers(site)
    expect(reader.open(address).locator(".source")).to_be_hidden()
    page = elsewhere(reader, f'<iframe src="{address}" width="800" height="600"></iframe>')
    source = page.frame_locator("iframe").locator(".source")
    expect(source).to_be_visible()
    expect(source).to_contain_text("CC BY 4.0")
    expect(source.locator(f"a[href='{address}'][target=_top]")).to_be_visible()
