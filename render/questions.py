"""What stands around a question of the bank: its level and topics, and the way to its proof."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from render.citation import short_name
from render.ledger import Myth, Question
from render.links import Links
from render.tables import code, link, text

INTERVIEW = "answers/interview.md"


@dataclass(frozen=True)
class Labels:
    levels: dict[str, str]
    kinds: dict[str, str]
    page: str
    proof: str
    more: str
    rest: str
    joint: str
    stop: str


LABELS = {
    "zh": Labels(
        levels={"L1": "L1 定义", "L2": "L2 推导", "L3": "L3 判断"},
        kinds={
            "concept": "",
            "whiteboard": "白板",
            "debugging": "查错",
            "estimation": "估算",
            "history": "历史",
        },
        page="详见：",
        proof="证据：",
        more="三种长度的回答、追问和弱回答",
        rest="展开讲、追问和弱回答",
        joint="、",
        stop="。",
    ),
    "en": Labels(
        levels={"L1": "L1 definition", "L2": "L2 derivation", "L3": "L3 judgement"},
        kinds={
            "concept": "",
            "whiteboard": "whiteboard",
            "debugging": "debugging",
            "estimation": "estimation",
            "history": "history",
        },
        page="Read on: ",
        proof="Proof: ",
        more="All three answers, follow-ups and a weak answer",
        rest="The full answer, follow-ups and a weak answer",
        joint=", ",
        stop=". ",
    ),
}


def asked(question: Question, links: Links) -> str:
    """Level, kind and further topics; the attributes are what the self-test filters by."""
    labels = LABELS[links.site.lang]
    topics = question["topics"][1:]  # the first one's name is the heading above
    names = [links.site.ledger["topics"][topic][links.site.lang] for topic in topics]
    parts = [labels.levels[question["level"]], labels.kinds[question["kind"]], *names]
    attributes = {
        "question": question["id"],
        "level": question["level"],
        "kind": question["kind"],
        "topics": " ".join(question["topics"]),
    }
    data = "".join(f' data-{name}="{escape(value)}"' for name, value in attributes.items())
    words = "\N{NO-BREAK SPACE}· ".join(text(part) for part in parts if part)
    return f'<p class="asked" data-generated{data}>{words}</p>'


def proof(question: Question, links: Links) -> str:
    """Links to the section that explains the answer and to what proves it.

    It stands in a fold, where Markdown makes the paragraph.
    """
    return f'<span class="proof" data-generated>{ways(question, links)}</span>'


def more(question: Question, links: Links) -> str:
    """As `proof`, and the question in the interview, with all its answers."""
    labels = LABELS[links.site.lang]
    found = ways(question, links)
    whole = whole_answer(question, links)
    if whole:
        found += "<br>" + link(whole, text(labels.more))
    return f'<p class="proof" data-generated>{found}</p>'


def rest(question: Question, links: Links) -> str:
    """In a fold, below the short answers: the way to all the others."""
    label = text(LABELS[links.site.lang].rest)
    way = link(whole_answer(question, links), label)
    return f'<span class="proof" data-generated>{way}</span>'


def whole_answer(question: Question, links: Links) -> str | None:
    """Where a question stands with all its answers: among its topic's, or in the one interview."""
    for name in (f"answers/interview/{question['topics'][0]}.md", INTERVIEW):
        if name in links.site.pages:
            return links.page(name, question["id"])
    return None


def ways(question: Question | Myth, links: Links) -> str:
    labels = LABELS[links.site.lang]
    proofs = labels.joint.join(evidence(name, links) for name in question["proof"])
    return f"{text(labels.page)}{section(question, links)}{labels.stop}{text(labels.proof)}{proofs}"


def section(question: Question | Myth, links: Links) -> str:
    """The page, with the heading where it answers."""
    page = links.site.pages[question["page"]]
    heading = page["headings"].get(question["anchor"], "")
    title = page["title"] + (f" › {heading}" if heading and heading != page["title"] else "")
    return link(links.page(question["page"], question["anchor"]), text(title))


def evidence(name: str, links: Links) -> str:
    """The first line of a snippet where the site shows it, or a work in the references."""
    ledger = links.site.ledger
    if name in ledger["references"]:
        return link(links.reference(name), text(short_name(name, ledger["references"])))
    return link(links.program(name), code(ledger["snippets"][name]["path"]))


def evidence_of(myth: Myth, links: Links) -> str:
    """The way to the proof of a verdict."""
    return f'<p class="proof" data-generated>{ways(myth, links)}</p>'


DIRECTIVES = {"asked": asked, "proof": proof, "more": more, "rest": rest}
