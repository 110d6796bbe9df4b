"""From a number to the line of code that makes it: by mouse, by keyboard, by finger."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.built import on_demand
from tests.built.reader import (
    Reader,
    arrived,
    follow,
    loaded,
    mark,
    ready_for_instant_navigation,
    settle,
    was_reloaded,
)
from tests.built.test_sweep import axe
from tests.forms import fillable
from tests.site import LANGUAGES, Site

DELAY = 400  # ms, more than a popover takes to open or to close
HOME, GRADIENT, EXAMPLE = "index.md", "basics/gradient-flow.md", "basics/worked-example.md"
NUMBER, MARK, POP = "article [data-claim]", "article [data-claims], article [data-checks]", "#pop"
TOUCH = {"has_touch": True, "is_mobile": True, "viewport": {"width": 360, "height": 740}}
UNFOLD = "() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }"
CENTRE = """element => {
    element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
# The popover is open and shows these texts.
SAYS = """texts => {
    const pop = document.querySelector('#pop');
    return pop?.checkVisibility() && texts.every(text => pop.textContent.includes(text));
}"""
CLOSED = "() => !document.querySelector('#pop')?.checkVisibility()"
# Where to point at the popover's link to `place`.
LINK = """place => {
    const link = [...document.querySelectorAll('#pop a')].find(a => a.textContent === place);
    link.scrollIntoView({block: 'nearest'});
    const box = link.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
# The reader is at the address, its line is in the window, and nothing lies over it. A block that is
# wider than the window may have been scrolled, so that the line begins left of it.
ARRIVED = """([url, id]) => {
    const line = document.getElementById(id);
    if (location.href !== url || !line) return false;
    const {x, y, height} = line.getBoundingClientRect();
    const left = Math.max(x, (line.closest('code') ?? line).getBoundingClientRect().x);
    return line.contains(document.elementFromPoint(left + 8, y + height / 2));
}"""
# How many pixels, upwards and downwards from its middle, answer to a finger for a number.
REACH = """number => {
    number.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    const box = number.getBoundingClientRect();
    const link = number.closest('a');
    const hit = y => {
        const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2 + y);
        return found?.closest('[data-claim]') === number || link?.contains(found);
    };
    let up = 0, down = 0;
    while (up < 24 && hit(-up - 1)) up++;
    while (down < 24 && hit(down + 1)) down++;
    return hit(0) ? up + down + 1 : 0;
}"""
LOOK_OF = """element => {
    const {backgroundColor, boxShadow, outline, borderLeft} = getComputedStyle(element);
    return [backgroundColor, boxShadow, outline, borderLeft].join(' | ');
}"""


def entries(site: Site, lang: str, name: str) -> dict[str, Any]:
    """What the popovers of a page say, by claim."""
    return on_demand.entries(site, site.tree(lang, name))


def wait_until(page: Page, condition: str, argument: Any, what: str) -> None:
    try:
        page.wait_for_function(condition, arg=argument)
    except TimeoutError:
        shown = page.locator(POP).all_text_contents()
        pytest.fail(f"{what}\nat {page.url}\nthe popover: {shown}", pytrace=False)


def says(page: Page, entry: dict[str, Any], number: str) -> None:
    """The popover is open and shows every row of the entry and its place."""
    texts = [*entry["rows"].values(), entry["at"]]
    wait_until(page, SAYS, texts, f"{number}: the popover should say {texts}")


def is_at(page: Page, url: str, number: str) -> None:
    where = [url, urldefrag(url)[1]]
    wait_until(page, ARRIVED, where, f"{number}: should be at {url}, its line in sight")


def closes(page: Page) -> None:
    wait_until(page, CLOSED, None, "the popover should be closed")


def stop_clock(page: Page) -> None:
    """From now on the page's timers run only when they are told to."""
    page.clock.install(time=0)
    page.clock.pause_at(1)


def centre(number: Locator) -> tuple[float, float]:
    """Where to point at it, once it has been brought into sight."""
    number.evaluate(CENTRE)
    settle(number.page)  # what comes into sight is laid out, which may move it
    x, y = number.evaluate(CENTRE)
    return x, y


def open_unfolded(reader: Reader, lang: str, name: str) -> Page:
    """The page, its folds open: a first click on a link within it must not close them."""
    page = reader.open(reader.site.page(lang, name))
    ready_for_instant_navigation(page)
    page.evaluate(UNFOLD)
    loaded(page)
    return page


