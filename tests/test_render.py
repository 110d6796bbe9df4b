"""render/: what becomes of a page's formulas, marks, code and generated blocks."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from render.assets import share_assets
from render.bibtex import bibtex
from render.citation import citation, short_name
from render.code import code_replacements
from render.counts import count_site
from render.errors import RenderError
from render.fill import fill
from render.formulas import Source, TexError, Typesetter, read_macros
from render.ledger import Ledger, Question
from render.links import Links, Site, page_address, relative
from render.page import finish, searchable
from render.scan import find_elements, has_class, splice
from render.sitemap import robots, sitemap
from render.tex import for_katex, plain
from render.together import BETWEEN, keep_together
from verify.references import read_references

ROOT = Path(__file__).resolve().parent.parent

SOURCE = """import torch

# --8<-- [start:forward]
x = torch.tensor(1.0)

loss = x * 1.25
# --8<-- [end:forward]
print("loss <", loss)
"""
PROGRAM = "".join(line for line in SOURCE.splitlines(True) if "--8<--" not in line)
HIGHLIGHTED = (
    '<div class="highlight"><pre><span></span><code><span class="kn">import</span> torch\n'
    "\n"
    "x = torch.tensor(1.0)\n"
    "\n"
    "loss = x * 1.25\n"
    'print(<span class="s2">&quot;loss &lt;&quot;</span>, loss)\n'
    "</code></pre></div>"
)
FORWARD = (
    '<div class="highlight"><pre><span></span><code>x = torch.tensor(1.0)\n'
    "\n"
    "loss = x * 1.25\n"
    "</code></pre></div>"
)
LOSS = r"L = \claim{loss}{1.25}"
ROOTS = {"zh": "https://x.org/sub/", "en": "https://x.org/sub/en/"}


def claim(name: str, literal: str, **changes: Any) -> dict[str, Any]:
    computed = {
        "name": name,
        "literal": literal,
        "line": 3,
        "value": literal,
        "kind": "computed",
        "path": "snippets/demo.py",
        "code_line": 6,
        "code": "loss = x * 1.25",
    }
    return computed | changes


def formula(tex: str, claims: tuple[int, ...] = (), **changes: Any) -> dict[str, Any]:
    found = {"line": 3, "tex": tex, "display": False, "claims": list(claims)}
    return found | {"checks": [], "exception": None} | changes


def page(name: str, lang: str = "en", **parts: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {"formulas": [], "claims": [], "shown": [], "outputs": []}
    empty |= {"headings": {}, "blocks": {}, "cites": []}
    entry = {"path": f"docs/{lang}/{name}", "lang": lang, "name": name, "title": name}
    return entry | {"snippet": "demo"} | empty | parts


def shown(lines: list[int], line: int = 9) -> dict[str, Any]:
    return {"line": line, "stem": "demo", "section": None, "lines": lines}


def make_site(*pages: dict[str, Any], lang: str = "en", repo_url: str = "") -> Site:
    snippet = {"path": "snippets/demo.py", "source": SOURCE, "program": PROGRAM}
    snippet |= {"output": "loss < 1.25\n", "values": {"loss": 1.25}, "lines": {"loss": 6}}
    names = [p["name"] for p in pages if p["shown"]]
    figures = {"top1": {"value": "28.54", "where": "Table 2", "what": {"en": "error <%>"}}}
    work = {"authors": ["Kaiming He", "Jian Sun"], "year": 2015, "title": "Deep & <Residual>"}
    work |= {"venue": "CVPR", "arxiv": "1512.03385", "figures": figures}
    ledger = {
        "versions": {"torch": "2.13.0"},
        "languages": ["zh", "en"],
        "snippets": {"demo": snippet | {"pages": names}},
        "experiments": {},
        "references": {"he2015": work},
        "pages": {f"{p['lang']}/{p['name']}": p for p in pages},
        "topics": {},
        "questions": [],
        "myths": [],
    }
    return Site(cast(Ledger, ledger), lang, repo_url)


@pytest.fixture(scope="module")
def typesetter() -> Iterator[Typesetter]:
    with Typesetter(read_macros(ROOT)) as made:
        yield made


def inline(tex: str) -> str:
    return f'<span class="arithmatex">\\({html.escape(tex)}\\)</span>'


def display(tex: str) -> str:
    return f'<div class="arithmatex">\\[\n{html.escape(tex)}\n\\]</div>'


def document(body: str) -> str:
    page = f"<article>{body}</article><footer></footer>"
    return f"<html><head><title>t</title></head><body>{page}</body></html>"


def ledger_of(built: str) -> dict[str, Any]:
    data = re.search(r'<template id="ledger">(.*?)</template>', built)
    return dict(json.loads(html.unescape(data.group(1)))) if data else {}


# --- finding and replacing --------------------------------------------------------------------


def test_scan_finds_nested_elements_with_their_ancestors() -> None:
    text = '<a href="x"><p>é <br> <b class="k l">1 &lt; 2</b></p></a><b class="k"></b>'
    first, second = find_elements(text, has_class("k"))
    assert text[first.start : first.end] == '<b class="k l">1 &lt; 2</b>'
    assert text[first.inner_start : first.inner_end] == "1 &lt; 2"
    assert first.ancestors == ("a", "p")
    assert second.ancestors == ()


def test_scan_ignores_scripts_and_survives_unclosed_paragraphs() -> None:
    text = '<script>"<b class=k></b>"</script><div><p>one<p>two</div>\n<b class="k">x</b>'
    (found,) = find_elements(text, has_class("k"))
    assert text[found.start : found.end] == '<b class="k">x</b>'
    assert found.ancestors == ()


def test_splice_changes_nothing_else() -> None:
    assert splice("abcdef", [(4, 5, "E"), (1, 3, "")]) == "adEf"
    with pytest.raises(ValueError, match="overlap"):
        splice("abc", [(0, 2, ""), (1, 3, "")])


# --- TeX --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\gr{\nabla_x L} = [\claim{a}{0.4}, 1]", r"{\nabla_x L} = [0.4, 1]"),
        (r"\gr{J_F}^\top \id{x}", r"{J_F}^\top x"),
        (r"\cdot\br{F}", r"\cdot{F}"),
        (r"\cited{he2015}{\id{x} + \br{F}(x)}", r"x + F(x)"),
        (r"\notation{why, not}{y := \gr{\id{x}}}", r"y := x"),
        (r"\claimed \graph", r"\claimed \graph"),
    ],
)
def test_plain_tex_means_the_same_without_its_marks(tex: str, expected: str) -> None:
    assert plain(tex, ["id", "br", "sm", "gr"]) == expected


def test_claims_get_full_names_in_order_even_when_nested() -> None:
    tex = r"\frac{\claim{a}{1}}{\cited{k}{\claim{b[0]}{2}}}"
    assert for_katex(tex, ["demo.a", "demo.b[0]"]) == (
        r"\frac{\htmlData{claim=demo.a}{1}}{\htmlData{cited=k}{\htmlData{claim=demo.b[0]}{2}}}"
    )
    with pytest.raises(ValueError, match="2 claims in the formula, 1 in the ledger"):
        for_katex(tex, ["demo.a"])


def test_reasons_may_hold_what_tex_cannot() -> None:
    assert for_katex(r"\notation{see #3, 100% 约定}{x}", []) == "x"


# --- formulas ---------------------------------------------------------------------------------


def test_formula_has_mathml_with_clean_annotation(typesetter: Typesetter) -> None:
    source = Source(r"\gr{\nabla_x L} = \claim{g}{0.4} \lt 1", names=("demo.g",))
    (made,) = typesetter.set([source])
    annotation = re.search(r"<annotation[^>]*>(.*?)</annotation>", made.html)
    assert annotation is not None
    assert annotation.group(1) == r"{\nabla_x L} = 0.4 \lt 1"
    assert made.html.count("<math") == 1
    assert 'aria-hidden="true"' in made.html
    assert 'data-claim="demo.g"' in made.html
    assert "r-gradient" in made.html
    assert made.text == "∇_x L = 0.4 < 1"


def test_fractions_keep_each_name_with_its_number(typesetter: Typesetter) -> None:
    (made,) = typesetter.set([Source(r"\frac{\claim{a}{1}}{\claim{b}{2}}", names=("d.a", "d.b"))])
    numbers = re.findall(r'data-claim="(d\.\w)"><span class="mord mtight">(\d)', made.html)
    assert sorted(numbers) == [("d.a", "1"), ("d.b", "2")]  # KaTeX writes the denominator first


@pytest.mark.parametrize("tex", [r"\frac{1}", "残差", r"\nosuch{x}", "x }", r"\href{a}{"])
def test_bad_tex_is_refused(tex: str, typesetter: Typesetter) -> None:
    with pytest.raises(TexError, match="KaTeX parse error"):
        typesetter.set([Source(tex)])


def test_bad_tex_names_page_line_and_formula(typesetter: Typesetter) -> None:
    site = make_site(page("a.md", formulas=[formula("x"), formula(r"\frac{1}", line=41)]))
    with pytest.raises(RenderError, match=r"docs/en/a\.md:41: \$\\frac\{1\}\$"):
        finish(document(inline("x") + inline(r"\frac{1}")), "a.md", site, typesetter)


def test_built_page_must_hold_the_verified_formulas(typesetter: Typesetter) -> None:
    site = make_site(page("a.md", formulas=[formula("x = 1", line=7)]))
    with pytest.raises(RenderError, match=r"a\.md:7: the built page has \$y\$ where \$x = 1\$"):
        finish(document(inline("y")), "a.md", site, typesetter)
    with pytest.raises(RenderError, match=r"a\.md:7: \$x = 1\$ is not a formula on"):
        finish(document(""), "a.md", site, typesetter)
    with pytest.raises(RenderError, match=r"\$z\$ was not verified"):
        finish(document(inline("x = 1") + inline("z")), "a.md", site, typesetter)
    with pytest.raises(RenderError, match="not in the ledger"):
        finish(document(""), "b.md", site, typesetter)


def test_display_formula_scrolls_in_a_box_of_its_own(typesetter: Typesetter) -> None:
    site = make_site(page("a.md", formulas=[formula("x", display=True)]))
    built = finish(document(display("x")), "a.md", site, typesetter)
    box = r'<div class="formula" id="(formula-\w{6})">'
    place = re.search(box + '<div class="formula__body" data-label="Formula">', built)
    assert place is not None
    assert f'<a class="formula__link" href="#{place[1]}"' in built
    assert "katex-display" in built
    assert "tick" not in built
    assert "arithmatex" not in built


def test_search_reads_characters(typesetter: Typesetter) -> None:
    site = make_site(page("a.md", formulas=[formula(r"\id{x} < \claim{a}{2}", (0,))],
                          claims=[claim("demo.a", "2")]))  # fmt: skip
    text = searchable(
        "<p>so " + inline(r"\id{x} < \claim{a}{2}") + ".</p>", "a.md", site, typesetter
    )
    assert text == "<p>so x &lt; 2.</p>"
    table = '<td><span class="tex">\\tfrac12</span></td>'
    assert searchable(table, "b.md", make_site(page("b.md")), typesetter) == "<td>1/2</td>"


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"9.54\times10^{-7}", "9.54 × 10^(−7)"),
        (r"0.5^{50} \approx 8.9", "0.5^50 ≈ 8.9"),
        (r"[-0.1,\ 0.55]", "[−0.1, 0.55]"),
        (r"\tfrac12\lVert y - t \rVert^2", "1/2∥y − t∥^2"),
        (r"\frac{\partial L}{\partial x_0}", "(∂L)/(∂x_0)"),
        (r"(I + J_F)^\top\, \nabla_y L", "(I + J_F)^⊤ ∇_y L"),
        (r"\nabla_{x_0} L", "∇_(x_0) L"),
        (r"F_l'(x_l) = F'(x)", "F_l′(x_l) = F′(x)"),
        (r"\begin{bmatrix} 1 & -2 \\ 3 & 4 \end{bmatrix}", "[1, −2; 3, 4]"),
        (r"\begin{aligned} y &= 1 \\ z &= 2 \end{aligned}", "y = 1; z = 2"),
        (r"\underbrace{x}_{\text{kept}} + y", "x (kept) + y"),
        (r"\sum_{l=0}^{n-1} \sqrt{x_l}", "∑_(l = 0)^(n − 1)√(x_l)"),
    ],
)
def test_a_formula_reads_on_one_line(tex: str, expected: str, typesetter: Typesetter) -> None:
    assert typesetter.set([Source(tex)])[0].text == expected


# --- punctuation ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("around", "kept"),
    [
        ("{}，所以", '<span class="nb">M，</span>所以'),
        ("（{}）。", '<span class="nb">（M）。</span>'),
        ("“{}”；", '<span class="nb">“M”；</span>'),
        ("a {}’s b", 'a <span class="nb">M’s</span> b'),
        ("({}), b", '<span class="nb">(M),</span> b'),
        ("{} b", '<span class="nb">M</span> b'),
        ("{}，<span>x", '<span class="nb">M，</span><wbr><span>x'),
        ("{}<span>x", '<span class="nb">M</span><span>x'),
        ("{}，<i>x", '<span class="nb">M，</span><i>x'),
        ("{}</p>，", '<span class="nb">M</span></p>，'),
    ],
)
def test_punctuation_stays_with_its_formula(around: str, kept: str) -> None:
    text = around.format("F")
    position = text.index("F")
    assert splice(text, [keep_together(text, position, position + 1, "M", "x")]) == kept


def test_long_formulas_may_break_inside_but_not_before_punctuation() -> None:
    markup = '<i><span class="katex-base">a =</span><span class="katex-base">b</span></i>'
    short = f'<span class="nb">{markup}，</span>'
    assert keep_together("F，", 0, 1, markup, "a = b") == (0, 2, short)
    long = keep_together("F，", 0, 1, markup, "x" * 30)[2]
    assert long == short.replace("</span><span", "</span><wbr><span")


def test_katex_still_has_the_places_where_formulas_break(typesetter: Typesetter) -> None:
    (made,) = typesetter.set([Source("a = b + c")])
    assert made.html.count(BETWEEN) == 2


# --- marks ------------------------------------------------------------------------------------


def marked_site(**parts: Any) -> Site:
    showing = page("basics/code.md", shown=[shown([1, 2, 4, 5, 6, 8])])
    references = page("reference/references.md")
    quoting = page(
        "basics/a.md", claims=[claim("demo.loss", "1.25")], formulas=[formula(LOSS, (0,))]
    )
    return make_site(quoting | parts, showing, references)


def test_number_links_to_the_page_that_shows_its_line(typesetter: Typesetter) -> None:
    body = document("<p>" + inline(LOSS) + ".</p>")
    built = finish(body, "basics/a.md", marked_site(), typesetter)
    link = re.search(
        r'<span class="nb"><a class="verified" href="([^"]+)" data-claims="([^"]+)"'
        r' title="L = 1.25" id="claim-demo.loss">',
        built,
    )
    assert link is not None
    assert link.group(1) == "../code/#demo-L6"
    assert json.loads(html.unescape(link.group(2))) == ["demo.loss"]
    assert "</a>.</span>" in built
    entry = ledger_of(built)["entries"]["demo.loss"]
    assert entry == {
        "rows": {"name": "demo.loss", "value": "1.25", "code": "loss = x * 1.25"},
        "href": "../code/#demo-L6",
        "at": "snippets/demo.py:6",
    }


def test_number_links_within_its_page_where_the_line_is_shown(typesetter: Typesetter) -> None:
    site = marked_site(shown=[shown([1, 2, 4, 5, 6, 8])])
    body = document(inline(LOSS) + HIGHLIGHTED)
    built = finish(body, "basics/a.md", site, typesetter)
    assert 'href="#demo-L6"' in built
    assert 'id="demo-L6"' in built


def test_without_a_page_that_shows_it_the_repository_is_the_place() -> None:
    unshown = page("a.md")
    site = make_site(unshown, repo_url="https://git.example/r")
    assert Links(site, "a.md").code_line("demo", 6) == (
        "https://git.example/r/blob/main/snippets/demo.py#L6"
    )
    assert Links(make_site(unshown), "a.md").code_line("demo", 6) is None


def test_the_page_of_all_programs_shows_what_no_other_does(typesetter: Typesetter) -> None:
    using = page("a.md", claims=[claim("demo.loss", "1.25")], shown=[shown([4])])
    name = "reference/programs.md"
    site = make_site(using, page(name))
    assert Links(site, "a.md").code_line("demo", 6) == "../reference/programs/#demo-L6"
    assert '```python\n--8<-- "snippets/demo.py"\n```' in fill(
        "<!-- generated: programs -->", name, site
    )
    built = finish(document(HIGHLIGHTED), name, site, typesetter)
    assert '<span class="line" id="demo-L6">loss' in built


def test_cited_figure_shows_paper_and_table(typesetter: Typesetter) -> None:
    cited = claim("he2015.top1", "28.54", kind="cited", path="docs/references.yml", code="")
    tex = r"\claim{he2015.top1}{28.54}\%"
    site = marked_site(claims=[cited], formulas=[formula(tex, (0,))])
    built = finish(document(inline(tex)), "basics/a.md", site, typesetter)
    assert 'href="../../reference/references/#he2015"' in built
    rows = ledger_of(built)["entries"]["he2015.top1"]["rows"]
    assert rows == {
        "paper": "He & Sun 2015, Deep & <Residual>",
        "where": "Table 2",
        "says": "28.54",
        "what": "error <%>",
    }


def test_ledger_cannot_close_its_template(typesetter: Typesetter) -> None:
    evil = claim("demo.loss", "1.25", code="print('</template><b>&amp;')")
    site = marked_site(claims=[evil])
    body = document(inline(LOSS))
    built = finish(body, "basics/a.md", site, typesetter)
    assert "</template><b>" not in built
    assert ledger_of(built)["entries"]["demo.loss"]["rows"]["code"] == evil["code"]
    assert built.index("</article>") < built.index('id="ledger"') < built.index("</footer>")


def test_no_link_within_a_link(typesetter: Typesetter) -> None:
    body = document('<a href="x">see ' + inline(LOSS) + "</a>")
    built = finish(body, "basics/a.md", marked_site(), typesetter)
    assert built.count("<a ") == 1
    assert '<span class="verified" data-claims=' in built


def test_display_formula_has_one_tick_for_all_its_claims(typesetter: Typesetter) -> None:
    tex = r"\begin{bmatrix} \claim{y[0]}{1} \\ \claim{y[1]}{2} \end{bmatrix}"
    checks = [{"stem": "demo", "line": line, "relation": "L = x"} for line in (6, 8)]
    claims = [claim("demo.y[0]", "1"), claim("demo.y[1]", "2")]
    site = marked_site(claims=claims, formulas=[formula(tex, (0, 1), display=True, checks=checks)])
    built = finish(document(display(tex)), "basics/a.md", site, typesetter)
    (tick,) = re.findall(r'<a class="tick"[^>]*>', built)
    assert 'aria-label="Verified: demo.y[0], demo.y[1]"' in tick
    assert json.loads(html.unescape(re.findall(r'data-checks="([^"]+)"', tick)[0])) == ["demo:8"]
    assert ledger_of(built)["entries"]["demo:8"]["rows"] == {"code": 'print("loss <", loss)'}
    hidden = built[built.index('aria-hidden="true"') :].split("</div>")[0]
    assert "tabindex" not in hidden
    assert "<a" not in hidden


def test_checked_formula_without_claims_is_marked_as_a_whole(typesetter: Typesetter) -> None:
    checks = [{"stem": "demo", "line": 6, "relation": "y = x"}]
    site = marked_site(claims=[], formulas=[formula("y = x", checks=checks)])
    built = finish(document(inline("y = x")), "basics/a.md", site, typesetter)
    assert '<a class="verified verified--formula" href="../code/#demo-L6"' in built


def test_programs_are_not_searched(typesetter: Typesetter) -> None:
    body = 'see <code>x + y</code><div class="language-python highlight"><pre>y = 1</pre></div>!'
    site = make_site(page("a.md"))
    assert searchable(body, "a.md", site, typesetter) == "see <code>x + y</code>!"


def test_a_row_of_a_table_is_found_by_itself(typesetter: Typesetter) -> None:
    body = (
        '<table><tr><th>norm</th>\n<th>warm-up</th></tr><tr class="x"><td>Pre-LN</td></tr></table>'
    )
    found = searchable(body, "a.md", make_site(page("a.md")), typesetter)
    assert found == (
        "<table><tr><p><th>norm</th> · <th>warm-up</th></p></tr>"
        '<tr class="x"><p><td>Pre-LN</td></p></tr></table>'
    )


def test_places_are_the_same_in_both_languages_and_outlive_a_value(typesetter: Typesetter) -> None:
    """A formula's place depends on the first language, and not on the digits of its claims."""

    def places(lang: str, digits: str, words: str) -> list[str]:
        tex = rf"y = \underbrace{{x}}_{{\text{{{words}}}}} = \claim{{loss}}{{{digits}}}"
        formulas = [formula(tex, (0,), display=True), formula(r"\claim{loss}{1.25}", (1,))]
        claims = [claim("demo.loss", digits), claim("demo.loss", "1.25")]
        first = page(
            "a.md", "zh", formulas=[formula(tex.replace(words, "一"), display=True), formulas[1]]
        )
        first["formulas"][0]["claims"] = [0]
        own = page("a.md", lang, formulas=formulas, claims=claims)
        site = make_site(first, own, lang=lang)
        body = document(display(tex) + inline(r"\claim{loss}{1.25}"))
        return re.findall(
            r' id="((?:formula|claim)-[^"]+)"', finish(body, "a.md", site, typesetter)
        )

    english = places("en", "1.25", "one")
    assert english[1:] == ["claim-demo.loss"]
    assert places("en", "1.3", "two") == english


