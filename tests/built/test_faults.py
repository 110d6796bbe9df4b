"""Faults that readers of such sites have reported, looked for on every page.

Raw TeX, broken anchors, switches and searches have tests of their own (test_markup,
test_navigation, test_search, test_sweep). Here: valid HTML, paper, colours of figures, zoom.
"""

from __future__ import annotations

import json
import re
import subprocess
import unicodedata
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from pypdf import PdfReader

from tests.built.reader import lay_out, visit
from tests.site import LANGUAGES, NAMES, ROOT, Site
from verify.node import node_command

VALIDATOR = ROOT / "node_modules" / "html-validate" / "bin" / "html-validate.mjs"
RULES = {
    "root": True,
    "extends": ["html-validate:standard"],
    "rules": {
        # Style, of which a browser takes no notice
        "attribute-boolean-style": "off",
        "attribute-empty-style": "off",
        "doctype-style": "off",
        "long-title": "off",
        "no-raw-characters": "off",
        "no-trailing-whitespace": "off",
        "void-style": "off",
        # KaTeX places the boxes of a formula so
        "no-inline-style": "off",
        # Material's two hidden switches, which Firefox would otherwise keep on at a reload
        "valid-autocomplete": "off",
    },
}
REFUSED = """for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
        get() { throw new DOMException('refused', 'SecurityError'); },
    });"""
# Contrast of a figure's words with the page, as the browser has computed their colours.
LABELLED = "//figure[@data-search-exclude]//*[local-name()='text']"
CONTRAST = """() => {
    const channels = colour => colour.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b]
        .map(v => v / 255)
        .map(v => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const paper = light(channels(getComputedStyle(document.body).backgroundColor));
    return [...document.querySelectorAll('figure svg text')]
        .filter(text => text.getClientRects().length && text.textContent.trim())
        .map(text => {
            const ink = light(channels(getComputedStyle(text).fill));
            const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
            return [text.textContent.trim(), Math.round(ratio * 10) / 10];
        });
}"""
# Formulas whose glyphs reach beyond a box that clips them.
CLIPPED = """() => [...document.querySelectorAll('.formula__body')]
    .filter(box => box.clientHeight && box.scrollHeight > box.clientHeight + 1)
    .map(box => box.textContent.slice(0, 60))"""


def test_firefox_is_told_of_no_page_to_fetch_beforehand(site: Site) -> None:
    """The policy refuses that, with an error in the console of every page."""
    foretold = "//link[@rel='next' or @rel='prev' or @rel='prefetch']"
    assert [name for name, tree in site.pages.items() if tree.xpath(foretold)] == []


def test_no_punctuation_hangs(site: Site) -> None:
    """In Safari a formula's bracket would hang too: it has no width, and text covers it. Together
    with `text-wrap: pretty` some pages, at some widths, do not come up at all (WebKitGTK 2.50)."""
    sheets = {name: "".join(tree.xpath("//style/text()")) for name, tree in site.pages.items()}
    sheets |= {file.name: file.read_text(encoding="utf-8") for file in site.folder.rglob("*.css")}
    hangs = re.compile(r"[{;]\s*hanging-punctuation\s*:")
    assert [name for name, sheet in sheets.items() if hangs.search(sheet)] == []


def test_html_is_valid(site: Site, tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps(RULES), encoding="utf-8")
    pages = [str(site.folder / name) for name in site.pages]
    report = tmp_path / "report.json"  # a pipe would lose the end of a long one
    command = [node_command(), str(VALIDATOR), "--config", str(rules)]
    subprocess.run([*command, "--formatter", f"json={report}", *pages], check=False)
    findings = [
        f"{Path(file['filePath']).relative_to(site.folder)}:{said['line']}: {said['message']}"
        for file in json.loads(report.read_text(encoding="utf-8"))
        for said in file["messages"]
    ]
    assert findings == []


