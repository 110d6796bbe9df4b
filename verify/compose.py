"""Pages made of the question bank: `<!-- generated: faq -->` becomes Markdown, then verified.

A page is composed before it is read, so that claims, formulas and digits of the bank are checked
like those of any page. Each line remembers its origin: a finding names the line of the bank.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from verify.findings import Finding
from verify.myths import Myth
from verify.pages import Page
from verify.questions import SHEET, Bank, Question, Topic, Wording
from verify.yaml_nodes import Written

GENERATED = re.compile(r"<!-- generated: (?P<kind>[\w-]+) -->[ \t]*")
FOLD = "    "
ABOUT = "interview-"  # and the topic


@dataclass(frozen=True)
class Line:
    """A line of a composed page, and where it was written."""

    text: str
    path: str
    line: int


@dataclass(frozen=True)
class Labels:
    """`{}` is the text that the label introduces."""

    also: str
    joint: str
    fold: str
    line: str
    brief: str
    full: str
    follow_ups: str
    weak: str
    why: str
    listen: str
    claim: str
    verdict: str
    verdicts: Mapping[str, str]
    judged: str
    asked: str

    def titled(self, title: str) -> str:
        """The title in front of what it is the title of; a question has its mark already."""
        label = self.judged.replace("{}", title)
        return label.replace("?.", "?").replace("？。", "？") + "{}"


EN = Labels(
    also="Also asked: {}",
    joint="\N{NO-BREAK SPACE}· ",
    fold="Answer",
    line="**In a line.** {}",
    brief="**In half a minute.** {}",
    full="**In full**",
    follow_ups="**What comes next**",
    weak="**A weak answer.** “{}”",
    why="**Why it is weak.** {}",
    listen="**What they listen for.** {}",
    claim="What is said",
    verdict="Verdict",
    verdicts={"false": "False", "half": "Half true", "condition": "True with a condition"},
    judged="**{}.** ",
    asked="- **{ask}** {}",
)
LABELS = {
    "en": EN,
    "zh": Labels(
        also="也有人这样问：{}",
        joint="\N{NO-BREAK SPACE}· ",
        fold="答案",
        line="**一句话。**{}",
        brief="**半分钟。**{}",
        full="**展开讲**",
        follow_ups="**接着会问**",
        weak="**常见的弱回答。**“{}”",
        why="**弱在哪里。**{}",
        listen="**面试官在听什么。**{}",
        claim="说法",
        verdict="判断",
        verdicts={"false": "不对", "half": "半对", "condition": "有条件"},
        judged="**{}。**",
        asked="- **{ask}**{}",
    ),
}


@dataclass(frozen=True)
class Writer:
    """Writes the lines of one question in one language."""

    question: Question
    lang: str

    @property
    def words(self) -> Wording:
        return self.question.wordings[self.lang]

    @property
    def labels(self) -> Labels:
        return LABELS.get(self.lang, EN)

    def own(self, text: str = "") -> Line:
        """A line that belongs to the question as a whole."""
        return Line(text, self.question.path, self.question.line)

    def heading(self, level: int, attributes: str = "") -> list[Line]:
        text = f"{'#' * level} {self.words.question.text} {{#{self.question.id}{attributes}}}"
        return [Line(text, self.question.path, self.words.question.line), self.own()]

    def directive(self, kind: str, indent: str = "") -> list[Line]:
        return [self.own(f"{indent}<!-- {kind}: {self.question.id} -->"), self.own()]

    def written(self, written: Written, label: str = "{}", indent: str = "") -> list[Line]:
        """A text and a blank line; a label goes around its only paragraph.

        What the label itself quotes of the bank is told with the line of the text.
        """
        lines = label.replace("{}", written.text).split("\n")
        numbered = enumerate(lines, written.line)
        return [
            *(Line(indent + t if t else "", self.question.path, n) for n, t in numbered),
            self.own(),
        ]

    def also(self) -> list[Line]:
        """Other wordings, each a line of its own in the bank, one paragraph on the page."""
        *others, last = self.words.also
        start, _, end = self.labels.also.partition("{}")
        texts = [*(w.text + self.labels.joint for w in others), last.text + end]
        lines = [
            Line((start if index == 0 else "") + text.rstrip(), self.question.path, written.line)
            for index, (text, written) in enumerate(zip(texts, self.words.also, strict=True))
        ]
        return [*lines, self.own("{ .also }"), self.own()]

    def code(self) -> list[Line]:
        """The program, or the section of one, that the question is about."""
        if self.question.code is None:
            return []
        stem, _, section = self.question.code.partition(":")
        shown = f'--8<-- "snippets/{stem}.py{":" + section if section else ""}"'
        where = self.question.lines["code"]
        lines = ("```python", shown, "```")
        return [*(Line(text, self.question.path, where) for text in lines), self.own()]

    def follow_ups(self, indent: str) -> list[Line]:
        lines = [self.own(indent + self.labels.follow_ups), self.own()]
        for follow_up in self.words.follow_ups:
            lines += self.written(
                follow_up.answer, self.labels.asked.replace("{ask}", follow_up.ask.text), indent
            )
        return lines

    def short_answers(self) -> Iterator[Line]:
        """In a line and in half a minute, folded."""
        words, labels = self.words, self.labels
        yield from (self.own(f'??? question "{labels.fold}"'), self.own())
        yield from self.written(words.line, labels.line, FOLD)
        yield from self.written(words.brief, labels.brief, FOLD)

    def answers(self) -> Iterator[Line]:
        """All that is folded under a question."""
        words, labels = self.words, self.labels
        yield from self.short_answers()
        yield from (self.own(FOLD + labels.full), self.own())
        yield from self.written(words.full, indent=FOLD)
        yield from self.follow_ups(FOLD)
        yield from self.written(words.weak, labels.weak, FOLD)
        yield from self.written(words.why, labels.why, FOLD)
        yield from self.written(words.listen, labels.listen, FOLD)
        yield from self.directive("proof", FOLD)


def topic_heading(topic: Topic, questions: Sequence[Question], lang: str) -> list[Line]:
    """The topic's name as a heading; its line is that of the first question under it."""
    path, line = questions[0].path, 1
    return [Line(f"## {topic.names[lang]} {{#{topic.id}}}", path, line), Line("", path, line)]


