"""The glossary's terms on a page: the first use in each section, in running text only."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any, cast

import pytest

from render.glossary import Terms, mark_terms
from render.ledger import Ledger
from render.links import Links, Site
from render.scan import splice

GLOSSARY = {
    "shortcut": {
        "zh": "捷径",
        "en": "shortcut",
        "short": {"zh": "不经过分支的路。", "en": 'The path past the "branch".'},
        "also": {"zh": ["快捷路径"], "en": ["bypass"]},
        "page": "block.md",
    },
    "projection-shortcut": {
        "zh": "投影捷径",
        "en": "projection shortcut",
        "short": {"zh": "换宽度。", "en": "Changes the width."},
        "page": "block.md",
    },
    "branch": {
        "zh": "分支",
        "en": "branch",
        "short": {"zh": "带权重的路。", "en": "The path with weights."},
        "page": "block.md",
    },
    "unexplained": {"zh": "别的", "en": "other"},
}


def terms_of(lang: str, name: str = "page.md", *, glossary_page: bool = True) -> Terms:
    names = {"page.md", "block.md", name} | ({"reference/glossary.md"} if glossary_page else set())
    pages = {f"{lang}/{n}": {"lang": lang, "name": n, "title": f"Title of {n}"} for n in names}
    ledger: dict[str, Any] = {"languages": ["zh", "en"], "glossary": GLOSSARY, "pages": pages}
    return Terms(Links(Site(cast(Ledger, ledger), lang), name))


def marked(body: str, lang: str = "en") -> list[str]:
    """What is marked in the article, each text with its key."""
    html = f"<nav>shortcut</nav><article>{body}</article><p>branch</p>"
    terms = terms_of(lang)
    built = splice(html, mark_terms(html, terms))
    found = re.findall(r'<a class="term"[^>]* data-term="([\w-]+)"[^>]*>([^<]+)</a>', built)
    assert re.sub(r'<a class="term"[^>]*>([^<]*)</a>', r"\1", built) == html
    assert {f"term:{key}" for key, _ in found} == set(terms.entries)
    return [f"{text}={key}" for key, text in found]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<p>A shortcut and a branch.</p>", ["shortcut=shortcut", "branch=branch"]),
        ("<p>Shortcuts, branches</p>", ["Shortcuts=shortcut", "branches=branch"]),
        ("<p>a bypass or a shortcut</p>", ["bypass=shortcut"]),
        ("<p>a projection shortcut</p>", ["projection shortcut=projection-shortcut"]),
        ("<p>shortcut-free, branching, other</p>", []),
        ("<p>branch</p><p>branch</p>", ["branch=branch"]),
        ("<h2>a</h2><p>branch</p><h2>b</h2><p>branch</p>", ["branch=branch"] * 2),
        ("<h2>a</h2><p>branch</p><h3>b</h3><p>branch</p>", ["branch=branch"]),
        ("<h2>branch</h2><p><a href='#'>branch</a> <code>branch</code></p>", []),
        ("<div class='highlight'><pre>branch</pre></div><svg><text>branch</text></svg>", []),
        ("<p><span class='arithmatex'>\\(branch\\)</span></p><summary>branch</summary>", []),
        ("<div data-generated><p>branch</p></div><a-demo><p>branch</p></a-demo>", []),
        ("<p>one<br>branch</p>", ["branch=branch"]),
        ("<ul><li>a <b>branch</b></li></ul>", ["branch=branch"]),
    ],
)
def test_what_is_marked(body: str, found: list[str]) -> None:
    assert marked(body) == found


def test_chinese_needs_no_word_boundaries_and_knows_english_names() -> None:
    assert marked("<p>经投影捷径，不走快捷路径。分支（branch）</p>", "zh") == [
        "投影捷径=projection-shortcut",
        "快捷路径=shortcut",
        "分支=branch",
    ]


def test_the_link_says_the_other_name_and_the_meaning() -> None:
    terms = terms_of("en")
    link = terms.mark("shortcut", "Shortcuts")
    assert 'href="../reference/glossary/#shortcut"' in link
    title = re.search(r'title="([^"]*)"', link)
    assert title is not None
    assert unescape(title[1]) == '捷径 · The path past the "branch".'
    entry = terms.entries["term:shortcut"]
    means = 'The path past the "branch".'
    assert entry["rows"] == {"zh": "捷径", "en": "shortcut", "means": means}
    assert (entry["href"], entry["at"]) == ("../block/", "Title of block.md")
    assert json.dumps(entry)


def test_without_a_glossary_page_the_explaining_page_is_the_place() -> None:
    assert 'href="../block/"' in terms_of("zh", glossary_page=False).mark("branch", "分支")


def test_the_explaining_page_does_not_lead_to_itself() -> None:
    terms = terms_of("en", "block.md")
    terms.mark("branch", "branch")
    assert "href" not in terms.entries["term:branch"]


@pytest.mark.parametrize("name", ["index.md", "reference/glossary.md"])
def test_some_pages_stay_free(name: str) -> None:
    assert mark_terms("<article><p>branch</p></article>", terms_of("en", name)) == []