def go_back(page: Page, site: Site, lang: str, name: str) -> None:
    """Return from the page that a link has led to, if it was another."""
    if urldefrag(page.url)[0] != site.page(lang, name):
        page.go_back()
        arrived(page, site, lang, name)
        page.evaluate(UNFOLD)
    else:  # the address is there before the popover is told of it, and closes
        settle(page)
    closes(page)


def each_number(page: Page, site: Site, lang: str, name: str) -> Iterator[tuple[Any, Any, str]]:
    """Every claimed number of the page that is open, its entry, and what to call it."""
    numbers, known = page.locator(NUMBER), entries(site, lang, name)
    count = numbers.count()
    assert count
    for index in range(count):
        claim = numbers.nth(index).get_attribute("data-claim")
        yield numbers.nth(index), known[claim], f"number {index + 1}, {claim}"
        go_back(page, site, lang, name)


# Each hand on other pages: script and markup are the same everywhere, and test_markup follows every
# claim of every page to its line.
@pytest.mark.parametrize(("lang", "name"), [("zh", HOME), ("zh", EXAMPLE)])
def test_from_any_number_to_its_line_by_mouse(
    site: Site, readers: Any, lang: str, name: str
) -> None:
    """Point at the number, click the link in what opens."""
    page = open_unfolded(readers(site), lang, name)
    for number, entry, what in each_number(page, site, lang, name):
        page.mouse.move(*centre(number))
        says(page, entry, what)
        page.mouse.click(*page.evaluate(LINK, entry["at"]))
        is_at(page, urljoin(site.page(lang, name), entry["href"]), what)
        page.mouse.move(0, 0)


@pytest.mark.parametrize(("lang", "name"), [("en", HOME), ("zh", GRADIENT)])
def test_from_any_number_to_its_line_by_finger(
    site: Site, readers: Any, lang: str, name: str
) -> None:
    """Tap the number, tap the link in what opens."""
    page = open_unfolded(readers(site, **TOUCH), lang, name)
    for number, entry, what in each_number(page, site, lang, name):
        page.touchscreen.tap(*centre(number))
        says(page, entry, what)
        page.touchscreen.tap(*page.evaluate(LINK, entry["at"]))
        is_at(page, urljoin(site.page(lang, name), entry["href"]), what)


@pytest.mark.parametrize(("lang", "name"), [("zh", HOME), ("en", EXAMPLE)])
def test_from_any_mark_to_its_lines_by_keyboard(
    site: Site, readers: Any, lang: str, name: str
) -> None:
    """With Tab to the mark; Enter goes to its line, or Tab goes on to one of several links."""
    url = site.page(lang, name)
    page, known = open_unfolded(readers(site), lang, name), entries(site, lang, name)
    for index in range(page.locator(MARK).count()):
        target = page.locator(MARK).nth(index)
        claims, checks = (target.get_attribute(f"data-{kind}") for kind in ("claims", "checks"))
        ids = json.loads(claims or "[]") + json.loads(checks or "[]")
        for position, identifier in enumerate(ids):
            target.focus()
            says(page, known[identifier], identifier)
            for _ in range(position + 1 if len(ids) > 1 else 0):
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            is_at(page, urljoin(url, known[identifier]["href"]), identifier)
            go_back(page, site, lang, name)


