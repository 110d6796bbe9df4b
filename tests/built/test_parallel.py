"""Parallel reading: each block's twin beneath it, on every page, remembered, and nothing broken."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, Route, expect

from tests.built.reader import arrived, follow, mark, settle, was_reloaded
from tests.built.test_marks import CENTRE, POP
from tests.built.test_sweep import STICKS_OUT, axe
from tests.site import LANGUAGES, NAMES, Site, other

GRADIENT, EXAMPLE, DEPTH = "basics/gradient-flow.md", "basics/worked-example.md", "basics/depth.md"
SWITCH, NOTE = ".reading__switch", ".reading__note"
# Sections of a page that are not the same in both languages, and how many pairs there are.
PAIR = """async ([script, url, twin]) => {
    const content = async url => new DOMParser()
        .parseFromString(await (await fetch(url)).text(), 'text/html')
        .querySelector('.chain, .sheet');
    const { pair } = await import(script);
    const { pairs, unpaired } = pair(await content(url), await content(twin));
    return [pairs.length, unpaired];
}"""
WRONG = """() => [...document.querySelectorAll('.twin, .twin *')].flatMap(element => [
    ...[...element.attributes].filter(a => /^on|^id$/.test(a.name)).map(a => a.name),
    ...(element.matches('script, button, input, form, iframe') ? [element.localName] : []),
])"""


def turn_on(page: Page) -> None:
    page.locator(SWITCH).click()
    expect(page.locator(SWITCH)).to_have_attribute("aria-checked", "true")


def test_every_page_pairs_with_its_twin(site: Site, readers: Any) -> None:
    page = readers(site).open(site.page("zh", EXAMPLE))
    script = page.locator(SWITCH).evaluate("s => new URL(s.dataset.src, location).href")
    for name in NAMES:
        switch = site.tree("zh", name).find_class("reading__switch")
        if not switch:
            continue
        url, twin = (site.page(lang, name) for lang in LANGUAGES)
        assert urljoin(url, switch[0].get("data-twin")) == twin
        count, unpaired = page.evaluate(PAIR, [script, url, twin])
        assert (name, unpaired) == (name, [])
        assert count > 10


@pytest.mark.parametrize("lang", LANGUAGES)
def test_twins_stand_beneath_their_blocks(any_site: Site, readers: Any, lang: str) -> None:
    """By keyboard; found by the same claims and links, and nothing that could run or repeat."""
    site, twin = any_site, other(lang)
    page = readers(site).open(site.page(lang, GRADIENT))
    scripts = "() => performance.getEntriesByType('resource').map(entry => entry.name)"
    assert not any("parallel" in name for name in page.evaluate(scripts))
    page.locator(SWITCH).focus()
    page.keyboard.press("Space")
    expect(page.locator(SWITCH)).to_have_attribute("aria-checked", "true")
    answer = page.locator(f".answer + .twin:lang({twin})")
    expect(answer).to_have_text(site.tree(twin, GRADIENT).find_class("answer")[0].text_content())
    assert page.evaluate(WRONG) == []
    ids = Counter(page.evaluate("() => [...document.querySelectorAll('[id]')].map(e => e.id)"))
    assert [i for i, count in ids.items() if count > 1] == []
    assert (
        page.locator("li .twin a")
        .last.evaluate("a => a.href")
        .startswith(site.page(twin, "index.md"))
    )
    page.mouse.move(*page.locator(".twin [data-claim]").first.evaluate(CENTRE))
    expect(page.locator(POP)).to_be_visible()
    page.mouse.move(0, 0)
    expect(page.locator(POP)).to_be_hidden()
    assert axe(page) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(STICKS_OUT) == []
    page.emulate_media(media="print")
    expect(answer).to_be_visible()
    page.emulate_media(media="screen")
    page.locator(SWITCH).focus()
    page.keyboard.press("Space")
    expect(page.locator(".twin")).to_have_count(0)
    expect(page.locator(SWITCH)).to_have_attribute("aria-checked", "false")


def test_it_is_remembered(any_site: Site, readers: Any) -> None:
    """Across pages, languages and visits; back where one was; until it is turned off."""
    site = any_site
    page = readers(site).open(site.page("zh", EXAMPLE))
    mark(page)
    turn_on(page)
    follow(page, site.page("zh", GRADIENT))
    arrived(page, site, "zh", GRADIENT)
    expect(page.locator(".answer + .twin")).to_be_visible()
    assert not was_reloaded(page)
    page.goto(site.page("en", DEPTH) + "#limits")
    expect(page.locator(".answer + .twin:lang(zh)")).to_have_count(1)
    expect(page.locator("#limits")).to_be_in_viewport()
    page.reload()
    expect(page.locator(".answer + .twin:lang(zh)")).to_have_count(1)
    expect(page.locator("#limits")).to_be_in_viewport()
    page.locator(SWITCH).click()
    expect(page.locator(".twin")).to_have_count(0)
    page.reload()
    expect(page.locator(SWITCH)).to_have_attribute("aria-checked", "false")
    settle(page)
    expect(page.locator(".twin")).to_have_count(0)


def test_a_refused_storage_is_no_error(site: Site, readers: Any) -> None:
    reader = readers(site)
    reader.context.add_init_script("""
        const { getItem, setItem } = Storage.prototype;
        const refuse = call => function (key, ...rest) {
            if (key.endsWith('.parallel')) throw new DOMException('refused', 'SecurityError');
            return call.call(this, key, ...rest);
        };
        Storage.prototype.getItem = refuse(getItem);
        Storage.prototype.setItem = refuse(setItem);
    """)
    page = reader.open(site.page("en", EXAMPLE))
    mark(page)
    turn_on(page)
    follow(page, site.page("en", GRADIENT))
    arrived(page, site, "en", GRADIENT)
    assert not was_reloaded(page)  # until which the choice lasts
    expect(page.locator(".answer + .twin")).to_be_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_failure_is_said_in_words_and_can_be_mended(site: Site, readers: Any, lang: str) -> None:
    """First the script cannot be had, then the page, then both can."""
    reader = readers(site)
    reader.missing_is_fine = True
    page = reader.open(site.page(lang, EXAMPLE))
    missing: list[str] = ["parallel", "twin"]

    def answer(route: Route) -> None:
        url = route.request.url
        kind = "parallel" if "parallel" in url else "twin" if url == twin else ""
        if kind in missing:
            route.fulfill(status=404, body="")
        else:
            route.continue_()

    twin = site.page(other(lang), EXAMPLE)
    page.route("**", answer)
    note, switch = page.locator(NOTE), page.locator(SWITCH)
    failed = note.get_attribute("data-failed") or ""
    while missing:
        switch.click()
        expect(note).to_have_text(failed)
        expect(switch).to_have_attribute("aria-checked", "false")
        expect(switch).not_to_have_attribute("aria-busy", "true")
        missing.pop(0)
    turn_on(page)
    expect(note).to_have_text("")
    assert page.locator(".twin").count() > 10


def test_both_languages_take_about_the_same_time(site: Site) -> None:
    times = {
        name: [
            int(re.sub(r"\D", "", span.text_content()))
            for lang in LANGUAGES
            for span in site.tree(lang, name).xpath("//*[@class='reading']/span[@data-generated]")
        ]
        for name in NAMES
    }
    shown = {name: found for name, found in times.items() if found}
    assert len(shown) > 5
    far = {n: t for n, t in shown.items() if len(t) != 2 or max(t) > 1.25 * min(t) + 1}
    assert far == {}