def test_equal_places_are_told_apart(typesetter: Typesetter) -> None:
    formulas = [formula(LOSS, (0,)), formula(LOSS, (1,)), formula("y[0]", (2,))]
    claims = [claim("demo.loss", "1.25")] * 2 + [claim("demo.y[0][1]", "1")]
    formulas[2]["tex"] = r"\claim{y[0][1]}{1}"
    site = marked_site(claims=claims, formulas=formulas)
    body = document("".join(inline(f["tex"]) for f in formulas))
    built = finish(body, "basics/a.md", site, typesetter)
    assert re.findall(r' id="(claim-[^"]+)"', built) == [
        "claim-demo.loss",
        "claim-demo.loss-2",
        "claim-demo.y-0-1",
    ]


def test_a_table_has_a_box_that_scrolls(typesetter: Typesetter) -> None:
    row = "<thead><tr><th>a</th></tr></thead>"
    body = document(f'<table>{row}</table><table class="ledger-table">{row}</table>')
    built = finish(body, "a.md", make_site(page("a.md")), typesetter)
    assert f'<div class="table-wrap"><table class="plain">{row}</table></div><table' in built
    assert built.count("table-wrap") == 1


def test_a_table_whose_last_column_is_brief_says_so(typesetter: Typesetter) -> None:
    """A word or two without markup in every row, the head included."""

    def built(*last: str) -> str:
        rows = "".join(f"<tr>\n<td>a</td>\n<td>{cell}</td>\n</tr>\n" for cell in last)
        body = document(f"<table><tbody>{rows}</tbody></table>")
        return finish(body, "a.md", make_site(page("a.md")), typesetter)

    assert 'class="plain brief-end"' in built("Half true", "True with a condition", "有条件")
    assert 'class="plain brief-end"' in built("a &amp; b &amp; c &amp; d &amp; e")
    for cell in ("说" * 12, "one letter more than it", "<code>x</code>"):
        assert 'class="plain"' in built("False", cell)


