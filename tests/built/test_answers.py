"""The FAQ and the interview in a browser: tested oneself, by keyboard and touch, and kept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from publish.pdf import page_count
from tests.built.reader import arrived, follow, mark, was_reloaded
from tests.site import LANGUAGES, Site

NAME = "answers/interview.md"
PANEL = ".self-test"
MESSAGE = ".self-test__message"
each_language = pytest.mark.parametrize("lang", LANGUAGES)
# Refuses our progress and nothing else, as a browser does that keeps a page from saving.
BLOCKED = """
    for (const name of ['getItem', 'setItem', 'removeItem']) {
        const own = Storage.prototype[name];
        Storage.prototype[name] = function (key, ...rest) {
            if (key.endsWith('.self-test')) throw new DOMException('no', 'SecurityError');
            return own.call(this, key, ...rest);
        };
    }"""
FULL = """
    const own = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, ...rest) {
        if (key.endsWith('.self-test')) throw new DOMException('full', 'QuotaExceededError');
        return own.call(this, key, ...rest);
    };"""
SAVED = "() => localStorage.getItem(`${__md_scope.pathname}.self-test`)"


def do(page: Page, name: str) -> None:
    page.locator(f"{PANEL} [data-do={name}]").click()


def say(page: Page, name: str) -> str:
    return str(page.locator(PANEL).get_attribute(f"data-say-{name}"))


def visible_questions(page: Page) -> int:
    return page.locator("h3[id]").filter(visible=True).count()


def asked_now(page: Page) -> str:
    """The question that a round asks."""
    return str(page.locator("h3[id]").filter(visible=True).get_attribute("id"))


def saved(page: Page) -> dict[str, Any]:
    return dict(json.loads(page.evaluate(SAVED) or '{"cards": {}}')["cards"])


def opened(readers: Any, site: Site, lang: str, script: str = "", **options: Any) -> Page:
    reader = readers(site, **options)
    if script:
        reader.context.add_init_script(script)
    page = reader.open(site.page(lang, NAME))
    expect(page.locator(PANEL)).to_be_visible()
    return page


def test_a_test_by_keyboard(site: Site, readers: Any) -> None:
    page = opened(readers, site, "zh")
    everything = visible_questions(page)
    assert everything == len(site.ledger["questions"])

    # Filters show what fits, and the count says how many there are.
    page.get_by_label("L2 ").check()
    fitting = [q for q in site.ledger["questions"] if q["level"] == "L2"]
    assert visible_questions(page) == len(fitting) < everything
    expect(page.locator(".self-test__count")).to_contain_text(str(len(fitting)))

    # One question at a time, its answer hidden until one asks for it.
    do(page, "start")
    assert visible_questions(page) == 1
    first = page.locator("h3[id]").filter(visible=True)
    expect(first).to_be_focused()
    answer = page.locator("details").filter(visible=True).first
    expect(answer).not_to_have_attribute("open", "")
    page.keyboard.press("2")  # nothing to judge yet
    assert saved(page) == {}
    page.keyboard.press("Space")
    expect(answer).to_have_attribute("open", "")
    page.keyboard.press("2")
    asked = list(saved(page))
    assert [saved(page)[name]["box"] for name in asked] == [1]
    page.keyboard.press("Space")
    page.keyboard.press("1")
    for _ in fitting[2:]:
        page.keyboard.press("Space")
        page.keyboard.press("2")
    expect(page.locator(".self-test__summary li")).to_have_count(1)
    assert sorted(card["box"] for card in saved(page).values()) == [0] + [1] * (len(fitting) - 1)

    # What one did not know is due at once; Escape ends a test.
    do(page, "close")
    do(page, "due")
    expect(page.locator(".self-test__position")).to_contain_text("1")
    page.keyboard.press("Escape")
    assert visible_questions(page) == len(fitting)

    # Kept: after a reload, and in the other language.
    page.reload()
    assert len(saved(page)) == len(fitting)
    page.goto(site.page("en", NAME))
    known = say(page, "tally").replace("{knew}", str(len(fitting) - 1)).replace("{again}", "1")
    expect(page.locator(".self-test__tally")).to_contain_text(known.split("{")[0])

    # Cleared only when one means it.
    do(page, "clear")
    do(page, "cancel")
    assert len(saved(page)) == len(fitting)
    do(page, "clear")
    do(page, "really")
    assert saved(page) == {}
    expect(page.locator(MESSAGE)).to_have_text(say(page, "cleared"))


@each_language
def test_a_reload_goes_on_with_the_round(site: Site, readers: Any, lang: str) -> None:
    """The same questions at the same place, whatever the address named before."""
    first = site.ledger["questions"][0]["id"]
    page = readers(site).open(f"{site.page(lang, NAME)}#{first}")
    do(page, "random")
    asked: list[str] = []
    for grade in ("knew", "again", "knew"):
        asked.append(asked_now(page))
        do(page, "reveal")
        do(page, grade)
    position = page.locator(".self-test__position").text_content()
    now = asked_now(page)
    page.reload()
    expect(page.locator(".self-test__position")).to_have_text(str(position))
    expect(page.locator(".self-test__position")).to_be_in_viewport()
    assert asked_now(page) == now
    expect(page.locator(f"#{now}")).to_be_in_viewport()
    for _ in range(7):
        asked.append(asked_now(page))
        do(page, "reveal")
        do(page, "knew")
    done = say(page, "done").replace("{knew}", "9").replace("{again}", "1")
    expect(page.locator(".self-test__summary [role=status]")).to_have_text(done)
    assert len(set(asked)) == 10 and set(asked) == set(saved(page))

    # Over is over, and so is a round that was stopped or left for another question.
    page.reload()
    expect(page.locator(PANEL)).to_be_visible()
    assert visible_questions(page) == len(site.ledger["questions"])
    do(page, "random")
    do(page, "stop")
    page.reload()
    expect(page.locator(PANEL)).to_be_visible()
    assert visible_questions(page) == len(site.ledger["questions"])
    do(page, "start")
    page.goto("about:blank")
    last = site.ledger["questions"][-1]["id"]
    page.goto(f"{site.page(lang, NAME)}#{last}")
    expect(page.locator(PANEL)).to_be_visible()
    expect(page.locator(f"#{last}")).to_be_in_viewport()
    assert visible_questions(page) == len(site.ledger["questions"])


def test_without_storage_a_reload_ends_the_round(site: Site, readers: Any) -> None:
    page = opened(readers, site, "en", BLOCKED.replace(".endsWith", ".includes"))
    do(page, "random")
    do(page, "reveal")
    do(page, "knew")
    page.reload()
    expect(page.locator(PANEL)).to_be_visible()
    assert visible_questions(page) == len(site.ledger["questions"])


@each_language
def test_contents_never_lead_to_what_is_hidden(site: Site, readers: Any, lang: str) -> None:
    """While a round runs there are none; what the filters hide is shown."""
    page = opened(readers, site, lang)
    contents = page.locator(".md-sidebar--secondary .md-nav__link")
    expect(contents.first).to_be_visible()
    do(page, "start")
    expect(contents.first).to_be_hidden()
    do(page, "stop")
    expect(contents.first).to_be_visible()

    hidden = page.locator("h2.is-away")
    box = page.locator(f"{PANEL} input[name=topic]").first
    box.check()
    topic = str(hidden.last.get_attribute("id"))
    follow(page, f"{site.page(lang, NAME)}#{topic}")
    expect(page.locator(f"#{topic}")).to_be_in_viewport()


def test_a_round_that_is_left_hides_nothing_elsewhere(site: Site, readers: Any) -> None:
    page = opened(readers, site, "en")
    mark(page)
    do(page, "start")
    expect(page.locator("body.is-tested")).to_have_count(1)
    follow(page, site.page("en", "answers/faq.md"))
    arrived(page, site, "en", "answers/faq.md")
    assert not was_reloaded(page)
    expect(page.locator("body.is-tested")).to_have_count(0)


def test_progress_moves_in_a_file(site: Site, readers: Any, tmp_path: Path) -> None:
    page = opened(readers, site, "en")
    do(page, "random")
    do(page, "reveal")
    do(page, "knew")
    do(page, "stop")
    with page.expect_download() as download:
        do(page, "export")
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    cards = saved(page)
    assert json.loads(file.read_text(encoding="utf-8"))["cards"] == cards

    other = opened(readers, site, "zh")
    chooser = other.locator(f"{PANEL} input[type=file]")
    chooser.set_input_files(file)
    expect(other.locator(MESSAGE)).to_have_text(say(other, "imported").replace("{n}", "1"))
    assert saved(other) == cards

    # What is not ours changes nothing and reaches no markup.
    evil = {"<img src=x onerror=alert(1)>": next(iter(cards.values()))}
    ours = json.loads(file.read_text(encoding="utf-8"))
    for content, message in (
        ("hello", "not-ours"),
        (json.dumps(ours | {"cards": evil}), "not-ours"),
        (json.dumps(ours | {"version": 2}), "from-newer"),
    ):
        file.write_text(content, encoding="utf-8")
        other.locator(MESSAGE).evaluate("element => { element.textContent = ''; }")
        chooser.set_input_files(file)
        expect(other.locator(MESSAGE)).to_have_text(say(other, message))
        assert saved(other) == cards
    assert other.locator("img[src=x]").count() == 0


@pytest.mark.parametrize(
    ("script", "message"), [(BLOCKED, "blocked"), (FULL, "full")], ids=["blocked", "full"]
)
def test_a_browser_that_does_not_save(site: Site, readers: Any, script: str, message: str) -> None:
    page = opened(readers, site, "en", script)
    do(page, "start")
    do(page, "reveal")
    do(page, "again")
    do(page, "stop")
    expect(page.locator(MESSAGE)).to_have_text(say(page, message))
    expect(page.locator(".self-test__tally")).to_contain_text("1 to do again")
    with page.expect_download() as download:
        do(page, "export")
    file = Path(download.value.path())
    assert len(json.loads(file.read_text(encoding="utf-8"))["cards"]) == 1


@pytest.mark.parametrize(
    ("text", "message", "left"),
    [
        ("{}", "unreadable", False),
        ('{"format": "residual-connections/self-test", "version": 2}', "newer", True),
    ],
    ids=["older", "newer"],
)
def test_progress_of_another_version(
    site: Site, readers: Any, text: str, message: str, left: bool
) -> None:
    """An older one is set aside, a newer one stays where it is; neither is lost."""
    script = f"""try {{
        if (!localStorage.length) localStorage.setItem('/.self-test', {json.dumps(text)});
    }} catch {{ /* about:blank has no storage */ }}"""
    page = opened(readers, site, "en", script)
    expect(page.locator(MESSAGE)).to_have_text(say(page, message))
    do(page, "start")
    do(page, "reveal")
    do(page, "knew")
    kept = page.evaluate("() => Object.entries(localStorage)")
    assert [value for key, value in kept if value == text] == [text]
    assert (page.evaluate(SAVED) == text) is left


def test_by_touch_and_after_instant_navigation(site: Site, readers: Any) -> None:
    narrow = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    page = readers(site, **narrow).open(site.page("zh", "answers/faq.md"))
    mark(page)
    question = next(q for q in site.ledger["questions"] if q["faq"])
    topic = f"answers/interview/{question['topics'][0]}.md"
    follow(page, f"{site.page('zh', topic)}#{question['id']}")
    arrived(page, site, "zh", topic)
    follow(page, site.page("zh", NAME))
    arrived(page, site, "zh", NAME)
    assert not was_reloaded(page)
    expect(page.locator(PANEL)).to_be_visible()
    page.locator("[data-do=random]").tap()
    page.locator("[data-do=reveal]").tap()
    page.locator("[data-do=knew]").tap()
    expect(page.locator("[data-do=knew]")).to_be_hidden()
    assert len(saved(page)) == 1
    assert page.evaluate("document.scrollingElement.scrollWidth") == 360
    page.locator("[data-do=stop]").tap()


def test_an_address_shows_its_question_whatever_the_filters_hide(site: Site, readers: Any) -> None:
    page = opened(readers, site, "en")
    page.get_by_label("L1 ").check()
    hidden = next(q["id"] for q in site.ledger["questions"] if q["level"] != "L1")
    expect(page.locator(f"#{hidden}")).to_be_hidden()
    page.evaluate("id => { location.hash = id }", hidden)
    expect(page.locator(f"#{hidden}")).to_be_in_viewport()


@each_language
def test_without_javascript_answers_are_folded_and_print_open(
    site: Site, readers: Any, lang: str
) -> None:
    page = readers(site, java_script_enabled=False).open(site.page(lang, NAME))
    assert page.locator(PANEL).is_hidden()
    fold = page.locator("details.question").first
    text = fold.locator("p").first
    expect(text).to_be_hidden()
    fold.locator("summary").click()
    expect(text).to_be_visible()
    fold.locator("summary").click()
    page.emulate_media(media="print")
    expect(text).to_be_visible()


@each_language
def test_a_column_of_verdicts_leaves_room_for_what_is_judged(
    site: Site, readers: Any, lang: str
) -> None:
    reader = readers(site, viewport={"width": 360, "height": 740})
    page = reader.open(site.page(lang, "answers/myths.md"))
    table = page.locator("article table").first
    heads = table.locator("th").evaluate_all("all => all.map(e => e.offsetWidth)")
    assert len(heads) == 2 and 0.2 < heads[1] / sum(heads) < 0.35
    assert table.evaluate("e => e.parentElement.scrollWidth - e.parentElement.clientWidth") == 0


@each_language
def test_search_engines_read_what_stands_on_the_page(site: Site, lang: str) -> None:
    tree = site.tree(lang, "answers/faq.md")
    (script,) = tree.xpath("//script[@type='application/ld+json']")
    data = json.loads(script.text)["@graph"][0]
    questions = [q for q in site.ledger["questions"] if q["faq"]]
    assert data["@type"] == "FAQPage" and len(data["mainEntity"]) == len(questions)
    for found, question in zip(data["mainEntity"], questions, strict=True):
        assert found["name"] == question["words"][lang]["question"]
        answer = found["acceptedAnswer"]["text"]
        assert (
            len(answer) > 40 and "$" not in answer and "\\" not in answer and "<span" not in answer
        )


@each_language
def test_the_cheat_sheet_is_one_page_of_a4(site: Site, readers: Any, lang: str) -> None:
    file = site.file(lang, "answers/cheatsheet.md").with_name("cheatsheet.pdf")
    pdf = file.read_bytes()
    assert page_count(pdf) == 1
    (box,) = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert [round(float(side) * 25.4 / 72) for side in box] == [210, 297]
    links = re.findall(rb"/URI \((http[^)]+)\)", pdf)  # not to the port it was printed from
    assert links and all(link.startswith(site.url.encode()) for link in links)
    page = readers(site, java_script_enabled=False).open(site.page(lang, "answers/cheatsheet.md"))
    expect(page.locator(".pdf a")).to_be_visible()
    # Nothing runs out of its column or over the paper's edge.
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1055})  # A4 within its margins
    over = page.locator(".chain > *").evaluate_all(
        "parts => parts.filter(p => p.scrollWidth > p.clientWidth + 1).map(p => p.textContent)"
    )
    assert over == []
