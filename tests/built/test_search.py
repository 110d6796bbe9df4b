"""Search, typed as a reader types, or inserted as an input method commits it: without a key."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.built.reader import mark, undrawn, was_reloaded
from tests.site import LANGUAGES, Site

QUERY = "[data-md-component=search-query]"
RESULTS = ".md-search-result__list > li a.md-search-result__link"


def search(page: Page, words: str) -> list[str]:
    """The addresses found, best first."""
    page.locator("label[for=__search]:visible").first.click()
    query = page.locator(QUERY)
    expect(query).to_be_focused()
    query.fill("")
    page.keyboard.insert_text(words)
    expect(query).to_have_value(words)
    page.locator(RESULTS).first.wait_for()  # the index may take longer than `expect` waits
    return [str(a) for a in page.locator(RESULTS).evaluate_all("links => links.map(a => a.href)")]


@pytest.mark.parametrize("words", ["残差", "梯度消失", "恒等映射"])
def test_all_of_a_chinese_word_is_looked_for(site: Site, readers: Any, words: str) -> None:
    """Its last character too; nothing that was found is said to be missing; the page marks it."""
    page = readers(site).open(site.page("zh", "reference/about.md"))
    found = search(page, words)
    asked = parse_qs(urlsplit(found[0]).query)["h"][0]
    assert asked.replace(" ", "") == words
    first = page.locator(RESULTS).first
    expect(first.locator(".md-search-result__terms")).to_have_count(0)
    title = page.title()
    first.click()
    expect(page).not_to_have_title(title)  # the page that is left is marked too
    marks = page.locator("article mark:visible")
    marks.first.wait_for()
    assert set(words) <= set("".join(marks.all_inner_texts()))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "page"), [("ResNet", "history"), ("ReZero", "stability")])
def test_a_name_is_one_word(site: Site, readers: Any, lang: str, name: str, page: str) -> None:
    """However it is written, and not two words, which would begin a thousand others."""
    about = site.page(lang, "reference/about.md")
    found = [
        [result.partition("?")[0] for result in search(readers(site).open(about), words)]
        for words in (name, name.lower())
    ]
    assert found[0] == found[1]
    assert any(f"/{page}/" in result for result in found[0])


@pytest.mark.parametrize("words", ["initialization", "normalizing", "gradients"])
def test_other_forms_of_a_word_are_found(site: Site, readers: Any, words: str) -> None:
    """American where the pages are British, plural where they have the singular."""
    page = readers(site).open(site.page("en", "reference/about.md"))
    search(page, words)
    marked = {text.lower() for text in page.locator(f"{RESULTS} mark").all_inner_texts()}
    assert marked & {"initialisation", "normalisation", "gradient"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_misspelt_word_is_found(site: Site, readers: Any, lang: str) -> None:
    """As the one that was meant; the results say that the other stands nowhere."""
    page = readers(site).open(site.page(lang, "reference/about.md"))
    assert any("/gradient-flow/" in found for found in search(page, "graident"))
    first = page.locator(RESULTS).first
    expect(first.locator(".md-search-result__terms del").first).to_have_text("graident")
    assert "gradient" in {text.lower() for text in first.locator("mark").all_inner_texts()}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("words", ["x + F(x)", "1 + F'(x)"])
def test_a_letter_begins_no_word(site: Site, readers: Any, lang: str, words: str) -> None:
    """It is the name of something in a formula."""
    page = readers(site).open(site.page(lang, "reference/about.md"))
    search(page, words)
    marked = set(page.locator(f"{RESULTS} mark").all_inner_texts())
    assert "F" in marked
    assert not [text for text in marked if len(text) > 1 and text[0].lower() in "xf"]


def test_chinese_is_found_on_the_english_site(site: Site, readers: Any) -> None:
    """By any of its words: 连接 stands within 残差连接, a name of what the page explains."""
    page = readers(site).open(site.page("en", "reference/about.md"))
    assert any("/basics/residual-block/" in found for found in search(page, "连接"))


@pytest.mark.parametrize(
    ("prefix", "lang", "words"),
    [
        ("/", "zh", "雅可比"),
        ("/", "zh", "Jacobian"),
        ("/", "en", "Jacobian"),
        ("/sub/", "zh", "雅可比"),
        ("/sub/", "en", "jacobian"),
    ],
)
def test_the_jacobian_is_found(
    sites: Any, readers: Any, prefix: str, lang: str, words: str
) -> None:
    site = sites[prefix]
    page = readers(site).open(site.page(lang, "reference/about.md"))
    found = search(page, words)
    pages = [urlsplit(url)._replace(query="", fragment="").geturl() for url in found]
    spine = {site.page(lang, f"basics/{n}.md") for n in ("worked-example", "gradient-flow")}
    assert spine & set(pages)
    assert pages[0] in {*spine, site.page(lang, "transformer/residuals.md")}
    assert [url for url in found if site.at(url.split("?")[0].split("#")[0]) is None] == []
    english = site.page("en", "index.md")
    assert {url.startswith(english) for url in found} == {lang == "en"}


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("zh", "残差"),
        ("zh", "梯度"),
        ("zh", "梯度流动"),
        ("zh", "转置"),
        ("en", "gradient"),
        ("en", "shortcut"),
    ],
)
def test_words_of_the_pages_are_found(site: Site, readers: Any, lang: str, words: str) -> None:
    page = readers(site).open(site.page(lang, "reference/about.md"))
    assert search(page, words)


@pytest.mark.parametrize(("lang", "words"), [("zh", "雅可比"), ("en", "Jacobian")])
def test_a_result_opens_without_harm(site: Site, readers: Any, lang: str, words: str) -> None:
    """Highlighting the words that were found must not tear formulas apart."""
    page = readers(site).open(site.page(lang, "reference/about.md"))
    mark(page)
    search(page, words)
    page.locator(f"{RESULTS}[href*='/basics/']").filter(visible=True).first.click()
    page.wait_for_url(lambda url: "/basics/" in url)
    expect(page.locator(".md-content mark").filter(visible=True).first).to_be_visible()
    assert not was_reloaded(page)
    assert undrawn(page) == []


@pytest.mark.parametrize(
    ("words", "alike"),
    [
        ("1×1卷积", "1×1 卷积"),
        ("pytorch实现", "pytorch 实现"),
        ("残差ResNet", "残差 ResNet"),
        ("什么是残差流？", "残差流"),
        ("为什么是相加", "相加"),
        ("梯度会消失吗", "梯度会消失"),
    ],
)
def test_queries_that_find_the_same(site: Site, readers: Any, words: str, alike: str) -> None:
    """No space is needed between Chinese and Latin, and a question is its subject."""
    about = site.page("zh", "reference/about.md")
    found = [search(readers(site).open(about), query) for query in (words, alike)]
    assert found[0] and found[0] == found[1]


def test_what_makes_a_question_is_found_by_itself(site: Site, readers: Any) -> None:
    page = readers(site).open(site.page("zh", "reference/about.md"))
    assert search(page, "为什么")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_result_leads_to_its_place_on_a_phone(site: Site, readers: Any, lang: str) -> None:
    """Wherever the page stood that was searched from."""
    page = readers(site, viewport={"width": 360, "height": 740}).open(
        site.page(lang, "basics/intuition.md")
    )
    page.evaluate("() => scrollTo(0, 2000)")
    search(page, "ReZero")
    result = page.locator(f"{RESULTS}[href*='#']:not([href*='/intuition/'])").first
    place = urlsplit(str(result.evaluate("link => link.href"))).fragment
    result.click()
    page.wait_for_url(f"**#{place}")
    expect(page.locator("body")).not_to_have_attribute("data-md-scrolllock", "")
    expect(page.locator(f"[id='{place}']")).to_be_in_viewport()
    assert page.evaluate("scrollY") > 0


def test_a_figure_of_a_query_marks_no_other_numbers(site: Site, readers: Any) -> None:
    page = readers(site).open(site.page("en", "basics/depth.md") + "?h=1+gradient")
    marks = page.locator(".md-content mark:visible")
    marks.first.wait_for()
    assert {text.lower() for text in marks.all_inner_texts()} == {"gradient"}


def test_escape_leads_back_to_where_the_reader_was(site: Site, readers: Any) -> None:
    page = readers(site).open(site.page("en", "basics/gradient-flow.md"))
    link = page.locator("article p a:not([id])").first
    link.focus()
    top = page.evaluate("scrollY")
    page.keyboard.press("/")
    expect(page.locator(QUERY)).to_be_focused()
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    assert page.evaluate("scrollY") == top


def test_escape_closes_the_search(site: Site, readers: Any) -> None:
    page = readers(site).open(site.page("zh", "index.md"))
    search(page, "梯度")
    page.keyboard.press("Escape")
    expect(page.locator(RESULTS).first).to_be_hidden()


def test_words_typed_before_the_index_has_come(site: Site, readers: Any) -> None:
    """On a slow line they wait; nobody has to type them again. The worker does not wait."""
    reader = readers(site)
    held: list[Route] = []
    reader.context.route("**/search_index*.json*", lambda route: held.append(route))
    page = reader.open(site.page("zh", "reference/about.md"))
    with page.expect_worker(), page.expect_request("**/search_index*.json*"):
        page.locator("label[for=__search]:visible").first.click()
    page.keyboard.insert_text("梯度")
    page.keyboard.press("End")
    expect(page.locator(QUERY)).to_have_value("梯度")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    held.pop().continue_()
    page.locator(RESULTS).first.wait_for()
