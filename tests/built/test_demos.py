"""The demos in a browser: in both languages, alone and on a page, and whatever is done to them."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, Route, expect

from tests.built.reader import (
    Reader,
    arrived,
    comes_true,
    follow,
    lay_out,
    loaded,
    mark,
    settle,
    visit,
    was_reloaded,
)
from tests.built.test_sweep import STICKS_OUT, axe
from tests.demos import CASES, differences
from tests.site import LANGUAGES, Site

# The page on which each demo stands beside its own.
HOMES = {
    "residual": "basics/residual-block.md",
    "gradient-multiplier": "basics/gradient-flow.md",
    "norm-position": "transformer/residuals.md",
    "worked-example": "basics/worked-example.md",
    "depth-journey": "basics/intuition.md",
}
each_demo = pytest.mark.parametrize("demo", HOMES)
each_draggable = pytest.mark.parametrize("demo", ["residual", "gradient-multiplier"])
each_player = pytest.mark.parametrize("demo", ["norm-position", "depth-journey"])
each_language = pytest.mark.parametrize("lang", LANGUAGES)
GRADIENT = "gradient-multiplier"
PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 360, "height": 740}}
AWAKE = """tag => [...document.querySelectorAll(tag)].length
    && [...document.querySelectorAll(tag)].every(demo => demo.state && demo.childElementCount)"""
STILL = """tag => {
    const copy = document.querySelector(tag).cloneNode(true);
    for (const code of copy.querySelectorAll('.demo__embed')) code.remove();
    for (const element of copy.querySelectorAll('*'))
        for (const name of ['data-value', 'value', 'checked', 'href'])
            element.removeAttribute(name);
    return copy.innerHTML;
}"""
CUT_OFF = """tag => [...document.querySelectorAll(`${tag} svg text`)].filter(text => {
    const {left, right} = text.getBoundingClientRect();
    return text.checkVisibility() && (left < 0 || right > innerWidth);
}).map(text => text.textContent).concat(
    [...document.querySelectorAll(`${tag} input`)]
        .filter(input => input.scrollWidth > input.clientWidth)
        .map(input => input.value))"""
COPIED = "async start => (await navigator.clipboard.readText()).startsWith(start)"
BOX = "tag => JSON.stringify(document.querySelector(tag).getBoundingClientRect())"
BROKEN = """tag => [...document.querySelectorAll(tag)].flatMap(demo => [
    ...demo.innerText.match(/NaN|Infinity|undefined|null|\\[object/g) ?? [],
    ...[...demo.querySelectorAll('*')].flatMap(element => [...element.attributes])
        .filter(({name}) => name !== 'href')
        .filter(({value}) => /NaN|Infinity|undefined|\\[object/.test(value))
        .map(({name, value}) => `${name}=${value}`),
])"""


def alone(site: Site, lang: str, demo: str) -> str:
    return site.page(lang, f"demos/{demo}.md")


def modules(site: Site) -> str:
    """Where the demos' modules are served: the folder's name changes with their content."""
    (folder,) = (site.folder / "assets").glob("demos.*")
    return urljoin(site.url, f"assets/{folder.name}")


def wake(page: Page, demo: str) -> None:
    """Bring the demo into the window and wait until it answers, in the fonts of its formulas.

    A formula's width changes with its fonts, and a demo asks for them when it first draws.
    """
    tag = f"{demo}-demo"
    page.locator(tag).first.scroll_into_view_if_needed()
    page.wait_for_function(AWAKE, arg=tag)
    settle(page)
    loaded(page)


def state(page: Page, demo: str) -> dict[str, Any]:
    return dict(page.locator(f"{demo}-demo").first.evaluate("demo => ({...demo.state})"))


def open_alone(reader: Reader, lang: str, demo: str, address: str = "") -> Page:
    page = reader.open(alone(reader.site, lang, demo) + address)
    wake(page, demo)
    return page


def rested(page: Page, demo: str) -> str:
    """What a screen reader is told, once values have settled."""
    said = page.locator(f"{demo}-demo .demo__said").first
    expect(said).not_to_be_empty()
    return said.inner_text()


# --- truth --------------------------------------------------------------------------------------


def test_the_browser_computes_what_the_snippets_do(site: Site, readers: Any) -> None:
    """The same modules as in Node, on the same cases."""
    page = readers(site).open(alone(site, "en", GRADIENT))
    folder = modules(site)
    for case in CASES:
        module = f"{folder}/{case.module}"
        results = page.evaluate(
            """async ([module, call, cases]) => {
                const found = await import(module);
                return cases.map(args => found[call](...args));
            }""",
            [module, case.call, case.arguments()],
        )
        assert differences(case, results) == []


# --- the still and what becomes of it -----------------------------------------------------------


@each_demo
@each_language
@pytest.mark.parametrize("width", [1440, 360])
def test_nothing_moves_when_the_script_comes(
    site: Site, readers: Any, demo: str, lang: str, width: int
) -> None:
    """The first drawing is the still, element for element; only places of claims are taken away."""
    reader = readers(site, viewport={"width": width, "height": 800})
    held: list[Route] = []
    reader.context.route(f"**/demos.*/{demo}.js", lambda route: held.append(route))
    page = reader.open(site.page(lang, HOMES[demo]))
    lay_out(page)
    tag = f"{demo}-demo"
    assert not held, "loaded before it came into view"
    with page.expect_request(f"**/demos.*/{demo}.js"):
        page.locator(tag).scroll_into_view_if_needed()
    settle(page)
    loaded(page)
    before = [page.evaluate(STILL, tag), page.evaluate(BOX, tag)]
    held.pop().continue_()
    wake(page, demo)
    assert [page.evaluate(STILL, tag), page.evaluate(BOX, tag)] == before
    assert page.locator(f"{tag} [data-value]").filter(visible=True).count() == 0


@each_demo
def test_without_javascript_the_still_is_there(site: Site, readers: Any, demo: str) -> None:
    page = readers(site, java_script_enabled=False).open(alone(site, "zh", demo))
    expect(page.locator(f"{demo}-demo [data-value]").filter(visible=True).first).to_be_visible()
    expect(page.locator(f"{demo}-demo .demo__remark")).to_be_visible()
    assert page.locator(f"{demo}-demo :is(input, button)").filter(visible=True).count() == 0


@each_demo
@each_language
def test_from_a_page_to_the_demo_alone_and_back(
    sites: Any, readers: Any, demo: str, lang: str
) -> None:
    """Under the site's policy, which the reader's problems would tell of."""
    site = sites["/sub/"]
    page = readers(site).open(site.page(lang, HOMES[demo]))
    mark(page)
    wake(page, demo)
    page.locator(f"{demo}-demo .demo__bar a").click()
    arrived(page, site, lang, f"demos/{demo}.md")
    wake(page, demo)
    page.locator(f"{demo}-demo [data-preset]").nth(1).click()
    page.locator(".back a, a.back").click()
    arrived(page, site, lang, HOMES[demo])
    assert not was_reloaded(page)


# --- setting values -----------------------------------------------------------------------------


@each_demo
@each_language
def test_every_preset_and_extreme(site: Site, readers: Any, demo: str, lang: str) -> None:
    """Nothing breaks and nothing sticks out, whatever is chosen; axe finds nothing in the last."""
    page = open_alone(readers(site, viewport={"width": 320, "height": 700}), lang, demo)
    buttons = page.locator(f"{demo}-demo [data-preset]")
    for index in range(buttons.count()):
        buttons.nth(index).click()
        settle(page)
        expect(buttons.nth(index)).to_have_attribute("aria-pressed", "true")
        assert page.evaluate(BROKEN, f"{demo}-demo") == []
        assert page.evaluate(STICKS_OUT) == []
    fields = page.locator(f"{demo}-demo input[type=text]").filter(visible=True)
    for text in ("0", "1e9", "-1e9"):
        for index in range(fields.count()):
            fields.nth(index).fill(text)
            fields.nth(index).press("Enter")
        settle(page)
        assert page.evaluate(BROKEN, f"{demo}-demo") == []
        assert page.evaluate(STICKS_OUT) == []
    if fields.count():
        expect(page.locator(".demo__notice")).not_to_be_empty()
    assert axe(page) == []


@pytest.mark.parametrize("width", [320, 360])
def test_the_longest_numbers_are_not_cut_off(site: Site, readers: Any, width: int) -> None:
    """At the left edge of a phone, where nothing can be scrolled."""
    values = "x1=-.87 x2=.73 w11=.47 w12=.71 w21=.77 w22=.83 t1=.91 t2=.93"
    address = "#" + "&".join(f"we.{value}" for value in values.split())
    reader = readers(site, viewport={"width": width, "height": 740})
    page = open_alone(reader, "en", "worked-example", address)
    expect(page.get_by_text("−0.988462").filter(visible=True).first).to_be_visible()
    assert page.evaluate(CUT_OFF, "worked-example-demo") == []


@each_language
@pytest.mark.parametrize("width", [320, 360])
def test_every_step_can_be_read_to_its_end(site: Site, readers: Any, lang: str, width: int) -> None:
    """By keyboard; the edge fades until the end is reached, and names of steps stay in sight."""
    reader = readers(site, **{**PHONE, "viewport": {"width": width, "height": 740}})
    page = open_alone(reader, lang, "worked-example")
    steps = page.locator(".demo__steps")
    fading = "box => parseFloat(getComputedStyle(box).getPropertyValue('--more')) > 0"
    ends = """box => [...box.querySelectorAll('.demo__formula, .demo__note')]
        .map(e => e.getBoundingClientRect().right)"""
    left = """box => [...box.querySelectorAll('.demo__note')]
        .map(e => e.getBoundingClientRect().left - box.getBoundingClientRect().left)"""
    steps.scroll_into_view_if_needed()
    settle(page)
    loaded(page)  # the fonts of formulas that are laid out only near the window
    page.wait_for_function(fading, arg=steps.element_handle())
    assert max(steps.evaluate(ends)) > width
    steps.focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    page.wait_for_function(f"box => !({fading})(box)", arg=steps.element_handle())
    assert max(steps.evaluate(ends)) <= width
    assert set(steps.evaluate(left)) == {0}


TYPED = [
    ("n", "7", 7, None),
    ("n", "0", 1, "range"),
    ("n", "1e5", 100, "range"),
    ("n", "2.4", 2, "rounded"),
    ("n", "", 2, "unreadable"),
    ("a", "−0.5", -0.5, None),
    ("a", "0,25", 0.25, None),
    ("a", "－１．５", -1.5, None),
    ("a", "<img src=x onerror=alert(1)>", -1.5, "unreadable"),
    ("a", "1e999", 1.5, "range"),
]


@each_language
def test_what_is_typed_is_read_or_corrected(site: Site, readers: Any, lang: str) -> None:
    page = open_alone(readers(site), lang, GRADIENT)
    labels = page.evaluate("async url => (await import(url)).LABELS", f"{modules(site)}/demo.js")
    labels = labels[lang]
    notice = page.locator(".demo__notice")
    for name, text, value, note in TYPED:
        box = page.locator(f"input[type=text][name={name}]")
        box.fill(text)
        assert state(page, GRADIENT)[name] != value or note or text == ""  # not while typing
        box.press("Enter")
        settle(page)
        assert state(page, GRADIENT)[name] == value, text
        expect(box).to_have_value(str(value).replace("-", "−"))
        if note is None:
            expect(notice).to_be_empty()
        else:
            words = labels[note].split("{name}")[1].split("{value}")[0]
            expect(notice).to_contain_text(words)
    assert page.locator("img[src=x]").count() == 0
    box = page.locator("input[type=text][name=n]")
    box.fill("55")
    box.press("Escape")
    settle(page)
    expect(box).to_have_value("2")


@each_language
def test_by_keyboard(site: Site, readers: Any, lang: str) -> None:
    page = open_alone(readers(site), lang, GRADIENT)
    slider = page.locator("input[type=range][name=n]")
    slider.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    settle(page)
    assert state(page, GRADIENT)["n"] == 21
    page.keyboard.press("End")
    settle(page)
    expect(slider).to_have_value("100")
    handle = page.locator("[data-handle=a]").filter(visible=True)
    handle.focus()
    for key, value in (
        ("ArrowLeft", 0.49), ("ArrowDown", 0.48), ("Shift+ArrowUp", 0.58), ("PageDown", 0.48),
        ("Home", -2.5), ("End", 1.5), ("ArrowRight", 1.5),
    ):  # fmt: skip
        page.keyboard.press(key)
        settle(page)
        assert state(page, GRADIENT)["a"] == value
        assert handle.get_attribute("aria-valuenow") == str(value)
    page.keyboard.press("Tab")
    focused = "() => document.activeElement.closest('.demo') !== null"
    assert page.evaluate(focused)
    said = page.locator(".demo__said").first  # on a slow machine, of earlier keys before
    expect(said).to_contain_text(re.compile(r"100.* 1\.5\D"))
    page.locator("[data-act=reset]").press("Enter")
    settle(page)
    assert state(page, GRADIENT) == {"n": 20, "a": 0.5}


# Hears what is said. Values come to rest only when the test lets them, however slow the machine is.
SAID = """tag => {
    const { setTimeout, clearTimeout } = window;
    const resting = new Map();
    window.setTimeout = (act, time, ...more) => {
        if (time !== 400) return setTimeout(act, time, ...more);
        const timer = setTimeout(() => {}, 0);
        resting.set(timer, act);
        return timer;
    };
    window.clearTimeout = timer => { resting.delete(timer); clearTimeout(timer); };
    window.rest = () => { for (const act of resting.values()) act(); };
    window.heard = [];
    const said = document.querySelector(`${tag} .demo__said`);
    const hear = () => window.heard.push(said.textContent);
    new MutationObserver(hear).observe(said, {childList: true, characterData: true, subtree: true});
}"""


@each_draggable
def test_a_drag_follows_the_pointer_and_is_said_once(site: Site, readers: Any, demo: str) -> None:
    """With the window resized on the way, as a turned phone does it."""
    page = open_alone(readers(site), "en", demo)
    page.evaluate(SAID, f"{demo}-demo")
    handle = page.locator(f"{demo}-demo [data-handle]").filter(visible=True).first
    name = str(handle.get_attribute("data-handle"))
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    down = handle.get_attribute("data-axis") == "y"
    before = state(page, demo)[name]
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 21):
        page.mouse.move(x - step * (not down), y - step * down)
    settle(page)
    after = state(page, demo)[name]
    assert after != before
    page.set_viewport_size({"width": 500, "height": 900})
    page.mouse.move(x - 40, y + 3)
    page.set_viewport_size({"width": 1200, "height": 700})
    page.mouse.move(x - 30, y - 3)
    page.mouse.up()
    page.mouse.move(x - 200, y)
    settle(page)
    released = state(page, demo)[name]
    page.mouse.move(x - 100, y)
    settle(page)
    assert state(page, demo)[name] == released
    assert page.evaluate("() => window.heard") == []
    page.evaluate("() => window.rest()")
    rested(page, demo)
    settle(page)
    assert len(page.evaluate("() => window.heard")) == 1
    assert page.evaluate(BROKEN, f"{demo}-demo") == []


@each_demo
def test_by_finger(site: Site, readers: Any, demo: str) -> None:
    """A finger drags along the handle's axis; everything to tap is wide enough for one."""
    reader = readers(site, **PHONE)
    page = open_alone(reader, "zh", demo)
    small = page.evaluate("""() => [...document.querySelectorAll('.demo :is(button, a, input)')]
        .filter(e => e.checkVisibility()).map(e => [e.outerHTML, e.getBoundingClientRect()])
        .filter(([, {width, height}]) => width < 24 || height < 24).map(([html]) => html)""")
    assert small == []
    handle = page.locator(f"{demo}-demo [data-handle]").filter(visible=True).first
    if not handle.count():
        return
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None and box["width"] >= 20
    name = str(handle.get_attribute("data-handle"))
    before = state(page, demo)[name]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    down = handle.get_attribute("data-axis") == "y"
    touch = reader.context.new_cdp_session(page)

    def send(kind: str, moved: float) -> None:
        place = {"x": x - moved * (not down), "y": y - moved * down}
        points = [place] if kind != "touchEnd" else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", 0)
    for step in range(1, 16):
        send("touchMove", 2 * step)
    send("touchEnd", 0)
    settle(page)
    assert state(page, demo)[name] != before


def test_a_swipe_that_begins_on_a_slider_scrolls_the_page(site: Site, readers: Any) -> None:
    """Downwards and not quite straight, as thumbs do it."""
    reader = readers(site, **PHONE)
    page = open_alone(reader, "en", GRADIENT)
    slider = page.locator("input[type=range][name=n]")
    expect(slider).to_have_css("touch-action", "pan-y")
    slider.evaluate("e => e.scrollIntoView({block: 'center', behavior: 'instant'})")
    box = slider.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2
    before, top = state(page, GRADIENT), page.evaluate("scrollY")
    touch = reader.context.new_cdp_session(page)
    for step in range(16):
        point = {"x": x + step, "y": y - 10 * step}
        kind = "touchMove" if step else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("top => scrollY > top + 50", arg=top)
    settle(page)
    assert state(page, GRADIENT) == before


# It plays, and is no longer where it was before: at the end, or at the beginning.
UNDER_WAY = """tag => {
    const { playing, state } = document.querySelector(tag);
    return playing && state.t > 0 && !Number.isInteger(state.t);
}"""


# --- playing --------------------------------------------------------------------------------------


@each_player
def test_it_plays_pauses_and_steps(site: Site, readers: Any, demo: str) -> None:
    """While the window is turned; who wants no motion steps through it."""
    reader = readers(site)
    page = open_alone(reader, "zh", demo)
    page.locator("[data-set='t=0'], [data-act=reset]").first.click()
    play = page.locator("[data-play]")
    play.click()
    page.wait_for_function(UNDER_WAY, arg=f"{demo}-demo")
    page.set_viewport_size({"width": 360, "height": 740})
    before = state(page, demo)["t"]
    page.wait_for_function(
        "([tag, t]) => document.querySelector(tag).state.t !== t", arg=[f"{demo}-demo", before]
    )
    page.set_viewport_size({"width": 740, "height": 360})
    assert page.evaluate(BROKEN, f"{demo}-demo") == []
    play.click()
    settle(page)
    paused = state(page, demo)["t"]
    settle(page)
    assert state(page, demo)["t"] == paused
    later = page.locator(".demo__player button").last
    for expected in (int(paused) + 1, int(paused) + 2):
        later.click()
        settle(page)
        assert state(page, demo)["t"] == expected
    assert rested(page, demo)
    assert page.evaluate(BROKEN, f"{demo}-demo") == []
    still = open_alone(readers(site, reduced_motion="reduce"), "en", demo)
    expect(still.locator("[data-play]")).to_be_hidden()
    expect(still.locator(".demo__player button").last).to_be_visible()


def test_each_step_lights_its_formula(site: Site, readers: Any) -> None:
    """In both orders and both kinds of layer: one part of the drawing, and its row."""
    demo = "norm-position"
    page = open_alone(readers(site), "en", demo)
    for choice in range(page.locator(f"{demo}-demo input[type=radio]").count()):
        page.locator(f"{demo}-demo input[type=radio]").nth(choice).check()
        settle(page)
        steps = page.locator(".demo__step")
        rows = steps.count() // 2
        for index in (0, rows - 1, rows, 2 * rows - 1):
            steps.nth(index).click()
            settle(page)
            lit = page.locator(".demo__step[aria-current=step]")
            expect(lit).to_have_count(1)
            expect(page.locator(".demo__part--lit").first).to_be_visible()
            assert page.evaluate(BROKEN, f"{demo}-demo") == []
            assert lit.get_attribute("data-set") == f"t={state(page, demo)['t']}"


@each_language
def test_a_cable_is_cut_and_mended(site: Site, readers: Any, lang: str) -> None:
    """By click and by key; without any the luggage is the product of the gates, both ways."""
    demo = "depth-journey"
    page = open_alone(readers(site), lang, demo)
    cables = page.locator("[role=switch]").filter(visible=True)
    assert cables.count() == state(page, demo)["n"] == 8
    assert arrived_there(page) == ["25.63", "25.63"]  # 1.5 to the power of 8
    cables.nth(3).click()
    settle(page)
    expect(cables.nth(3)).to_have_attribute("aria-checked", "false")
    assert state(page, demo)["c3"] == "0"
    cables.nth(3).focus()
    page.keyboard.press("Enter")
    settle(page)
    assert state(page, demo)["c3"] == "1"
    page.keyboard.press("Space")
    settle(page)
    assert state(page, demo)["c3"] == "0"
    page.locator("[data-preset=plain]").click()
    settle(page)
    assert page.locator("[role=switch][aria-checked=true]").filter(visible=True).count() == 0
    assert arrived_there(page) == ["0.003906", "0.003906"]  # 0.5 to the power of 8
    page.locator("input[data-param=mode][value=net]").check()
    settle(page)
    assert page.evaluate(BROKEN, f"{demo}-demo") == []


def arrived_there(page: Page) -> list[str]:
    """What the journey shows at the summit and in the valley."""
    shown = page.locator(".demo__reading dd:nth-of-type(1)").all_inner_texts()
    return [re.split("[=≈]", text)[1].strip() for text in shown[:2]]


# --- the address --------------------------------------------------------------------------------


@each_demo
def test_the_address_holds_the_state(site: Site, readers: Any, demo: str) -> None:
    """It is written, shared with the other language and the demo's own page, and read again."""
    page = readers(site).open(site.page("zh", HOMES[demo]))
    mark(page)
    wake(page, demo)
    page.locator(f"{demo}-demo [data-preset]").nth(1).click()
    page.wait_for_url(lambda url: "#" in url and "=" in url)
    chosen, hash_ = state(page, demo), page.url.split("#")[1]
    expect(page.locator(f"{demo}-demo .demo__bar a")).to_have_js_property(
        "href", f"{alone(site, 'zh', demo)}#{hash_}"
    )
    page.locator("header a[data-language-switch]").click()
    arrived(page, site, "en", HOMES[demo])
    wake(page, demo)
    assert state(page, demo) == chosen
    expect(page.locator(f"{demo}-demo")).to_be_in_viewport()
    page.locator(f"{demo}-demo [data-act=reset]").click()
    page.wait_for_url(site.page("en", HOMES[demo]))
    page.evaluate("hash => { location.hash = hash }", hash_)
    settle(page)
    assert state(page, demo) == chosen


@pytest.mark.parametrize("gates", [1, 4, 12])
def test_what_the_still_has_is_not_left_over(site: Site, readers: Any, gates: int) -> None:
    """Opened with another number of gates, the journey is drawn as if that had been chosen."""
    drawing = "() => document.querySelector('depth-journey-demo svg').outerHTML"
    page = open_alone(readers(site), "en", "depth-journey")
    page.evaluate("n => document.querySelector('depth-journey-demo').take('n', n)", str(gates))
    settle(page)
    chosen = page.evaluate(drawing)
    page = open_alone(readers(site), "en", "depth-journey", f"#dj.n={gates}")
    settle(page)
    assert page.evaluate(drawing) == chosen
    switches = page.locator("depth-journey-demo svg:visible [role=switch]")
    expect(switches).to_have_count(gates)


def test_who_has_gone_elsewhere_is_not_called_back(site: Site, readers: Any) -> None:
    """A demo that was moved just before a link was followed leaves its place in the address."""
    page = readers(site).open(site.page("en", HOMES[GRADIENT]))
    wake(page, GRADIENT)
    page.evaluate(
        """() => {
            document.querySelector('gradient-multiplier-demo').take('n', '50');
            location.hash = '#limits';
        }"""
    )
    assert "50" in rested(page, GRADIENT)
    assert page.url.endswith("#limits")
    page.locator(f"{GRADIENT}-demo [data-act=link]").click()  # who asks for the state gets it
    page.wait_for_url("**/#gm.n=50")


def test_a_state_is_not_written_into_the_next_pages_address(site: Site, readers: Any) -> None:
    """Which is the address from the click on, while the page is still on its way."""
    reader = readers(site)
    page = reader.open(site.page("en", HOMES[GRADIENT]))
    wake(page, GRADIENT)
    mark(page)
    held: list[Route] = []
    url = site.page("en", HOMES["residual"])
    page.route(url, lambda route: held.append(route))
    page.evaluate("() => document.querySelector('gradient-multiplier-demo').take('n', '50')")
    follow(page, url)
    assert "50" in rested(page, GRADIENT)
    assert page.url == url
    held.pop().continue_()
    arrived(page, site, "en", HOMES["residual"])
    assert not was_reloaded(page)
    assert page.url == url


def test_a_demo_that_plays_on_calls_nobody_back(site: Site, readers: Any) -> None:
    """Nor does one that comes to its end after a link was followed."""
    page = readers(site).open(site.page("en", HOMES["depth-journey"]))
    wake(page, "depth-journey")
    page.evaluate(
        """() => {
            const demo = document.querySelector('depth-journey-demo');
            demo.take('n', '1');
            demo.play(true);
            location.hash = '#limits';
        }"""
    )
    page.wait_for_function("() => !document.querySelector('depth-journey-demo').playing")
    said = page.locator("depth-journey-demo .demo__said").first  # with the address, at the end
    expect(said).to_contain_text("Down")
    assert page.url.endswith("#limits")


BAD = ["NaN", "1e999", "-1e999", "abc", "", "%3Cscript%3Ealert(1)%3C/script%3E", "%00", "1e5", "['"]


@each_demo
@each_language
def test_bad_addresses(site: Site, readers: Any, demo: str, lang: str) -> None:
    page = open_alone(readers(site), lang, demo)
    first = state(page, demo)
    prefix = page.locator(f"{demo}-demo").get_attribute("data-demo")
    hashes = ["&".join(f"{prefix}.{name}={text}" for name in first) for text in BAD]
    hashes += ["&".join(f"{prefix}.zz{i}={i}" for i in range(100)), "%", "=", "&&&", "9" * 9000]
    for hash_ in hashes:
        page.evaluate("hash => { location.hash = hash }", hash_)
        settle(page)
        assert page.evaluate(BROKEN, f"{demo}-demo") == [], hash_
        if f"{prefix}.{next(iter(first))}=" in hash_:
            expect(page.locator(".demo__notice")).not_to_be_empty()
    page.goto("about:blank")  # another hash alone would load nothing
    visit(page, alone(site, lang, demo) + "#" + hashes[0])
    wake(page, demo)
    assert state(page, demo) == first


# --- more than one ------------------------------------------------------------------------------


def test_two_of_a_kind_keep_apart(site: Site, readers: Any) -> None:
    """A second one, put in by a script, has its own state; taken out and put back it keeps it."""
    page = open_alone(readers(site), "en", GRADIENT)
    page.evaluate(
        """() => {
            window.second = document.createElement('gradient-multiplier-demo');
            const figure = document.createElement('figure');
            figure.className = 'demo';
            figure.append(window.second);
            document.querySelector('article').prepend(figure);
        }"""
    )
    page.wait_for_function(AWAKE, arg="gradient-multiplier-demo")
    page.locator("[data-preset=dead]").first.click()
    page.wait_for_url("**/#gm2.a=-1")
    page.locator("[data-preset=fifty]").last.click()
    page.wait_for_url(lambda url: "gm2.a=-1" in url and "gm.n=50" in url)
    states = page.evaluate(
        "() => [...document.querySelectorAll('gradient-multiplier-demo')].map(d => d.state)"
    )
    assert states == [{"n": 20, "a": -1}, {"n": 50, "a": -0.5}]
    page.evaluate(
        "() => { const {parentNode} = second; second.remove(); parentNode.append(second); }"
    )
    settle(page)
    assert page.evaluate("() => second.state") == {"n": 20, "a": -1}
    page.evaluate("() => { second.remove(); document.body.append(second, second); }")
    settle(page)
    assert page.evaluate(BROKEN, "gradient-multiplier-demo") == []


LISTENERS = ("hashchange", "beforeprint")


def test_going_in_and_out_leaves_nothing_behind(site: Site, readers: Any) -> None:
    """Twenty times by instant navigation: no listener and no timer of a demo that was left."""
    reader = readers(site)
    there, here = HOMES[GRADIENT], f"demos/{GRADIENT}.md"
    page = reader.open(site.page("en", here))
    mark(page)
    session = reader.context.new_cdp_session(page)

    def listening() -> list[str]:
        window = session.send("Runtime.evaluate", {"expression": "window"})["result"]
        found = session.send(
            "DOMDebugger.getEventListeners", {"objectId": window["objectId"], "depth": 1}
        )
        return sorted(one["type"] for one in found["listeners"] if one["type"] in LISTENERS)

    counts = []
    for _ in range(20):
        for name, link in ((there, ".back"), (here, ".demo__bar a")):
            page.evaluate("() => { window.left = document.querySelector('.demo > *') }")
            page.locator(link).click()
            arrived(page, site, "en", name)
            wake(page, GRADIENT)
            assert page.evaluate(
                "() => !left.isConnected && left.gone.signal.aborted && !left.timer && !left.frame"
            )
            page.locator("[data-preset]").nth(1).click()
        counts.append(listening())
    assert not was_reloaded(page)
    assert counts[-1] == counts[0] != []
    expect(page).to_have_url(site.page("en", here) + "#gm.n=50&gm.a=-0.5")


# --- where it is shown --------------------------------------------------------------------------


@each_demo
def test_in_a_frame_it_shows_itself_alone(site: Site, readers: Any, demo: str) -> None:
    """The code to embed is copied with the state, and shows the demo without the site around it."""
    reader = readers(site)
    reader.missing_is_fine = True  # a page that is no page of the site asks for its icon
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = open_alone(reader, "en", demo)
    page.locator("[data-preset]").nth(1).click()
    chosen = state(page, demo)
    page.locator("[data-act=embed]").click()
    expect(page.locator(".demo__notice")).to_have_text("Copied.")
    code = page.evaluate("() => navigator.clipboard.readText()")
    assert code == page.locator(".demo__embed").inner_text()
    page.locator("[data-act=link]").click()
    comes_true(page, COPIED, alone(site, "en", demo) + "#")
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert f'src="{link}"' in code
    page.goto(urljoin(site.url, "robots.txt"))  # a page of the same address, and without a policy
    page.set_content(f"<body style='margin:0'>{code}</body>")
    frame = page.frame_locator("iframe")
    expect(frame.locator(f"{demo}-demo .demo__remark")).to_be_visible()
    expect(frame.locator("h1")).to_be_visible()
    for hidden in (".md-header", ".md-footer", ".demo-page__text", ".back", ".answer"):
        expect(frame.locator(hidden).first).to_be_hidden()
    inner = page.frames[-1]
    inner.wait_for_function(AWAKE, arg=f"{demo}-demo")
    assert inner.locator(f"{demo}-demo").evaluate("d => ({...d.state})") == chosen


@each_demo
def test_on_paper_and_in_the_readers_colours(site: Site, readers: Any, demo: str) -> None:
    """The state stays, what can only be clicked goes; every line shows in forced colours."""
    page = open_alone(readers(site), "zh", demo)
    page.locator("[data-preset]").nth(1).click()
    settle(page)
    shown = page.locator(f"{demo}-demo .demo__reading").inner_text()
    page.emulate_media(media="print")
    assert page.locator(f"{demo}-demo .demo__reading").inner_text() == shown
    assert (
        page.locator(f"{demo}-demo :is(button:not(.demo__step), input[type=range])")
        .filter(visible=True)
        .count()
        == 0
    )
    page.emulate_media(media="screen", forced_colors="active")
    unseen = page.evaluate(
        """tag => {
            const ground = getComputedStyle(document.body).backgroundColor;
            return [...document.querySelectorAll(`${tag} svg :is(path, circle, rect, text)`)]
                .filter(e => !e.matches('[data-handle], .demo__reach, .f-ground'))
                .filter(e => e.checkVisibility())
                .filter(e => {
                    const {stroke, fill} = getComputedStyle(e);
                    const nothing = ['none', ground, 'rgba(0, 0, 0, 0)'];
                    return [stroke, fill].every(colour => nothing.includes(colour));
                }).map(e => e.outerHTML);
        }""",
        f"{demo}-demo",
    )
    assert unseen == []


@each_demo
def test_without_the_sites_fonts(site: Site, readers: Any, demo: str) -> None:
    reader = readers(site, viewport={"width": 320, "height": 700})
    reader.forgiven = re.compile(r".*\.woff2")
    reader.context.route("**/*.woff2", lambda route: route.abort())
    page = open_alone(reader, "en", demo)
    assert page.evaluate(STICKS_OUT) == []
    assert page.evaluate(BROKEN, f"{demo}-demo") == []


def test_the_clipboard_may_be_closed(site: Site, readers: Any) -> None:
    page = open_alone(readers(site), "en", GRADIENT)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()) }")
    page.locator("[data-act=link]").click()
    expect(page.locator(".demo__notice")).to_contain_text("does not allow")
