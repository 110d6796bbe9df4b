"""Tables of what was measured before this build: mutants and drift, in the reader's words."""

from __future__ import annotations

from render.labels import LABELS
from render.links import Links
from render.tables import table, text

ZH = {
    "number": "数",
    "formula": "公式",
    "program": "程序",
    "last digit": "改末位",
    "first digit": "改首位",
    "neighbour swap": "相邻两位互换",
    "decimal shift": "移小数点",
    "sign": "改正负号",
    "relation": "改关系符号",
    "transpose": "去掉转置",
    "index": "改下标",
    "dropped term": "漏掉一项",
    "operator": "换运算符",
    "constant": "改常数",
    "value": "改数值",
    "one thread": "一个线程",
    "two threads": "两个线程",
    "lowest CPU capability": "最低的处理器指令集",
    "lowest CPU capability, two threads": "最低的处理器指令集，两个线程",
    "hash seed 1": "哈希种子甲",
    "hash seed 2": "哈希种子乙",
    "reversed order": "倒序运行",
}


def words(name: str, lang: str) -> str:
    """A kind of mutant or a condition, in the language of the page."""
    return ZH.get(name, name) if lang == "zh" else name


def mutant_table(links: Links) -> str:
    """How many wrong versions were tried, and how many of them nobody noticed."""
    lang = links.site.lang
    labels = LABELS[lang]
    rows = [
        (text(words(family, lang)), text(words(kind, lang)), text(count), text(unnoticed))
        for family, kind, count, unnoticed in links.site.ledger.get("mutants", [])
    ]
    head = (labels.kind, labels.change, labels.count, labels.unnoticed)
    return table(head, rows) if rows else labels.not_measured.format(command="make mutants")


def drift_table(links: Links) -> str:
    """Under which conditions the programs ran again, and how many claims changed."""
    lang = links.site.lang
    labels = LABELS[lang]
    rows = [
        (text(words(condition, lang)), text(claims), text(changed))
        for condition, claims, changed in links.site.ledger.get("drift", [])
    ]
    head = (labels.condition, labels.claims, labels.changed)
    return table(head, rows) if rows else labels.not_measured.format(command="make drift")
