"""What can be read off the built files: links, ids, languages, and nothing raw left behind."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from lxml import etree, html

from tests.built.on_demand import copies, entries
from tests.site import LANGUAGES, NAMES, Site, address, ids, other

PAGES = [(lang, name) for lang in LANGUAGES for name in NAMES]
each_page = pytest.mark.parametrize(("lang", "name"), PAGES)
CHINESE = re.compile(r"[㐀-䶿一-鿿]")
# In running text; code and what KaTeX keeps for copying are left out.
TEXT = (
    "descendant-or-self::*[not(self::script or self::style or self::code or self::pre"
    " or self::annotation or self::template or self::noscript)]/text()"
    "[not(ancestor::script or ancestor::style or ancestor::code or ancestor::pre"
    " or ancestor::annotation or ancestor::template)]"
)
RAW = {
    "TeX": re.compile(r"\\[()\[\]]|\\[a-zA-Z]{2,}"),
    "a dollar sign": re.compile(r"\$"),
    "asterisks": re.compile(r"\*\*|__"),
    "a snippet marker": re.compile(r"--8<--"),
    "an attribute list": re.compile(r"\{[ :]*[.#][\w-]+[^}]*\}"),
    "a fence": re.compile(r"```"),
    "a template": re.compile(r"\{\{|\}\}|\{%|%\}"),
}
# How many parts these have: Firefox says of another number that it is no MathML.
PARTS = {"msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}
PARTS |= {"mfrac": 2, "mroot": 2}
# Chinese on either side of a line end: the browser shows a space there.
PROGRAM = re.compile(r"<pre>.*?</pre>", re.DOTALL)
WRAPPED = re.compile(r"[㐀-鿿，。；：、！？）”]\n[㐀-鿿（“]")


def links(site: Site, tree: html.HtmlElement) -> Iterator[str]:
    """Every address on a page that a reader may follow or a browser may fetch."""
    yield from tree.xpath("//@href | //@src | //@poster | //object/@data")
    for srcset in tree.xpath("//@srcset"):
        yield from (part.split()[0] for part in srcset.split(","))
    for entry in entries(site, tree).values():
        if entry.get("href"):
            yield entry["href"]


def broken(site: Site, tree: html.HtmlElement, base: str) -> list[str]:
    """Links of a page at `base` that lead nowhere, or that name this site by another address."""
    found = []
    for link in links(site, tree):
        url, fragment = urldefrag(urljoin(base, link))
        if url.startswith(("mailto:", "data:", "javascript:")):
            continue
        if link.startswith("#"):  # into this page, which a host may show at any address
            if fragment and fragment not in tree.xpath("//@id"):
                found.append(f"{link}: no such id")
            continue
        if not url.startswith(site.url):
            if "127.0.0.1" in url or "localhost" in url:
                found.append(f"{link}: leaves {site.url}")
            continue
        file = site.at(url)
        if file is None:
            found.append(f"{link}: no such file")
        elif fragment and file.suffix == ".html" and fragment not in ids(site, file):
            found.append(f"{link}: no such id")
    return found


# --- links ------------------------------------------------------------------------------------


@each_page
def test_every_link_and_fragment_resolves(any_site: Site, lang: str, name: str) -> None:
    assert broken(any_site, any_site.tree(lang, name), any_site.page(lang, name)) == []


@each_page
def test_nothing_is_fetched_from_elsewhere(site: Site, lang: str, name: str) -> None:
    tree = site.tree(lang, name)
    fetched = tree.xpath(
        "//script/@src | //img/@src | //iframe/@src | //source/@src | //video/@src | //audio/@src"
        " | //link[not(contains('canonical next prev alternate', @rel))]/@href"
    )
    base = site.page(lang, name)
    assert [u for u in fetched if not urljoin(base, u).startswith((site.url, "data:"))] == []


@each_page
def test_labels_belong_to_something(site: Site, lang: str, name: str) -> None:
    tree = site.tree(lang, name)
    references = tree.xpath("//label/@for")
    for attribute in ("aria-labelledby", "aria-describedby", "aria-controls"):
        references += [i for value in tree.xpath(f"//@{attribute}") for i in value.split()]
    assert sorted(set(references) - set(tree.xpath("//@id"))) == []


@pytest.mark.parametrize("path", ["no-such-page", "en/no/such/page/"])
def test_the_404_page_works_from_any_depth(any_site: Site, path: str) -> None:
    tree = any_site.pages["404.html"]
    assert broken(any_site, tree, urljoin(any_site.url, path)) == []


def test_the_404_page_says_it_in_both_languages(site: Site) -> None:
    text = " ".join(site.pages["404.html"].find("body").xpath(TEXT))
    assert CHINESE.search(text)
    assert re.search(r"[a-z]+ [a-z]+ [a-z]+", text)
    homes = {urljoin(site.url, link) for link in site.pages["404.html"].xpath("//body//a/@href")}
    assert {site.page(lang, "index.md") for lang in LANGUAGES} <= homes


def test_every_page_is_built_in_both_languages_and_no_other(site: Site) -> None:
    wanted = {address(lang, name) + "index.html" for lang, name in PAGES}
    assert set(site.pages) - {"404.html"} == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sitemaps_name_every_page_and_its_twin(any_site: Site, lang: str) -> None:
    site = any_site
    file = site.folder / address(lang, "index.md") / "sitemap.xml"
    tree = etree.parse(file)
    spaces = {
        "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
        "x": "http://www.w3.org/1999/xhtml",
    }
    listed = {}
    for entry in tree.iterfind("s:url", spaces):
        alternates = {link.get("href") for link in entry.iterfind("x:link", spaces)}
        listed[entry.findtext("s:loc", namespaces=spaces)] = alternates
    assert set(listed) == {site.page(lang, name) for name in NAMES}
    for name in NAMES:
        twins = {site.page(language, name) for language in LANGUAGES}
        assert twins <= listed[site.page(lang, name)]


@each_page
def test_the_canonical_address_is_the_pages_own(any_site: Site, lang: str, name: str) -> None:
    canonical = any_site.tree(lang, name).xpath("//link[@rel='canonical']/@href")
    assert canonical == [any_site.page(lang, name)]


# --- ids and headings -------------------------------------------------------------------------


@each_page
def test_ids_are_unique_and_chosen(site: Site, lang: str, name: str) -> None:
    found = Counter(site.tree(lang, name).xpath("//@id"))
    assert [i for i, count in found.items() if count > 1] == []
    assert [i for i in found if re.fullmatch(r"_\d+", i)] == []


@pytest.mark.parametrize("name", NAMES)
def test_headings_have_the_same_ids_in_both_languages(site: Site, name: str) -> None:
    zh, en = (
        site.tree(lang, name).xpath("//article//*[self::h2 or self::h3 or self::h4]/@id")
        for lang in LANGUAGES
    )
    assert zh == en


@pytest.mark.parametrize("name", NAMES)
def test_formulas_and_claims_have_the_same_places_in_both_languages(site: Site, name: str) -> None:
    """So that the language switch keeps the place; every display formula has a link to itself."""
    zh, en = (
        site.tree(lang, name).xpath("//article//@id[starts-with(., 'formula-')]")
        + site.tree(lang, name).xpath("//article//@id[starts-with(., 'claim-')]")
        for lang in LANGUAGES
    )
    assert zh == en
    for box in site.tree("zh", name).find_class("formula"):
        assert box.xpath("a[@class='formula__link']/@href") == [f"#{box.get('id')}"]


@each_page
def test_a_page_has_one_title(site: Site, lang: str, name: str) -> None:
    tree = site.tree(lang, name)
    assert len(tree.xpath("//h1")) == 1
    assert site.title(lang, name).strip()
    assert tree.xpath("//meta[@name='description']/@content")


# --- text -------------------------------------------------------------------------------------


def test_one_of_a_thing_is_no_plural(site: Site) -> None:
    """What the footer says was verified on a page."""
    footers = [site.tree("en", name).find(".//footer").text_content() for name in NAMES]
    assert any("1 formula on" in text for text in footers)
    wrong = re.compile(r"\b1 (?:numbers|formulas)\b|\b(?!1 )\d+ (?:number|formula)\b")
    assert [text for text in footers if wrong.search(text)] == []


@each_page
def test_nothing_raw_is_left(site: Site, lang: str, name: str) -> None:
    tree = site.tree(lang, name)
    pieces = tree.xpath(TEXT) + tree.xpath("//@title | //@alt | //@aria-label | //@placeholder")
    found = [
        f"{what}: {piece.strip()!r}"
        for piece in pieces
        for what, pattern in RAW.items()
        if pattern.search(piece)
    ]
    assert found == []


@each_page
def test_code_shows_programs_and_not_directives(site: Site, lang: str, name: str) -> None:
    blocks = [block.text_content() for block in site.tree(lang, name).xpath("//pre")]
    assert [block for block in blocks if "--8<--" in block or not block.strip()] == []


@each_page
def test_rows_are_as_long_as_their_head(site: Site, lang: str, name: str) -> None:
    for table in site.tree(lang, name).xpath("//table[thead]"):
        lengths = [
            sum(int(cell.get("colspan", 1)) for cell in row.xpath("th|td"))
            for row in table.xpath(".//tr")
        ]
        assert len(set(lengths)) == 1, table.text_content()


@pytest.mark.parametrize("name", NAMES)
def test_chinese_sentences_are_not_cut_by_line_ends(site: Site, name: str) -> None:
    tree = site.tree("zh", name)
    pieces = [p.text_content() for p in tree.xpath("//article//p")] + tree.xpath(
        "//article//text()"
    )
    assert [piece for piece in pieces if WRAPPED.search(piece)] == []


@each_page
def test_the_language_is_declared_and_kept(any_site: Site, lang: str, name: str) -> None:
    tree = any_site.tree(lang, name)
    assert tree.get("lang").split("-")[0] == lang
    if lang == "en":
        # A name in Chinese says so: <a lang="zh">中文</a>.
        own = [
            piece.strip()
            for piece in tree.find("body").xpath(TEXT)
            if CHINESE.search(piece)
            and not piece.getparent().xpath("ancestor-or-self::*[starts-with(@lang, 'zh')]")
        ]
        assert own == []


@each_page
def test_navigation_stays_in_its_language(site: Site, lang: str, name: str) -> None:
    mine = site.page(lang, "index.md")
    theirs = site.page(other(lang), "index.md")
    base = site.page(lang, name)
    navigation = site.tree(lang, name).xpath("//nav//a[not(@hreflang)]/@href")
    addresses = [urljoin(base, link) for link in navigation]
    if lang == "en":
        assert [a for a in addresses if a.startswith(site.url) and not a.startswith(mine)] == []
    else:
        assert [a for a in addresses if a.startswith(theirs)] == []


@each_page
def test_the_switcher_leads_to_the_same_page(any_site: Site, lang: str, name: str) -> None:
    tree, twin = any_site.tree(lang, name), other(lang)
    switchers = tree.xpath(f"//header//a[starts-with(@hreflang, '{twin}')]/@href")
    assert switchers, "no link to the other language in the header"
    base = any_site.page(lang, name)
    assert {urljoin(base, link) for link in switchers} == {any_site.page(twin, name)}


# --- formulas, claims, code -------------------------------------------------------------------


@each_page
def test_every_formula_is_set_once_for_each_sense(site: Site, lang: str, name: str) -> None:
    tree = site.tree(lang, name)
    formulas = tree.find_class("katex")
    assert len(formulas) >= len(site.ledger["pages"][f"{lang}/{name}"]["formulas"])
    for formula in formulas:
        assert len(formula.xpath(".//*[local-name()='math']")) == 1
        assert formula.xpath("*[@class='katex-html']/@aria-hidden") == ["true"]
        wrong = [e for e in formula.iter(*PARTS) if len(e) != PARTS[e.tag]]
        assert wrong == [], [html.tostring(e, encoding="unicode") for e in wrong]
        annotation = "".join(formula.xpath(".//*[local-name()='annotation']/text()"))
        assert not re.search(r"\\(claim|cited|notation|id|br|sm|gr|html\w+)\b", annotation)


@each_page
def test_every_claim_leads_to_its_line(any_site: Site, lang: str, name: str) -> None:
    site, tree = any_site, any_site.tree(lang, name)
    base, known = site.page(lang, name), entries(site, tree)
    marked = {i for value in tree.xpath("//@data-claims") for i in json.loads(value)}
    checks = {i for value in tree.xpath("//@data-checks") for i in json.loads(value)}
    assert marked | checks <= set(known)
    for claim in site.ledger["pages"][f"{lang}/{name}"]["claims"]:
        assert claim["name"] in marked
        entry = known[claim["name"]]
        if claim["kind"] == "cited":
            assert entry["rows"]["paper"] and entry["rows"]["where"]
            continue
        assert entry["rows"]["value"] == claim["value"]
        # A study's value may be that of a snippet whose code it takes over.
        program = Path(claim["path"]).stem
        url, fragment = urldefrag(urljoin(base, entry["href"]))
        assert fragment == f"{program}-L{claim['code_line']}"
        file = site.at(url)
        assert file is not None
        line = site.pages[file.relative_to(site.folder).as_posix()].get_element_by_id(fragment)
        assert line.text_content().strip() == claim["code"].strip()


@each_page
def test_copy_buttons_carry_the_tested_programs(site: Site, lang: str, name: str) -> None:
    page = site.ledger["pages"][f"{lang}/{name}"]
    programs = [site.ledger["snippets"][shown["stem"]]["program"] for shown in page["shown"]]
    found = copies(site, site.tree(lang, name), "//*[@class='highlight__bar']//button")
    assert found[: len(programs)] == programs
    # The page of all programs adds programs of which no page shows every line that is used.
    rest = found[len(programs) :] if name == "reference/programs.md" else []
    assert found == programs + rest
    assert set(rest) <= {snippet["program"] for snippet in site.ledger["snippets"].values()}


@each_page
def test_outputs_are_what_the_programs_printed(site: Site, lang: str, name: str) -> None:
    page = site.ledger["pages"][f"{lang}/{name}"]
    printed = [site.ledger["snippets"][o["stem"]]["output"] for o in page["outputs"]]
    studies = [s for s in site.ledger["experiments"].values() if s["page"] == name]
    outputs = [o for study in studies for cell in study["cells"] for o in cell.get("outputs", ())]
    printed += [output["text"] for output in outputs if "text" in output]
    blocks = site.tree(lang, name).xpath(
        "//*[contains(concat(' ', @class, ' '), ' output ')][not(@data-generated)]"
    )
    shown = [block.text_content() for block in blocks]
    assert [text.strip("\n") for text in shown] == [text.strip("\n") for text in printed]


# --- search index -----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_search_index_holds_one_language(site: Site, lang: str) -> None:
    folder = site.folder / address(lang, "index.md")
    files = list((folder / "search").glob("search_index*.json"))
    assert len(files) == 1
    entries = json.loads(files[0].read_text(encoding="utf-8"))["docs"]
    pages = {urldefrag(entry["location"])[0] for entry in entries}
    lists = {
        "reference/verification.md",
        "reference/formulas.md",
        "reference/programs.md",
    }  # of everything: it would be among every query's results
    assert pages == {address("zh", name) for name in NAMES if name not in lists}
    raw = re.compile(r"\\[(\[]|\$|\\[a-z]{3,}|class=.?katex")
    texts = {e["location"]: e["title"] + PROGRAM.sub("", e["text"]) for e in entries}
    assert [location for location, text in texts.items() if raw.search(text)] == []
    if lang == "en":
        chinese = [location for location, text in texts.items() if CHINESE.search(text)]
        # The glossary gives every term's Chinese name.
        assert [place for place in chinese if not place.startswith("reference/glossary/")] == []
