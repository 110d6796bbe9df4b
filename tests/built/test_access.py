"""By keyboard alone, enlarged, without motion, in the reader's own colours, and by ear."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.built.reader import lay_out, loaded, visit
from tests.built.test_marks import TOUCH
from tests.built.test_sweep import STICKS_OUT, axe_findings, start_axe
from tests.site import LANGUAGES, Site

HOME, EXAMPLE, BLOCK = "index.md", "basics/worked-example.md", "basics/residual-block.md"
# What has the focus: what it is, whether it is seen, and whether one sees that it has it.
FOCUSED = """() => {
    const e = document.activeElement;
    if (!e || e === document.body) return null;
    const shown = e.matches('.md-option') ? e.nextElementSibling : e;
    const style = getComputedStyle(shown);
    const box = shown.getBoundingClientRect();
    return {
        what: e.outerHTML.slice(0, 90),
        href: e.href ?? '',
        seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
        outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
            || e.matches('.md-search__input'),
    };
}"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tab_key_goes_through_the_page(site: Site, readers: Any, lang: str) -> None:
    """From the skip link to the footer; each stop is seen, and none holds the reader."""
    page = readers(site, reduced_motion="reduce").open(site.page(lang, EXAMPLE))
    page.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true; })")
    stops = []
    for _ in range(400):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUSED)
        if stop is None:
            break
        stops.append(stop)
    else:
        pytest.fail(f"no end after {len(stops)} stops: {stops[-1]['what']}")
    assert "md-skip" in stops[0]["what"]
    assert [s["what"] for s in stops if not s["seen"]] == []
    assert [s["what"] for s in stops if not s["outlined"]] == []
    last = page.locator("footer a").last.evaluate("a => a.href")
    assert last in [stop["href"] for stop in stops]


@pytest.mark.parametrize(("lang", "words"), [("zh", "跳到正文"), ("en", "Skip to content")])
def test_the_skip_link_says_where_it_leads(site: Site, lang: str, words: str) -> None:
    for name in (HOME, EXAMPLE, "demos/residual.md"):
        (link,) = site.tree(lang, name).xpath("//a[@class='md-skip']")
        assert link.text_content().strip() == words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [HOME, EXAMPLE, "demos/residual.md", "answers/interview.md"])
def test_without_javascript_the_content_comes_first(
    site: Site, readers: Any, lang: str, name: str
) -> None:
    """And the menu after it; no button is shown that would do nothing."""
    reader = readers(site, java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = reader.open(site.page(lang, name))
    article = page.locator("article").bounding_box()
    menu = page.locator(".md-sidebar--primary").bounding_box()
    assert article is not None and menu is not None
    assert article["y"] < 200 and article["width"] > 300
    assert menu["y"] >= article["y"] + article["height"] and menu["width"] > 300
    assert page.evaluate(STICKS_OUT) == []
    buttons = page.locator("button").filter(visible=True)
    assert [button.evaluate("b => b.outerHTML") for button in buttons.all()] == []
    page.locator("header a[href$='#menu']").click()
    expect(page.locator("#menu")).to_be_in_viewport()


def test_a_finger_meets_what_it_aims_at(site: Site, readers: Any) -> None:
    """Also what is shown to fingers alone, beside each figure."""
    page = readers(site, **TOUCH).open(site.page("zh", "transformer/stability.md"))
    expect(page.locator(".figure__share > a").first).to_have_css("opacity", "1")
    assert page.locator(".figure__share > a").first.bounding_box()["width"] >= 24  # type: ignore[index]
    start_axe(page, ["target-size"])
    assert axe_findings(page) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_enlarged_twice_nothing_scrolls_sideways(site: Site, readers: Any, lang: str) -> None:
    """Twice as large on a screen of 1280 px, and once more for a narrow window."""
    page = readers(site, viewport={"width": 640, "height": 400}, device_scale_factor=2).open(
        site.page(lang, BLOCK)
    )
    lay_out(page)
    assert page.evaluate(STICKS_OUT) == []
    visit(page, site.page(lang, HOME))
    lay_out(page)
    assert page.evaluate(STICKS_OUT) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [705, 768, 961])