@pytest.mark.parametrize(
    ("lang", "name"), [("en", HOME), ("zh", GRADIENT), ("zh", EXAMPLE), ("en", EXAMPLE)]
)
def test_a_finger_hits_a_number(site: Site, readers: Any, lang: str, name: str) -> None:
    page = open_unfolded(readers(site, **TOUCH), lang, name)
    heights = page.locator(NUMBER).evaluate_all(f"numbers => numbers.map({REACH})")
    claims = page.locator(NUMBER).evaluate_all("numbers => numbers.map(n => n.dataset.claim)")
    found = zip(claims, heights, strict=True)
    assert [f"{claim}: {height} px" for claim, height in found if height < 24] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_line_is_highlighted_on_arrival(any_site: Site, readers: Any, scheme: str) -> None:
    page = readers(any_site, color_scheme=scheme).open(any_site.page("zh", EXAMPLE))
    target = page.locator("a.verified").first
    url = str(target.evaluate("a => a.href"))
    line = page.locator(f"[id='{urldefrag(url)[1]}']")
    before = line.evaluate(LOOK_OF)
    target.click()
    expect(line).to_be_in_viewport()
    assert line.evaluate(LOOK_OF) != before
    page.reload()
    assert line.evaluate(LOOK_OF) != before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_marks_after_instant_navigation(any_site: Site, readers: Any, lang: str) -> None:
    page = readers(any_site).open(any_site.page(lang, "reference/about.md"))
    mark(page)
    for name in (GRADIENT, EXAMPLE):
        follow(page, any_site.page(lang, name))
        arrived(page, any_site, lang, name)
        number = page.locator(NUMBER).first
        entry = entries(any_site, lang, name)[number.get_attribute("data-claim")]
        page.mouse.move(*centre(number))
        says(page, entry, name)
        page.mouse.move(0, 0)
        closes(page)
    assert not was_reloaded(page)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_number_whose_program_is_on_another_page(any_site: Site, readers: Any, lang: str) -> None:
    """The home page shows no code: its numbers lead to the page that does, to the very line."""
    page = readers(any_site).open(any_site.page(lang, HOME))
    mark(page)
    target = page.locator(MARK).first
    href = str(target.evaluate("a => a.href"))
    assert urldefrag(href)[0] != any_site.page(lang, HOME)
    target.click()
    is_at(page, href, "the first mark")
    assert not was_reloaded(page)


def test_the_tab_key_stops_at_marks_and_escape_closes(site: Site, readers: Any) -> None:
    page = readers(site).open(site.page("en", EXAMPLE))
    target = page.locator("a.verified").first
    page.locator("article h1").click()
    for _ in range(10):
        page.keyboard.press("Tab")
        if target.evaluate("a => a === document.activeElement"):
            break
    expect(target).to_be_focused()
    expect(page.locator(POP)).to_be_visible()
    page.keyboard.press("Escape")
    closes(page)
    expect(target).to_be_focused()


def test_escape_closes_what_the_mouse_opened(site: Site, readers: Any) -> None:
    page = readers(site).open(site.page("en", EXAMPLE))
    page.mouse.move(*centre(page.locator(NUMBER).first))
    expect(page.locator(POP)).to_be_visible()
    page.keyboard.press("Escape")
    closes(page)


def test_the_popover_can_be_entered_by_mouse(site: Site, readers: Any) -> None:
    """Its text can be read and copied at leisure: it stays while the pointer is on it."""
    page = readers(site).open(site.page("en", EXAMPLE))
    page.mouse.move(*centre(page.locator(NUMBER).first))
    expect(page.locator(POP)).to_be_visible()
    box = page.locator(POP).bounding_box()
    assert box is not None
    stop_clock(page)  # the way there takes no time, however late frames come
    page.mouse.move(box["x"] + 20, box["y"] + 10, steps=5)
    page.clock.run_for(DELAY)
    expect(page.locator(POP)).to_be_visible()


def test_a_number_that_is_only_passed_over_opens_nothing(site: Site, readers: Any) -> None:
    page = readers(site).open(site.page("en", EXAMPLE))
    there = centre(page.locator(NUMBER).first)
    page.mouse.move(*there)
    expect(page.locator(POP)).to_be_visible()  # its entries are there
    page.mouse.move(0, 0)
    closes(page)
    stop_clock(page)
    page.mouse.move(*there)
    page.mouse.move(0, 0)
    page.clock.run_for(DELAY)
    expect(page.locator(POP)).to_be_hidden()
    page.mouse.move(*there)
    page.clock.run_for(DELAY)
    expect(page.locator(POP)).to_be_visible()


def test_a_mouse_that_lies_elsewhere_closes_nothing(site: Site, readers: Any) -> None:
    """What the keyboard has opened; the page may scroll beneath the mouse."""
    page = readers(site).open(site.page("en", EXAMPLE))
    elsewhere = centre(page.locator("article h1"))
    page.keyboard.press("Tab")
    page.locator("a.verified").first.focus()
    expect(page.locator(POP)).to_be_visible()
    stop_clock(page)
    page.mouse.move(*elsewhere)
    page.mouse.move(0, 0)
    page.clock.run_for(DELAY)
    expect(page.locator(POP)).to_be_visible()


