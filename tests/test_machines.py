"""What the site says to programs: Markdown, structured data, feed, llms.txt, claims.json."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any, cast

import jsonschema
import pytest
from lxml import etree

from render import claims_file
from render.as_markdown import as_markdown
from render.feed import feed
from render.ledger import Change, Ledger, Page
from render.llms import Entry, llms
from render.structured import Subject, structured
from tests.conftest import MakeProject
from verify.check import verify
from verify.ledger import make_ledger

ROOTS = {"zh": "https://x.org/sub/", "en": "https://x.org/sub/en/"}
HERE = "https://x.org/sub/en/basics/one/"

# --- Markdown ---------------------------------------------------------------------------------


def article(body: str) -> str:
    return f"<html><body><header>No</header><article>{body}</article><footer>No</footer></body>"


def formula(tex: str) -> str:
    math = f"<math><semantics><mi>m</mi><annotation>{html.escape(tex)}</annotation></semantics>"
    return f'<span class="katex"><span>{math}</math></span><span class="katex-html">m</span></span>'


def code(text: str, whole: str) -> str:
    bar = '<div class="highlight__bar"><span>snippets/a.py</span>'
    button = f'<button class="copy" data-clipboard-text="{html.escape(whole)}">Copy</button></div>'
    return f'<div class="highlight">{bar}{button}<pre><code><b>{text}</b></code></pre></div>'


def markdown(body: str, lang: str = "en") -> str:
    """Without the line that says where it comes from."""
    text, rule, end = as_markdown(article(body), HERE, lang).rpartition("\n---\n")
    assert rule and f"<{HERE}>" in end and "CC BY 4.0" in end
    return text


def test_prose_without_what_only_eyes_and_hands_need() -> None:
    body = (
        '<h1 id="a">A title<a class="headerlink" href="#a">¶</a></h1><div class="reading">'
        "5 min</div>"
        '<p class="answer">It <em>is</em> <a class="term" href="../../g/#t">so</a>, see '
        '<a href="../two/#b">two</a> and <a href="#a">above</a>; a_b * c.</p><script>x</script>'
        '<details><summary>Why?</summary><p>Because.</p></details><nav class="page-end">Next</nav>'
    )
    assert markdown(body) == (
        f"# A title\n\nIt *is* so, see [two](https://x.org/sub/en/basics/two/#b) and "
        f"[above]({HERE}#a); a\\_b \\* c.\n\n#### Why?\n\nBecause.\n"
    )


def test_formulas_are_what_the_author_wrote() -> None:
    verified = f'<a class="verified" href="#c" title="t">{formula("a_1 < b*c")}</a>'
    rows = formula("x = 1 \\\\ y = 2")
    display = f'<div class="formula" id="f"><div>{rows}</div></div>'
    body = f"<p>That {verified}, so.</p>{display}<table><tr><th>k</th></tr><tr><td>"
    body += f"{formula('x_i')}</td></tr></table>"
    assert markdown(body) == (
        "That $a_1 < b*c$, so.\n\n$$\nx = 1 \\\\ y = 2\n$$\n\n| k |\n| --- |\n| $x_i$ |\n"
    )


def test_a_program_is_whole_where_it_stands_first() -> None:
    body = code("x = 2", 'x = 2\ny = "a_b"\n') + code("y = 3", "all")
    body += '<div class="output"><pre><code>2 *\n</code></pre></div>'
    assert markdown(body) == (
        '```python\n# snippets/a.py\nx = 2\ny = "a_b"\n```\n\n```python\ny = 3\n```\n\n'
        "```text\n2 *\n```\n"
    )


def test_a_drawing_is_its_words_and_a_demo_its_page() -> None:
    svg = '<svg role="img" aria-label="Two paths: [0.5, 2]"><text>no</text></svg>'
    way = '<p class="figure__share"><a data-figure href="../../figures/two.svg">SVG</a></p>'
    demo = '<figure class="demo" aria-label="Play"><x-demo data-demo="x" data-page="../../d/">no'
    body = f'<figure class="figure">{svg}{svg}</figure><figure class="figure">{svg}{way}</figure>'
    assert markdown(f"{body}{demo}</x-demo></figure>", "zh") == (
        "*图：Two paths: [0.5, 2]*\n\n"
        "![Two paths: [0.5, 2]](https://x.org/sub/en/figures/two.svg)\n\n"
        "演示：[Play](https://x.org/sub/en/d/)\n"
    )


# --- structured data --------------------------------------------------------------------------


def described(name: str, text: str = "", **page: Any) -> list[dict[str, Any]]:
    way = [("Site", ROOTS["en"]), ("Basics", HERE), ("The </script> title", HERE + "two/")]
    subject = Subject("What.", way if "/" in name else way[:1], "https://x.org/i.png", ROOTS["zh"])
    page = {"name": name, "lang": "en", "blocks": {}, **page}
    script = structured(subject, cast(Page, page), text)
    assert script.count("</script>") == 1
    data = json.loads(script.partition(">")[2].removesuffix("</script>"))
    assert data["@context"] == "https://schema.org"
    return list(data["@graph"])


def test_a_lesson_and_the_way_to_it() -> None:
    lesson, crumbs = described("basics/two.md")
    assert lesson["@type"] == ["Article", "LearningResource"]
    assert lesson["headline"] == lesson["name"] == "The </script> title"
    assert (lesson["inLanguage"], lesson["url"]) == ("en", f"{HERE}two/")
    assert lesson["isPartOf"] == {"@type": "WebSite", "name": "Site", "url": ROOTS["en"]}
    assert lesson["workTranslation"]["inLanguage"] == "zh-Hans"
    assert lesson["license"].startswith("https://creativecommons.org/licenses/by/")
    assert lesson["encoding"]["contentUrl"] == f"{HERE}two/index.md"
    assert "dateModified" not in lesson  # nothing knows it
    assert [(i["position"], i["name"], i["item"]) for i in crumbs["itemListElement"]] == [
        (1, "Site", ROOTS["en"]), (2, "Basics", HERE), (3, "The </script> title", f"{HERE}two/"),
    ]  # fmt: skip


def test_the_home_page_is_the_site_and_the_faq_its_questions() -> None:
    (home,) = described("index.md")
    assert home["@type"] == "WebSite" and "isPartOf" not in home
    text = (
        '<h3 id="q">What is <em>it</em>?<a class="headerlink" href="#q">¶</a></h3>'
        '<p class="brief">It is &lt;this&gt;\n<b>and</b> that.</p><p>No.</p><h3 id="r">Lost</h3>'
        '<h3 id="s">And &amp; so?</h3><p class="brief">So.</p>'
    )
    faq, _ = described("answers/faq.md", text, blocks={"faq": ""})
    assert faq["@type"] == "FAQPage"
    assert [(q["name"], q["acceptedAnswer"]["text"]) for q in faq["mainEntity"]] == [
        ("What is it?", "It is <this> and that."), ("And & so?", "So."),
    ]  # fmt: skip


# --- lists ------------------------------------------------------------------------------------


def test_the_list_for_language_models() -> None:
    pages = [
        Entry("Basics", "One", HERE, "First."), Entry("More", "Two", f"{HERE}2/", "Second."),
        Entry("Basics", "Three", f"{HERE}3/", "Third."),
    ]  # fmt: skip
    lines = llms("en", "Site", "What it is.", pages, "https://x.org/c.json", ROOTS["zh"]).split(
        "\n"
    )
    assert lines[:3] == ["# Site", "", "> What it is."]
    at = lines.index("## Basics")
    assert lines[at + 2 : at + 4] == [
        f"- [One]({HERE}index.md): First.", f"- [Three]({HERE}3/index.md): Third.",
    ]  # fmt: skip
    headings = [line for line in lines if line.startswith("#")]
    assert headings == ["# Site", "## Basics", "## More", "## Optional"]


ATOM = {"a": "http://www.w3.org/2005/Atom"}


def test_the_feed() -> None:
    words = {"zh": "新 <一>", "en": "New <one>"}
    changes: list[Change] = [
        {"id": "b", "date": "2026-11-30", "page": "basics/one.md", "anchor": "h", "words": words},
        {"id": "a", "date": "2026-11-29", "page": "index.md", "anchor": "", "words": words},
    ]
    tree = etree.fromstring(feed("en", ROOTS["en"], changes).encode())
    assert tree.xpath("string(a:updated)", namespaces=ATOM) == "2026-11-30T00:00:00Z"
    assert tree.xpath("a:link[@rel='self']/@href", namespaces=ATOM) == [f"{ROOTS['en']}feed.xml"]
    assert tree.xpath("a:entry/a:link/@href", namespaces=ATOM) == [f"{HERE}#h", ROOTS["en"]]
    assert tree.xpath("a:entry/a:title/text()", namespaces=ATOM) == ["New <one>"] * 2
    ids = tree.xpath("//a:id/text()", namespaces=ATOM)
    assert len(set(ids)) == 3
    assert feed("zh", ROOTS["zh"], changes).count("新 &lt;一&gt;") == 2
    etree.fromstring(feed("zh", ROOTS["zh"], []).encode())


CHANGES = """\
newer:
  date: 2026-11-29
  page: index.md#why
  zh: 新
  en: New
