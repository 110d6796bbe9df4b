"""The way to the flash cards, which the build writes beside the interview (publish/cards.py)."""

from __future__ import annotations

from dataclasses import dataclass

from render.links import Links
from render.tables import link, text


@dataclass(frozen=True)
class Labels:
    deck: str
    table: str
    update: str


LABELS = {
    "zh": Labels(
        deck="记忆卡片（Anki）",
        table="CSV",
        update="。内容更新后再导入一次，卡片换成新的，学习进度不变。",
    ),
    "en": Labels(
        deck="Flash cards (Anki)",
        table="CSV",
        update=". Import a newer deck over this one: the cards are renewed, your progress stays.",
    ),
}


def deck_file(lang: str) -> str:
    """The deck, below the root of its language; the name is what a reader finds among downloads."""
    return f"answers/residual-connections-{lang}.apkg"


def table_file(lang: str) -> str:
    return f"answers/residual-connections-{lang}.csv"


def cards(links: Links) -> str:
    """Both files, to be downloaded."""
    lang = links.site.lang
    labels, root = LABELS[lang], "../" * links.name.count("/") + "../"
    ways = " · ".join(
        link(root + name, text(label)).replace("<a ", "<a download ")
        for name, label in ((deck_file(lang), labels.deck), (table_file(lang), labels.table))
    )
    return f"<p data-generated data-search-exclude>{ways}{text(labels.update)}</p>"
