"""The question bank: what is read, what is verified on the pages it makes, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeProject, write_files
from verify import drift, mutants_text, question_checks, twins
from verify.__main__ import main
from verify.check import Result, verify
from verify.fix import fix
from verify.katex import Katex
from verify.ledger import make_ledger
from verify.project import Project

FILE = "docs/questions/sums.yml"
PROGRAM = '''\
"""A sum."""

# --8<-- [start:sum]
x = 2
y = 3
# $s = x + y$
s = x + y
# --8<-- [end:sum]
print(s)
'''
REFERENCES = "he2015:\n  authors: [He]\n  year: 2015\n  title: A paper\n"
BANK = r"""topic:
  order: 1
  zh: 和
  en: Sums

questions:
  the-sum:
    level: L2
    kind: estimation
    faq: true
    page: sums.md#add
    proof: [a, he2015]
    code: a:sum
    zh:
      question: 和是多少？
      also:
        - 加起来呢？
        - 一共多少？
      sheet: 和
      line: 就是 $s = x + y$。
      brief: 一共 $\claim{a.s}{5}$。
      full: |
        两步。

        $$
        s = x + y
        $$
      follow_ups:
        - ask: 怎么算？
          answer: 加 $\claim{a.x}{2}$。
      weak: 不知道。
      why: 没有算。
      listen: 会不会加。
    en:
      question: What is the sum?
      also:
        - What do they add up to?
        - How much in all?
      sheet: The sum
      line: It is $s = x + y$.
      brief: In all $\claim{a.s}{5}$.
      full: |
        Two steps.

        $$
        s = x + y
        $$
      follow_ups:
        - ask: How?
          answer: Add $\claim{a.x}{2}$.
      weak: I do not know.
      why: Nothing was added.
      listen: Whether one can add.