def test_a_cell_with_a_sentence_says_so(typesetter: Typesetter) -> None:
    cells = (
        "<td>brief</td><td>说明这一格里<a href='#b'>写着</a>一整句话</td><td style=\"x\">%s</td>"
    )
    body = document(f"<table><tbody><tr>{cells % ('word ' * 5)}</tr></tbody></table>")
    built = finish(body, "a.md", make_site(page("a.md")), typesetter)
    assert "<td>brief</td>" in built
    assert '<td class="sentence">说明' in built
    assert '<td class="sentence" style="x">word' in built


def test_page_without_marks_has_no_ledger(typesetter: Typesetter) -> None:
    site = make_site(page("a.md", formulas=[formula("x")]))
    assert 'id="ledger"' not in finish(document(inline("x")), "a.md", site, typesetter)


# --- code -------------------------------------------------------------------------------------


def code_page(body: str, *parts: dict[str, Any], repo_url: str = "") -> str:
    built = page("a.md", shown=list(parts))
    site = make_site(built, repo_url=repo_url)
    return splice(body, code_replacements(body, site.pages["a.md"], Links(site, "a.md")))


def test_every_line_is_an_anchor_once_per_page() -> None:
    whole, section = shown([1, 2, 4, 5, 6, 8]), shown([4, 5, 6], line=20)
    built = code_page(HIGHLIGHTED + FORWARD, whole, section)
    assert re.findall(r'id="(demo-L\d)"', built) == [f"demo-L{n}" for n in (1, 2, 4, 5, 6, 8)]
    assert built.count('class="line"') == 9
    assert '<span class="line" id="demo-L8">print(<span class="s2">&quot;loss &lt;' in built


