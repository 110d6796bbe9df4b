"""What the copy button gives is the program that was tested, and it runs by itself."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.built.reader import arrived, comes_true, follow, mark, visit
from tests.site import LANGUAGES, NAMES, Site

EXAMPLE = "basics/worked-example.md"
BUTTON = ".highlight__bar > .copy"
UNFOLD = "() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }"
SOMETHING = "async () => await navigator.clipboard.readText() !== 'nothing yet'"
# What each button gives, or that it gives nothing for a hundred frames.
PRESS_ALL = """async selector => {
    const texts = [];
    for (const button of document.querySelectorAll(selector)) {
        await navigator.clipboard.writeText('nothing yet');
        button.click();
        let text = 'nothing yet';
        for (let frame = 0; frame < 100 && text === 'nothing yet'; frame++) {
            await new Promise(requestAnimationFrame);
            text = await navigator.clipboard.readText();
        }
        texts.push(text);
    }
    return texts;
}"""


@pytest.fixture(scope="module")
def copied(site: Site, module_readers: Any) -> dict[str, str]:
    """Every program of the site as it comes out of the clipboard, by its snippet's name.

    Every button of one language is pressed, the first of each page by hand, and the other carries
    the same texts (test_markup); the same snippet must give the same text wherever it stands.
    """
    reader = module_readers(site, permissions=["clipboard-read", "clipboard-write"])
    page = reader.context.new_page()
    programs: dict[str, str] = {}
    for name in NAMES:
        shown = site.ledger["pages"][f"zh/{name}"]["shown"]
        if not shown:
            continue
        visit(page, site.page("zh", name))
        page.evaluate(UNFOLD)
        buttons = page.locator(BUTTON)
        expect(buttons).to_have_count(len(shown))
        page.evaluate("() => navigator.clipboard.writeText('nothing yet')")
        buttons.first.click()
        comes_true(page, SOMETHING)  # the first program of a page is fetched only now
        first = page.evaluate("() => navigator.clipboard.readText()")
        texts = page.evaluate(PRESS_ALL, BUTTON)
        assert texts[0] == first
        for text, block in zip(texts, shown, strict=True):
            assert programs.setdefault(block["stem"], text) == text
    return programs


def test_the_clipboard_holds_the_tested_program(site: Site, copied: dict[str, str]) -> None:
    tested = {stem: snippet["program"] for stem, snippet in site.ledger["snippets"].items()}
    assert copied == {stem: tested[stem] for stem in copied}
    assert set(copied) == set(tested), "every snippet is shown on some page"


def test_copied_programs_run_alone_and_print_what_is_shown(
    site: Site, copied: dict[str, str], tmp_path: Path
) -> None:
    """In a fresh interpreter, in an empty folder, with nothing of the project in reach.

    Those of one page: each takes seconds for its imports alone, and verification has run them all.
    """

    def run(stem: str) -> str:
        file = tmp_path / f"{stem}.py"
        file.write_text(copied[stem], encoding="utf-8", newline="")
        command = [sys.executable, "-I", str(file)]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False
        )
        return done.stdout + done.stderr

    stems = sorted({o["stem"] for o in site.ledger["pages"][f"zh/{EXAMPLE}"]["outputs"]})
    assert stems
    with ThreadPoolExecutor(2) as pool:
        printed = dict(zip(stems, pool.map(run, stems), strict=True))
    assert printed == {stem: site.ledger["snippets"][stem]["output"] for stem in printed}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_copying_after_instant_navigation(any_site: Site, readers: Any, lang: str) -> None:
    reader = readers(any_site, permissions=["clipboard-read", "clipboard-write"])
    page = reader.open(any_site.page(lang, "basics/gradient-flow.md"))
    mark(page)
    follow(page, any_site.page(lang, EXAMPLE))
    arrived(page, any_site, lang, EXAMPLE)
    page.locator(BUTTON).first.click()
    stem = any_site.ledger["pages"][f"{lang}/{EXAMPLE}"]["shown"][0]["stem"]
    program = any_site.ledger["snippets"][stem]["program"]
    comes_true(page, "async text => (await navigator.clipboard.readText()) === text", program)


def test_what_a_page_says_on_demand_comes_when_it_is_asked(site: Site, readers: Any) -> None:
    """Once, for marks and programs alike; what did not come is told, and asked for again."""
    reader = readers(site, permissions=["clipboard-read", "clipboard-write"])
    page = reader.context.new_page()
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url) if "/on-demand." in r.url else None)
    page.route("**/on-demand.*", lambda route: route.abort())
    visit(page, site.page("en", EXAMPLE))
    page.wait_for_function("window.document$ !== undefined")
    assert asked == []
    page.locator(BUTTON).first.click()
    expect(page.locator(".md-dialog")).to_contain_text("could not be fetched")
    reader.problems[:] = [problem for problem in reader.problems if "on-demand" not in problem]
    page.unroute("**/on-demand.*")
    page.locator(BUTTON).first.click()
    stem = site.ledger["pages"][f"en/{EXAMPLE}"]["shown"][0]["stem"]
    program = site.ledger["snippets"][stem]["program"]
    comes_true(page, "async text => (await navigator.clipboard.readText()) === text", program)
    count = len(asked)
    page.locator("article [data-claim]").first.hover()
    expect(page.locator("#pop")).to_be_visible()
    assert len(asked) == count
