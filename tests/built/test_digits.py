"""What a reader of the built pages meets is what verification accounted for, and nothing else.

The sources are scanned by verify/; this reads the pages that came of them, so that no digit slips
in between. Left out are formulas (compared with the ledger below), code with its output, and what
the build itself wrote from the ledger.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from typing import Any
from unicodedata import normalize

import pytest
from lxml import html

from render.formulas import ROLE, characters, read_macros
from render.tex import plain
from tests.site import LANGUAGES, NAMES, ROOT, Site
from verify.digits import Names, quotes, read_names, unaccounted
from verify.literals import matches, parse_literal
from verify.snippets import Snippet, parse_snippet

parsed_once = cache(parse_snippet)
SEEN = ("alt", "title", "aria-label", "placeholder")
# A mark's label and title are the names it leads to, or its formula in characters.
MARKS = ("data-claims", "data-checks")


def with_class(*names: str) -> str:
    return " or ".join(f"contains(concat(' ', @class, ' '), ' {name} ')" for name in names)


# Indices in a figure's formulas name its parts, such as the F_0 and F_1 of two blocks.
INDEX = f"//*[{with_class('t-math')}]//*[{with_class('small')}][not(starts-with(@dy, '-'))]"
LEFT_OUT = (
    f"{INDEX} | //script | //style | //template | //*[@data-generated] | //*[@data-value] "
    f"| //*[{with_class('katex', 'highlight', 'output')}]"
)


def readers_texts(page: html.HtmlElement, ledger: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Every text a reader meets, seen or heard, and whether it is code."""
    page = deepcopy(page)
    for drawing in page.iter("svg"):
        label = drawing.get("aria-label", "")
        for quote in drawing.iterdescendants():
            if quote.get("data-value"):
                label = label.replace(quote.text_content(), "", 1)
        drawing.set("aria-label", label)
    for element in [*page.xpath(LEFT_OUT), *headings_of_works(page, ledger["references"])]:
        if element.getparent() is not None:
            element.drop_tree()
    for element in page.iter(html.etree.Element):
        is_code = element.tag in ("code", "kbd")
        yield element.text or "", is_code
        for child in element:
            yield child.tail or "", is_code
        if not any(name in element.attrib for name in MARKS):
            yield from ((element.get(name, ""), False) for name in SEEN)
        if element.get("name") == "description":
            yield element.get("content", ""), False


def headings_of_works(page: html.HtmlElement, keys: Iterable[str]) -> Iterator[html.HtmlElement]:
    """Authors and year of each work over its entry, and again in the table of contents."""
    for key in keys:
        yield from page.xpath("//h2[@id=$key] | //nav//a[@href=$link]", key=key, link=f"#{key}")