def test_copy_gives_the_whole_program_byte_for_byte() -> None:
    built = code_page(FORWARD, shown([4, 5, 6]))
    (button,) = find_elements(built, has_class("copy"))
    assert button.attributes["data-clipboard-text"] == PROGRAM
    assert PROGRAM.endswith("loss)\n")


def test_path_is_a_link_where_there_is_a_repository() -> None:
    assert "<span>snippets/demo.py</span>" in code_page(FORWARD, shown([4, 5, 6]))
    linked = code_page(FORWARD, shown([4, 5, 6]), repo_url="https://git.example/r/")
    assert '<a href="https://git.example/r/blob/main/snippets/demo.py">' in linked


def test_sections_in_one_fence_are_one_block() -> None:
    body = HIGHLIGHTED.replace("\n\nx =", "\nx =").replace(
        'print(<span class="s2">&quot;loss &lt;&quot;</span>, loss)\n', ""
    )
    built = code_page(body, shown([1]), shown([4, 5, 6]))
    assert re.findall(r'id="demo-L(\d)"', built) == ["1", "4", "5", "6"]
    assert built.count("highlight__bar") == 1


def test_other_code_is_left_alone() -> None:
    shell = '<div class="language-sh highlight"><pre><code>make serve\n</code></pre></div>'
    built = code_page(shell + FORWARD, shown([4, 5, 6]))
    assert built.startswith(shell)