def test_a_tap_elsewhere_closes(site: Site, readers: Any) -> None:
    page = readers(site, **TOUCH).open(site.page("zh", EXAMPLE))
    page.touchscreen.tap(*centre(page.locator(NUMBER).first))
    expect(page.locator(POP)).to_be_visible()
    page.locator("article h1").tap()
    closes(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("options", [{}, TOUCH], ids=["wide", "phone"])
def test_an_open_popover_is_accessible_and_in_the_window(
    site: Site, readers: Any, scheme: str, options: dict[str, Any]
) -> None:
    page = readers(site, color_scheme=scheme, **options).open(site.page("zh", EXAMPLE))
    target = page.locator("a.verified").first
    target.focus()
    pop = page.locator(POP)
    expect(pop).to_be_visible()
    expect(target).to_have_attribute("aria-describedby", "pop")
    box, window = pop.bounding_box(), page.viewport_size
    assert box is not None and window is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= window["width"]
    assert axe(page) == []


def test_a_cited_figure_shows_paper_and_place(site: Site, readers: Any) -> None:
    cited = [
        (key, claim)
        for key, ledger_page in site.ledger["pages"].items()
        for claim in ledger_page["claims"]
        if claim["kind"] == "cited"
    ]
    for key, claim in (cited[0], cited[-1]):
        lang, _, name = key.partition("/")
        work, _, figure = claim["name"].partition(".")
        source = site.ledger["references"][work]
        page = open_unfolded(readers(site), lang, name)
        page.mouse.move(*centre(page.locator(f"[data-claim='{claim['name']}']").first))
        pop = page.locator(POP)
        for text in (source["title"], str(source["year"]), source["figures"][figure]["where"]):
            expect(pop).to_contain_text(text)
        pop.locator(".pop__entry a").click()
        page.wait_for_url(site.page(lang, "reference/references.md") + f"#{work}")
        expect(page.locator(f"[id='{work}']")).to_be_in_viewport()


def test_one_can_link_to_a_number(site: Site, readers: Any) -> None:
    """By its popover, with one more Tab from the number; the link leads back to it."""
    page = readers(site).open(site.page("en", EXAMPLE))
    page.locator("a.verified[data-claims]").first.focus()
    expect(page.locator(POP)).to_be_visible()
    page.keyboard.press("Tab")
    link = page.locator(f"{POP} .pop__links a").first
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    closes(page)
    fragment = urldefrag(page.url)[1]
    assert fragment.startswith("claim-")
    expect(page.locator(f"a.verified[id='{fragment}']")).to_be_in_viewport()


def test_one_can_link_to_a_formula(site: Site, readers: Any) -> None:
    page = readers(site).open(site.page("zh", EXAMPLE))
    box = page.locator(".formula").first
    link = box.locator(".formula__link")
    expect(link).to_have_css("opacity", "0")
    box.hover()
    expect(link).to_have_css("opacity", "1")
    link.click()
    assert urldefrag(page.url)[1] == box.get_attribute("id")


# The site under test has no repository; with one, its footer has this link.
ADD_REPORT = """() => {
    const link = document.createElement('a');
    link.href = 'https://example.org/issues/new?template=wrong-number.yml&title=t&page=p&version=v';
    link.dataset.report = '';
    document.querySelector('footer').append(link);
}"""


def test_a_report_names_the_number(site: Site, readers: Any) -> None:
    page = readers(site).open(site.page("en", EXAMPLE))
    page.evaluate(ADD_REPORT)
    number = page.locator("a.verified[data-claims]").first
    number.focus()
    report = page.locator(f"{POP} .pop__links a").nth(1)
    query = parse_qs(urlsplit(str(report.evaluate("a => a.href"))).query)
    (name,) = json.loads(number.get_attribute("data-claims") or "")
    entry = entries(site, "en", EXAMPLE)[name]
    assert set(query) <= fillable("wrong-number.yml")
    assert query.pop("claim")[0].splitlines() == [
        f"Name: {name}",
        f"Computed: {entry['rows']['value']}",
        f"Code: {entry['rows']['code']}",
        entry["at"],
    ]
    assert query.pop("page") == [f"{page.url}#{number.get_attribute('id')}"]
    assert query == {"template": ["wrong-number.yml"], "title": ["t"], "version": ["v"]}
