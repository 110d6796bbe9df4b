"""Going from page to page: without a reload, back, to the other language, without JavaScript."""

from __future__ import annotations

from typing import Any
from urllib.parse import urldefrag

import pytest
from playwright.sync_api import Page, expect

from tests.built.reader import arrived, follow, mark, settle, undrawn, visit, was_reloaded
from tests.site import LANGUAGES, NAMES, Site, other

HOME, GRADIENT, EXAMPLE = "index.md", "basics/gradient-flow.md", "basics/worked-example.md"
GLOSSARY = "reference/glossary.md"
HASH = "#limits"
SWITCH = "header a[data-language-switch]"
each_language = pytest.mark.parametrize("lang", LANGUAGES)
# Each language at one of the two paths; what concerns both leads there and back.
each_start = pytest.mark.parametrize(
    ("prefix", "lang"), [("/", "zh"), ("/sub/", "en")], ids=["root-zh", "sub-en"]
)


def language_of(page: Page) -> str:
    return str(page.locator("html").get_attribute("lang")).split("-")[0]


@each_language
def test_links_do_not_reload(any_site: Site, readers: Any, lang: str) -> None:
    page = readers(any_site).open(any_site.page(lang, HOME))
    mark(page)
    for name in (GRADIENT, EXAMPLE, HOME):
        follow(page, any_site.page(lang, name))
        arrived(page, any_site, lang, name)
        assert not was_reloaded(page)
        assert page.title() == any_site.title(lang, name)
        assert language_of(page) == lang


@each_start
def test_formulas_after_instant_navigation_and_back(
    sites: Any, readers: Any, prefix: str, lang: str
) -> None:
    site = sites[prefix]
    page = readers(site).open(site.page(lang, "reference/about.md"))
    mark(page)
    follow(page, site.page(lang, GRADIENT))
    arrived(page, site, lang, GRADIENT)
    assert undrawn(page) == []
    follow(page, site.page(lang, EXAMPLE))
    arrived(page, site, lang, EXAMPLE)
    assert undrawn(page) == []
    page.go_back()
    arrived(page, site, lang, GRADIENT)
    assert undrawn(page) == []
    assert not was_reloaded(page)


def test_pages_that_were_left_are_let_go(site: Site, readers: Any) -> None:
    """However many were read, only the page that is shown is in memory."""
    reader = readers(site)
    page = reader.open(site.page("en", GRADIENT))
    mark(page)
    session = reader.context.new_cdp_session(page)
    session.send("Performance.enable")

    def nodes() -> int:
        session.send("HeapProfiler.collectGarbage")
        metrics = session.send("Performance.getMetrics")["metrics"]
        return int(next(metric["value"] for metric in metrics if metric["name"] == "Nodes"))

    def there_and_back() -> int:
        for name in ("reference/about.md", GRADIENT):
            follow(page, site.page("en", name))
            arrived(page, site, "en", name)
        return nodes()

    counts = [there_and_back() for _ in range(4)]
    page.locator("a.verified").first.focus()  # the popover has stood on the page that is left
    expect(page.locator("#pop")).to_be_visible()
    counts.append(there_and_back())
    assert not was_reloaded(page)
    assert max(counts[2:]) - counts[1] < counts[0] / 10, counts  # a page kept would double them


@each_start
def test_the_switch_keeps_page_and_hash_on_first_load(
    sites: Any, readers: Any, prefix: str, lang: str
) -> None:
    site = sites[prefix]
    page = readers(site).open(site.page(lang, EXAMPLE) + HASH)
    for target in (other(lang), lang):
        page.locator(SWITCH).click()
        page.wait_for_url(site.page(target, EXAMPLE) + HASH)
        arrived(page, site, target, EXAMPLE)
        assert language_of(page) == target
        assert undrawn(page) == []


@each_start
def test_the_switch_after_instant_navigation(
    sites: Any, readers: Any, prefix: str, lang: str
) -> None:
    site = sites[prefix]
    page = readers(site).open(site.page(lang, HOME))
    mark(page)
    for name in (GRADIENT, EXAMPLE, GRADIENT):
        follow(page, site.page(lang, name))
        arrived(page, site, lang, name)
    assert not was_reloaded(page)
    twin = site.page(other(lang), GRADIENT)
    expect(page.locator(SWITCH)).to_have_js_property("href", twin)
    follow(page, site.page(lang, GRADIENT) + HASH)
    expect(page.locator(SWITCH)).to_have_js_property("href", twin + HASH)
    page.locator(SWITCH).click()
    arrived(page, site, other(lang), GRADIENT)
    assert page.url == twin + HASH
    assert language_of(page) == other(lang)
    assert undrawn(page) == []
    page.locator(SWITCH).click()
    arrived(page, site, lang, GRADIENT)
    assert page.url == site.page(lang, GRADIENT) + HASH


@each_language
def test_the_switch_finds_the_readers_place(site: Site, readers: Any, lang: str) -> None:
    """Who has scrolled is shown the same section, though the address did not name it."""
    page = readers(site).open(site.page(lang, EXAMPLE))
    page.evaluate("() => document.getElementById('limits').scrollIntoView()")
    page.locator(SWITCH).evaluate("link => link.click()")  # a mouse's would scroll to it first
    arrived(page, site, other(lang), EXAMPLE)
    expect(page.locator("#limits")).to_be_in_viewport()


@each_language
def test_the_switch_finds_a_place_within_a_section(site: Site, readers: Any, lang: str) -> None:
    page = readers(site).open(site.page(lang, EXAMPLE))
    place = page.evaluate(
        """() => {
            const formula = document.querySelector('#backward ~ .formula[id]');
            formula.scrollIntoView();
            return formula.id;
        }"""
    )
    page.locator(SWITCH).evaluate("link => link.click()")
    arrived(page, site, other(lang), EXAMPLE)
    expect(page.locator(f"[id='{place}']")).to_be_in_viewport()