def test_code_that_differs_from_the_file_is_refused() -> None:
    changed = FORWARD.replace("1.25", "1.35")
    with pytest.raises(RenderError, match=r"docs/en/a\.md:9: snippets/demo\.py is not on the"):
        code_page(changed, shown([4, 5, 6]))


def test_output_has_no_copy_button() -> None:
    pre = "<pre><span></span><code>loss &lt; 1.25\n</code></pre>"
    assert code_page(f'<div class="text output highlight">{pre}</div>') == (
        '<div class="output" role="group" aria-label="Output">'
        "<pre><code>loss &lt; 1.25\n</code></pre></div>"
    )


# --- filling ----------------------------------------------------------------------------------


def test_output_fence_is_filled_at_its_indent() -> None:
    site = make_site(page("a.md"))
    text = "a\n\n    ```output demo\n    ```\n"
    assert fill(text, "a.md", site) == ("a\n\n    ```{ .text .output }\n    loss < 1.25\n    ```\n")


def test_bad_fences_and_markers_name_their_line() -> None:
    site = make_site(page("a.md"))
    with pytest.raises(RenderError, match=r"docs/en/a\.md:8: output nope: there is no snippet"):
        fill("a\n\n```output nope\n```", "a.md", site, line_offset=5)
    with pytest.raises(RenderError, match=r"a\.md:1: output demo has text"):
        fill("```output demo\nloss\n```", "a.md", site)
    with pytest.raises(RenderError, match=r"a\.md:2: nothing is generated as 'nope'.*references"):
        fill("\n<!-- generated: nope -->", "a.md", site)


