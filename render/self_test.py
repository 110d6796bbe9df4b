"""The self-test on the interview page: all it says, in HTML, for theme/assets/self-test to move.

Without the script all of it stays hidden, and the page is a list of folded answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from html import escape

from render.ledger import Question
from render.links import Links
from render.questions import LABELS as QUESTION_LABELS
from render.tables import text

SCRIPT = "assets/self-test/page.js"
RANDOM = 10


@dataclass(frozen=True)
class Messages:
    """What the script may have to say; `{…}` is filled in there."""

    none: str
    one: str
    many: str
    due: str
    position: str
    done: str
    tally: str
    blocked: str
    full: str
    unreadable: str
    newer: str
    not_ours: str
    from_newer: str
    imported: str
    exported: str
    cleared: str
    next_due: str
    again_due: str


@dataclass(frozen=True)
class Labels:
    title: str
    levels: str
    topics: str
    kinds: str
    all: str
    start: str
    random: str
    due: str
    reveal: str
    again: str
    knew: str
    stop: str
    keys: str
    keep: str
    export: str
    load: str
    clear: str
    sure: str
    really: str
    cancel: str
    weak: str
    close: str
    messages: Messages


LABELS = {
    "zh": Labels(
        title="自测",
        levels="级别",
        topics="主题",
        kinds="题型",
        all="不选就是全部。",
        start="开始自测",
        random="随机 {n} 题",
        due="只练到期的",
        reveal="看答案",
        again="还不会",
        knew="会了",
        stop="结束",
        keys="键盘：空格看答案，1 还不会，2 会了，Esc 结束。",
        keep="进度只存在这个浏览器里。会了的题隔一天再问，然后三天、七天，越隔越久；还不会的从头来。",
        export="导出进度",
        load="导入进度",
        clear="清空进度",
        sure="清空这个浏览器里的全部进度？此前导出过的文件不受影响。",
        really="清空",
        cancel="不清空",
        weak="再练还不会的",
        close="回到题目列表",
        messages=Messages(
            none="没有符合的题。",
            one="符合的题：一道。",
            many="符合的题：{n} 道。",
            due="到期该练的：{n} 道。",
            position="第 {i} 题，共 {n} 题",
            done="练完了：会了 {knew} 题，还不会 {again} 题。",
            tally="会了 {knew}，还不会 {again}，没练过 {fresh}",
            blocked="浏览器不让本页保存数据：这次的进度关掉页面就没了，想留下请导出。",
            full="浏览器的存储空间满了，新的进度没能存下：关掉页面之前请导出。",
            unreadable="存着的进度读不懂（可能来自旧版本），已原样放到一边，没有删除；现在从头记。",
            newer="存着的进度来自更新的版本，本页不动它；这次的进度不会保存，想留下请导出。",
            not_ours="这个文件不是从这里导出的进度，什么也没有改。",
            from_newer="这个文件来自更新的版本，本页读不了，什么也没有改。",
            imported="已读入 {n} 道题的进度；同一道题以较新的记录为准。",
            exported="已导出 {n} 道题的进度。",
            cleared="进度已清空。",
            next_due="会了，{date} 再问",
            again_due="还不会",
        ),
    ),
    "en": Labels(
        title="Test yourself",
        levels="Level",
        topics="Topic",
        kinds="Kind",
        all="None chosen means all.",
        start="Start",
        random="{n} at random",
        due="Only what is due",
        reveal="Show the answer",
        again="Again",
        knew="Knew it",
        stop="Stop",
        keys="Keys: space shows the answer, 1 again, 2 knew it, Esc stops.",
        keep="Progress stays in this browser. What you knew is asked again after a day, then after "
        "three, seven and so on; what you did not know begins anew.",
        export="Export progress",
        load="Import progress",
        clear="Clear progress",
        sure="Clear all progress in this browser? Files you exported earlier are not touched.",
        really="Clear",
        cancel="Keep",
        weak="Practise these again",
        close="Back to the list",
        messages=Messages(
            none="No question fits.",
            one="One question fits.",
            many="{n} questions fit.",
            due="Due for practice: {n}.",
            position="Question {i} of {n}",
            done="Done: {knew} known, {again} to do again.",
            tally="{knew} known, {again} to do again, {fresh} new",
            blocked="The browser does not let this page save anything: progress is gone when you "
            "close it, unless you export it.",
            full="The browser's storage is full and new progress could not be saved: export it "
            "before you close the page.",
            unreadable="The saved progress cannot be read (perhaps from an older version). It was "
            "set aside as it is, not deleted, and you begin anew.",
            newer="The saved progress is from a newer version; this page leaves it alone. What you "
            "do now is not saved: export it if you want to keep it.",
            not_ours="This file is no progress exported from here; nothing was changed.",
            from_newer="This file is from a newer version that this page cannot read; nothing was "
            "changed.",
            imported="Questions with progress read: {n}. For each, the newer record counts.",
            exported="Questions with progress exported: {n}.",
            cleared="Progress cleared.",
            next_due="known, asked again on {date}",
            again_due="to do again",
        ),
    ),
}


def self_test(links: Links) -> str:
    """Filters, buttons, the bar of a running test, and all messages.

    It stands there as for a reader who has answered nothing: hidden, but with its place kept, so
    that nothing moves when the script comes.
    """
    labels = LABELS[links.site.lang]
    count = len(links.site.questions)
    every, fresh = labels.messages.many, labels.messages.tally
    script = "../" * links.name.count("/") + "../" + SCRIPT
    parts = [
        f'<h2 id="self-test">{text(labels.title)}</h2>',
        filters(links, labels),
        f'<p class="self-test__count" role="status">{text(every.format(n=count))}</p>',
        buttons(
            ("start", labels.start), ("random", labels.random.format(n=RANDOM)), ("due", labels.due)
        ),
        f"<p>{text(labels.keep)}</p>",
        f'<p class="self-test__tally">{text(fresh.format(knew=0, again=0, fresh=count))}</p>',
        buttons(("export", labels.export), ("load", labels.load), ("clear", labels.clear)),
        f'<input type="file" accept=".json" aria-label="{escape(labels.load)}" hidden>',
        '<p class="self-test__message" role="status"></p>',
        f"<dialog><p>{text(labels.sure)}</p>"
        + buttons(("cancel", labels.cancel), ("really", labels.really))
        + "</dialog>",
        bar(labels),
        summary(labels),
    ]
    attributes = f' data-module-src="{script}" data-random="{RANDOM}" lang="{links.site.lang}"'
    attributes += "".join(
        f' data-say-{field.name.replace("_", "-")}="{escape(getattr(labels.messages, field.name))}"'
        for field in fields(labels.messages)
    )
    names = 'class="self-test keeps-place" data-generated data-search-exclude'
    return "\n".join([f"<div {names}{attributes} hidden>", *parts, "</div>"])


def filters(links: Links, labels: Labels) -> str:
    """A box for every level, topic and kind that some question has."""
    site, names = links.site, QUESTION_LABELS[links.site.lang]
    questions = list(site.questions.values())
    topics = {key: words[site.lang] for key, words in site.ledger["topics"].items()}
    groups = [
        ("level", labels.levels, names.levels, {q["level"] for q in questions}),
        ("topic", labels.topics, topics, {t for q in questions for t in q["topics"]}),
        ("kind", labels.kinds, names.kinds, kinds(questions)),
    ]
    sets = [
        fieldset(name, legend, [(key, words[key]) for key in words if key in found])
        for name, legend, words, found in groups
    ]
    return f'<form>{"".join(sets)}<p class="self-test__hint">{text(labels.all)}</p></form>'


def kinds(questions: Iterable[Question]) -> set[str]:
    """Kinds that are sets of their own; a concept is a question like any other."""
    return {question["kind"] for question in questions} - {"concept"}


def fieldset(name: str, legend: str, choices: Iterable[tuple[str, str]]) -> str:
    boxes = "".join(
        f'<label><input type="checkbox" name="{name}" value="{escape(key)}"> {text(words)}</label>'
        for key, words in choices
    )
    return f"<fieldset><legend>{text(legend)}</legend><div>{boxes}</div></fieldset>"


def buttons(*named: tuple[str, str]) -> str:
    made = "".join(
        f'<button type="button" data-do="{name}">{text(label)}</button>' for name, label in named
    )
    return f'<p class="self-test__buttons">{made}</p>'


def bar(labels: Labels) -> str:
    """At the lower edge while a test runs."""
    keyed = [
        ("reveal", labels.reveal, "Space"),
        ("again", labels.again, "1"),
        ("knew", labels.knew, "2"),
        ("stop", labels.stop, "Escape"),
    ]
    made = "".join(
        f'<button type="button" data-do="{name}" aria-keyshortcuts="{key}">{text(label)}</button>'
        for name, label, key in keyed
    )
    return (
        '<div class="self-test__bar" hidden><p class="self-test__position" role="status"></p>'
        f'<p class="self-test__buttons">{made}</p>'
        f'<p class="self-test__keys">{text(labels.keys)}</p></div>'
    )


def summary(labels: Labels) -> str:
    """What stands in place of a question when a test is over."""
    return (
        '<div class="self-test__summary" tabindex="-1" hidden><p role="status"></p><ul></ul>'
        + buttons(("weak", labels.weak), ("close", labels.close))
        + "</div>"
    )
