"""Flash cards: imported by Anki itself, studied, updated; every card rendered."""

from __future__ import annotations

import copy
import csv
import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, cast

import pytest
from anki.collection import Card, Collection, ImportAnkiPackageRequest

from publish.addresses import FOLDERS, Addresses
from publish.cards import FIELDS, Cards, write_cards
from publish.version import site_time
from render.fill import fill
from render.formulas import Source, Typesetter, read_macros, role_names
from render.ledger import Ledger
from render.links import Site
from render.questions import INTERVIEW
from verify.ledger import question_entry
from verify.project import Project

ROOT = Path(__file__).parent.parent
MACROS = read_macros(ROOT)
ROLES = role_names(MACROS)
ROOTS = Addresses("https://example.org/rc/").roots
TIME = 1_700_000_000
MATH = re.compile(r"\\\((.*?)\\\)|\\\[(.*?)\\\]", re.DOTALL)
OWN = re.compile(rf"\\(?:claim|cited|notation|slot|html\w*|{'|'.join(ROLES)})(?![A-Za-z])")


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    """What the cards are made of, read from the bank without running its programs."""
    project = Project(ROOT)
    asked = [question_entry(question) for question in project.bank.questions]
    shown = []
    for stem, _, section in (q["code"].partition(":") for q in asked if q["code"]):
        lines = project.snippets[stem].shown_lines(section or None)
        shown.append({"line": 1, "stem": stem, "section": section or None, "lines": lines})
    return cast(
        Ledger,
        {
            "languages": project.languages,
            "questions": asked,
            "topics": {topic.id: dict(topic.names) for topic in project.bank.topics},
            "snippets": {stem: {"source": one.source} for stem, one in project.snippets.items()},
            "pages": {
                f"{lang}/{INTERVIEW}": {
                    "lang": lang,
                    "name": INTERVIEW,
                    "blocks": {},
                    "shown": shown,
                }
                for lang in FOLDERS
            },
        },
    )


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    opened = Collection(str(tmp_path / "collection.anki2"))
    yield opened
    opened.close()


def make(ledger: Ledger, lang: str) -> Cards:
    return Cards(ledger, lang, ROOTS[lang], ROLES)


def load(collection: Collection, package: bytes) -> Any:
    """Import as Anki does when a file is opened; returns what it says about the notes."""
    file = Path(collection.path).with_name("deck.apkg")
    file.write_bytes(package)
    return collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(file))).log


def card_of(collection: Collection, question: str) -> Card:
    (card,) = collection.find_cards(f'"Page:*#{question}"')
    return collection.get_card(card)


def progress(card: Card) -> tuple[int, ...]:
    return card.type, card.queue, card.due, card.ivl, card.factor, card.reps, card.left


def all_fields(collection: Collection) -> list[tuple[str, ...]]:
    found = (collection.get_note(note) for note in collection.find_notes(""))
    return sorted(tuple(note[name] for name in FIELDS) for note in found)


@pytest.mark.parametrize("lang", FOLDERS)
def test_a_deck_is_imported_studied_and_updated(
    lang: str, ledger: Ledger, collection: Collection
) -> None:
    questions = ledger["questions"]
    assert len(load(collection, make(ledger, lang).package(TIME)).new) == len(questions)
    assert collection.card_count() == collection.note_count() == len(questions)
    assert all_fields(collection) == sorted(make(ledger, lang).fields(q) for q in questions)

    card = card_of(collection, questions[0]["id"])
    collection.decks.select(card.did)
    studied = collection.sched.getCard()
    assert studied is not None and studied.id == card.id, "new ones come as in the bank"
    collection.sched.answerCard(studied, 4)  # easy: it is a review card from now on
    before = progress(collection.get_card(card.id))
    assert before != progress(card) and before[5] == 1

    changed = copy.deepcopy(ledger)
    changed["questions"][0]["words"][lang]["line"] = "Now $1 < 2$."
    changed["questions"].append(changed["questions"][0] | {"id": "one-more"})
    log = load(collection, make(changed, lang).package(TIME + 1))
    assert len(log.new) == 1 and collection.card_count() == len(questions) + 1
    after = card_of(collection, questions[0]["id"])
    assert after.id == card.id and progress(after) == before
    assert after.note()["Line"] == r"Now \(1 &lt; 2\)."
    assert collection.db is not None
    assert collection.db.list("select cid from revlog") == [card.id]
    assert all_fields(collection) == sorted(
        make(changed, lang).fields(q) for q in changed["questions"]
    )
    used = {note["Page"]: note.mid for note in map(collection.get_note, collection.find_notes(""))}
    assert len({*used.values()}) == 1, "a second note type"