def test_a_title_gets_the_name_of_its_page() -> None:
    site = make_site(page("basics/a-b.md"))
    assert fill("# 梯度\n\n# x", "basics/a-b.md", site) == "# 梯度 {#a-b}\n\n# x"
    assert fill("# 梯度 {#own}\n", "basics/a-b.md", site) == "# 梯度 {#own}\n"


def test_references_name_figures_and_pages() -> None:
    cited = page("basics/a.md", claims=[claim("he2015.top1", "28.54", kind="cited")])
    site = make_site(cited, page("reference/references.md"))
    text = fill("<!-- generated: references -->", "reference/references.md", site)
    assert "\n## He &amp; Sun 2015 {#he2015}" in "\n" + text
    assert "<cite>Deep &amp; &lt;Residual&gt;</cite>" in text
    assert '<a href="https://arxiv.org/abs/1512.03385">arXiv:1512.03385</a>' in text
    assert "<td>28.54</td><td>Table 2</td><td>error &lt;%&gt;</td>" in text
    assert '<a href="../../basics/a/">basics/a.md</a>' in text


def test_references_name_pages_that_link_to_a_work() -> None:
    """Those that teach come first."""
    answers = page("answers/faq.md", cites=["he2015"], blocks={"faq": ""})
    teaching = page("basics/a.md", cites=["he2015"])
    site = make_site(answers, teaching, page("b.md"), page("reference/references.md"))
    text = fill("<!-- generated: references -->", "reference/references.md", site)
    ways = ("basics/a/", "basics/a.md"), ("answers/faq/", "answers/faq.md")
    found = ", ".join(f'<a href="../../{address}">{title}</a>' for address, title in ways)
    assert f"Cited on: {found}</p>" in text


def test_works_of_the_same_authors_and_year_have_letters() -> None:
    he = {"authors": ["Kaiming He", "Jian Sun"], "year": 2015, "title": "Deep"}
    works = {"z": he, "later": he | {"year": 2016}, "a": he | {"title": "Delving"}}
    names = {"z": "He & Sun 2015a", "later": "He & Sun 2016", "a": "He & Sun 2015b"}
    assert {key: short_name(key, works) for key in works} == names
    assert citation("a", works) == "He & Sun 2015b, Delving"
    site = make_site(page("reference/references.md"))
    site.ledger["references"] = works
    text = fill("<!-- generated: references -->", "reference/references.md", site)
    headings = [line for line in text.split("\n") if line.startswith("## ")]
    assert headings == [
        "## He &amp; Sun 2015a {#z}",
        "## He &amp; Sun 2015b {#a}",
        "## He &amp; Sun 2016 {#later}",
    ]


def test_no_two_works_have_the_same_name() -> None:
    works = read_references(ROOT).works
    names = [short_name(key, works) for key in works]
    assert len(set(names)) == len(names) > 100


@pytest.mark.parametrize(
    ("authors", "name"),
    [
        (["Torchvision maintainers and contributors"], "Torchvision contributors 2016"),
        (["vLLM contributors"], "vLLM contributors 2016"),
        (["NVIDIA"], "NVIDIA 2016"),
        (["Kimi Team, Moonshot AI"], "Kimi Team 2016"),
        (["Ann A. Bee", "Çelik, Ö."], "Bee & Çelik 2016"),
        (["A B", "C D", "E F"], "B et al. 2016"),
    ],
)
def test_who_wrote_a_work(authors: list[str], name: str) -> None:
    assert short_name("key", {"key": {"authors": authors, "year": 2016}}) == name