older:
  date: 2026-11-28
  page: index.md
  zh: 旧
  en: Old
"""
PAGES = {"en/index.md": "# A {#a}\n\n## Why {#why}\n", "zh/index.md": "# 甲 {#a}\n\n## 乙 {#why}\n"}


def test_changes_are_read(project: MakeProject) -> None:
    root = project(PAGES)
    (root / "docs" / "changes.yml").write_text(CHANGES, encoding="utf-8")
    result = verify(root)
    assert result.findings == []
    newer, older = make_ledger(result)["changes"]
    assert (newer["date"], newer["page"], newer["anchor"]) == ("2026-11-29", "index.md", "why")
    assert older["words"] == {"zh": "旧", "en": "Old"}


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("2026-11-28", "2026-11-30", 8, "newest first"),
        ("2026-11-29", "yesterday", 2, "is no day"),
        ("#why", "#wy", 3, "has no heading {#wy}: did you mean 'why'?"),
        ("  zh: 新\n", "", 1, "missing is `zh:`"),
        ("en: New", "en: New in 7 ways", 5, "7"),
    ],
)
def test_a_wrong_change_is_said_with_its_line(
    project: MakeProject, old: str, new: str, line: int, said: str
) -> None:
    root = project(PAGES)
    (root / "docs" / "changes.yml").write_text(CHANGES.replace(old, new, 1), encoding="utf-8")
    (found,) = verify(root).findings
    assert (found.path, found.line) == ("docs/changes.yml", line) and said in found.message


# --- claims.json ------------------------------------------------------------------------------

PAGE = """\
# A {#a}

