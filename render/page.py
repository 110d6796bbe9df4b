"""A finished page: formulas set, numbers marked, code with its bars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape

from render.code import code_replacements
from render.errors import RenderError
from render.formulas import Set, Source, TexError, Typesetter, tex_of
from render.glossary import Terms, mark_terms
from render.ledger import Formula, Page
from render.links import Links, Site
from render.marks import Marks
from render.scan import Element, find_elements, has_class, splice
from render.share import with_shares
from render.structured import Subject, structured
from render.tables import BRIEF, roomy, width
from render.together import keep_together

TEX = re.compile(r'class="[^"]*\btex\b')
INTERACTIVE = frozenset({"a", "button", "label", "summary"})


def finish(html: str, name: str, site: Site, typesetter: Typesetter) -> str:
    """The built page `name` of `site`, complete. RenderError says what cannot be rendered."""
    page = site.pages.get(name)
    if page is None:
        raise RenderError(f"docs/{site.lang}/{name}", 1, "is not in the ledger: run `make check`")
    links = Links(site, name)
    marks = Marks(page, links)
    terms = Terms(links)
    html = splice(html, mark_terms(html, terms))
    html = box_tables(html)
    html = with_shares(html, name, site)
    html = splice(html, code_replacements(html, page, links))
    formulas = zip(page["formulas"], authored(html, page, typesetter), strict=True)
    html = splice(html, [replacement(html, e, f, s, marks) for f, (e, s) in formulas])
    html = splice(html, [(e.start, e.end, s.html) for e, s in generated(html, typesetter)])
    return with_data(html, marks.data(terms.entries))


def described(html: str, name: str, site: Site, typesetter: Typesetter, subject: Subject) -> str:
    """The page before `finish`, with what it says of itself to machines in its head."""
    page = site.pages.get(name)
    if page is None:
        return html
    text = searchable(html, name, site, typesetter) if "faq" in page["blocks"] else ""
    return html.replace("</head>", structured(subject, page, text) + "</head>", 1)


def box_tables(html: str) -> str:
    """Tables in boxes of their own, which scroll where the page is narrow.

    Material's script would do it in the browser, which then lays out the page once more.
    """

    def boxed(table: re.Match[str]) -> str:
        classes = "plain brief-end" if ends_briefly(table[1]) else "plain"
        return f'<div class="table-wrap"><table class="{classes}">{roomy(table[1])}</table></div>'

    return re.sub(r"<table>(.*?)</table>", boxed, html, flags=re.DOTALL)


def ends_briefly(rows: str) -> bool:
    """Whether the last of several columns holds a word or two: it needs no width for sentences."""
    last = re.compile(
        r"</t[hd]>\s*<t[hd](?: [^>]*)?>((?:(?!<t[hd][ >]).)*?)</t[hd]>\s*</tr>", re.DOTALL
    )
    cells = last.findall(rows)
    brief = all("<" not in cell and width(unescape(cell)) <= BRIEF for cell in cells)
    return bool(cells) and brief


def with_data(html: str, data: str) -> str:
    """The page with the marks' data: after all text, within what instant navigation exchanges."""
    if not data:
        return html
    for end in ("</footer>", "</body>"):
        before, found, after = html.rpartition(end)
        if found:
            return f"{before}{data}{end}{after}"
    raise ValueError(
        "the page has neither </footer> nor </body>, before which its data would stand"
    )


def authored(html: str, page: Page, typesetter: Typesetter) -> Iterator[tuple[Element, Set]]:
    """The page's own formulas: where they stand, and how they are set."""
    elements = find_elements(html, has_class("arithmatex"))
    check_formulas(page, [tex_of(html[e.inner_start : e.inner_end]) for e in elements])
    return zip(elements, set_formulas(page, page["formulas"], typesetter), strict=True)


def generated(html: str, typesetter: Typesetter) -> Iterator[tuple[Element, Set]]:
    """Formulas in generated tables, `<span class="tex">…</span>`, which have no marks."""
    if not TEX.search(html):  # as on most pages, which then need not be parsed
        return
    elements = find_elements(html, has_class("tex"))
    sources = [Source(tex_of(html[e.inner_start : e.inner_end])) for e in elements]
    yield from zip(elements, typesetter.set(sources), strict=True)


def replacement(
    html: str, element: Element, formula: Formula, setting: Set, marks: Marks
) -> tuple[int, int, str]:
    if formula["display"]:
        return element.start, element.end, marks.display(formula, setting.html)
    linkable = INTERACTIVE.isdisjoint(element.ancestors)
    marked = marks.inline(formula, setting, linkable)
    return keep_together(html, element.start, element.end, marked, setting.text)


def check_formulas(page: Page, built: list[str]) -> None:
    """The built page must hold the very formulas that were verified, in the same order."""
    path = page["path"]
    for formula, tex in zip(page["formulas"], built, strict=False):
        if formula["tex"].split() != tex.split():
            raise RenderError(
                path,
                formula["line"],
                f"the built page has ${tex}$ where ${formula['tex']}$ was verified: "
                "Markdown reads this paragraph differently; keep $ out of code and HTML around it",
            )
    if len(built) != len(page["formulas"]):
        longer = len(built) < len(page["formulas"])
        line = page["formulas"][len(built)]["line"] if longer else 1
        missing = (
            f"${page['formulas'][len(built)]['tex']}$ is not a formula on"
            if longer
            else (f"${built[len(page['formulas'])]}$ was not verified but is a formula on")
        )
        raise RenderError(path, line, f"{missing} the built page: write $…$ in running text only")


def set_formulas(page: Page, formulas: list[Formula], typesetter: Typesetter) -> list[Set]:
    """Set a page's formulas in one go; a bad one is named with its line."""
    sources = [
        Source(f["tex"], f["display"], tuple(page["claims"][i]["name"] for i in f["claims"]))
        for f in formulas
    ]
    try:
        return typesetter.set(sources)
    except TexError:
        for formula, source in zip(formulas, sources, strict=True):
            try:
                typesetter.set([source])
            except TexError as error:
                path = page["path"]
                raise RenderError(path, formula["line"], str(error)) from None
        raise


def searchable(html: str, name: str, site: Site, typesetter: Typesetter) -> str:
    """The page for the search index: formulas as characters, and without its programs.

    A result shows sentences; programs would be two fifths of what a reader's search has to fetch.
    Each row of a table is a sentence of its own, or a result would show the table whole.
    """
    page = site.pages.get(name)
    if page is None:
        return html
    programs = find_elements(html, has_class("highlight"))
    html = splice(html, [(e.start, e.end, "") for e in programs])
    found = [*authored(html, page, typesetter), *generated(html, typesetter)]
    return rows_as_paragraphs(splice(html, [(e.start, e.end, escape(s.text)) for e, s in found]))


def rows_as_paragraphs(html: str) -> str:
    """Search keeps no tables, only paragraphs: a row becomes one, its cells apart by a dot."""
    html = re.sub(r"</t([dh])>\s*(?=<t[dh]\b)", r"</t\1> · ", html)
    return re.sub(r"(<tr\b[^>]*>)(.*?)</tr>", r"\1<p>\2</p></tr>", html, flags=re.DOTALL)