def open_digits(page: html.HtmlElement, ledger: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Digits and number words that belong to no name, each with the text around."""
    names, snippets = known_names(), parsed(ledger)
    return [
        (digits, text.strip())
        for text, is_code in readers_texts(page, ledger)
        if not (is_code and quotes(text, snippets))
        for digits in unaccounted(text, names)
    ]


@cache
def known_names() -> Names:
    return read_names(ROOT)


def parsed(ledger: Mapping[str, Any]) -> dict[str, Snippet]:
    found = ledger["snippets"].items()
    return {stem: parsed_once(stem, entry["path"], entry["source"]) for stem, entry in found}


# --- the check itself can fail ------------------------------------------------------------------


NOTHING: dict[str, Any] = {
    "references": {"he2015": {}},
    "snippets": {"a": {"path": "snippets/a.py", "source": "n_max = 60\n"}},
}
FOUND = [
    "<p>a 7</p>",
    "<p>a <b>b</b> 7</p>",
    "<p>seventy</p>",
    "<h2 id='a'>a 7</h2>",
    "<img alt='a 7'>",
    "<a title='a 7'>b</a>",
    "<button aria-label='a 7'></button>",
    "<input placeholder='a 7'>",
    "<title>a 7</title>",
    "<meta name='description' content='a 7'>",
    "<p><code>n = 7</code></p>",
    "<svg aria-label='a 7'><text>a</text></svg>",
    "<svg><text>a 7</text></svg>",
    "<svg aria-label='7 and 8'><text data-value='a.b'>8</text></svg>",
    "<p><span class='katex'>1</span>7</p>",
    "<svg><text class='t-math'>a<tspan class='small' dy='-6'>7</tspan></text></svg>",
    "<a data-claims='[]' aria-label='8'>7</a>",
    "<h2 id='he'>He et al. 7</h2>",
]
ACCOUNTED = [
    "<p>ResNet-34</p>",
    "<p><code>n_max = 60</code></p>",
    "<p><span class='katex'>7</span></p>",
    "<div class='highlight'><pre>7</pre></div>",
    "<div class='output'><pre>7</pre></div>",
    "<div data-generated><p>7</p></div>",
    "<svg aria-label='a 7'><text data-value='a.b'>7</text></svg>",
    "<a data-claims='[]' aria-label='7' title='7'>a</a>",
    "<svg><text class='t-math'>F<tspan class='small' dy='4'>0</tspan></text></svg>",
    "<script>7</script>",
    "<!-- 7 -->",
    "<h2 id='he2015'>He et al. 2015</h2><nav><a href='#he2015'>He et al. 2015</a></nav>",
]


@pytest.mark.parametrize("markup", FOUND)
def test_a_digit_is_found(markup: str) -> None:
    page = html.document_fromstring(f"<html><body>{markup}</body></html>")
    assert len(open_digits(page, NOTHING)) == 1


@pytest.mark.parametrize("markup", ACCOUNTED)
def test_what_is_accounted_for_is_not(markup: str) -> None:
    page = html.document_fromstring(f"<html><body>{markup}</body></html>")
    assert open_digits(page, NOTHING) == []


# --- the site -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_digit_is_accounted_for(site: Site, lang: str, name: str) -> None:
    assert open_digits(site.tree(lang, name), site.ledger) == []


def test_no_page_is_left_out(site: Site) -> None:
    """Those that are no page of the ledger (404.html) hold no digit either."""
    known = {
        str(site.file(lang, name).relative_to(site.folder)) for lang in LANGUAGES for name in NAMES
    }
    for path in site.pages.keys() - known:
        assert open_digits(site.pages[path], site.ledger) == [], path


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_figures_quote_the_ledger(site: Site, lang: str, name: str) -> None:
    """A number in a figure holds as a claim would, to half a unit in its last place."""
    for quote in site.tree(lang, name).xpath("//*[@data-value]"):
        text, value = printed(quote), value_of(quote.get("data-value"), site.ledger)
        in_a_demo = bool(quote.xpath("ancestor::*[@data-demo]"))
        assert (in_a_demo and rounded(text, value)) or matches(
            parse_literal(as_tex(text)), value
        ) is None


def rounded(text: str, value: object) -> bool:
    """Whether a demo shows what Python's rounding gives: it cannot choose numbers without a tie."""
    if not re.fullmatch(r"\d+\.\d+", text) or not isinstance(value, float):
        return False
    decimals = len(text.partition(".")[2])
    return text == f"{value:.{decimals}f}"


RAISED = str.maketrans("0123456789−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def printed(element: html.HtmlElement) -> str:
    """The text of an element, what it raises as Unicode has it."""
    raised = element.tag == "sup" or element.get("dy", "").startswith("-")
    text = element.text or ""
    inner = text.translate(RAISED) if raised else text
    return inner + "".join(printed(child) + (child.tail or "") for child in element)


def as_tex(text: str) -> str:
    """A number as figures print it, `1.6 × 10⁷` or an exponent, as a claim would state it."""
    if re.fullmatch("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", text):
        return normalize("NFKC", text).replace("−", "-")
    text = re.sub(r"^\((.*)\)$", r"\1", text)  # a negative factor stands in brackets
    plain = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda m: "^{" + normalize("NFKC", m[0]) + "}", text)
    return plain.replace("−", "-").replace(" × ", r"\times")


def value_of(name: str, ledger: Mapping[str, Any]) -> Any:
    """What `stem.name[0]` of a snippet holds, or what is quoted from a work as `work.figure`."""
    stem, attribute, *indices = re.findall(r"\w+", name)
    if stem in ledger["references"]:
        return float(ledger["references"][stem]["figures"][attribute]["value"])
    value = ledger["snippets"][stem]["values"][attribute]
    for index in indices:
        value = value[index if isinstance(value, Mapping) else int(index)]
    return value


@cache
def roles() -> tuple[str, ...]:
    return tuple(name[1:] for name, body in read_macros(ROOT).items() if ROLE.fullmatch(body))


def says(formula: html.HtmlElement) -> str:
    annotation = formula.xpath("string(.//annotation)")
    return str(annotation) or characters(html.tostring(formula, encoding="unicode"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_formulas_are_those_of_the_ledger(site: Site, lang: str, name: str) -> None:
    """In number and order; a formula says its annotation or, without one, its characters."""
    formulas = site.tree(lang, name).xpath(
        f"//*[{with_class('katex')}][not(ancestor::*[@data-generated])]"
    )
    built = [says(formula).split() for formula in formulas]
    verified = site.ledger["pages"][f"{lang}/{name}"]["formulas"]
    assert built == [plain(formula["tex"], roles()).split() for formula in verified]