def test_verification_pages_list_everything_once() -> None:
    twice = [claim("demo.loss", "1.25"), claim("demo.loss", "1.25", line=8)]
    waived = formula("z", exception={"kind": "notation", "reason": "a <name>"})
    checks = [{"stem": "demo", "line": 6, "relation": "y"}]
    checked = formula(r"\notation{w}{y} = \claim{x}{1}", (0,), checks=checks)
    parts = {"claims": twice, "shown": [shown([6])], "formulas": [waived, checked]}
    using = page("basics/a.md", **parts)
    kinds = {"verification": "verification", "formulas": "checked-formulas", "programs": "programs"}
    site = make_site(using, *(page(f"reference/{name}.md") for name in kinds))
    lists = {
        name: fill(f"<!-- generated: {kind} -->", f"reference/{name}.md", site)
        for name, kind in kinds.items()
    }
    text = lists["verification"]
    assert '<a href="../formulas/">reference/formulas.md</a>' in text
    assert '<a href="../programs/">reference/programs.md</a>' in text
    assert "### [basics/a.md](../basics/a.md) {#numbers-basics-a data-search-exclude=true}" in text
    assert text.count("<td>1.25</td><td><code>1.25</code></td>") == 1
    assert '<a href="../../basics/a/#demo-L6"><code>demo.<wbr>loss</code></a>' in text
    assert "## [basics/a.md](../basics/a.md) {#formulas-basics-a" in lists["formulas"]
    assert '<span class="tex">y = 1</span>' in lists["formulas"]
    assert '<tr id="snippet-demo">' in lists["programs"]
    assert "a &lt;name&gt;" in text
    assert "<td>torch</td><td><code>2.13.0</code></td>" in text


def test_generated_formulas_are_set(typesetter: Typesetter) -> None:
    site = make_site(page("a.md"))
    built = finish(document('<td><span class="tex">1 &lt; 2</span></td>'), "a.md", site, typesetter)
    assert '<span class="tex">' not in built
    assert "<mn>1</mn><mo>&lt;</mo><mn>2</mn>" in built


def test_counts_come_from_the_ledger_of_one_language() -> None:
    claims = [claim("demo.loss", "1.25"), claim("he2015.top1", "28.54", kind="cited")]
    checks = [{"stem": "demo", "line": 6, "relation": "y"}]
    formulas = [formula("x"), formula("y", checks=checks)]
    here = page("a.md", claims=claims, formulas=formulas)
    site = make_site(here, here | {"lang": "zh"})
    count = count_site(site)
    assert (count.numbers, count.formulas, count.figures) == (1, 1, 1)
    text = fill("<!-- generated: counts -->", "a.md", site)
    assert "<dt>numbers</dt><dd>1</dd>" in text
    assert "torch 2.13.0" in text


def test_what_is_not_counted_yet_is_left_out() -> None:
    text = fill("<!-- generated: counts -->", "a.md", make_site(page("a.md")))
    assert "<dt>formulas</dt>" not in text
    assert "<dt>programs</dt><dd>1</dd>" in text


# --- addresses, assets, sitemaps --------------------------------------------------------------


def test_addresses() -> None:
    assert [page_address(name) for name in ("index.md", "basics/depth.md", "demos/index.md")] == [
        "", "basics/depth/", "demos/"
    ]  # fmt: skip
    assert relative("basics/depth/", "") == "basics/depth/"
    assert relative("", "basics/depth/") == "../../"
    assert relative("reference/references/", "basics/depth/") == "../../reference/references/"


def test_shared_assets_are_one_folder_further_up() -> None:
    text = (
        '<link href="../../assets/a.css"><link href="assets/a.css"><img src="assets/own.png">'
        '<script src="./assets/a.css?v=1"></script><a href="../assets/">x</a>'
        '<script id="__config">{"search": "../../assets/w.js", "base": "../.."}</script>'
    )
    assert share_assets(text, {"assets/a.css", "assets/w.js"}) == (
        '<link href="../../../assets/a.css"><link href="../assets/a.css"><img src="assets/own.png">'
        '<script src="../assets/a.css?v=1"></script><a href="../assets/">x</a>'
        '<script id="__config">{"search": "../../../assets/w.js", "base": "../.."}</script>'
    )


def test_sitemap_has_its_own_language_and_names_the_other() -> None:
    text = sitemap("en", ["basics/a&b/", ""], ROOTS)
    assert re.findall(r"<loc>(.*?)</loc>", text) == [
        "https://x.org/sub/en/",
        "https://x.org/sub/en/basics/a&amp;b/",
    ]
    for code, root in {"zh-Hans": ROOTS["zh"], "en": ROOTS["en"], "x-default": ROOTS["en"]}.items():
        assert f'hreflang="{code}" href="{root}basics/a&amp;b/"' in text


def test_robots_names_both_sitemaps() -> None:
    assert robots(ROOTS).splitlines()[2:] == [
        "Sitemap: https://x.org/sub/sitemap.xml",
        "Sitemap: https://x.org/sub/en/sitemap.xml",
    ]


# --- the question bank ------------------------------------------------------------------------

QUESTION: dict[str, Any] = {
    "id": "q",
    "level": "L2",
    "kind": "whiteboard",
    "topics": ["sums", "more"],
    "faq": True,
    "page": "page.md",
    "anchor": "add",
    "proof": ["demo", "he2015"],
    "code": None,
    "words": {"en": {"question": "What is <it>?"}},
}


def site_with_question() -> Site:
    home = page("page.md", shown=[shown([1])], headings={"add": "To <add>"})
    composed = page("answers/interview.md", blocks={"interview": "### Q {#q}\n\n<!-- asked: q -->"})
    composed["shown"] = [shown([1])]
    site = make_site(composed, home, page("reference/references.md"))
    site.ledger["questions"] = [cast(Question, QUESTION)]
    site.ledger["topics"] = {"sums": {"en": "Sums"}, "more": {"en": "More <things>"}}
    return site