def test_a_row_of_counts_stays_in_the_window(
    site: Site, readers: Any, lang: str, width: int
) -> None:
    """On a tablet too, between the widths at which the home page is arranged anew."""
    page = readers(site, viewport={"width": width, "height": 900}).open(site.page(lang, HOME))
    rights = page.locator(".ledger div, .ledger dt").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().right)"
    )
    assert rights and max(rights) <= width


def test_where_motion_is_not_welcome_nothing_moves(site: Site, readers: Any) -> None:
    page = readers(site, reduced_motion="reduce").open(site.page("zh", HOME))
    assert page.evaluate("() => document.getAnimations().length") == 0
    expect(page.locator(".home__play")).to_be_hidden()


def test_in_the_readers_own_colours(site: Site, readers: Any) -> None:
    """What is drawn by backgrounds is still drawn: the line, ⊕, ticks, the switch."""
    page = readers(site, forced_colors="active").open(site.page("en", EXAMPLE))
    drawn = {
        "line": ".chain::before",
        "sum": ".page-end__sum",
        "tick": ".tick::before",
        "switch": ".reading__switch > i::after",
        "fold": "summary::after",
    }
    found = page.evaluate(
        """drawn => Object.fromEntries(Object.entries(drawn).map(([name, selector]) => {
            const [element, pseudo] = selector.split('::');
            const style = getComputedStyle(
                document.querySelector(element), pseudo && `::${pseudo}`);
            return [name, style.backgroundColor + style.backgroundImage];
        }))""",
        drawn,
    )
    nothing = "rgba(0, 0, 0, 0)none"
    assert [name for name, background in found.items() if background == nothing] == []


def ax_nodes(page: Page) -> list[dict[str, Any]]:
    """What assistive technology is given."""
    client = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = client.send("Accessibility.getFullAXTree")["nodes"]
    return [node for node in nodes if not node.get("ignored")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_formula_is_read_once(site: Site, readers: Any, lang: str) -> None:
    """Its MathML is there, and what is drawn of it is not."""
    page = readers(site).open(site.page(lang, EXAMPLE))
    page.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true; })")
    page.evaluate("() => { document.querySelector('.katex-html .mord').textContent = 'drawn'; }")
    nodes = ax_nodes(page)
    roles = [node["role"]["value"] for node in nodes]
    # A demo's picture is hidden as a whole: its words say the same.
    formulas = page.locator(".katex:not([aria-hidden=true] *)").count()
    assert roles.count("MathMLMath") == formulas
    names = [str(node.get("name", {}).get("value", "")) for node in nodes]
    assert [name for name in names if "drawn" in name] == []


# Headings in which a closing mark begins a line, or whose link stands on a line of its own.
BROKEN_HEADINGS = """() => {
    document.documentElement.classList.add('whole');
    const broken = heading => {
        const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        let before = null;
        for (let node = walker.nextNode(); node; node = walker.nextNode())
            for (let at = 0; at < node.length; at++) {
                range.setStart(node, at);
                range.setEnd(node, at + 1);
                const [box] = range.getClientRects();
                if (!box?.width || node.parentElement.closest('.katex')) continue;
                const begins = before && box.top > before.bottom - 4;
                if (begins && /[，。；：、！？）」』》”’¶]/.test(node.data[at])) return true;
                before = box;
            }
        return false;
    };
    return [...document.querySelectorAll('article :is(h1, h2, h3)')]
        .filter(heading => heading.checkVisibility()).filter(broken)
        .map(heading => heading.textContent);
}"""


@pytest.mark.parametrize("width", [320, 360, 390, 412])
@pytest.mark.parametrize(
    "name",
    [
        "answers/interview/code.md",
        "answers/interview/gradients.md",
        "answers/interview/normalisation.md",
        "answers/myths.md",
        "basics/depth.md",
        "practice/pitfalls.md",
    ],
)
def test_no_line_of_a_heading_begins_with_its_end(
    site: Site, readers: Any, name: str, width: int
) -> None:
    page = readers(site, viewport={"width": width, "height": 740}).open(site.page("zh", name))
    loaded(page)
    assert page.evaluate(BROKEN_HEADINGS) == []