"""
HOME = "# Home\n\n<!-- generated: interview -->\n"
OTHERS = "# Others\n\n<!-- generated: faq -->\n\n<!-- generated: cheatsheet -->\n"
SUMS = '# Sums\n\n## Add {#add}\n\n```python\n--8<-- "snippets/a.py"\n```\n'


def with_bank(project: MakeProject, bank: str = BANK, **files: str) -> Path:
    """A project in two languages whose home page shows the bank."""
    pages = {f"{lang}/{name}": text for lang in ("zh", "en") for name, text in (
        ("index.md", HOME), ("sums.md", SUMS),
    )}  # fmt: skip
    root = project(pages, {"a": PROGRAM}, REFERENCES)
    write_files(root, {FILE: bank, **files})
    return root


def edited(old: str, new: str, *, times: int = 1) -> str:
    assert BANK.count(old) >= times
    return BANK.replace(old, new, times)


def findings(root: Path) -> list[str]:
    return [str(finding) for finding in verify(root).findings]


def line_of(text: str, bank: str = BANK) -> int:
    return bank[: bank.index(text)].count("\n") + 1


def test_a_bank_that_holds(project: MakeProject) -> None:
    result = verify(with_bank(project))
    assert result.findings == []
    ledger = make_ledger(result)
    assert ledger["topics"] == {"sums": {"zh": "和", "en": "Sums"}}
    (question,) = ledger["questions"]
    assert question["level"] == "L2" and question["topics"] == ["sums"]
    assert question["words"]["en"]["also"] == ["What do they add up to?", "How much in all?"]
    page = ledger["pages"]["en/index.md"]
    assert [claim["name"] for claim in page["claims"]] == ["a.s", "a.x"]
    assert [f["tex"] for f in page["formulas"]].count("s = x + y") == 2
    assert page["headings"]["the-sum"] == "What is the sum?"


def test_works_that_a_page_links_to_or_proves_its_questions_with(project: MakeProject) -> None:
    works = REFERENCES + "".join(
        f"{key}:\n  authors: [B]\n  year: 2016\n  title: C\n" for key in ("b2016", "c2016", "d2016")
    )
    root = with_bank(project)
    linked = "[B](../reference/references.md#b2016), [B](references.md#b2016), [D](#d2016)"
    text = f"{linked}, [nobody](references.md#e2016).\n"
    files = {f"docs/{lang}/sums.md": SUMS + text for lang in ("zh", "en")}
    write_files(root, {**files, "docs/references.yml": works})
    pages = make_ledger(verify(root))["pages"]
    assert pages["en/sums.md"]["cites"] == pages["zh/sums.md"]["cites"] == ["b2016"]
    assert pages["en/index.md"]["cites"] == ["he2015"], "the proof of the bank's question"


def test_each_page_shows_its_part(project: MakeProject) -> None:
    root = with_bank(project, **{f"docs/{lang}/other.md": OTHERS for lang in ("zh", "en")})
    ledger = make_ledger(verify(root))
    blocks = ledger["pages"]["en/other.md"]["blocks"]
    assert "In all $" in blocks["faq"] and "Two steps" not in blocks["faq"]
    assert "**The sum.** It is $" in blocks["cheatsheet"] and "In all" not in blocks["cheatsheet"]
    whole = ledger["pages"]["en/index.md"]["blocks"]["interview"]
    for text in ("### What is the sum? {#the-sum}", "Two steps", "How?", "a.py:sum", "How much"):
        assert text in whole


def test_a_topic_on_its_own_page_and_the_short_answers_on_one(project: MakeProject) -> None:
    others = "# Other\n\n<!-- generated: interview-sums -->\n"
    home = "# Home\n\n<!-- generated: exercise -->\n"
    pages = {"other": others, "index": home}
    root = with_bank(
        project,
        **{f"docs/{x}/{name}.md": text for x in ("zh", "en") for name, text in pages.items()},
    )
    ledger = make_ledger(verify(root))
    whole = ledger["pages"]["en/other.md"]["blocks"]["interview-sums"]
    for text in ("\n## What is the sum? {#the-sum}", "Two steps", "How?", "a.py:sum", "How much"):
        assert text in f"\n{whole}"
    short = ledger["pages"]["en/index.md"]["blocks"]["exercise"]
    for text in (
        "### What is the sum? {#the-sum data-search-exclude=true}",
        "In all $",
        "a.py:sum",
    ):
        assert text in short
    assert "Two steps" not in short and "    <!-- rest: the-sum -->" in short


def test_a_title_that_asks_keeps_its_mark(project: MakeProject) -> None:
    bank = edited("sheet: The sum", "sheet: How much?").replace("sheet: 和\n", "sheet: 多少？\n")
    root = with_bank(project, bank, **{f"docs/{x}/other.md": OTHERS for x in ("zh", "en")})
    pages = make_ledger(verify(root))["pages"]
    assert "**How much?** It is $" in pages["en/other.md"]["blocks"]["cheatsheet"]
    assert "**多少？**" in pages["zh/other.md"]["blocks"]["cheatsheet"]


def test_what_is_not_for_a_page_is_left_out(project: MakeProject) -> None:
    bank = BANK.replace("    faq: true\n", "").replace("      sheet: 和\n", "")
    bank = bank.replace("      sheet: The sum\n", "")
    root = with_bank(project, bank, **{f"docs/{lang}/other.md": OTHERS for lang in ("zh", "en")})
    blocks = make_ledger(verify(root))["pages"]["en/other.md"]["blocks"]
    assert blocks == {"faq": "", "cheatsheet": ""}


CONTRADICTED = [
    (
        r"一共 $\claim{a.s}{5}$。",
        r"一共 $\claim{a.s}{6}$。",
        "text says 6, snippets/a.py gives s = 5",
    ),
    ("In all $", "In all 7 or $", "'7' in the text is not accounted for"),
    ("It is $s = x + y$.", "It is $s = x - y$.", "no shown code checks `s = x - y`"),
    ("Nothing was added.", "什么也没加。", "'什么也没加。' on a page in 'en': translate it"),
    ("        - How much in all?", "        - How much, $x + y$?", "formula"),
]


@pytest.mark.parametrize(("old", "new", "message"), CONTRADICTED)
def test_an_answer_that_contradicts_is_named_where_it_was_written(
    project: MakeProject, old: str, new: str, message: str
) -> None:
    found = findings(with_bank(project, edited(old, new)))
    assert any(f.startswith(f"{FILE}:{line_of(old)}: ") and message in f for f in found), found
    assert all(f.startswith(FILE) for f in found)


def test_a_line_within_a_block_is_named(project: MakeProject) -> None:
    old = "        $$\n        s = x + y\n        $$\n      follow_ups:\n        - ask: How?"
    bank = edited(old, old.replace("s = x + y", "s = x - y"))
    line = line_of(old) + 1  # the formula, and where it differs from its twin
    assert any(f.startswith(f"{FILE}:{line}: no shown code") for f in findings(
        with_bank(project, bank)
    ))  # fmt: skip


def without(part: str) -> str:
    """The bank without a line (and what is indented below it)."""
    lines = BANK.split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith(part))
    depth = len(part) - len(part.lstrip())
    end = start + 1
    while end < len(lines) and (not lines[end] or lines[end].startswith(" " * (depth + 1))):
        end += 1
    return "\n".join(lines[:start] + lines[end:])


QUESTION = line_of("  the-sum:")
REFUSED = [
    (without("    en:"), QUESTION, "the-sum has no twin: written in zh, missing is `en:`"),
    (without("    level:"), QUESTION, "the-sum has no `level:`: add it"),
    (without("    proof:"), QUESTION, "the-sum has no `proof:`: add it"),
    (without("    page:"), QUESTION, "the-sum has no `page:`: add it"),
    (without("      brief:"), line_of("    zh:"), "the-sum, zh has no `brief:`: add it"),
    (without("      full:"), line_of("    zh:"), "the-sum, zh has no `full:`: add it"),
    (without("      also:"), line_of("    zh:"), "the-sum, zh has no `also:`: add it"),
    (without("      follow_ups:"), line_of("    zh:"), "the-sum, zh has no `follow_ups:`"),
    (without("topic:"), 1, "the file has no `topic:`: add it"),
    (without("questions:"), 1, "the file has no `questions:`: add it"),
    ("", 1, "the file: expected lines of `name: value`"),
    (edited("L2", "L4"), line_of("    level:"), "`level: L4`: one of L1, L2, L3"),
    (edited("estimation", "guess"), line_of("    kind:"), "`kind: guess`: one of concept, white"),
    (edited("faq: true", "faq: maybe"), line_of("    faq:"), "`faq: maybe`: one of true, false"),
    (edited("order: 1", "order: first"), 2, "`order:` is a whole number"),
    (edited("    proof:", "    prof:"), line_of("    proof:"), "nothing is called `prof:`; did you "
     "mean `proof:`?"),
    (edited("proof: [a, he2015]", "proof: []"), line_of("    proof:"), "`proof:` is a list"),
    (edited("proof: [a, he2015]", "proof: [b]"), line_of("    proof:"), "the-sum: proof 'b' is no "
     "snippet and no reference"),
    (edited("page: sums.md", "page: sum.md"), line_of("    page:"), "the-sum: no page 'sum.md': did"
     " you mean 'sums.md'?"),
    (edited("#add", "#ad"), line_of("    page:"), "docs/zh/sums.md has no heading {#ad}: did you "
     "mean 'add'?"),
    (edited("code: a:sum", "code: a:som"), line_of("    code:"), "snippets/a.py has no section"),
    (edited("code: a:sum", "code: b"), line_of("    code:"), "the-sum: code 'b' is no snippet"),
    (edited("    kind:", "    topics: [gone]\n    kind:"), line_of("    kind:"), "the-sum: topic "
     "'gone' is not another file of docs/questions"),
    (edited("  the-sum:", "  The_Sum:"), QUESTION, "id 'The_Sum': small letters, digits and hy"),
    (edited("      weak: 不知道。", "      weak:"), line_of("      weak:"), "`weak:` is empty"),
    (edited("      weak: 不知道。", "      weak: 不\n        知道。"), line_of("      weak:"),
     "`weak:` goes over several lines"),
    (edited("      weak: 不知道。", "      weak: |\n        不\n        知道。"),
     line_of("      weak:") + 1, "`weak:` is one paragraph"),
    (edited("      weak: 不知道。", "      weak: [不, 知道]"), line_of("      weak:"), "is a text"),
    (edited("      line: 就是", "      line: 就是" + "长" * 80), line_of("      line:"), "the-sum: "
     "`line:` has 87 characters, at most 70 can be spoken"),
    (edited("brief: In all", "brief: In all" + " long" * 120), line_of("      brief: In all"),
     "the-sum: `brief:` has 126 words, at most 100 can be spoken"),
    (edited("      sheet: The sum\n", ""), QUESTION, "the-sum: has a `sheet:` title in zh and none "
     "in en"),
    (edited("        - ask: How?", "        - {ask: Why, answer: So.}\n        - ask: How?"),
     line_of("    en:"), "the-sum: follow-ups have no twin (zh 1, en 2)"),
    (edited("          answer: Add", "          reply: Add"), line_of("          answer: Add"),
     "the-sum, en, follow-up: nothing is called `reply:`"),
    (edited("      line: 就是", "      why: 甲。\n      line: 就是"), line_of("      why:") + 1,
     "'why' stands here and on line"),
    ("a: b: c\n", 1, "is not valid YAML"),
]  # fmt: skip


@pytest.mark.parametrize(("bank", "line", "message"), REFUSED)
def test_refused(project: MakeProject, bank: str, line: int, message: str) -> None:
    found = findings(with_bank(project, bank))
    assert any(f.startswith(f"{FILE}:{line}: ") and message in f for f in found), found
    assert all(f.startswith(FILE) for f in found), found


def test_an_id_that_stands_twice(project: MakeProject) -> None:
    root = with_bank(project)
    write_files(root, {"docs/questions/twice.yml": "\n" + BANK})
    (found,) = findings(root)
    assert found == (
        f"docs/questions/twice.yml:{QUESTION + 1}: id 'the-sum' is that of {FILE}:{QUESTION}: "
        "give it another"
    )


def test_a_bank_that_no_page_shows(project: MakeProject) -> None:
    root = with_bank(project)
    write_files(root, {f"docs/{lang}/index.md": "# Home\n" for lang in ("zh", "en")})
    assert findings(root) == [
        f"{FILE}:1: no page shows the questions, so that nobody verifies them: write "
        "<!-- generated: interview-sums --> on one, or <!-- generated: interview -->"
    ]


def test_a_file_that_is_not_utf_8(project: MakeProject) -> None:
    root = with_bank(project)
    (root / FILE).write_bytes("# é".encode("latin-1"))
    assert findings(root) == [f"{FILE}:1: is not UTF-8 text (byte 2): save it as UTF-8"]


# --- twins, mutants, drift, fix ---------------------------------------------------------------


def test_twins_of_a_question(project: MakeProject) -> None:
    root = with_bank(project)
    twins.review(twins.twins_of(Project(root)), root)
    assert findings(root) == []
    (root / FILE).write_text(edited("Whether one can add.", "How one adds."), encoding="utf-8")
    (found,) = findings(root)
    assert found == (
        f"{FILE}:{line_of('    en:')}: `en:` of the-sum changed without its twin `zh:` of the-sum: "
        "let the twin follow, then `make reviewed` (that alone, if nothing needs to follow)"
    )


def test_a_new_question_leaves_others_reviewed(project: MakeProject) -> None:
    root = with_bank(project)
    twins.review(twins.twins_of(Project(root)), root)
    more = BANK[BANK.index("  the-sum:") :].replace("the-sum", "more")
    (root / FILE).write_text(BANK + more, encoding="utf-8")
    found = findings(root)
    assert len(found) == 2 and all("of more changed together with" in f for f in found)


def test_languages_must_agree(project: MakeProject) -> None:
    bank = edited("        Two steps.\n", "        Two steps.\n\n        More.\n")
    (found,) = findings(with_bank(project, bank))
    assert found.startswith(f"{FILE}:{line_of('        Two steps.') + 2}: block is 'paragraph'")
    assert f"'formula' at {FILE}:{line_of('        $$')}" in found


def checked(root: Path) -> Result:
    result = verify(root)
    assert result.findings == []
    return result


def test_mutants_reach_the_bank(project: MakeProject) -> None:
    result = checked(with_bank(project))
    with Katex(result.project.root / "docs" / "macros.json") as katex:
        found = mutants_text.measure(result, katex)
    assert found.survivors == [] and found.counts[("number", "last digit")] == 2
    page = next(page for page in result.project.pages if page.name == "index.md")
    made, _ = mutants_text.page_mutants(page, result.verdicts[page.path], set())
    assert {str(mutant).split(":")[0] for mutant in made} == {FILE}


def test_drift_reaches_the_bank(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    result = checked(with_bank(project))
    monkeypatch.setattr(drift, "VARIANTS", {"other": {}})
    program = PROGRAM.replace("s = x + y\n# --8", "s = x + y + 1\n# --8")
    monkeypatch.setattr(drift, "run_programs", lambda sources, **more: RUN({"a": program}, **more))
    (row,) = drift.measure(result)
    changed = [f for f in row.findings if "text says 5" in f.message]
    assert {(f.path, f.line) for f in changed} == {
        (FILE, line_of("      brief:")), (FILE, line_of("      brief: In all")),
    }  # fmt: skip


RUN = drift.run_programs


def test_fix_rewrites_the_bank(project: MakeProject) -> None:
    stale = BANK.replace(r"\claim{a.s}{5}", r"\claim{a.s}{4}")
    root = with_bank(project, stale, **{f"docs/{lang}/other.md": OTHERS for lang in ("zh", "en")})
    reports = fix(verify(root))
    assert reports == [
        f"{FILE}:{line_of('      brief:')}: a.s: 4 -> 5",
        f"{FILE}:{line_of('      brief: In all')}: a.s: 4 -> 5",
    ]
    assert (root / FILE).read_text(encoding="utf-8") == BANK
    assert (root / "docs/en/index.md").read_text(encoding="utf-8") == HOME


def test_tag_does_not_write_into_a_composed_page(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    root = with_bank(project, edited("In all $", "In all 2 or $"))
    assert main(["--root", str(root), "tag", "docs/en/index.md", "--write"]) == 1
    assert "put the claims into docs/questions" in capsys.readouterr().err
    assert (root / "docs/en/index.md").read_text(encoding="utf-8") == HOME


def test_the_cheat_sheet_gets_full(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_checks, "MOST_TITLES", 1)
    more = BANK[BANK.index("  the-sum:") :].replace("the-sum", "more")
    (found,) = findings(with_bank(project, BANK + more))
    assert "more: the cheat sheet has room for 1 titles" in found


# --- myths ------------------------------------------------------------------------------------

MYTHS = "docs/myths.yml"
MYTH = r"""a-myth:
  topic: sums
  verdict: half
  page: sums.md#add
  proof: [a]
  zh:
    claim: 和总是偶数
    right: 这里是 $\claim{a.s}{5}$。
  en:
    claim: Sums are even
    right: |
      Here it is $\claim{a.s}{5}$.
