"""Whatever a reader types, or an address, a file or the browser's storage carries, is never markup.

Every page's policy would stop most of what these strings try. Here it is switched off, so that what
ran, or was fetched, would be noticed; and they must not even become elements.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from render.demos import DEMOS
from tests.built.reader import (
    Reader,
    arrived,
    follow,
    ready_for_instant_navigation,
    settle,
)
from tests.built.test_parallel import turn_on
from tests.built.test_search import QUERY, RESULTS
from tests.site import LANGUAGES, Site, other

ATTACKS = (
    "<img src=x onerror=attack() data-attack>",
    '"><svg onload=attack() data-attack></svg>',
    "'><script data-attack>attack()</script>",
    "</script><script data-attack>attack()</script>",
    "</title></template></textarea><b data-attack>",
    '<a href="javascript:attack()" data-attack>x</a>',
    "javascript:attack()",
    '"] <b data-attack>',
    "%3Cimg src=x onerror=attack() data-attack%3E",
    "&lt;b data-attack&gt; \\u003cb data-attack\\u003e \\x3cb data-attack\\x3e",
    "<attack>",  # one word to the search
    "{{attack()}} ${attack()} `attack()`",
    "%E0%A4%A",  # cannot be decoded
    "__proto__",
    "constructor",
)
UNDECODABLE = "%E0%A4%A"
TRAP = "window.attacks = 0; window.attack = () => { window.attacks += 1; };"
# Elements that an attack became, handlers and links that would run one, and attacks that ran.
BREACHES = """() => [
    ...[...document.querySelectorAll('*')].filter(element =>
        element.matches('attack, [data-attack]')
        || [...element.attributes].some(({name}) => /^on/i.test(name))
        || /^\\s*(javascript|data):/i.test(element.getAttribute('href') ?? ''))
        .map(element => element.outerHTML.slice(0, 200)),
    ...(window.attacks ? [`ran ${window.attacks} times`] : []),
]"""
# Set the place of the address to each of these, one after the other, each taken up by the page.
VISIT = """async places => {
    for (const place of places) {
        const changed = new Promise(done => addEventListener('hashchange', done, { once: true }));
        const before = location.href;
        location.hash = place;
        if (location.href !== before) await changed;
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    }
}"""
POISON = """<img src=x onerror=attack()><svg onload=attack()><a xlink:href="javascript:attack()">
<animate attributeName="href" values="javascript:attack()"></animate><path d="M0 0"></path></a>
<image href="https://x.org/x.png"></image></svg><script>attack()</script>
<a href=" JaVaScRiPt:attack()" onclick="attack()">x</a><a href="data:text/html,x">x</a>
<math href="javascript:attack()"><mi xlink:href="javascript:attack()">x</mi></math>
<iframe srcdoc="<script>attack()</script>"></iframe><input onfocus=attack() autofocus>
<button formaction="javascript:attack()">x</button><video src="https://x.org/x" onerror=attack()>
</video><style>* { color: red }</style><link rel="stylesheet" href="https://x.org/x.css">"""
# What in a twin would run, fetch or rule other parts of the page.
DANGEROUS = """() => [...document.querySelectorAll('.twin *')].filter(element =>
    !element.matches('a, b, strong, em, i, code, span, sub, sup, br, wbr, abbr, kbd, del')
    && !element.matches('svg, path, line') && !element.closest('math')
    || element.matches('[src], [srcset], [formaction], :not(a)[href]')
    || element.hasAttribute('xlink:href'))
    .map(element => element.outerHTML.slice(0, 200))"""


@pytest.fixture
def attacked(site: Site, readers: Any) -> Callable[..., Page]:
    """Open a page at an address below the site; further `scripts` run before its own."""

    def open_page(address: str, *scripts: str) -> Page:
        reader: Reader = readers(site, bypass_csp=True)
        reader.missing_is_fine = "no-such-page" in address
        for script in (TRAP, *scripts):
            reader.context.add_init_script(script)
        return reader.open(site.url + address)

    return open_page


def breaches(page: Page) -> list[str]:
    settle(page)
    return list(page.evaluate(BREACHES))


@pytest.mark.parametrize(("folder", "word"), [("", "残差"), ("en/", "residual")])
def test_the_search(site: Site, attacked: Any, folder: str, word: str) -> None:
    """Typed; and in an address, as words to search for and as words to highlight."""
    everything = " ".join((*ATTACKS, word))
    page = attacked(f"{folder}basics/depth/")
    page.locator("label[for=__search]:visible").first.click()
    page.locator(QUERY).fill(everything)
    page.locator(QUERY).press("End")
    page.locator(RESULTS).first.wait_for()
    assert breaches(page) == []
    page.goto(f"{site.url}{folder}basics/depth/?q={quote(everything)}")
    page.locator(RESULTS).first.wait_for()
    assert breaches(page) == []
    page.goto(f"{site.url}{folder}basics/depth/?h={quote(everything)}")
    page.locator("mark[data-md-highlight]").first.wait_for(state="attached")
    assert breaches(page) == []


@pytest.mark.parametrize("name", ["answers/interview.md", "basics/worked-example.md"])
def test_the_place_in_an_address(site: Site, attacked: Any, name: str) -> None:
    """At the start, after instant navigation, changed on the page, and on the way back."""
    start = site.page("en", name if "interview" in name else "basics/depth.md").removeprefix(
        site.url
    )
    page = attacked(f"{start}#{UNDECODABLE}")
    if site.page("en", name) not in page.url:
        ready_for_instant_navigation(page)
        follow(page, site.page("en", name))
        arrived(page, site, "en", name)
    if "interview" in name:
        expect(page.locator(".self-test")).to_be_visible()
    page.evaluate(VISIT, list(ATTACKS))
    assert breaches(page) == []
    for _ in range(4):
        before = page.url
        page.evaluate("() => history.back()")
        page.wait_for_function("before => location.href !== before", arg=before)
    assert breaches(page) == []
    switch = page.locator("[data-language-switch]").first.evaluate("link => link.href")
    assert switch.startswith(site.url)


def test_the_place_among_slides(attacked: Any) -> None:
    page = attacked(f"en/basics/depth/?slides={quote(ATTACKS[0])}#{UNDECODABLE}")
    page.locator(".slides__bar").wait_for()
    page.evaluate(VISIT, list(ATTACKS))
    assert breaches(page) == []
    assert page.locator(".slides__bar").count() == 1


@pytest.mark.parametrize("demo", DEMOS)
def test_the_state_of_a_demo(attacked: Any, demo: str) -> None:
    """Every parameter is given every attack; all stay what they may be, and are said as text."""
    page = attacked(f"en/demos/{demo}/")
    tag = f"{demo}-demo"
    page.wait_for_function("tag => document.querySelector(tag)?.state", arg=tag)
    names = page.locator(tag).evaluate("demo => Object.keys(demo.constructor.params)")
    scope = page.locator(tag).evaluate("demo => demo.scope")
    before = page.locator(tag).evaluate("demo => JSON.stringify(demo.state)")
    page.evaluate(
        VISIT,
        ["&".join(f"{scope}.{name}={quote(attack)}" for name in names) for attack in ATTACKS],
    )
    assert page.locator(tag).evaluate("demo => JSON.stringify(demo.state)") == before
    expect(page.locator(f"{tag} .demo__notice")).not_to_be_empty()
    for field in page.locator(f"{tag} input[type=text]").all()[:2]:
        field.fill(ATTACKS[0])
        field.press("Enter")
    assert breaches(page) == []
    page.wait_for_function("() => !location.hash.includes('attack')")  # written again, as it is


def test_the_self_test(attacked: Any, tmp_path: Path) -> None:
    """Progress from a file, and whatever the browser has stored."""
    card = {"box": 1, "due": 1, "seen": 1}
    stored = {
        "/.self-test": json.dumps({"format": ATTACKS[0], "version": 1, "cards": {}}),
        "/.parallel": ATTACKS[0],
        "/.__palette": json.dumps({"index": 0, "color": {"scheme": ATTACKS[1]}}),
    }
    fill = "".join(
        f"localStorage.setItem({json.dumps(k)}, {json.dumps(v)});" for k, v in stored.items()
    )
    page = attacked("en/answers/interview/", f"try {{ {fill} }} catch {{ /* about:blank */ }}")
    message = page.locator(".self-test__message")
    expect(message).not_to_be_empty()
    file = tmp_path / "progress.json"
    chooser = page.locator(".self-test input[type=file]")
    ours = {"format": "residual-connections/self-test", "version": 1, "cards": {}}
    cards = [ours | {"cards": {attack: card}} for attack in ATTACKS]
    for content in (*cards, ours | {"format": ATTACKS[0]}, ATTACKS[0]):
        file.write_text(json.dumps(content), encoding="utf-8")
        message.evaluate("message => { message.textContent = ''; }")
        chooser.set_input_files(file)
        expect(message).not_to_be_empty()
    assert breaches(page) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_that_parallel_reading_fetches(site: Site, attacked: Any, lang: str) -> None:
    """Even a twin that somebody has put markup into brings nothing that runs or fetches."""
    name = "basics/depth.md"
    poisoned = site.file(other(lang), name).read_text(encoding="utf-8")
    poisoned = poisoned.replace("<p>", f"<p>{POISON}")

    def serve(route: Route) -> None:
        route.fulfill(body=poisoned, content_type="text/html; charset=utf-8")

    page = attacked(site.page(lang, name).removeprefix(site.url))
    page.route(site.page(other(lang), name), serve)
    turn_on(page)
    expect(page.locator(".twin").first).to_be_visible()
    assert page.locator(".twin path").count()  # the poison has come, what is harmless in it
    assert page.evaluate(DANGEROUS) == []
    assert breaches(page) == []


def test_addresses_of_no_page(site: Site, attacked: Any) -> None:
    page = attacked(f"no-such-page/{quote(' '.join(ATTACKS), safe='')}?q={quote(ATTACKS[0])}")
    assert page.locator("[data-not-found]:visible").count() == 1
    assert breaches(page) == []
    # What begins like the address of another site stays a path of this one.
    page = attacked("//basics/depth/")
    switch = page.locator("[data-language-switch]").first.evaluate("link => link.href")
    assert switch.startswith(site.url)