def test_what_stands_around_a_question() -> None:
    site = site_with_question()
    made = fill(
        "# A\n\n<!-- asked: q -->\n\n    <!-- proof: q -->\n\n<!-- more: q -->\n", "page.md", site
    )
    assert (
        '<p class="asked" data-generated data-question="q" data-level="L2" data-kind="whiteboard" '
        'data-topics="sums more">L2 derivation\N{NO-BREAK SPACE}· whiteboard\N{NO-BREAK SPACE}· '
        "More &lt;things&gt;</p>"
    ) in made
    ways = (
        'Read on: <a href="#add">page.md › To &lt;add&gt;</a>. Proof: <a href="#demo-L1">'
        "<code>snippets/<wbr>demo.py</code></a>, "
        '<a href="../reference/references/#he2015">He &amp; Sun 2015</a>'
    )
    assert f'\n    <span class="proof" data-generated>{ways}</span>' in made
    assert f'{ways}<br><a href="../answers/interview/#q">All three answers' in made


def test_the_way_to_all_answers_leads_to_the_page_of_the_topic() -> None:
    question = site_with_question()
    topic = page("answers/interview/sums.md")
    site = make_site(*question.pages.values(), topic)
    site.ledger.update(
        {"questions": question.ledger["questions"], "topics": question.ledger["topics"]}
    )
    made = fill("# A\n\n<!-- more: q -->\n\n    <!-- rest: q -->\n", "answers/interview.md", site)
    assert '<br><a href="sums/#q">All three answers' in made
    assert '    <span class="proof" data-generated><a href="sums/#q">The full answer' in made


def test_a_program_is_shown_where_it_is_taught() -> None:
    """Composed pages come last, although their names may come first."""
    site = site_with_question()
    assert Links(site, "answers/interview.md").program("demo") == "../../page/#demo-L1"
    assert Links(site, "other.md").code_line("demo", 1) == "../page/#demo-L1"


def test_blocks_of_the_bank_are_put_in() -> None:
    site = site_with_question()
    made = fill("# A\n\n<!-- generated: interview -->\n", "answers/interview.md", site)
    assert "### Q {#q}" in made and 'data-question="q"' in made and "generated:" not in made


def test_a_question_that_is_not_there() -> None:
    with pytest.raises(RenderError, match="asked: the bank has no 'gone'"):
        fill("# A\n\n<!-- asked: gone -->\n", "page.md", site_with_question())


def test_the_self_test_offers_what_there_is() -> None:
    made = fill(
        "# A\n\n<!-- generated: self-test -->\n", "answers/interview.md", site_with_question()
    )
    assert re.findall(r'name="(\w+)" value="(\w+)"', made) == [
        ("level", "L2"), ("topic", "sums"), ("topic", "more"), ("kind", "whiteboard"),
    ]  # fmt: skip
    assert 'data-module-src="../../assets/self-test/page.js"' in made
    assert "More &lt;things&gt;" in made and "hidden>" in made


# --- references and glossary as files and pages -----------------------------------------------


def test_works_become_bibtex() -> None:
    works = {
        "b2017": {
            "authors": ["Ann A. Bee", "Çelik, Ö."], "year": 2016, "title": "ResNets & a GPT-2 plan",
            "venue": "ICML 2017", "arxiv": "1602.00001", "doi": "10.1/a_b",
        },
        "a2001": {"authors": "Solo", "year": 2001, "title": "One", "venue": "Nature"},
        "c2020": {"authors": ["C"], "year": 2020, "title": "Web", "url": "https://x.org/a_b"},
        "d2025": {"authors": ["D Team, E & F"], "year": 2025, "title": "Two"},
        "e2026": {"authors": ["E maintainers and contributors"], "year": 2026, "title": "Three"},
    }  # fmt: skip
    assert bibtex(works).split("\n\n") == [
        "@article{a2001,\n  author = {Solo},\n  title = {{One}},\n  year = {2001},\n"
        "  journal = {Nature},\n}",
        "@inproceedings{b2017,\n  author = {Ann A. Bee and Çelik, Ö.},\n"
        "  title = {{ResNets} \\& a {GPT}-2 plan},\n  year = {2017},\n  booktitle = {ICML 2017},\n"
        "  eprint = {1602.00001},\n  archiveprefix = {arXiv},\n  doi = {10.1/a_b},\n}",
        "@misc{c2020,\n  author = {C},\n  title = {{Web}},\n  year = {2020},\n"
        "  url = {https://x.org/a_b},\n}",
        "@misc{d2025,\n  author = {{D Team, E \\& F}},\n  title = {{Two}},\n  year = {2025},\n}",
        "@misc{e2026,\n  author = {{E maintainers and contributors}},\n  title = {{Three}},\n"
        "  year = {2026},\n}\n",
    ]


def test_the_glossary_says_what_to_call_things() -> None:
    site = make_site(page("reference/glossary.md"), page("page.md"))
    site.ledger["glossary"] = {
        "b": {"zh": "乙", "en": "beta", "short": {"zh": "二。", "en": "A <b>."}, "page": "page.md",
              "also": {"en": ["bee"]}, "wrong": ["误", "betta"]},
        "a": {"zh": "甲", "en": "Alpha"},
    }  # fmt: skip
    made = fill("# G\n\n<!-- generated: glossary -->\n", "reference/glossary.md", site)
    assert made.index("## Alpha {#a}") < made.index("## Beta {#b}")
    assert '<span lang="zh">乙</span>' in made and "A &lt;b&gt;." in made
    assert "Also: “bee”; Not: “betta”; Explained in: <a href=" in made and "误" not in made


def test_the_site_says_how_to_cite_it() -> None:
    site = Site(make_site(page("about.md")).ledger, "en", address="https://x.org/en/")
    made = fill("# A\n\n<!-- generated: cite -->\n", "about.md", site)
    assert r"howpublished = {\url{https://x.org/en/}}" in made