"""
SHOWS = "# Others\n\n<!-- generated: myths -->\n"


def with_myths(project: MakeProject, myths: str = MYTH, shows: str = SHOWS) -> Path:
    pages = {f"docs/{lang}/other.md": shows for lang in ("zh", "en")}
    return with_bank(project, **{MYTHS: myths, **pages})


def test_a_myth_that_is_shown(project: MakeProject) -> None:
    result = verify(with_myths(project))
    assert result.findings == []
    ledger = make_ledger(result)
    page = ledger["pages"]["en/other.md"]
    assert page["blocks"]["myths"].split("\n") == [
        "| What is said | Verdict |", "| :--- | :--- |",
        "| [“Sums are even”](#a-myth) | Half true |", "", "## Sums {#sums}", "",
        "### “Sums are even” {#a-myth}", "",
        r"**Half true.** Here it is $\claim{a.s}{5}$.", "", "<!-- evidence: a-myth -->",
    ]  # fmt: skip
    assert [claim["name"] for claim in page["claims"]] == ["a.s"]
    assert page["cites"] == []
    assert ledger["myths"] == [
        {"id": "a-myth", "verdict": "half", "page": "sums.md", "anchor": "add", "proof": ["a"]}
    ]


MYTHS_REFUSED = [
    (MYTH.replace("verdict: half", "verdict: no"), 3, "`verdict: no`: one of false, half, cond"),
    (MYTH.replace("  verdict: half\n", ""), 1, "a-myth has no `verdict:`: add it"),
    (MYTH.replace("  proof: [a]\n", ""), 1, "a-myth has no `proof:`: add it"),
    (MYTH.replace("proof: [a]", "proof: [b]"), 5, "a-myth: proof 'b' is no snippet and no ref"),
    (MYTH.replace("topic: sums", "topic: more"), 2, "`topic: more`: one of sums"),
    (MYTH.replace("#add", "#ad"), 4, "has no heading {#ad}: did you mean 'add'?"),
    (MYTH[: MYTH.index("  en:")], 1, "a-myth has no twin: written in zh, missing is `en:`"),
    (MYTH.replace("    claim: Sums are even\n", ""), 9, "a-myth, en has no `claim:`: add it"),
    (MYTH.replace("a-myth", "A myth"), 1, "id 'A myth': small letters, digits and hyphens"),
    (MYTH.replace("Here it is $\\claim{a.s}{5}$", "Here $\\claim{a.s}{6}$"), 12, "text says 6"),
    (MYTH.replace("Here it is", "Here 7 is"), 12, "'7' in the text is not accounted for"),
    (MYTH.replace("even", "below 7"), 10, "'7' in a heading is not accounted for"),
    ("- a\n", 1, "the file: expected lines of `name: value`"),
    ("a: b: c\n", 1, "is not valid YAML"),
]  # fmt: skip


@pytest.mark.parametrize(("myths", "line", "message"), MYTHS_REFUSED)
def test_a_myth_that_is_refused(project: MakeProject, myths: str, line: int, message: str) -> None:
    found = findings(with_myths(project, myths))
    assert any(f.startswith(f"{MYTHS}:{line}: ") and message in f for f in found), found
    assert all(f.startswith(MYTHS) for f in found), found


def test_myths_that_no_page_shows(project: MakeProject) -> None:
    assert findings(with_myths(project, shows="# Others\n")) == [
        f"{MYTHS}:1: no page shows the myths, so that nobody verifies them: write "
        "<!-- generated: myths --> on one"
    ]


def test_twins_of_a_myth(project: MakeProject) -> None:
    root = with_myths(project)
    twins.review(twins.twins_of(Project(root)), root)
    (root / MYTHS).write_text(MYTH.replace("Here it", "There it"), encoding="utf-8")
    (found,) = findings(root)
    assert found.startswith(f"{MYTHS}:9: `en:` of a-myth changed without its twin `zh:` of a-myth")