Here $s = \\claim{a.s}{5}$, and a paper has $\\claim{he2015.top}{28.54}$.

$$
s = x + y
$$

```python
--8<-- "snippets/a.py"
```
"""
PROGRAM = '"""A."""\nx = 2\ny = 3\n# $s = x + y$\ns = x + y\nassert s == 5\nprint(s)\n'
WORKS = """\
he2015:
  authors: [Kaiming He, Jian Sun]
  year: 2015
  title: Deep
  arxiv: "1512.03385"
  figures:
    top: {value: "28.54", where: Table 2, what: {zh: 错误率, en: error}}
"""


@pytest.fixture
def ledger(project: MakeProject) -> Ledger:
    pages = {"zh/index.md": PAGE.replace("Here", "这里").replace(", and a paper has", "，论文里有")}
    result = verify(project({"en/index.md": PAGE, **pages}, {"a": PROGRAM}, WORKS), parity=False)
    assert result.findings == []
    return cast(Ledger, json.loads(json.dumps(make_ledger(result))))


def test_everything_verified_in_one_file(ledger: Ledger) -> None:
    content = claims_file.claims_file(ledger, ROOTS, [], "v1")
    computed, cited = content["claims"]
    assert (computed["name"], computed["value"]) == ("a.s", "5")
    assert computed["program"] == {"path": "snippets/a.py", "line": 5, "code": "s = x + y"}
    assert cited["work"]["citation"] == "He & Sun 2015, Deep"
    assert cited["where"] == {"zh": "Table 2", "en": "Table 2"}
    assert cited["what"] == {"zh": "错误率", "en": "error"}
    places = [(place["lang"], place["literal"], place["address"]) for place in computed["places"]]
    assert sorted(places) == [
        ("en", "5", f"{ROOTS['en']}#claim-a.s"), ("zh", "5", f"{ROOTS['zh']}#claim-a.s"),
    ]  # fmt: skip
    last = content["formulas"][-1]
    assert {place["tex"] for place in last["places"]} == {"s = x + y"}
    assert last["checks"] == [computed["program"]]
    assert content["programs"]["snippets/a.py"] == {"source": PROGRAM, "output": "5\n"}


def schema() -> dict[str, Any]:
    file = Path(claims_file.__file__).with_name(claims_file.SCHEMA)
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    return found


def test_the_schema_says_what_is_in_it(ledger: Ledger) -> None:
    content = claims_file.claims_file(ledger, ROOTS, [], "v1")
    validator = jsonschema.Draft202012Validator(schema())
    assert list(validator.iter_errors(content)) == []
    content["claims"][0].pop("program")  # a computed value without its line
    content["claims"][1]["name"] = 5
    assert [list(error.path)[:2] for error in validator.iter_errors(content)] == [
        ["claims", 0], ["claims", 1],
    ]  # fmt: skip