@each_language
def test_the_switch_leaves_a_demo_that_is_out_of_sight(site: Site, readers: Any, lang: str) -> None:
    page = readers(site).open(site.page(lang, EXAMPLE) + "#we.x1=3")
    page.evaluate("() => document.getElementById('limits').scrollIntoView()")
    page.locator(SWITCH).evaluate("link => link.click()")
    page.wait_for_url(site.page(other(lang), EXAMPLE) + "#limits")
    expect(page.locator("#limits")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("name", "anchor"), [("basics/depth.md", "degradation"), ("reference/references.md", "he2015")]
)
def test_the_contents_mark_what_was_followed(
    site: Site, readers: Any, name: str, anchor: str
) -> None:
    """And not the entry before."""
    page = readers(site).open(site.page("en", name))
    page.locator(f".md-sidebar--secondary a[href$='#{anchor}']").click()
    marked = page.locator(".md-sidebar--secondary .md-nav__link--active")
    expect(marked).to_have_attribute("href", site.page("en", name) + f"#{anchor}")


@each_language
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_the_switch_keeps_the_first_entry_in_sight(
    site: Site, readers: Any, lang: str, width: int, height: int
) -> None:
    """Entries are so short that several are in sight; focus in the header moves nothing."""
    page = readers(site, viewport={"width": width, "height": height}).open(
        site.page(lang, GLOSSARY)
    )
    page.evaluate("() => document.getElementById('projection-shortcut').scrollIntoView()")
    settle(page)
    top = page.evaluate("scrollY")
    page.locator(SWITCH).focus()
    settle(page)
    assert page.evaluate("scrollY") == top
    page.locator(SWITCH).click()
    arrived(page, site, other(lang), GLOSSARY)
    assert page.url == site.page(other(lang), GLOSSARY) + "#projection-shortcut"
    expect(page.locator("#projection-shortcut")).to_be_in_viewport()


@each_language
def test_the_switch_after_back(site: Site, readers: Any, lang: str) -> None:
    page = readers(site).open(site.page(lang, EXAMPLE))
    mark(page)
    follow(page, site.page(lang, GRADIENT))
    arrived(page, site, lang, GRADIENT)
    page.go_back()
    arrived(page, site, lang, EXAMPLE)
    expect(page.locator(SWITCH)).to_have_js_property("href", site.page(other(lang), EXAMPLE))


@each_start
def test_the_scheme_that_was_chosen_holds_in_both_languages(
    sites: Any, readers: Any, prefix: str, lang: str
) -> None:
    site = sites[prefix]
    page = readers(site, color_scheme="light").open(site.page(lang, EXAMPLE))
    body = page.locator("body")
    expect(body).to_have_attribute("data-md-color-scheme", "default")
    page.locator("[data-md-component=palette] label:visible").click()
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    page.locator(SWITCH).click()
    arrived(page, site, other(lang), EXAMPLE)
    expect(body).to_have_attribute("data-md-color-scheme", "slate")


@each_start
def test_without_javascript_everything_is_there(
    sites: Any, readers: Any, prefix: str, lang: str
) -> None:
    site = sites[prefix]
    page = readers(site, java_script_enabled=False).open(site.page(lang, EXAMPLE))
    formulas = page.locator("article .katex-html:visible")
    wanted = site.ledger["pages"][f"{lang}/{EXAMPLE}"]["formulas"]
    folded = page.locator("details:not([open]) .katex-html").count()
    assert formulas.count() >= len(wanted) - folded
    for formula in (formulas.first, formulas.last):
        box = formula.bounding_box()
        assert box is not None and box["width"] > 0 and box["height"] > 0
    first = page.locator("a.verified").first
    url, fragment = urldefrag(first.evaluate("a => a.href"))
    assert site.at(url) is not None
    first.click()
    page.wait_for_url(f"**#{fragment}")
    expect(page.locator(f"[id='{fragment}']")).to_be_in_viewport()
    page.goto(site.page(lang, EXAMPLE))
    page.locator(SWITCH).click()
    page.wait_for_url(site.page(other(lang), EXAMPLE))
    assert language_of(page) == other(lang)


@each_language
@pytest.mark.parametrize("name", NAMES)
def test_without_javascript_marks_lead_somewhere(site: Site, lang: str, name: str) -> None:
    """The links are in the markup; that their targets exist is tested with all other links."""
    tree = site.tree(lang, name)
    marks = tree.xpath("//*[@data-claims or @data-checks]")
    active = ("a", "button", "label", "summary")  # no link can stand within these
    bare = [m for m in marks if m.tag != "a" and not list(m.iterancestors(*active))]
    assert [m.text_content() for m in bare] == []
    assert [m for m in marks if m.tag == "a" and not m.get("href")] == []


@pytest.mark.parametrize(("path", "shown"), [("no-such-page", "zh"), ("en/no/such/page/", "en")])
def test_the_404_page_speaks_the_addresss_language(
    any_site: Site, readers: Any, path: str, shown: str
) -> None:
    reader = readers(any_site)
    reader.missing_is_fine = True
    page = reader.open(any_site.url + path)
    expect(page.locator(f"[data-not-found]:lang({shown})")).to_be_visible()
    expect(page.locator(f"[data-not-found]:lang({other(shown)})")).to_be_hidden()
    home = any_site.page(shown, HOME)
    follow(page, home)
    page.wait_for_url(home)
    visit(page, home)
    assert language_of(page) == shown