def faq(bank: Bank, lang: str) -> Iterator[Line]:
    """Questions marked `faq: true`, each with its half-minute answer and its proof."""
    for topic in bank.topics:
        questions = [question for question in bank.of(topic) if question.faq]
        if questions:
            yield from topic_heading(topic, questions, lang)
        for question in questions:
            writer = Writer(question, lang)
            yield from writer.heading(3)
            *brief, blank = writer.written(writer.words.brief)
            yield from (*brief, writer.own("{ .brief }"), blank)
            yield from writer.also()
            yield from writer.directive("more")


def interview(bank: Bank, lang: str) -> Iterator[Line]:
    """Every question, its answers folded."""
    for topic in bank.topics:
        questions = bank.of(topic)
        if questions:
            yield from topic_heading(topic, questions, lang)
        for question in questions:
            yield from with_answers(Writer(question, lang), 3)


def with_answers(writer: Writer, level: int) -> Iterator[Line]:
    yield from writer.heading(level)
    yield from writer.directive("asked")
    yield from writer.also()
    yield from writer.code()
    yield from writer.answers()


def interview_about(topic: Topic, bank: Bank, lang: str) -> Iterator[Line]:
    """The same of one topic alone."""
    for question in bank.of(topic):
        yield from with_answers(Writer(question, lang), 2)


def exercise(bank: Bank, lang: str) -> Iterator[Line]:
    """Every question with its short answers; the rest is a link away, and found by search there."""
    for topic in bank.topics:
        questions = bank.of(topic)
        if questions:
            yield from topic_heading(topic, questions, lang)
        for question in questions:
            writer = Writer(question, lang)
            yield from writer.heading(3, " data-search-exclude=true")
            yield from writer.directive("asked")
            yield from writer.code()
            yield from writer.short_answers()
            yield from writer.directive("rest", FOLD)


def sheet(bank: Bank, lang: str) -> Iterator[Line]:
    """The line of every question that has a title for the cheat sheet, under that title."""
    for topic in bank.topics:
        questions = [q for q in bank.of(topic) if q.wordings[lang].sheet]
        if questions:
            yield from topic_heading(topic, questions, lang)
        for question in questions:
            writer, title = Writer(question, lang), question.wordings[lang].sheet
            assert title is not None, f"only questions with a `{SHEET}:` are here"
            yield from writer.written(writer.words.line, writer.labels.titled(title.text))


