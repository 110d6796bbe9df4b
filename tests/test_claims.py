r"""Claims: `\claim{name}{literal}` finds its value, or says at its line what is wrong."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.conftest import ReadPage
from verify.claims import Claim, Target, Values, read_claims, show_value
from verify.references import parse_references
from verify.sandbox import Run
from verify.snippets import parse_snippet

SOURCE = '''\
"""A worked example."""
x = leaf([1.0, 2.0])
weight = leaf([[0.1, 0.2], [-0.1, 0.3]])
loss = f(x)
half = 1.25
'''
REFERENCES = """\
he2015:
  authors: [Kaiming He]
  year: 2015
  title: Deep Residual Learning
  figures:
    plain34_top1: {value: 28.54, where: Table 2}
    layers: {value: 34, where: Section 4}
"""


def left(value: Any, digits: int = 7, **attributes: Any) -> dict[str, Any]:
    return {"value": value, "digits": digits, "attributes": attributes}


VALUES = Values(
    {
        "worked_example": parse_snippet("worked_example", "snippets/worked_example.py", SOURCE),
        "broken": parse_snippet("broken", "snippets/broken.py", '"""Raises."""\n'),
    },
    {
        "worked_example": Run(
            values={
                "x": left([1.0, 2.0], grad=[0.4000000059604645, 2.0499999523162840]),
                "weight": left([[0.1, 0.2], [-0.1, 0.3]]),
                "loss": left(1.25),
                "half": left(1.25, 15),
                "table": left({"zh": 1, "en": 2}),
                "flag": left(True),
                "word": left("text"),
                "nothing": left(None),
                "nan": left(math.nan),
                "endless": left([1.0, math.inf]),
                "point": left(None, a=[3, 4]) | {"kind": "Point"},
                "ragged": left([[1.0], [1.0, 2.0]]),
                "tie": left(1.25, 15),
            }
        ),
        "broken": Run(error=(1, "raises ValueError")),
    },
    parse_references(REFERENCES),
)
FRONT = "---\nsnippet: worked_example\n---\n"


def claims_of(read: ReadPage, source: str) -> tuple[list[Claim], list[tuple[int, str]]]:
    claims, findings = read_claims(read(source), VALUES)
    return claims, [(finding.line, finding.message) for finding in findings]


HOLDS = [
    (r"\claim{worked_example.loss}{1.25}", "worked_example.loss", 1.25),
    (r"\claim{loss}{1.25}", "worked_example.loss", 1.25),
    (r"\claim{ loss }{ 1.25 }", "worked_example.loss", 1.25),
    (r"\claim {loss} {1.25}", "worked_example.loss", 1.25),
    (r"\claim{x}{[1,\ 2]}", "worked_example.x", [1.0, 2.0]),
    (r"\claim{x[1]}{2}", "worked_example.x[1]", 2.0),
    (r"\claim{x[-1]}{2}", "worked_example.x[-1]", 2.0),
    (r"\claim{x.grad}{[0.4,\ 2.05]}", "worked_example.x.grad",
     [0.4000000059604645, 2.049999952316284]),
    (r"\claim{x.grad[1]}{2.05}", "worked_example.x.grad[1]", 2.0499999523162840),
    (r"\claim{weight[1][0]}{-0.1}", "worked_example.weight[1][0]", -0.1),
    (r"\claim{weight}{\begin{bmatrix}0.1&0.2\\-0.1&0.3\end{bmatrix}}", "worked_example.weight",
     [[0.1, 0.2], [-0.1, 0.3]]),
    (r"\claim{table[en]}{2}", "worked_example.table[en]", 2),
    (r"\claim{point.a[0]}{3}", "worked_example.point.a[0]", 3),
    (r"\claim{he2015.plain34_top1}{28.5}", "he2015.plain34_top1", 28.54),
    (r"\claim{he2015.layers}{34}", "he2015.layers", 34),
]  # fmt: skip


@pytest.mark.parametrize(("tex", "name", "value"), HOLDS, ids=[case[0] for case in HOLDS])
def test_claims_that_hold(read: ReadPage, tex: str, name: str, value: Any) -> None:
    claims, findings = claims_of(read, f"{FRONT}Some words.\nThat is ${tex}$.\n")
    assert findings == []
    (claim,) = claims
    assert (claim.line, claim.formula) == (5, 0)
    assert claim.target is not None
    assert (claim.target.name, claim.target.value) == (name, value)


def test_targets_say_where_the_value_comes_from(read: ReadPage) -> None:
    claims, _ = claims_of(
        read, f"{FRONT}$\\claim{{loss}}{{1.25}} \\claim{{he2015.layers}}{{34}}$\n"
    )
    targets = [claim.target for claim in claims]
    assert [(t.kind, t.path, t.line, t.code, t.digits) for t in targets if t] == [
        ("computed", "snippets/worked_example.py", 4, "loss = f(x)", 7),
        ("cited", "docs/references.yml", 7, "Section 4", 15),
    ]


def test_order_and_offsets(read: ReadPage) -> None:
    source = (
        "$\\claim{worked_example.x[0]}{1} + \\claim{worked_example.x[1]}{2}$\n\n> $$\n"
        "> a = \\claim{worked_example.x}{\\begin{bmatrix} 1 \\\\\n> 2 \\end{bmatrix}}\n> $$\n"
    )
    claims, findings = claims_of(read, source)
    assert findings == []
    assert [(claim.line, claim.formula) for claim in claims] == [(1, 0), (1, 0), (4, 1)]
    for claim in claims:
        literal = source[claim.start : claim.start + len(claim.literal)]
        assert literal.replace("\n> ", "\n  ") == claim.literal


@pytest.mark.parametrize(
    "source",
    [
        r"| a |\n|---|\n| $\claim{loss}{1.25}$ |",
        r"- a\n\n    $$\n    \claim{loss}{1.25}\n    $$",
        r"> - $\claim{loss}{1.25}$",
        r"[a $\claim{loss}{1.25}$](b.md)",
        r'!!! note "On $\claim{loss}{1.25}$"\n    a',
        r"a[^1]\n\n[^1]: $\claim{loss}{1.25}$",
        r"$$\n\underbrace{\boxed{\claim{loss}{1.25}}}_{a}\n$$",
        r"$$\n\begin{aligned} a &= \claim{loss}{1.25} \\ &= b \end{aligned}\n$$",
        r"$$\n\claim{loss}\n{1.25}\n$$",
    ],
)
def test_every_place_of_a_formula_is_read(read: ReadPage, source: str) -> None:
    source = source.replace(r"\n", "\n")
    (claim,), findings = claims_of(read, FRONT + source)
    assert findings == []
    assert claim.line == 4 + source[: source.index(r"\claim")].count("\n")
    _, findings = claims_of(read, FRONT + source.replace("1.25", "1.26"))
    assert [line for line, _ in findings] == [claim.line]


FALSE = [
    (
        "last digit",
        r"\claim{loss}{1.26}",
        "text says 1.26, snippets/worked_example.py gives loss = 1.25; `make fix` rewrites",
    ),
    (
        "sign",
        r"\claim{loss}{-1.25}",
        "text says -1.25, snippets/worked_example.py gives loss = 1.25",
    ),
    (
        "shift",
        r"\claim{loss}{12.5}",
        "text says 12.5, snippets/worked_example.py gives loss = 1.25",
    ),
    (
        "swap",
        r"\claim{x}{[2,\ 1]}",
        r"text says [2,\ 1], snippets/worked_example.py gives x = [1, 2]",
    ),
    (
        "an entry",
        r"\claim{x.grad}{[0.4,\ 2.06]}",
        "gives x.grad = [0.4, 2.05] (entry [1]: text says 2.06, value is 2.05); `make fix`",
    ),
    (
        "shape",
        r"\claim{weight}{[0.1,\ 0.2]}",
        "gives weight = [[0.1, 0.2], [-0.1, 0.3]] (text has shape 2, value has shape 2×2); mend "
        "the text or the program",
    ),
    (
        "a number for a vector",
        r"\claim{x}{1}",
        "gives x = [1, 2] (text is a single number, value has shape 2); mend the text",
    ),
    (
        "half-way",
        r"\claim{tie}{1.2}",
        "gives tie = 1.25 (the value lies half-way: print one digit more or less); mend the text",
    ),
    (
        "NaN",
        r"\claim{nan}{0}",
        "gives nan = nan (value is nan, which no literal states); mend",
    ),
    ("infinity", r"\claim{endless}{[1,\ 2]}", "(value is inf, which no literal states)"),
    ("truth", r"\claim{flag}{1}", "(value is the truth value True: claim a number)"),
    ("text", r"\claim{word}{1}", "(value is a str: claim a number, vector or matrix)"),
    ("ragged", r"\claim{ragged}{[1,\ 2]}", "(value is a list of unequal parts"),
    (
        "a figure",
        r"\claim{he2015.plain34_top1}{28.55}",
        "text says 28.55, docs/references.yml:6 quotes 28.54; `make fix` rewrites the text",
    ),
]


@pytest.mark.parametrize(
    ("tex", "message"), [case[1:] for case in FALSE], ids=[case[0] for case in FALSE]
)
def test_claims_that_do_not_hold(read: ReadPage, tex: str, message: str) -> None:
    _, ((line, said),) = claims_of(read, f"{FRONT}Some words.\n\nThat is ${tex}$.\n")
    assert line == 6
    assert message in said


REFUSED = [
    (
        "unknown snippet",
        r"\claim{worked_exampel.loss}{1}",
        "no snippet or reference 'worked_exampel': did you mean 'worked_example'?",
    ),
    (
        "unknown snippet, none like it",
        r"\claim{zzz.loss}{1}",
        "no snippet or reference 'zzz': snippets/zzz.py does not exist",
    ),
    (
        "unknown name",
        r"\claim{worked_example.los}{1}",
        "snippets/worked_example.py leaves no value 'los': did you mean 'loss'?",
    ),
    (
        "unknown name, none like it",
        r"\claim{worked_example.zzz}{1}",
        "snippets/worked_example.py leaves no value 'zzz' (it has: x, weight, loss, half,",
    ),
    (
        "short name without a default",
        r"\claim{loss}{1}",
        "claim name 'loss' names no snippet: write stem.loss, or set `snippet: stem` in the page's "
        "front matter",
    ),
    (
        "unknown figure",
        r"\claim{he2015.top1}{1}",
        "docs/references.yml:1 quotes no figure 'top1' from he2015 (it has: layers, plain34_top1)",
    ),
    (
        "unknown attribute",
        r"\claim{worked_example.x.data}{1}",
        "worked_example.x.data: no attribute 'data' can be claimed (it has: grad): give the value "
        "a name of its own in the snippet",
    ),
    (
        "attribute of an entry",
        r"\claim{worked_example.x[0].grad}{1}",
        "no attribute 'grad' can be claimed",
    ),
    ("no attribute", r"\claim{worked_example.loss.grad}{1}", "can be claimed (it has: none)"),
    (
        "index too large",
        r"\claim{worked_example.x[2]}{1}",
        "worked_example.x[2]: no [2], the value has 2 entries",
    ),
    (
        "index of a number",
        r"\claim{worked_example.loss[0]}{1}",
        "no [0], the value cannot be",
    ),
    ("a word as index", r"\claim{worked_example.x[a]}{1}", "no [a], the value has 2 entries"),
    ("unknown key", r"\claim{worked_example.table[fr]}{1}", "no [fr], the value has 2 entries"),
    (
        "an object",
        r"\claim{worked_example.point}{1}",
        "worked_example.point is a Point: claim a number, a list or a tensor of numbers",
    ),
    (
        "nothing",
        r"\claim{worked_example.nothing}{1}",
        "worked_example.nothing is None: claim a",
    ),
    (
        "comma in the name",
        r"\claim{worked_example.x[0,1]}{1}",
        "write snippet.name, then .attribute or [index] (letters, digits, _; an index a step: [0][",
    ),
    ("& in the name", r"\claim{a&b}{1}", "claim name 'a&b': write snippet.name"),
    (
        "an expression",
        r"\claim{worked_example.x + 1}{1}",
        "claim name 'worked_example.x + 1': write",
    ),
    ("an empty name", r"\claim{}{1}", "claim name '': write snippet.name"),
    ("escaped underscore", r"\claim{worked\_example.x}{1}", r"write snippet.name"),
    ("& in the literal", r"\claim{worked_example.loss}{1&2}", "claim worked_example.loss: `1&2`"),
    ("thousands", r"\claim{worked_example.loss}{1,250}", r"commas between thousands: write 1\,250"),
    ("thousands in braces", r"\claim{worked_example.loss}{1{,}250}", r"write a thin space"),
    (
        "percent",
        r"\claim{worked_example.loss}{125\%}",
        "a percent sign inside: put it behind",
    ),
    ("range", r"\claim{worked_example.loss}{1-2}", "is a range: claim both ends apart"),
    ("full-width", r"\claim{worked_example.loss}{１.25}", "full-width characters: write ASCII"),
    (
        "Unicode minus",
        r"\claim{worked_example.loss}{−1.25}",
        "a dash that is no ASCII minus: write -",
    ),
    (
        "negative zero",
        r"\claim{worked_example.loss}{-0}",
        "is a negative zero: write it without",
    ),
    ("text in a matrix", r"\claim{worked_example.x}{[1,\ \text{two}]}", "words inside"),
    ("empty literal", r"\claim{worked_example.loss}{}", "an empty claim: write the value"),
    (
        "one argument",
        r"\claim{worked_example.loss}",
        r"\claim is incomplete: write \claim{…}{…} with balanced braces",
    ),
    ("no braces", r"\claim loss 1.25", r"\claim is incomplete"),
    ("unclosed", r"\claim{worked_example.loss}{1.25", r"\claim is incomplete"),
]


@pytest.mark.parametrize(
    ("tex", "message"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused(read: ReadPage, tex: str, message: str) -> None:
    _, findings = claims_of(read, f"Some words.\n\n$$\na\n= {tex}\n$$\n")
    assert [line for line, _ in findings] == [5]
    assert message in findings[0][1]


def test_a_wrong_stem_is_told_from_a_wrong_name(read: ReadPage) -> None:
    _, ((_, message),) = claims_of(read, FRONT + r"$\claim{he2016.layers}{34}$")
    assert message == (
        "snippets/worked_example.py leaves no value 'he2016', and no snippet or reference has that "
        "name: did you mean 'he2015'?"
    )


def test_a_macro_that_only_begins_like_a_claim(read: ReadPage) -> None:
    assert claims_of(read, r"$\claimant{loss}{1.26}$") == ([], [])


def test_nested_claims(read: ReadPage) -> None:
    source = FRONT + "\n$$\na =\n\\claim{x}{[1,\\ \\claim{x[1]}{2}]}\n$$\n"
    claims, findings = claims_of(read, source)
    assert findings == [(7, "a claim inside a claim: close the first one before the next")]
    assert [claim.name for claim in claims] == ["x[1]"]


@pytest.mark.parametrize(
    ("source", "line", "where"),
    [
        (r"a `\claim{loss}{1.25}`", 1, "inside code"),
        ("a\n\nb \\claim{loss}{1.25}", 3, "outside a formula"),
        ("| a |\n|---|\n| \\claim{loss}{1.25} |", 3, "outside a formula"),
        ("![\\claim{loss}{1.25}](a.png)", 1, "outside a formula"),
        ("<p>\n\\claim{loss}{1.25}\n</p>", 2, "outside a formula"),
        ("---\ntitle: \\claim{loss}{1.25}\n---\n", 2, "outside a formula"),
    ],
)
def test_claims_that_nobody_would_see(read: ReadPage, source: str, line: int, where: str) -> None:
    claims, findings = claims_of(read, source)
    assert claims == []
    assert findings == [(line, rf"\claim {where} is not seen: write $\claim{{name}}{{literal}}$")]


def test_a_claim_over_two_lines_of_text_is_no_formula(read: ReadPage) -> None:
    page = read("a $\\claim{worked_example.loss}\n{1.25}$ b")
    assert [finding.line for finding in page.findings] == [1, 2]
    assert "on one line" in page.findings[0].message


@pytest.mark.parametrize("name", ["broken.loss", "broken", "broken.a[0]"])
def test_the_error_of_a_snippet_is_told_once(read: ReadPage, name: str) -> None:
    source = "---\nsnippet: broken\n---\n" + rf"$\claim{{{name}}}{{1}}$"
    (claim,), findings = claims_of(read, source)
    assert claim.target is None
    assert findings == []


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (1, 15, "1"),
        (0.1, 15, "0.1"),
        (0.10000000149011612, 7, "0.1"),
        (1 / 3, 15, "0.333333333333333"),
        ([1.5, [2, 3.0]], 7, "[1.5, [2, 3]]"),
        (math.nan, 7, "nan"),
        (True, 7, "True"),
        ("a", 7, "a"),
    ],
)
def test_values_are_shown_with_the_digits_they_carry(value: Any, digits: int, shown: str) -> None:
    assert show_value(value, digits) == shown


@pytest.mark.parametrize(
    ("literal", "value", "digits", "shown"),
    [
        ("75", 74.7167816162109, 15, "74.7168"),
        ("74.716782", 74.7167816162109, 15, "74.7167816"),
        ("0.00000075", 7.4716781616e-07, 15, "7.47168e-07"),
        (r"9.5367431640625\times10^{-7}", 2**-20, 15, "9.5367431640625e-07"),
        (r"\frac{1}{3}", 1 / 3, 15, "0.333333"),
        ("[0.5, 0.3333333]", [0.5, 1 / 3], 7, "[0.5, 0.3333333]"),
        ("[0.5, 0.3333333]", [0.5, 1 / 3], 15, "[0.5, 0.33333333]"),
        ("0.10000000149", 0.10000000149, 7, "0.1"),
        (r"25\,557\,032", 25557032, 15, "25557032"),
    ],
)
def test_a_value_is_published_with_digits_that_the_next_run_has_too(
    literal: str, value: Any, digits: int, shown: str
) -> None:
    target = Target("a.x", "computed", value, digits, "snippets/a.py", 1, "x = …")
    assert Claim("zh/index.md", 1, 0, "a.x", literal, 0, target).value == shown


def test_a_cited_value_is_published_as_quoted() -> None:
    target = Target("he.x", "cited", 1.2345678, 15, "docs/references.yml", 1, "Table 2")
    assert Claim("zh/index.md", 1, 0, "he.x", "1.23", 0, target).value == "1.2345678"
