"""The page scanner: formulas, texts, headings, blocks and code, each at its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import lxml.html
import markdown
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import ReadPage
from verify.digits import Names, page_digits
from verify.pages import Page
from verify.scan import parse_page, read_page


def findings(page: Page) -> list[tuple[int, str]]:
    return [(finding.line, finding.message) for finding in page.findings]


def only_finding(page: Page) -> tuple[int, str]:
    found = findings(page)
    assert len(found) == 1, found
    return found[0]


# --- formulas ---------------------------------------------------------------------------------

FORMULAS = [
    ("in a paragraph", "Say $x$ now.", [("x", 1, False, "prose")]),
    ("two in a line", "$x$ and $y$", [("x", 1, False, "prose"), ("y", 1, False, "prose")]),
    ("on a later line", "one\ntwo $x$", [("x", 2, False, "prose")]),
    (
        "in Chinese, unspaced",
        "取$x$，得$y$。",
        [("x", 1, False, "prose"), ("y", 1, False, "prose")],
    ),
    ("with an escaped dollar", r"$a \$ b$", [(r"a \$ b", 1, False, "prose")]),
    ("display", "a\n\n$$\nx\n= y\n$$\n\nb", [("x\n= y", 4, True, "prose")]),
    ("display on one line", "a\n\n$$x$$\n\nb", [("x", 3, True, "prose")]),
    ("display at both ends", "$$\nx\n$$", [("x", 2, True, "prose")]),
    ("display after front matter", "---\ntitle: a\n---\n$$\nx\n$$", [("x", 5, True, "prose")]),
    ("in a list", "- a\n- b $x$", [("x", 2, False, "prose")]),
    ("display in a list", "- a\n\n    $$\n    x\n    $$\n\n    b", [("x", 4, True, "prose")]),
    ("in a quotation", "> a $x$", [("x", 1, False, "prose")]),
    ("in a list in a quotation", "> a\n>\n> - b $x$", [("x", 3, False, "prose")]),
    ("display in a quotation", "> a\n>\n> $$\n> x\n> $$\n>\n> b", [("x", 4, True, "prose")]),
    ("with a relation at a line's start", "$$\na\n> b\n$$", [("a\n> b", 2, True, "prose")]),
    ("in a table", "| a | b |\n|---|---|\n| c | $x$ |", [("x", 3, False, "table")]),
    ("in a table's head", "| $x$ | b |\n|---|---|\n| c | d |", [("x", 1, False, "table")]),
    ("in a link's text", "[a $x$](index.md)", [("x", 1, False, "prose")]),
    ("in bold", "**a $x$**", [("x", 1, False, "prose")]),
    ("in an admonition", "!!! note\n    a $x$", [("x", 2, False, "prose")]),
    ("in its title", '!!! note "On $x$"\n    a', [("x", 1, False, "prose")]),
    ("in a fold", '??? question "a"\n    b $x$', [("x", 2, False, "prose")]),
    ("in a footnote", "a[^1]\n\n[^1]: b $x$", [("x", 3, False, "prose")]),
    ("in a definition", "a\n:   b $x$", [("x", 2, False, "prose")]),
    (
        "in HTML that holds Markdown",
        "<div markdown>\n\na $x$\n\n</div>",
        [("x", 3, False, "prose")],
    ),
    ("in inline HTML", "a <b>$x$</b>", [("x", 1, False, "prose")]),
    ("no formula in code", "`$x$` and ``$`$``", []),
    ("no formula in code over two lines", "a `$x$\n$y$` b", []),
    ("no formula in a fence", "```text\n$x$\n```", []),
    ("no formula in a tilde fence", "~~~~text\n$x$\n~~~\n$y$\n~~~~", []),
    ("no formula in a comment", "a <!-- $x$ -->\n\n<!--\n$y$\n\n$$\nz\n$$\n-->", []),
    ("no formula of escaped dollars", r"from \$5 to \$6", []),
    ("code does not reach over paragraphs", "a ` $x$\n\nb ` c", [("x", 1, False, "prose")]),
]


@pytest.mark.parametrize(
    ("source", "expected"), [case[1:] for case in FORMULAS], ids=[case[0] for case in FORMULAS]
)
def test_formulas(read: ReadPage, source: str, expected: list[tuple[str, int, bool, str]]) -> None:
    page = read(source)
    assert [(f.tex, f.line, f.display, f.place) for f in page.formulas] == expected
    assert page.findings == []


@pytest.mark.parametrize("source", [case[1] for case in FORMULAS], ids=[c[0] for c in FORMULAS])
def test_formula_offsets(read: ReadPage, source: str) -> None:
    page = read(source)
    assert [source[f.start : f.start + len(f.tex)] for f in page.formulas] == [
        f.tex for f in page.formulas
    ]


def test_quotation_signs_become_spaces_so_that_offsets_hold(read: ReadPage) -> None:
    source = "> a\n>\n> $$\n> x\n> = y\n> $$\n>\n> b"
    (formula,) = read(source).formulas
    assert formula.tex == "x\n  = y"
    assert source[formula.start + formula.tex.index("=")] == "="


REFUSED_FORMULAS = [
    ("unclosed", "a\n\nb $x c\n\nd", 3, "a $ opens or closes no formula: write $…$ on one line"),
    ("unopened", "a\nx$ b", 2, "a $ opens or closes no formula"),
    ("with inner spaces", "a $ x $ b", 1, "without a space inside the dollars"),
    ("over two lines", "a $x\n= y$ b", 1, "on one line"),
    ("a price", "it costs $5", 1, r"\$ for the sign itself"),
    ("unclosed display", "a\n\n$$\nx\n\nb\n\n$$\ny\n$$\n", 3, "$$ opens or closes no formula"),
    ("display with a blank line", "$$\nx\n\ny\n$$", 1, "without a blank line in it"),
    ("display below text", "a\n$$\nx\n$$", 2, "$$ needs a line of its own and a blank line above"),
    ("display beside text", "a $$x$$", 1, "$$ needs a line of its own and a blank line above"),
    ("display above text", "$$\nx\n$$\na", 3, "$$ needs a line of its own and a blank line below"),
    ("display in a list item", "- $$x$$", 1, "$$ needs a line of its own"),
    ("round brackets", r"a \(x = y\) b", 1, r"\( opens no formula here: write $…$"),
    ("square brackets", "a\n\n\\[\nx\n\\]", 3, r"\[ opens no formula here"),
    ("a bare environment", "a\n\n\\begin{align}\nx\n\\end{align}", 3, r"\begin{align} outside a"),
    ("in a heading", "a\n\n## On $x$ {#on}", 3, "a formula in a heading: headings become titles"),
    ("in a setext heading", "On $x$\n===", 1, "a formula in a heading"),
    ("in a picture's description", "![a $x$](b.png)", 1, "a formula in a picture's description"),
    ("in a link's title", '[a](index.md "b $x$")', 1, "a formula that no reader sees as one"),
    ("in a link's address", "[a](<index.md?$x$>)", 1, "a formula that no reader sees as one"),
    ("in an HTML attribute", '<b title="$x$">a</b>', 1, "a formula that no reader sees as one"),
    ("in a block of HTML", "<div>\n$x$\n</div>", 2, "a formula inside HTML is not set: write <div"),
    ("in indented code", "a\n\n    b $x$", 3, "a formula in code shows its dollars"),
    ("in a cell too many", "| a |\n|---|\n| b | $x$ |", 3, "a table cell too many"),
    ("with | in a table", "| a |\n|---|\n| $|x|$ |", 3, r"| in a formula ends the table cell"),
    ("with a comment", "$$\na\n= b % c\n$$", 3, r"% in a formula hides the rest of its line"),
    ("with a percent sign", "$5%$", 1, r"write \%"),
    ("in a title", "---\ntitle: On $x$\n---\n", 2, "a $ in 'On $x$' is shown as it is"),
    ("a dollar that only Markdown sees", "- a ` $\n- b ` $c", 1, "a $ in"),
]


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [case[1:] for case in REFUSED_FORMULAS],
    ids=[case[0] for case in REFUSED_FORMULAS],
)
def test_formulas_refused(read: ReadPage, source: str, line: int, message: str) -> None:
    found = findings(read(source))
    assert any(at == line and message in said for at, said in found), found


@pytest.mark.parametrize("tex", [r"5\%", r"a \\\% b", r"\lvert x \rvert"])
def test_signs_that_are_escaped_pass(read: ReadPage, tex: str) -> None:
    assert read(f"| a |\n|---|\n| ${tex}$ |").findings == []


# --- texts ------------------------------------------------------------------------------------

TEXTS = [
    ("plain", "one\ntwo", [("one", 1, "prose"), ("two", 2, "prose")]),
    ("beside a formula", "a $x$ b", [("a \0 b", 1, "prose")]),
    ("code", "a `b` c", [("a ", 1, "prose"), ("b", 1, "code"), (" c", 1, "prose")]),
    (
        "code over two lines",
        "a `b\nc` d\ne",
        [("a ", 1, "prose"), ("b c", 1, "code"), (" d", 2, "prose"), ("e", 3, "prose")],
    ),
    ("code with its language", "`#!python f(x)`", [("f(x)", 1, "code")]),
    ("heading", "a\n\n## b {#c}", [("a", 1, "prose"), ("b", 3, "heading")]),
    ("table", "| a |\n|---|\n| b |", [("a", 1, "table"), ("b", 3, "table")]),
    ("picture", '![a](b.png "c")', [("a", 1, "alt"), ("c", 1, "title")]),
    ("link", '[a](b.md "c")', [("c", 1, "title"), ("a", 1, "prose")]),
    ("HTML over lines", '<b\n title="a">c</b> d', [
        ("a", 2, "alt"), ("c", 2, "prose"), (" d", 2, "prose"),
    ]),
    (
        "block of HTML",
        "<p\n title='a' alt=b>\nc\n<i>d</i>\n</p>",
        [("a", 2, "alt"), ("b", 2, "alt"), ("c", 3, "prose"), ("d", 4, "prose")],
    ),
    ("script and style", "<script>\na = 5\n</script>\n\n<style>\nb { c: 6 }\n</style>", []),
    ("comment", "a <!-- b -->\n\n<!-- c\nd -->", [("a ", 1, "prose")]),
    ("entity", "a &#53;", [("a 5", 1, "prose")]),
    ("escape", r"a 1\.5 \$6", [("a 1.5 $6", 1, "prose")]),
    ("dollar in code", r"a `\$6 $7`", [("a ", 1, "prose"), (r"\$6 $7", 1, "code")]),
    ("attributes of a picture", '![a](b.png){ width="300" } c', [
        ("a", 1, "alt"), (" c", 1, "prose"),
    ]),
    ("their title", '![a](b.png){ title="c" }', [("a", 1, "alt"), ("c", 1, "alt")]),
    ("attributes of a paragraph", "a\n{ .answer title='b' }", [("b", 2, "alt"), ("a", 1, "prose")]),
    ("braces that are none", "f(a){5}\n\n{ 6 }\n\n{.b}", [
        ("f(a){5}", 1, "prose"), ("{ 6 }", 3, "prose"), ("{.b}", 5, "prose"),
    ]),
    ("admonition", '!!! note "a"\n    b', [("a", 1, "prose"), ("b", 2, "prose")]),
    (
        "admonition with a formula",
        "!!! note\n    a\n\n    $$\n    x\n    $$\n\n    b",
        [("Note", 1, "prose"), ("a", 2, "prose"), ("b", 8, "prose")],
    ),
    ("footnote", "a[^1] b\n\n[^1]: c\n    d", [
        ("a", 1, "prose"), (" b", 1, "prose"), ("c", 3, "prose"), ("d", 4, "prose"),
    ]),
    ("no footnote within a line", "a ^[b] c", [("a ^[b] c", 1, "prose")]),
    ("front matter", "---\ntitle: a\nhide: [toc]\ndescription: >\n  b\n---\nc", [
        ("a", 2, "meta"), ("b\n", 4, "meta"), ("c", 7, "prose"),
    ]),
    ("title of a fence", '```text title="a"\nb\n```', [("a", 1, "title")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "expected"), [case[1:] for case in TEXTS], ids=[case[0] for case in TEXTS]
)
def test_texts(read: ReadPage, source: str, expected: list[tuple[str, int, str]]) -> None:
    page = read(source)
    assert [(text.text, text.line, text.place) for text in page.texts] == expected
    assert page.findings == []


# --- a number in any position -----------------------------------------------------------------

# Where a number may stand: the text, and the line of it that holds {n}, counted from 0.
POSITIONS = {
    "paragraph": ("Some {n} words.", 0),
    "second line of a paragraph": ("Some words\nand {n} more.", 1),
    "behind code over two lines": ("Some `code\nhere` and {n} more.", 1),
    "behind HTML over two lines": ('Some <b\nid="a">words</b> and {n} more.', 1),
    "after a formula": ("Say $x$ {n} times.", 0),
    "after a display formula": ("$$\nx\n= y\n$$\n\nThen {n}.", 5),
    "bold": ("Some **{n}** words.", 0),
    "link text": ("Some [{n} words](index.md).", 0),
    "link title": ('Some [words](index.md "all {n}").', 0),
    "address shown as text": ("See <https://example.org/{n}>.", 0),
    "picture's description": ("![all {n}](a.png)", 0),
    "picture's title": ('![all](a.png "all {n}")', 0),
    "list": ("- one\n- two {n}", 1),
    "ordered list": ("1. one\n2. two {n}", 1),
    "nested list": ("- one\n    - two {n}", 1),
    "list in a list in a list": ("- one\n    - two\n        - three {n}", 2),
    "paragraph of a list item": ("- one\n\n    two {n}", 2),
    "quotation": ("> one\n> two {n}", 1),
    "list in a quotation": ("> one\n>\n> - two {n}", 2),
    "quotation in a list": ("- one\n\n    > two {n}", 2),
    "after a formula in a quotation": ("> one\n>\n> $$\n> x\n> $$\n>\n> two {n}", 6),
    "table head": ("| one | {n} |\n|---|---|\n| a | b |", 0),
    "table cell": ("| one | two |\n|---|---|\n| a | b |\n| c | {n} |", 3),
    "table in a quotation": ("> | one |\n> |---|\n> | {n} |", 2),
    "heading": ("## Some {n} words {{#words}}", 0),
    "setext heading": ("Some {n} words\n---", 0),
    "admonition title": ('!!! note "Some {n} words"\n    One.', 0),
    "admonition": ("!!! note\n    One.\n\n    Two {n}.", 3),
    "after a formula in an admonition": (
        "!!! note\n    One.\n\n    $$\n    x\n    $$\n\n    {n}",
        7,
    ),
    "list in an admonition": ("!!! note\n    One.\n\n    - two {n}", 3),
    "title of a fold": ('???+ question "Some {n} words"\n    One.', 0),
    "fold": ('??? question "One"\n    Two {n}.', 1),
    "footnote": ("One[^note].\n\n[^note]: Two {n}.", 2),
    "second line of a footnote": ("One[^note].\n\n[^note]: Two\n    and {n}.", 3),
    "term": ("Term {n}\n:   One.", 0),
    "definition": ("Term\n:   One {n}.", 1),
    "abbreviation": ("*[HTML]: all {n}", 0),
    "HTML attribute": ('<p title="all {n}">One.</p>', 0),
    "HTML attribute in single quotes": ("<p aria-label='all {n}'>One.</p>", 0),
    "HTML attribute without quotes": ("<img alt={n}>", 0),
    "HTML attribute on a later line": ('<p\n  class="a"\n  title="all {n}">One.</p>', 2),
    "HTML": ("<p>\nOne\ntwo {n}\n</p>", 2),
    "preformatted HTML": ("<pre>\nall {n}\n</pre>", 1),
    "inline HTML": ("Some <kbd>{n}</kbd> words.", 0),
    "HTML that holds Markdown": ("<div markdown>\n\nOne {n}.\n\n</div>", 2),
    "attribute list of a picture": ('![one](a.png){{ title="all {n}" }}', 0),
    "attribute list of a paragraph": ('One.\n{{ .a title="all {n}" }}', 1),
    "braces": ("One f(x){{{n}}} two.", 0),
    "inline code": ("Some `{n}` words.", 0),
    "inline code that quotes nothing": ("Some `other = {n}` words.", 0),
    "title of a fence": ('```python title="all {n}"\n--8<-- "snippets/demo.py"\n```', 0),
    "fence without a program": ("```text\nall {n}\n```", 0),
    "indented code": ("One.\n\n    all {n}", 2),
    "indented code in a list": ("- one\n\n        all {n}", 2),
    "fence beside a list's bullet": ("- ```text\n  all {n}\n  ```", 0),
}
FILLERS = [
    "Plain words.",
    "Words\nover two lines.",
    "- one\n- two\n\n    more",
    "> one\n>\n> $$\n> a\n> = b\n> $$\n>\n> two",
    "| one | two |\n|---|---|\n| `code` | $d$ |",
    '!!! note "One"\n    Two.\n\n    $$\n    x\n    $$\n\n    Three.',
    '```python\n--8<-- "snippets/demo.py"\n```',
    "```output demo\n```",
    "$$\n\\begin{aligned}\na &= b \\\\\n&= c\n\\end{aligned}\n$$",
    "<!-- figure: one -->",
    "A formula $x$ and `code`, and [a link](index.md).",
    "### A heading",
    "Words.\n{ .answer }",
]
blocks = st.lists(st.sampled_from(FILLERS), max_size=4)
numbers = st.one_of(
    st.integers(0, 10**6).map(str),
    st.decimals(0, 1000, places=2).map(str),
    st.sampled_from(
        ["５", "²", "①", "½", "1,000", "1/2", "3:2", "٣", "ten", "twenty-five", "dozens"]
    ),
)


@given(
    position=st.sampled_from(sorted(POSITIONS)),
    number=numbers,
    before=blocks,
    after=blocks,
    front=st.booleans(),
)
@settings(deadline=None, max_examples=300)
def test_a_number_anywhere_is_reported_at_its_line(
    position: str, number: str, before: list[str], after: list[str], front: bool
) -> None:
    template, offset = POSITIONS[position]
    head = "---\ntitle: A title\n---\n\n" if front else ""
    head += "".join(f"{block}\n\n" for block in before)
    source = head + "\n\n".join([template.format(n=number), *after]) + "\n"
    page = parse_page("docs/en/page.md", "en", "page.md", source)
    line = head.count("\n") + offset + 1
    reported = {finding.line for finding in page.findings + page_digits(page, Names(), {})}
    assert line in reported, source


@given(before=blocks, after=blocks)
@settings(deadline=None, max_examples=60)
def test_a_page_without_numbers_is_left_alone(before: list[str], after: list[str]) -> None:
    source = "\n\n".join([*before, "Words.", *after]) + "\n"
    page = parse_page("docs/en/page.md", "en", "page.md", source)
    assert page.findings + page_digits(page, Names(), {}) == []


@pytest.mark.parametrize("position", sorted(POSITIONS))
def test_each_position(position: str) -> None:
    """Every position once for certain, whatever hypothesis tries."""
    template, offset = POSITIONS[position]
    page = parse_page("docs/en/page.md", "en", "page.md", template.format(n="4711"))
    found = page.findings + page_digits(page, Names(), {})
    assert offset + 1 in {finding.line for finding in found}


# --- the build reads the same -----------------------------------------------------------------


def extensions() -> dict[str, dict[str, Any]]:
    """The Markdown extensions of mkdocs.yml, but those that add text or read files."""
    root = Path(__file__).resolve().parent.parent
    loaded = yaml.load((root / "mkdocs.yml").read_text(encoding="utf-8"), yaml.BaseLoader)
    found: dict[str, dict[str, Any]] = {}
    for name, options in loaded["markdown_extensions"].items():
        switches = {"true": True, "false": False}
        found[name] = {key: switches.get(str(value), value) for key, value in options.items()}
    del found["pymdownx.snippets"]
    found["toc"] = {}
    return found


def built(source: str) -> lxml.html.HtmlElement:
    """The page as Python-Markdown makes it for the site, without its comments."""
    body = re.sub(r"\A---\n.*?\n---\n", "", source, flags=re.DOTALL)
    body = re.sub(r"^```output .*", "```text", body, flags=re.MULTILINE)  # which the build fills
    options = extensions()
    html = markdown.markdown(body, extensions=list(options), extension_configs=options)
    return lxml.html.fragment_fromstring(re.sub("<!--.*?-->", "", html, flags=re.DOTALL), "main")


def formulas_of(tree: lxml.html.HtmlElement) -> list[str]:
    """The TeX of every formula that the build sets, without quotation signs and spaces."""
    set_formulas = tree.find_class("arithmatex")
    return [re.sub(r"\s", "", element.text_content())[2:-2] for element in set_formulas]


def words_of(tree: lxml.html.HtmlElement) -> set[str]:
    """The words a reader of the built page meets, but those of formulas."""
    for element in tree.find_class("arithmatex"):
        element.text = ""
    for name in ("footnote-ref", "footnote-backref"):
        for link in tree.find_class(name):
            link.drop_tree()
    attributes = tree.xpath("//@alt | //@title | //@aria-label | //@placeholder")
    return set(re.findall(r"\w+", " ".join([*tree.itertext(), *attributes])))


def words_read(page: Page) -> set[str]:
    texts = [text.text for text in page.texts if text.place != "meta"]
    return set(re.findall(r"\w+", " ".join(texts + [fence.content for fence in page.fences])))


@pytest.mark.parametrize("source", [case[1] for case in FORMULAS], ids=[c[0] for c in FORMULAS])
def test_formulas_are_those_of_the_build(read: ReadPage, source: str) -> None:
    read_here = [re.sub(r"\s", "", formula.tex) for formula in read(source).formulas]
    assert formulas_of(built(source)) == read_here


@given(position=st.sampled_from(sorted(POSITIONS)), before=blocks, after=blocks)
@settings(deadline=None, max_examples=150)
def test_every_word_of_the_built_page_is_read(
    position: str, before: list[str], after: list[str]
) -> None:
    source = "\n\n".join([*before, POSITIONS[position][0].format(n="4711"), *after])
    page = parse_page("docs/en/page.md", "en", "page.md", source)
    tree = built(source)
    same = formulas_of(tree) == [re.sub(r"\s", "", formula.tex) for formula in page.formulas]
    unread = words_of(tree) - words_read(page)
    assert page.findings or (same and not unread), (source, unread)


@pytest.mark.parametrize(
    "source",
    [
        "---\ntitle: Some 5 words\n---\n",
        "---\nhide: []\ntitle: 5\n---\n",
        "---\ndescription: 'a\n  5'\n---\n",
    ],
)
def test_a_number_in_the_front_matter(read: ReadPage, source: str) -> None:
    (finding,) = page_digits(read(source), Names(), {})
    assert finding.line == source[: source.index("5")].count("\n") + 1 - ("'a" in source)
    assert "'5' in the front matter" in finding.message


@pytest.mark.parametrize(
    "source", ["a <!-- 5 -->", "<!-- 5 -->", "<script>\n5\n</script>", "[a](b5.md)"]
)
def test_what_nobody_reads_may_hold_numbers(read: ReadPage, source: str) -> None:
    page = read(source)
    assert page.findings + page_digits(page, Names(), {}) == []


# --- headings, blocks, fences -----------------------------------------------------------------


def test_headings(read: ReadPage) -> None:
    page = read("# One\n\n## Two `x` {#two}\n\n### Three { #three .wide }\n\nFour\n----\n")
    assert [(h.level, h.id, h.text, h.line) for h in page.headings] == [
        (1, "", "One", 1),
        (2, "two", "Two x", 3),
        (3, "three", "Three", 5),
        (2, "", "Four", 7),
    ]


def test_an_id_stands_once(read: ReadPage) -> None:
    page = read("## One {#a}\n\n## Two {#a}\n")
    assert only_finding(page) == (3, "heading id #a is that of line 1: give it another")


def test_the_title_is_that_of_the_front_matter_or_the_first_heading(read: ReadPage) -> None:
    assert read("---\ntitle: One\n---\n# Two").title == "One"
    assert read("# Two").title == "Two"
    assert read("three").title == "page.md"


BLOCKS = [
    ("a\n\nb", [("paragraph", 1), ("paragraph", 3)]),
    ("$$\nx\n$$\n\na $x$", [("formula", 1), ("paragraph", 5)]),
    ("- a\n- b", [("bullet list of 2", 1), ("paragraph", 1), ("paragraph", 2)]),
    ("1. a\n2. b\n3. c", [("ordered list of 3", 1), *(("paragraph", n) for n in (1, 2, 3))]),
    (
        "- a\n    - b\n    - c",
        [
            ("bullet list of 1", 1),
            ("paragraph", 1),
            ("bullet list of 2", 2),
            ("paragraph", 2),
            ("paragraph", 3),
        ],
    ),
    ("| a | b |\n|---|---|\n| c | d |", [("table of 2 rows and 2 columns, 2 cells", 1)]),
    ("> a", [("quotation", 1), ("paragraph", 1)]),
    ("> a\n>\n> $$\n> x\n> $$", [("quotation", 1), ("paragraph", 1), ("formula", 3)]),
    ("!!! note\n    a", [("!!! note", 1), ("paragraph", 2)]),
    ('??? question "b"\n    a', [("??? question", 1), ("paragraph", 2)]),
    ('???+ question "b"\n    a', [("???+ question", 1), ("paragraph", 2)]),
    ("```python\na\n```", [("code python", 1)]),
    (
        "- a\n\n    ```sh\n    b\n    ```",
        [("bullet list of 1", 1), ("paragraph", 1), ("code sh", 3)],
    ),
    ("a\n\n---\n\nb", [("paragraph", 1), ("rule", 3), ("paragraph", 5)]),
    ("a\n:   b", [("definitions", 1), ("paragraph", 2)]),
    ("a[^1]\n\n[^1]: b", [("paragraph", 1), ("footnote", 3), ("paragraph", 3)]),
    ("<!-- figure: living-block -->", [("figure living-block", 1)]),
    ("<!-- just a note -->\n\na", [("paragraph", 3)]),
    ("<my-demo></my-demo>\n\n<div>\n</div>", [("my-demo", 1), ("html div", 3)]),
]


@pytest.mark.parametrize(("source", "expected"), BLOCKS)
def test_blocks(read: ReadPage, source: str, expected: list[tuple[str, int]]) -> None:
    assert [(block.kind, block.line) for block in read(source).blocks] == expected


def test_fences(read: ReadPage) -> None:
    page = read(
        'a\n\n```python\n--8<-- "snippets/a.py"\n```\n\n'
        "~~~ python\n--8<-- 'snippets/b.py:part'\n~~~\n\n```output a\n```\n"
    )
    assert [(f.info, f.line, f.includes) for f in page.fences] == [
        ("python", 3, ((4, "snippets/a.py", None),)),
        ("python", 7, ((8, "snippets/b.py", "part"),)),
        ("output a", 11, ()),
    ]
    assert page.findings == []


REFUSED_CODE = [
    ("unclosed fence", "a\n\n```python\nb\n", 3, "code fence is not closed: end it with ```"),
    ("fence closed with fewer signs", "````\nb\n```\n", 1, "end it with ````; both stand"),
    ("fence beside a bullet", "- ```text\n  b\n  ```\n", 1, "``` opens a code fence beside text"),
    ("indented code", "a\n\n    b\n", 3, "reads as code because of its indentation: indent"),
    ("include outside a fence", 'a\n\n--8<-- "docs/b.md"\n', 3, "--8<-- outside a code fence: put"),
    ("block include", "a\n\n--8<--\ndocs/b.md\n--8<--\n", 3, "--8<-- outside a code fence"),
    ("include without quotes", "```python\n--8<-- a.py\n```\n", 2, 'write --8<-- "snippets/NAME'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "line", "message"), [c[1:] for c in REFUSED_CODE], ids=[c[0] for c in REFUSED_CODE]
)
def test_code_refused(read: ReadPage, source: str, line: int, message: str) -> None:
    found = findings(read(source))
    assert any(at == line and message in said for at, said in found), found


# --- files ------------------------------------------------------------------------------------

REFUSED_FRONT_MATTER = [
    ("unclosed", "---\ntitle: a\n\n# b\n", 1, "front matter is not closed: end it with a line of"),
    (
        "bad YAML",
        "---\ntitle: a\nnote: b: c\n---\n",
        3,
        "put text with `: `, `#` or a leading sign",
    ),
    ("a tab", "---\na:\n\tb: c\n---\n", 3, "front matter: is not valid YAML"),
    ("a list", "---\n- a\n---\n", 2, "front matter: expected lines of `name: value`"),
    ("a key twice", "---\ntitle: a\ntitle: b\n---\n", 3, "'title' stands here and on line"),
    ("two snippets", "---\ntitle: a\nsnippet: [a, b]\n---\n", 3, "`snippet:` takes one name"),
]


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [case[1:] for case in REFUSED_FRONT_MATTER],
    ids=[case[0] for case in REFUSED_FRONT_MATTER],
)
def test_front_matter_refused(read: ReadPage, source: str, line: int, message: str) -> None:
    at, said = only_finding(read(source))
    assert at == line
    assert message in said


@pytest.mark.parametrize("source", ["---\n---\na", "---  \ntitle: b\n...\na", "---\n# c\n---\na"])
def test_front_matter_in_other_forms(read: ReadPage, source: str) -> None:
    page = read(source)
    assert [text.text for text in page.texts if text.place == "prose"] == ["a"]
    assert page.findings == []


def test_a_file_that_is_no_utf8(tmp_path: Path) -> None:
    file = tmp_path / "docs" / "en" / "a.md"
    file.parent.mkdir(parents=True)
    file.write_bytes("résidu".encode("latin-1"))
    page = read_page(file, tmp_path, "en")
    assert [str(finding) for finding in page.findings] == [
        "docs/en/a.md:1: is not UTF-8 text (byte 1): save it as UTF-8"
    ]


def test_a_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "docs" / "en" / "a.md"
    file.parent.mkdir(parents=True)
    file.write_bytes("\ufeff---\r\ntitle: b\r\n---\r\n\r\n$$\r\nx\r\n$$\r\n".encode())
    page = read_page(file, tmp_path, "en")
    assert (page.title, page.name) == ("b", "a.md")
    assert [(formula.tex, formula.line) for formula in page.formulas] == [("x", 6)]


def test_a_private_use_character(read: ReadPage) -> None:
    line, message = only_finding(read("a\n\nb \ue123 $x$"))
    assert line == 3
    assert message.startswith("a private-use character (U+E123)")
    assert message.endswith("delete it")