def myths(bank: Bank, lang: str) -> Iterator[Line]:
    """A table of all claims with their verdicts, then each with what holds and its proof."""
    if not bank.myths:
        return
    labels = LABELS.get(lang, EN)
    first = bank.myths[0]
    yield from (
        Line(text, first.path, first.line)
        for text in (f"| {labels.claim} | {labels.verdict} |", "| :--- | :--- |")
    )
    for _, found in by_topic(bank):
        for myth in found:
            claim = f"[“{myth.claims[lang].text}”](#{myth.id})"
            row = f"| {claim} | {labels.verdicts[myth.verdict]} |"
            yield Line(row, myth.path, myth.claims[lang].line)
    for topic, found in by_topic(bank):
        path, line = found[0].path, found[0].line
        yield from (
            Line("", path, line),
            Line(f"## {topic.names[lang]} {{#{topic.id}}}", path, line),
        )
        for myth in found:
            yield from one_myth(myth, lang, labels)


def by_topic(bank: Bank) -> Iterator[tuple[Topic, list[Myth]]]:
    for topic in bank.topics:
        found = [myth for myth in bank.myths if myth.topic == topic.id]
        if found:
            yield topic, found


def one_myth(myth: Myth, lang: str, labels: Labels) -> Iterator[Line]:
    claim, right = myth.claims[lang], myth.rights[lang]
    yield Line("", myth.path, claim.line)
    yield Line(f"### “{claim.text}” {{#{myth.id}}}", myth.path, claim.line)
    yield Line("", myth.path, claim.line)
    judged = labels.judged.replace("{}", labels.verdicts[myth.verdict])
    for number, text in enumerate((judged + right.text).split("\n"), right.line):
        yield Line(text, myth.path, number)
    yield Line("", myth.path, myth.line)
    yield Line(f"<!-- evidence: {myth.id} -->", myth.path, myth.line)


COMPOSERS: dict[str, Callable[[Bank, str], Iterable[Line]]] = {
    "faq": faq,
    "interview": interview,
    "exercise": exercise,
    "cheatsheet": sheet,
    "myths": myths,
}


def composer(kind: str, bank: Bank) -> Callable[[Bank, str], Iterable[Line]] | None:
    """What writes the blocks of a kind; `interview-TOPIC` is the interview about one topic."""
    for topic in bank.topics:
        if kind == f"{ABOUT}{topic.id}":
            return partial(interview_about, topic)
    return COMPOSERS.get(kind)


def compose(path: str, lang: str, source: str, bank: Bank) -> tuple[list[Line], dict[str, str]]:
    """The lines of a page with its generated blocks, and each of these blocks by its kind."""
    lines: list[Line] = []
    blocks: dict[str, str] = {}
    for number, text in enumerate(source.split("\n"), 1):
        directive = GENERATED.fullmatch(text)
        write = composer(directive["kind"], bank) if directive else None
        if directive is None or write is None:
            lines.append(Line(text, path, number))
            continue
        made = list(write(bank, lang))
        blocks[directive["kind"]] = "\n".join(line.text for line in made)
        lines += made
    return lines, blocks


def relocate(findings: Iterable[Finding], pages: Iterable[Page]) -> list[Finding]:
    """The findings on composed pages, and what they say of other lines, at their origins."""
    composed = {page.path: page for page in pages if page.blocks_made}
    if not composed:
        return list(findings)
    mentioned = re.compile(rf"({'|'.join(map(re.escape, composed))}):(\d+)")

    def origin(match: re.Match[str]) -> str:
        path, line = composed[match[1]].origin(int(match[2]))
        return f"{path}:{line}"

    moved = []
    for finding in findings:
        page = composed.get(finding.path)
        path, line = page.origin(finding.line) if page else (finding.path, finding.line)
        moved.append(Finding(path, line, mentioned.sub(origin, finding.message)))
    return moved


def unshown_topics(bank: Bank, pages: Iterable[Page]) -> list[Topic]:
    """Topics of which no page shows the questions with all their answers: nobody verifies them."""
    made = {kind for page in pages for kind in page.blocks_made}
    if "interview" in made:
        return []
    return [t for t in bank.topics if bank.of(t) and f"{ABOUT}{t.id}" not in made]


def shows_myths(pages: Iterable[Page]) -> bool:
    return any("myths" in page.blocks_made for page in pages)
