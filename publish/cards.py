"""Flash cards of the question bank: an Anki deck and a CSV for each language.

Anki knows a note again by its guid and takes a changed one if it is newer. So guids come from the
language and the question's id, and the time is that of the commit; all else in the deck is the same
in every build of it.
"""

from __future__ import annotations

import csv
import io
import re
import tempfile
import textwrap
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import genanki  # type: ignore[import-untyped]
import markdown

from publish.addresses import FOLDERS
from render.cards import deck_file, table_file
from render.formulas import tex_of
from render.ledger import Ledger, Question, page_key
from render.questions import INTERVIEW
from render.questions import LABELS as QUESTION_LABELS
from render.tables import text
from render.tex import plain
from verify.scan import INLINE

MADE = (1980, 1, 1, 0, 0, 0)  # the same in every build
MATH = re.compile(r'<(?P<tag>span|div) class="arithmatex">(?P<inner>.*?)</(?P=tag)>', re.DOTALL)
EXTENSIONS = {"pymdownx.arithmatex": {"generic": True}}
FIELDS = ("Question", "Code", "Line", "Brief", "Level", "Topics", "Page")
FRONT = """<div lang="{lang}">
<div class="about">{{{{Level}}}} · {{{{Topics}}}}</div>
<div class="question">{{{{Question}}}}</div>
{{{{Code}}}}
</div>"""
BACK = """{{{{FrontSide}}}}
<hr id="answer">
<div lang="{lang}">
<div class="line">{{{{Line}}}}</div>
<div>{{{{Brief}}}}</div>
<div class="about"><a href="{{{{Page}}}}">{more}</a></div>
</div>"""
STYLE = """.card { font: 20px/1.6 sans-serif; max-width: 38em; margin: 0 auto; padding: 0 1em; }
.about { font-size: 0.75em; opacity: 0.75; }
.question, .line { font-weight: 600; margin: 0.6em 0; }
pre { font-size: 0.75em; overflow-x: auto; }
"""


@dataclass(frozen=True)
class Deck:
    """What Anki knows a deck by: its numbers may never change, or learners get a second one."""

    deck: int
    model: int
    name: str
    more: str


DECKS = {
    "zh": Deck(1719405301, 1719405302, "残差连接", "展开的回答、追问和证据"),
    "en": Deck(1719405303, 1719405304, "Residual connections", "Full answer, follow-ups and proof"),
}


def write_cards(
    site: Path, ledger: Ledger, roots: Mapping[str, str], macros: Sequence[str], time: int
) -> None:
    """Write both files of each language. `macros` are those that colour, `time` is in seconds."""
    if not ledger.get("questions"):
        return
    for lang, folder in FOLDERS.items():
        cards = Cards(ledger, lang, roots[lang], macros)
        for name, content in (
            (deck_file(lang), cards.package(time)),
            (table_file(lang), cards.table()),
        ):
            file = site / folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)


@dataclass(frozen=True)
class Cards:
    """The bank in one language, whose home page is at `root`."""

    ledger: Ledger
    lang: str
    root: str
    macros: Sequence[str]

    def package(self, time: int) -> bytes:
        """The deck as a file for Anki."""
        made = DECKS[self.lang]
        deck = genanki.Deck(made.deck, made.name)
        model = self.model()
        for index, question in enumerate(self.ledger["questions"]):
            deck.add_note(self.note(question, model, index))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "deck.apkg"
            genanki.Package(deck).write_to_file(file, timestamp=time)
            return undated(file)

    def model(self) -> genanki.Model:
        made = DECKS[self.lang]
        template = {
            "name": "Card",
            "qfmt": FRONT.format(lang=self.lang),
            "afmt": BACK.format(lang=self.lang, more=text(made.more)),
        }
        fields = [{"name": name} for name in FIELDS]
        return genanki.Model(made.model, made.name, fields, [template], STYLE)

    def note(self, question: Question, model: genanki.Model, index: int) -> genanki.Note:
        return genanki.Note(
            model,
            list(self.fields(question)),
            tags=[question["level"], *question["topics"]],
            guid=genanki.guid_for("residual-connections", self.lang, question["id"]),
            due=index,  # new ones are learnt in the order of the bank
        )

    def fields(self, question: Question) -> tuple[str, ...]:
        """As FIELDS says, in HTML."""
        words = question["words"][self.lang]
        return (
            self.html(words["question"]),
            self.code(question),
            self.html(words["line"]),
            self.html(words["brief"]),
            text(self.level(question)),
            text(self.topics(question)),
            escape(self.address(question)),
        )

    def html(self, source: str) -> str:
        r"""Markdown as HTML, its formulas in the `\(…\)` and `\[…\]` that Anki's MathJax reads."""
        made = markdown.markdown(source, extensions=list(EXTENSIONS), extension_configs=EXTENSIONS)
        made = MATH.sub(self.formula, made)
        return made[len("<p>") : -len("</p>")] if made.count("<p>") == 1 else made

    def formula(self, found: re.Match[str]) -> str:
        tex = text(plain(tex_of(found["inner"]), self.macros))
        return rf"\({tex}\)" if found["tag"] == "span" else rf"\[{tex}\]"

    def code(self, question: Question) -> str:
        """The lines in which a fault is to be found. Other programs would tell the answer."""
        if question["kind"] != "debugging" or question["code"] is None:
            return ""
        stem, _, section = question["code"].partition(":")
        lines = self.ledger["snippets"][stem]["source"].split("\n")
        shown = next(
            shown["lines"]
            for shown in self.ledger["pages"][page_key(self.lang, INTERVIEW)]["shown"]
            if shown["stem"] == stem and shown["section"] == (section or None)
        )
        program = textwrap.dedent("\n".join(lines[number - 1] for number in shown))
        return f"<pre><code>{text(program.strip(chr(10)))}</code></pre>"

    def level(self, question: Question) -> str:
        return QUESTION_LABELS[self.lang].levels[question["level"]]

    def topics(self, question: Question) -> str:
        names = (self.ledger["topics"][topic][self.lang] for topic in question["topics"])
        return QUESTION_LABELS[self.lang].joint.join(names)

    def address(self, question: Question) -> str:
        return f"{self.root}{INTERVIEW.removesuffix('.md')}/#{question['id']}"

    def table(self) -> bytes:
        """The same for other programs: texts as Markdown, with `$…$` around formulas."""
        rows = io.StringIO()
        writer = csv.writer(rows)
        writer.writerow(("id", "level", "topics", "question", "line", "brief", "page"))
        for question in self.ledger["questions"]:
            words = question["words"][self.lang]
            texts = (words["question"], words["line"], words["brief"])
            writer.writerow(
                (
                    question["id"],
                    self.level(question),
                    self.topics(question),
                    *(self.plain_markdown(source) for source in texts),
                    self.address(question),
                )
            )
        return rows.getvalue().encode("utf-8-sig")  # the mark tells spreadsheets the encoding

    def plain_markdown(self, source: str) -> str:
        return INLINE.sub(lambda found: f"${plain(found[1], self.macros)}$", source)


def undated(file: Path) -> bytes:
    """The package without the time at which its database was written."""
    packed = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(packed, "w") as new:
        for name in old.namelist():
            entry = zipfile.ZipInfo(name, MADE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, old.read(name))
    return packed.getvalue()