def test_the_decks_of_both_languages_live_together(ledger: Ledger, collection: Collection) -> None:
    """Every card is rendered by Anki; KaTeX, which knows none of our macros, sets its formulas."""
    for lang in FOLDERS:
        load(collection, make(ledger, lang).package(TIME))
    cards = [collection.get_card(card) for card in collection.find_cards("")]
    assert len(cards) == 2 * len(ledger["questions"])
    assert len({card.did for card in cards}) == len({card.note().mid for card in cards}) == 2
    formulas: set[str] = set()
    for card in cards:
        note, sides = card.note(), card.render_output()
        assert note["Question"] in sides.question_text and note["Code"] in sides.question_text
        assert note["Line"] not in sides.question_text
        for name in ("Question", "Line", "Brief", "Level", "Topics", "Page"):
            assert note[name] and note[name] in sides.answer_text, (note["Page"], name)
        formulas |= check_side(sides.answer_text)
    assert len(formulas) > 100
    with Typesetter({}) as typesetter:
        typesetter.set([Source(tex) for tex in sorted(formulas)])


def check_side(html: str) -> set[str]:
    """The formulas of a side; outside of them nothing looks like TeX or Markdown."""
    assert not OWN.search(html), html
    prose = re.sub(r"<pre>.*?</pre>|<code>.*?</code>", "", MATH.sub("", html), flags=re.DOTALL)
    assert not re.search(r"[$\\`]|\*\*|\]\(|\{\{|arithmatex", prose), prose
    assert re.findall(r'href="([^"]*)', prose) == re.findall(
        r'href="(https://example\.org/rc/(?:en/)?answers/interview/#[\w-]+)"', prose
    )
    return {unescape(inline or display) for inline, display in MATH.findall(html)}


def test_markdown_becomes_what_anki_reads(ledger: Ledger) -> None:
    html = make(ledger, "en").html
    assert html(r"`a < b` & $\br{F} < \claim{a.b}{0.5}\,\%$") == (
        r"<code>a &lt; b</code> &amp; \(F &lt; 0.5\,\%\)"
    )
    assert html("Two.\n\n$$\nx_i^2\n$$\n\n**So**.") == (
        "<p>Two.</p>\n\\[x_i^2\\]\n<p><strong>So</strong>.</p>"
    )


def test_a_faulty_program_stands_on_the_card_and_no_other(ledger: Ledger) -> None:
    fields = {
        q["id"]: (q, dict(zip(FIELDS, make(ledger, "en").fields(q), strict=True)))
        for q in ledger["questions"]
    }
    for question, made in fields.values():
        faulty = question["kind"] == "debugging" and question["code"] is not None
        assert made["Code"].startswith("<pre><code>") == faulty == bool(made["Code"])
        assert "--8&lt;--" not in made["Code"]
    assert "\n" in fields["skip-after-norm"][1]["Code"]


@pytest.mark.parametrize("lang", FOLDERS)
def test_the_same_bank_makes_the_same_bytes(lang: str, ledger: Ledger) -> None:
    package = make(ledger, lang).package(TIME)
    assert package == make(ledger, lang).package(TIME) != make(ledger, lang).package(TIME + 1)


@pytest.mark.parametrize("lang", FOLDERS)
def test_the_table_has_every_question(lang: str, ledger: Ledger) -> None:
    rows = list(csv.DictReader(io.StringIO(make(ledger, lang).table().decode("utf-8-sig"))))
    assert [row["id"] for row in rows] == [q["id"] for q in ledger["questions"]]
    for row in rows:
        assert all(row.values())
        assert not OWN.search("".join(row.values())), row
        assert sum(row[name].count("$") for name in ("question", "line", "brief")) % 2 == 0


def test_the_page_leads_to_the_files(tmp_path: Path, ledger: Ledger) -> None:
    write_cards(tmp_path, ledger, ROOTS, ROLES, TIME)
    for lang, folder in FOLDERS.items():
        made = fill("# A\n\n<!-- generated: cards -->\n", INTERVIEW, Site(ledger, lang))
        links = re.findall(r'<a download href="([^"]*)">', made)
        page = tmp_path / folder / "answers" / "interview"
        page.mkdir()
        assert len(links) == 2 and all((page / link).is_file() for link in links)


def test_without_questions_there_are_no_files(tmp_path: Path) -> None:
    write_cards(tmp_path, cast(Ledger, {"questions": []}), ROOTS, ROLES, TIME)
    assert not list(tmp_path.rglob("*.*"))


def test_the_time_is_given_or_of_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert site_time(tmp_path) == 0
    assert site_time(ROOT) > TIME
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "7")
    assert site_time(ROOT) == 7