def test_the_validator_finds_what_it_should(tmp_path: Path) -> None:
    (tmp_path / "rules.json").write_text(json.dumps(RULES), encoding="utf-8")
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><html lang='en'><p><p>x</p></p></html>", encoding="utf-8")
    command = [node_command(), str(VALIDATOR), "--config", str(tmp_path / "rules.json"), str(page)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Stray end tag" in done.stdout


def printed(page: Page) -> str:
    """The text of the page's PDF."""
    pdf = page.pdf(format="A4")
    return bare("".join(sheet.extract_text() for sheet in PdfReader(BytesIO(pdf)).pages))


def bare(text: str) -> str:
    """Without spaces and with one code for each sign: a PDF keeps neither."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


@pytest.mark.parametrize(
    ("lang", "name"), [("zh", "basics/gradient-flow.md"), ("en", "answers/interview.md")]
)
def test_paper_holds_everything(site: Site, readers: Any, lang: str, name: str) -> None:
    """Folded answers too, and no TeX."""
    page = readers(site).open(site.page(lang, name))
    folds = site.tree(lang, name).xpath("//article//details/*[not(self::summary)]")
    words = ["".join(fold.xpath(".//text()[not(ancestor::*[@class='katex'])]")) for fold in folds]
    first = [bare(text).strip("¶")[:12] for text in words]
    text = printed(page)
    assert len(folds) >= 3
    missing = [part for part in first if part not in text]
    assert missing == []
    in_programs = "".join(site.tree(lang, name).xpath("//article//pre//text()"))
    assert text.count("\\frac") == in_programs.count("\\frac")
    assert "$$" not in text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_in_figures_can_be_read(site: Site, readers: Any, scheme: str) -> None:
    """In the scheme that the reader has chosen, whichever the system has."""
    system = "dark" if scheme == "light" else "light"
    page = readers(site, color_scheme=system).open(site.page("zh", "basics/intuition.md"))
    page.locator(".md-header__palette label:visible").click()
    wanted = "default" if scheme == "light" else "slate"
    page.wait_for_function(f"document.body.dataset.mdColorScheme === '{wanted}'")
    for lang in LANGUAGES:
        for name in (
            n
            for n in NAMES
            if site.tree(lang, n).xpath("//figure[@data-search-exclude]//*[local-name()='text']")
        ):
            visit(page, site.page(lang, name))
            found = page.evaluate(CONTRAST)
            assert found, f"{lang}/{name} has a figure without words"
            assert [(text, ratio) for text, ratio in found if ratio < 4.5] == []


@pytest.mark.parametrize("scale", [1.25, 2])
def test_formulas_are_whole_at_any_zoom(site: Site, readers: Any, scale: float) -> None:
    size = {"width": round(1440 / scale), "height": round(900 / scale)}
    reader = readers(site, device_scale_factor=scale, viewport=size)
    for name in ("basics/gradient-flow.md", "transformer/stability.md"):
        page = reader.open(site.page("en", name))
        lay_out(page)
        assert page.evaluate(CLIPPED) == []
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0


def test_a_wide_formula_shows_that_it_goes_on(site: Site, readers: Any) -> None:
    """Its edge fades on a phone until it has been scrolled to the end."""
    page = readers(site, viewport={"width": 360, "height": 740}).open(
        site.page("zh", "transformer/stability.md")
    )
    lay_out(page)
    fading = "box => parseFloat(getComputedStyle(box).getPropertyValue('--more')) > 0"
    boxes = page.locator(".formula__body").all()
    wide = [box for box in boxes if box.evaluate("box => box.scrollWidth > box.clientWidth + 1")]
    narrow = [box for box in boxes if box.evaluate("box => box.scrollWidth <= box.clientWidth")]
    assert wide and all(box.evaluate(fading) for box in wide)
    assert narrow and not any(box.evaluate(fading) for box in narrow)
    wide[0].evaluate("box => box.scrollTo(box.scrollWidth, 0)")
    page.wait_for_function(f"box => !({fading})(box)", arg=wide[0].element_handle())


def test_a_browser_that_refuses_all_storage(site: Site, readers: Any) -> None:
    """As in a frame of another site: everything works, and is forgotten with the page."""
    reader = readers(site)
    reader.context.add_init_script(REFUSED)
    page = reader.open(site.page("en", "answers/interview.md"))
    expect(page.locator(".self-test__message")).not_to_be_empty()
    before = page.locator("body").get_attribute("data-md-color-scheme")
    page.locator("label[for^=__palette]:visible").click()
    expect(page.locator("body")).not_to_have_attribute("data-md-color-scheme", str(before))
    page.locator("label[for=__search]:visible").first.click()
    page.locator("[data-md-component=search-query]").fill("ResNet")
    page.keyboard.press("End")
    page.locator(".md-search-result__link").first.wait_for()
    page.goto(site.page("en", "demos/residual.md"))
    page.wait_for_function("() => document.querySelector('residual-demo').state")


@pytest.mark.parametrize("selector", ["article p", "article h1", "nav a"])
def test_english_is_not_set_in_a_chinese_face(site: Site, readers: Any, selector: str) -> None:
    """Whose quotes are full width: not even where the Latin faces that we name are missing."""
    page = readers(site).open(site.page("en", "basics/depth.md"))
    client = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        client.send(f"{domain}.enable")
    root = client.send("DOM.getDocument")["root"]["nodeId"]
    nodes = client.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]
    assert nodes
    for node in nodes[:20]:
        fonts = client.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert not [font["familyName"] for font in fonts if "CJK" in font["familyName"]]


# Where everything of the page's own stands, down to the letters of a formula.
PLACES = """async () => {
    document.documentElement.classList.add('whole');
    await new Promise(requestAnimationFrame); // which asks for the fonts that this takes
    await document.fonts.ready;
    return [...document.querySelectorAll('.md-header *, .md-content *, .md-footer *')]
        .filter(e => e.checkVisibility() && !e.closest('.md-search, .demo__steps'))
        .map(e => [e, e.getBoundingClientRect()])
        .map(([e, {x, y}]) => `${e.localName}.${e.getAttribute('class')} ${x} ${y}`);
}"""


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize(
    "name",
    [
        "index.md",
        "basics/worked-example.md",
        "transformer/stability.md",
        "practice/experiments/shattered-gradients.ipynb",
        "answers/interview/index.md",
        "reference/glossary.md",
        "demos/gradient-multiplier.md",
    ],
)
def test_nothing_moves_when_the_late_styles_come(
    site: Site, readers: Any, name: str, width: int
) -> None:
    """A page of each kind is already laid out as it will be, whenever they come."""
    reader = readers(site, viewport={"width": width, "height": 900})
    held: list[Route] = []
    script = re.compile(r"/assets/site\.\w+\.js$")
    reader.context.route(script, lambda route: route.fulfill(content_type="text/javascript"))
    reader.context.route(re.compile(r"/assets/site\.\w+\.css$"), lambda route: held.append(route))
    page = reader.context.new_page()
    with page.expect_request("**/assets/site.*.css"):
        page.goto(site.page("zh", name), wait_until="commit")
    last = page.locator("link[rel=stylesheet][href*='assets/site.']")
    last.wait_for(state="attached")
    before = page.evaluate(PLACES)
    held[0].continue_()
    page.wait_for_load_state("load")
    after = page.evaluate(PLACES)
    assert [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]] == []
