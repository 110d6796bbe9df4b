"""Formulas: normal form, statements, arithmetic, and what counts as checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.arithmetic import evaluate, is_numeric, spell_value
from verify.bindings import Binding, read_bindings
from verify.checks import Checks, ClaimTarget, claim_target
from verify.expressions import FormulaError, normal_form
from verify.formulas import Verdict, examine, formula_normal_form
from verify.katex import Katex
from verify.katex_tree import read_expression
from verify.statements import cut

ROOT = Path(__file__).parents[1]
WORKED = r"""
import torch
from torch.testing import assert_close

# $x$
x = torch.tensor([1.0, 2.0], requires_grad=True)
# $W$
weight = torch.tensor([[0.1, 0.2], [-0.1, 0.3]])
# $F(x) = W x$
branch = weight @ x
# $y = x + F(x)$
y = x + branch
# $L = \tfrac12 \lVert y - t \rVert^2$
loss = (y - target).square().sum() / 2
# $\nabla_y L$
grad_y = y.grad
# $\nabla_x L$
grad_x = x.grad
# $\nabla_x L = (I + W)^\top \nabla_y L$
assert_close(grad_x, (identity + weight).T @ grad_y)
# $\nabla_x L = \nabla_y L + W^\top \nabla_y L$
assert_close(grad_x, grad_y + weight.T @ grad_y)
# $\lVert J \rVert < 1$
assert norm < 1
# $a, b$
first, second = two()
# $p_1, p_2$
pair = [1, 2]
# $n$
n = 20
# $2^n$
paths = 2**n
# $l = 0, \dots, n - 1$
for l in range(n):
    # $x_{l+1} = x_l + F_l(x_l)$
    x_next = x + f(l, x)
# $F_0(x) = 2 x$
branch0 = 2 * x
# $x \in \mathbb{R}^2$
assert x.shape == (2,)
# $\rho \le \sigma$
rho = min(norm, 1)
# $m = k = j$
assert m == k == j
"""


@pytest.fixture(scope="module")
def katex() -> Iterator[Katex]:
    with Katex(ROOT / "docs" / "macros.json") as program:
        yield program


BINDINGS, _ = read_bindings("w", "snippets/w.py", WORKED)


def lookup(name: str) -> ClaimTarget | None:
    if name == "unknown":
        return None
    if name.startswith("he2015."):
        return claim_target(name, cited=True)
    return claim_target(name if name.startswith("w.") else f"w.{name}")


def check(katex: Katex, tex: str, bindings: list[Binding] = BINDINGS) -> Verdict:
    return examine(tex, True, lookup, Checks(bindings, katex), katex)


def normal(katex: Katex, tex: str) -> str:
    return formula_normal_form(tex, True, katex)


# --- normal form -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forms",
    [
        [r"\frac12", r"\tfrac{1}{2}", r"\dfrac 1 2", r"\frac{1}{2}"],
        [r"(I + W)^\top x", r"\left(I+W\right)^{\top}x", r"\bigl(I + W\bigr)^\top\, x"],
        [r"\id{x} + \br{F(x)}", "x + F(x)", r"{\color{red} x} + \boxed{F(x)}", r"\large x+F(x)"],
        [r"\underbrace{x}_{\text{shortcut}} + \overbrace{F}^{\text{branch}}", "x + F"],
        ["2x", r"2\,x", r"2 \cdot x", r"2 \times x", "2 * x"],
        ["x^*", r"x^{\ast}"],
        [r"a b", r"a\cdot b", r"a\,b"],
        [r"2 \cdot 3", r"2 \times 3", r"2\times 3"],
        ["[a, b]", r"\begin{bmatrix} a \\ b \end{bmatrix}", r"\begin{pmatrix}a\\b\end{pmatrix}"],
        ["[[a, b], [c, d]]", r"\begin{bmatrix} a & b \\ c & d \end{bmatrix}"],
        [r"\begin{bmatrix} a & b \end{bmatrix}", "[[a, b]]"],
        [r"\left[ \begin{matrix} a \\ b \end{matrix} \right]", r"[a,\ b]"],
        ["f'(x)", r"f^\prime(x)", "f^{\\prime}(x)"],
        ["F_l'(x)", "F'_l(x)", "{F_l}'(x)"],
        ["x_i^2", "x^2_i", "{x_i}^2"],
        [r"\mathrm{LN}(x)", r"\operatorname{LN}(x)", r"\text{LN}(x)"],
        [r"\max(x)", r"\operatorname{max}(x)", r"\mathrm{max}(x)"],
        [r"\lVert x \rVert", r"\left\| x \right\|", r"\|x\|", r"\bigl\lVert x\bigr\rVert"],
        [r"\lvert x \rvert", r"\left| x \right|", r"\vert x\vert"],
        [r"a \le b", r"a \leq b", r"a \leqslant b"],
        [r"a \ne b", r"a \neq b", r"a \not= b"],
        ["a := b", "a = b", r"a \coloneqq b", r"a \overset{\text{def}}{=} b"],
        [r"a \to b", r"a \rightarrow b"],
        [r"13\,781", "13781"],
        [r"9.54\times10^{-7}", r"9.54\mathrm{e}{-7}", r"9.54 \cdot 10^{-7}"],
        [r"\claim{w.x}{[1,\ 2]} = x", "[1, 2] = x"],
        [r"x_{\text{in}}", r"x_{\mathrm{in}}"],
        [r"a, \dots, b", r"a, \ldots, b", r"a, \cdots, b"],
        [r"\notation{our name}{y = x}", "y = x"],
        [r"\begin{aligned} y &= x \end{aligned}", r"\begin{aligned} y &= x \\ \end{aligned}"],
        [r"y = x \text{ for all } x", r"y = x \text{ 对所有 } x"],
    ],
)
def test_same_normal_form(katex: Katex, forms: list[str]) -> None:
    assert len({normal(katex, form) for form in forms}) == 1


@pytest.mark.parametrize(
    "forms",
    [
        [
            "x",
            "y",
            "X",
            r"\mathbf{x}",
            r"\hat{x}",
            r"\tilde x",
            "x'",
            "x''",
            "x_1",
            "x^1",
            "x_{1}^1",
        ],
        ["W x", r"W^\top x", "W^T x", "x W", r"W x^\top", r"(W x)^\top", "W + x", "W - x", "W / x"],
        [r"\frac{a}{b}", r"\frac{b}{a}", "a/b", r"\binom{a}{b}", "a b", r"\frac{a}{b}^2"],
        ["23", "2 \\times 3", "2^3", "2_3", "2.3", "32", "-23", "2(3)"],
        ["a = b", "b = a", r"a \approx b", r"a \ne b", "a < b", r"a \le b"],
        ["[a, b]", "[b, a]", "(a, b)", r"\begin{bmatrix} a & b \end{bmatrix}", "[a b]"],
        [r"\lVert x \rVert", r"\lvert x \rvert", "(x)", "[x]", r"\{x\}"],
        ["a (b + c)", "a b + c", "(a b + c)"],
        [
            r"\sum_{l=0}^{n-1} F_l",
            r"\sum_{l=1}^{n-1} F_l",
            r"\sum_{l=0}^{n} F_l",
            r"\prod_{l=0}^{n-1} F_l",
        ],
        [r"x_{\text{in}}", r"x_{\text{out}}", "x", r"x_{in}"],
        [r"\mathrm{LN}(x)", "LN(x)", r"\mathrm{RMS}(x)", "(x)"],
        [r"a \times b", "a b", r"a \odot b", r"a \oplus b"],
        ["x_{l+1}", "x_l + 1", "x_{l-1}", "x_{1+l}", "x_{l1}"],
        [r"\sqrt{x}", r"\sqrt[3]{x}", "x"],
        [r"\{a \mid b\}", r"\{a b\}"],
        [r"\left. f \right|_{x=0}", "f"],
    ],
)
def test_different_normal_forms(katex: Katex, forms: list[str]) -> None:
    assert len({normal(katex, form) for form in forms}) == len(forms)


@pytest.mark.parametrize(
    "tex",
    [
        r"\operatorname{softmax}(z)_i = \frac{e^{z_i}}{\sum_j e^{z_j}}",
        r"\mathrm{Attn}(Q, K) = \mathrm{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}\right)",
        r"J = \frac{1}{\sigma_\varepsilon}\left(I - \tfrac1d \mathbf 1\mathbf 1^\top\right)",
        r"\mathrm{ReLU}(x) = \begin{cases} x & x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"\max_{\lVert v \rVert = 1} \lVert A v\rVert = \sigma_{\max}(A) \ge \sigma_{\min}(A)",
        r"\operatorname*{arg\,min}_x f(x) = x^*, \quad f^* = \underset{f}{\arg\min}\, L(f)",
        r"Z^{[l]} = W^{[l]}A^{[l-1]} + b^{[l]}",
        r"W \leftarrow W - \eta\, \nabla_W L, \quad x \sim \mathcal{N}(0, I)",
        r"C = \begin{bmatrix} I \\ I \end{bmatrix}, \quad S = [[a, b], [c, d]]^\top",
        r"P = \left\{ l \mid 0 \le l < n \right\}, \quad \binom{n}{k} \ne \tilde y''",
        r"y' = -\claim{w.n}{20}\,\% + \frac{\partial L}{\partial x}\bigg|_{x = x_0}",
        r"0.5\times1.1 + 1.5\times(-0.1) = 9.54\mathrm{e}{-7}",
    ],
)
def test_normal_form_is_tex_with_the_same_normal_form(katex: Katex, tex: str) -> None:
    assert katex.parse(normal(katex, tex), True).error is None
    assert normal(katex, normal(katex, tex)) == normal(katex, tex)


FORMULAS = [
    r"\nabla_x L = (I + W)^\top \nabla_y L",
    r"\frac{\partial L}{\partial x_0} = \frac{\partial L}{\partial x_n}"
    r" \prod_{l=0}^{n-1} (1 + F_l'(x_l))",
    r"L = \tfrac12 \lVert y - t \rVert^2",
    r"\tilde W = W - \eta\, \nabla_W L",
    r"F(x) = W_2\, \sigma(W_1 x + b_1) + b_2",
    r"\sigma_{\min}(I + W) \ge 1 - \lVert W \rVert_2",
    r"P_k = \begin{bmatrix} 1 + a & -b \\ c_{12} & 0.5 \end{bmatrix}",
    r"J = J_{\mathrm{LN}}(x + F(x)) \, (I + J_F(x))",
]


def mutants(tex: str) -> Iterator[str]:
    """Sign, digit, index, transposition, letter and term changed, each at every place."""
    for match in re.finditer(r"\d", tex):
        yield tex[: match.start()] + str((int(match[0]) + 1) % 10) + tex[match.end() :]
    for match in re.finditer(r"[-+]", tex):
        yield tex[: match.start()] + ("-" if match[0] == "+" else "+") + tex[match.end() :]
    for match in re.finditer(r"\^\\top|'|_[a-zA-Z0-9]|\\tilde |\^2|\\mathrm", tex):
        yield tex[: match.start()] + tex[match.end() :]
    for match in re.finditer(r"(?<![\\a-zA-Z{])[a-zA-Z](?![a-zA-Z])", tex):
        yield tex[: match.start()] + ("q" if match[0] != "q" else "r") + tex[match.end() :]
    for match in re.finditer(r" [-+] [^-+=\\{}()&]+(?=[ )}])", tex):
        yield tex[: match.start()] + tex[match.end() :]
    for match in re.finditer(r"(?<=\()([^()]+)(?=\))", tex):
        yield f"{tex[: match.start()]}{match[0]}^\\top{tex[match.end() :]}"


@pytest.mark.parametrize("tex", FORMULAS)
def test_no_mutant_keeps_the_normal_form(katex: Katex, tex: str) -> None:
    bindings, _ = read_bindings("s", "snippets/s.py", f"# ${tex}$\nassert True\n")
    assert check(katex, tex, bindings).problems == []
    changed = list(mutants(tex))
    assert len(changed) > 5
    for mutant in changed:
        assert normal(katex, mutant) != normal(katex, tex), mutant
        assert check(katex, mutant, bindings).problems, mutant


# --- reading -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tex", "message"),
    [
        (r"x = \frac{1", "Unexpected end of input"),
        (r"\claim{w.x}{\claim{w.y}{1}}", "holds another claim"),
        (r"\claim{w.x, w.y}{1}", 'holds ","'),
        (r"\claim{w.x&w.y}{1}", '"&"'),
        (r"\claim{w x}{1}", "no claim name"),
        (r"\claim{w.x}5", "braces"),
        (r"\begin{bmatrix} \claim{w.x}{1 & 2} \end{bmatrix}", "whole matrix"),
        (r"x = 1５", "ASCII"),
        ("x = 中", r"\text"),
        ("x = −1", "write -"),
        ("50%", r"write \%"),
        (r"n = 13{,}781", r"13\,781"),
        ("n = 13,781", r"13\,781"),
        (r"\text{in all \claim{w.n}{20}} = n", r"inside \text"),
        (r"x = .5", "write 0.5"),
        (r"\notation{}{y = x}", "needs a reason"),
        (r"\notation{name}{y} = x", "hold a whole statement"),
        (r"\begin{aligned} \notation{name}{y &= x} \end{aligned}", "whole formula"),
        (r"y = \text{the input}", "empty"),
        ("= x", "empty"),
        (r"y = x \tag{1}", r"\text{(1)}"),
        (r"\underbrace{x}_{n = 20} = x", "label"),
        (r"x \text{ of 20 layers}", r"\text{ of 20 layers}"),
        (r"\href{http://a}{x}", "no place"),
    ],
)
def test_refused_with_what_to_write(katex: Katex, tex: str, message: str) -> None:
    problems = check(katex, tex).problems
    assert any(message in problem for problem in problems), problems


def test_error_has_its_offset(katex: Katex) -> None:
    assert check(katex, r"x + \claim{w.a b}{1}").offset == len(r"x + \claim")


def test_claims_are_read_where_they_stand(katex: Katex) -> None:
    tex = r"\br{\claim{w.x}{[1,\ 2]}} + \begin{bmatrix} 1 \\ \claim{y[0]}{ 2 } \end{bmatrix}"
    parsed = katex.parse(tex, True)
    assert [(claim.name, claim.tex) for claim in parsed.claims] == [
        ("w.x", r"[1,\ 2]"),
        ("y[0]", " 2 "),
    ]
    assert all(tex[claim.start :].startswith("{" + claim.tex) for claim in parsed.claims)


def test_many_formulas_are_read_once(katex: Katex) -> None:
    requests = [(f"x_{{{number}}}", False) for number in range(250)]
    katex.warm(requests)
    assert katex.parse(*requests[7]) is katex.parse(*requests[7])
    assert katex.parse("x_{249}", False).error is None


# --- statements --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tex", "statements"),
    [
        ("x", ["x"]),
        ("a = b = c", ["a = b = c"]),
        (r"a = b, \quad c = d", ["a = b", "c = d"]),
        ("a = b, c = d.", ["a = b", "c = d"]),
        ("a = b; c = d", ["a = b", "c = d"]),
        (r"l = 0, 1, \dots, n-1", [r"l = 0, 1, \dots, n - 1"]),
        (r"x, y \in X", [r"x, y \in X"]),
        (r"a = b \text{ and } c = d", ["a = b", "c = d"]),
        (r"\text{若 } a = b", ["a = b"]),
        (r"a = b \Rightarrow c = d", ["a = b", "c = d"]),
        (r"a = b \iff c = d", ["a = b", "c = d"]),
        (r"a = b \\ c = d", ["a = b", "c = d"]),
        (r"f(a = b, c = d)", ["f(a = b, c = d)"]),
        ("x = [a, b]", ["x = [a, b]"]),
        (r"{a = b}", ["a = b"]),
        (r"\boxed{a = b}", ["a = b"]),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", ["a = b", "c = d"]),
        (r"\begin{aligned} a &= b \\ &= c \\[4pt] &= d \end{aligned}.", ["a = b = c = d"]),
        (r"\begin{aligned} a &= b + c \\ &\quad + d \end{aligned}", ["a = b + c + d"]),
        (r"\begin{aligned} a = {}& \\ & b \end{aligned}", ["a = b"]),
        (
            r"\begin{aligned} a &= b & c &= d \\ &= e & &= f \end{aligned}",
            ["a = b = e", "c = d = f"],
        ),
        (r"\begin{aligned} a &= b & \text{(chain rule)} \\ &= c \end{aligned}", ["a = b = c"]),
        (r"\begin{gathered} a = b \\ c = d \end{gathered}", ["a = b", "c = d"]),
        (r"\begin{align} a &= b \\ c &= d \end{align}", ["a = b", "c = d"]),
        (r"\begin{array}{rl} a &= b \\ c &= d \end{array}", ["a = b", "c = d"]),
    ],
)
def test_statements(katex: Katex, tex: str, statements: list[str]) -> None:
    read = cut(read_expression(katex.parse(tex, True)).items)
    assert [normal_form(statement.items) for statement in read.statements] == statements


# --- arithmetic --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tex", "value"),
    [
        (r"0.1\times1 + 0.2\times2", "0.5"),
        (r"0.5\times1.1 + 1.5\times(-0.1)", "0.4"),
        (r"2 \times -3", "-6"),
        (r"-2^2", "-4"),
        (r"(-2)^2", "4"),
        (r"2^{-1}", "0.5"),
        (r"0.5^{20}", "9.536743e-7"),
        (r"9.54\times10^{-7}", "0.000000954"),
        (r"\tfrac12 \bigl((1.25 - 1)^2 + (1.75 - 1)^2\bigr)", "0.3125"),
        (r"1/2\times3", "1.5"),
        (r"\frac{1}{3}", "0.3333333"),
        (r"2(3)", "6"),
        (r"13\,781+1", "13782"),
        (r"28.5\,\%", "0.285"),
        (r"\sqrt{0.25}", "0.5"),
        (r"\sqrt{2}", "1.414214"),
        (r"\sqrt[3]{8}", "2"),
        (r"\lvert -0.5 \rvert", "0.5"),
        (r"\lVert [3, 4] \rVert_2^2", "25"),
        (r"\binom{4}{2}", "6"),
        (r"[1, 2] + 0.5\,[2, 4]", "[2, 4]"),
        (r"\begin{bmatrix} 1.1 & -0.1 \\ 0.2 & 1.3 \end{bmatrix} [0.5, 1.5]", "[0.4, 2.05]"),
        (r"[[1, 2], [3, 4]]^\top", "[[1, 3], [2, 4]]"),
        (r"[1, 2]^\top [3, 4]", "11"),
        (r"[1, 2] \cdot [3, 4]", "11"),
        (r"[1, 2] \begin{bmatrix} 3 & 4 \end{bmatrix}", "[[3, 4], [6, 8]]"),
        (r"\claim{w.x}{[1,\ 2]} - \begin{bmatrix} 1 \\ 1 \end{bmatrix}", "[0, 1]"),
    ],
)
def test_evaluates(katex: Katex, tex: str, value: str) -> None:
    items = read_expression(katex.parse(tex, True)).items
    assert is_numeric(items)
    assert spell_value(evaluate(items)) == value


@pytest.mark.parametrize(
    ("tex", "message"),
    [
        (r"2\,3", r"write \times"),
        (r"2\tfrac12", r"write \times"),
        (r"1/2(3)", "brackets"),
        (r"1/0", "zero"),
        (r"\frac{1}{1 - 1}", "zero"),
        (r"[1, 2] + 1", "unlike shapes"),
        (r"[1, 2] + [1, 2, 3]", "unlike shapes"),
        (r"[[1, 2], [3, 4]] [1, 2, 3]", "unlike shapes"),
        (r"\sqrt{-1}", "root"),
        (r"2^{[1, 2]}", "single number"),
        (r"3 \times", "lacks a factor"),
        (r"1.01^{99999}", "too large"),
        (r"2_1", "index"),
    ],
)
def test_does_not_evaluate(katex: Katex, tex: str, message: str) -> None:
    items = read_expression(katex.parse(tex, True)).items
    with pytest.raises(FormulaError, match=re.escape(message)):
        evaluate(items)


@pytest.mark.parametrize("tex", ["x", "2 x", "2^n", r"\tfrac12 x", r"\alpha", r"+", r"0, \dots, 9"])
def test_symbols_are_not_numeric(katex: Katex, tex: str) -> None:
    assert not is_numeric(read_expression(katex.parse(tex, True)).items)


# --- what is checked ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tex", "kinds"),
    [
        # symbolic relations, in either direction, in parts of chains, coloured and boxed
        (r"\gr{\nabla_x L} = (\id{I} + \br{W})^\top\, \gr{\nabla_y L}", ["symbolic"]),
        (r"(I + W)^\top \nabla_y L = \nabla_x L", ["symbolic"]),
        (r"\lVert J \rVert < 1", ["symbolic"]),
        (r"1 > \lVert J \rVert", ["symbolic"]),
        ("m = j", ["symbolic"]),
        (r"\nabla_x L = (I+W)^\top\nabla_y L = \nabla_y L + W^\top\nabla_y L", ["symbolic"] * 2),
        (
            r"\begin{aligned} \nabla_x L &= (I+W)^\top\nabla_y L \\"
            r" &= \nabla_y L + W^\top\nabla_y L \end{aligned}",
            ["symbolic"] * 2,
        ),
        (r"x_{l+1} = x_l + F_l(x_l), \quad l = 0, \dots, n-1", ["symbolic"] * 2),
        (r"x \in \mathbb{R}^2", ["symbolic"]),
        # a symbol beside a claim
        (r"\nabla_x L = \claim{grad_x}{[0.4,\ 2.05]}", ["named"]),
        (r"\claim{grad_x}{[0.4,\ 2.05]} = \nabla_x L", ["named"]),
        (r"y \approx \claim{y}{[1.5,\ 2.5]}", ["named"]),
        (r"x + F(x) = \claim{y}{[1.5,\ 2.5]}", ["named"]),
        (r"n = \claim{n}{20}\,\text{层}", ["named"]),
        (r"n = \claim{n}{20}\,\mathrm{ms}", ["named"]),
        (r"n = \claim{n}{20}\,\%", ["named"]),
        (r"p_2 = \claim{pair[1]}{2}", ["named"]),
        (r"x_1 = \claim{x[0]}{1}", ["named"]),
        (r"W_{12} = \claim{weight[0][1]}{0.2}", ["named"]),
        (r"b = \claim{second}{2}", ["named"]),
        # numbers
        (r"0.1\times1 + 0.2\times2 = \claim{branch[0]}{0.5}", ["numeric"]),
        (r"0.5^{20} \approx \claim{n}{9.54\times10^{-7}}", ["numeric"]),
        (r"\frac{1}{3} \approx 0.333", ["numeric"]),
        (r"1.25 - 0.3125 = 0.9375", ["numeric"]),
        (r"\claim{n}{20} > \claim{m}{10}", ["numeric"]),
        (r"2 \times 0.6 = \claim{n}{1.2}\,\mathrm{ms}", ["numeric"]),
        (r"(-1)\times\claim{n}{20} + 5 = -15", ["numeric"]),
        # chains of all three
        (
            r"W x ="
            r" \begin{bmatrix} 0.1\times1 + 0.2\times2 \\ -0.1\times1 + 0.3\times2 \end{bmatrix}"
            r" = \claim{branch}{\begin{bmatrix} 0.5 \\ 0.5 \end{bmatrix}}",
            ["numeric", "named"],
        ),
        (
            r"\nabla_x L = \nabla_y L + W^\top \nabla_y L = [0.5, 1.5] + [-0.1, 0.55]"
            r" = \claim{grad_x}{[0.4,\ 2.05]}",
            ["numeric", "symbolic", "named"],
        ),
        (r"\lVert J \rVert < 1, \quad n = \claim{n}{20}", ["symbolic", "named"]),
        (r"\claim{m}{10} < n = \claim{n}{20}", ["named", "numeric"]),
        # expressions without relation
        (r"\claim{n}{20}", []),
        (r"\claim{n}{20}\,\%", []),
        (r"\claim{n}{20}\times\claim{m}{10}", []),
        ("x", []),
        (r"\nabla_x L", []),
        ("2^n", ["expression"]),
        (r"x_l \to x_{l+1}", []),
        (r"F\colon X \to Y", []),
        (r"x, y \in X", []),
        # names that do not exist are reported where claims are read
        (r"z = \claim{unknown}{5}", []),
    ],
)
def test_checked(katex: Katex, tex: str, kinds: list[str]) -> None:
    verdict = check(katex, tex)
    assert verdict.problems == []
    assert [relation.kind for relation in verdict.relations] == kinds


@pytest.mark.parametrize(
    ("tex", "message"),
    [
        (
            r"\nabla_x L = (I + W) \nabla_y L",
            r"put `# $\nabla_x L = (I + W) \nabla_y L$` directly above the statement",
        ),
        (
            r"\nabla_x L = (I + W) \nabla_y L",
            r"near it: `# $\nabla_x L = (I + W)^\top \nabla_y L$`, w:19",
        ),
        (r"\lVert J \rVert \le 1", r"`# $\lVert J \rVert \le 1$`"),
        (r"\lVert J \rVert > 1", "no shown code"),
        (r"\lVert J \rVert = 1", "nothing ties"),
        (r"y = x", "no shown code"),
        (r"l = 0, \dots, n", r"`# $l = 0, \dots, n$`"),
        (r"x \in \mathbb{R}^3", "no shown code"),
        (r"x_n \to 0", "no shown code"),
        # symbols under another's name
        (r"\nabla_y L = \claim{grad_x}{[0.4,\ 2.05]}", r"put `# $\nabla_y L$` directly above"),
        (r"\nabla_y L = \claim{grad_x}{[0.4,\ 2.05]}", r"stands `# $\nabla_x L$`"),
        (r"z = \claim{nobody}{1}", "stands no formula"),
        (r"\nabla_x L = \claim{x.grad}{[0.4,\ 2.05]}", "grad_x = x.grad"),
        (r"x = \claim{x.grad}{[0.4,\ 2.05]}", "name of its own"),
        (r"p_1 = \claim{pair[1]}{2}", "not tied"),
        (r"x_2 = \claim{x[0]}{1}", "not tied"),
        (r"x = \claim{x[0]}{1}", "list of all entries"),
        (r"x = \claim{x[-1]}{2}", "name of its own"),
        (r"x = \claim{x[last]}{2}", "name of its own"),
        (r"a = \claim{second}{2}", "not tied"),
        (r"\rho = \claim{rho}{1}", "not tied"),
        (r"e = \claim{he2015.plain34_top1}{28.54}", r"\cited{he2015}"),
        # numbers
        (r"0.1\times1 + 0.2\times2 = \claim{branch[0]}{0.6}", "the left side is 0.5"),
        (r"\frac{1}{3} = 0.333", r"write \approx"),
        (r"\frac{2}{3} \approx 0.66", "half a unit"),
        (r"0.125 \approx 0.12", "half a unit"),
        (r"0.333 \approx \frac{1}{3}", "on the right"),
        (r"\tfrac12 ((1.5 - 1)^2 + (2.5 - 1)^2) = \claim{loss}{1.25}", "claim the operand"),
        (r"0.0\times7 + 3 = 3", "7"),
        (r"1000.01 + 0.4 \approx 1000", "print more digits"),
        (r"(-0.5)^2 = \claim{n}{0.25}", "claim the operand"),
        (r"1^2 + 2^2 = \claim{n}{5}", "claim the operand"),
        (r"[1, 2] = 3", "the left side is [1, 2], the right side 3"),
        (r"1/0 = 3", "zero"),
        (r"\claim{n}{20} < \claim{m}{10}", "is false"),
        (r"20 > 10", "no shown code"),
        (r"\claim{n}{20} > 10", "no shown code"),
        (r"m = 20", r"m = \claim{NAME}{20}"),
        (r"n = 20 = \claim{m}{20}", "not tied"),
        (r"W x = 0.5 + 0.5", r"`# $W x$`"),
        # numbers that nothing accounts for
        ("20", r"\claim{NAME}{20}"),
        (r"20 \times \claim{n}{20}", "20"),
        (r"-\claim{n}{20}", "belongs inside the claim"),
        (r"1\claim{n}{20}", "neither claimed"),
        (r"\claim{n}{20}^2", "neither claimed"),
        ("3^n", r"`# $3^n$`"),
        ("[1, 3, 3, 1]", "1, 3, 3, 1"),
        (r"20\,\%", "neither claimed"),
        (r"32 \to 64", "no shown code"),
    ],
)
def test_not_checked(katex: Katex, tex: str, message: str) -> None:
    verdict = check(katex, tex)
    assert any(message in problem for problem in verdict.problems), verdict.problems


def test_one_bad_relation_does_not_hide_another(katex: Katex) -> None:
    problems = check(katex, r"y = x + F(x) = z = \claim{y}{[1.5,\ 2.5]} = [1.5, 2.6]").problems
    assert len(problems) == 2


def test_bindings_are_reported_in_order_of_preference(katex: Katex) -> None:
    page, _ = read_bindings("page", "snippets/page.py", "# $a = b$\nassert True\n")
    other, _ = read_bindings("other", "snippets/other.py", "# $b = a$\nassert True\n")
    for bindings, stem in (([*page, *other], "page"), ([*other, *page], "other")):
        relation = check(katex, "a = b", bindings).relations[0]
        assert relation.binding is not None
        assert relation.binding.stem == stem


def test_comment_that_cannot_be_read(katex: Katex) -> None:
    source = (
        "# $a = \\frac{1}$\nassert True\n# $\\claim{w.x}{1} = a$\nassert True\n# $= a$\nx = 1\n"
    )
    bindings, _ = read_bindings("s", "snippets/s.py", source)
    checks = Checks(bindings, katex)
    assert [binding.comment_line for binding, _ in checks.problems] == [1, 3, 5]
    assert check(katex, "x", bindings).problems == []


@pytest.mark.parametrize(
    ("tex", "exception", "relations"),
    [
        (r"\cited{he2015}{H(x) = F(x) + x}", ("cited", "he2015"), 0),
        (r"\notation{我们的记号, 100 层}{H_0 = 5}", ("notation", "我们的记号, 100 层"), 0),
        (
            r"\notation{ours}{\begin{aligned} a &= 1 \\ b &= 2 \end{aligned}}",
            ("notation", "ours"),
            0,
        ),
        (r"\notation{ours}{H = G}, \quad m = k", ("notation", "ours"), 1),
        (r"m = k", None, 1),
    ],
)
def test_exceptions(
    katex: Katex, tex: str, exception: tuple[str, str] | None, relations: int
) -> None:
    verdict = check(katex, tex)
    assert verdict.problems == []
    assert verdict.exception == exception
    assert len(verdict.relations) == relations


def test_exception_beside_an_unchecked_relation(katex: Katex) -> None:
    assert check(katex, r"\notation{ours}{H = G}, \quad y = x").problems


@pytest.mark.parametrize(
    ("tex", "symbols", "checked"),
    [
        ("x_0", {"x_0"}, set()),
        (r"x_0 \to x_n", {"x_0"}, set()),
        ("W^{[1]} x^{(0)}", {"W^{[1]}", "x^{(0)}"}, set()),
        ("F_1(x_{l+1})", {"F_1", "x_{l + 1}"}, set()),
        ("x_{l+1} = x_l + F_l(x_l)", set(), {"x_{l + 1}"}),
        ("F_0(x) = 2x", set(), {"F_0"}),
        ("x_l", set(), set()),
        (r"\underbrace{y = x + F(x)}_{x_0}", {"x_0"}, set()),
    ],
)
def test_indexed_symbols(katex: Katex, tex: str, symbols: set[str], checked: set[str]) -> None:
    verdict = check(katex, tex)
    assert verdict.problems == []
    assert (verdict.symbols, verdict.checked) == (symbols, checked)


# --- whatever the numbers ----------------------------------------------------------------------

FRAGMENTS = re.findall(
    r"\S+",
    r"""
    x y_1 W^\top F(x) = = \approx < \le \to \in \Rightarrow + - \times \cdot / ( ) [ ] \lvert \rvert \| | , ; .
    0.5 2 20 {-3} \\ \quad \, {x+1} ^2 _i ' \frac12 \sqrt{2} \text{and} \text{LN} \text{层} \% \sum_{l=0}
    \claim{w.x}{1} \claim{y}{[1,2]} \claim{n}{x} \claim{he2015.top1}{2} \notation{a}{x=y} \cited{he2015}{2}
    \begin{aligned}a&=b\\&=2\end{aligned} \begin{bmatrix}1&2\\3&4\end{bmatrix} \begin{bmatrix}1\\x\end{bmatrix}
    \left(2\right) \left[x,1\right. \underbrace{x}_{2} \overset{a}{=} \mathrm{e} {-7} \mathbf{1} \dots \not
    \{ \} : \bigl( \binom{2}{1} \tag{1} \hat{x} \begin{cases}a&b\\2&\text{if}\end{cases} {} \operatorname{f}
    """,  # noqa: E501
)


@settings(max_examples=150)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=9).map(" ".join))
def test_whatever_is_written_gets_a_verdict(katex: Katex, tex: str) -> None:
    verdict = check(katex, tex)
    assert verdict.problems == check(katex, tex).problems


DECIMALS = st.decimals(-99, 99, places=2).map(lambda number: Fraction(str(number)))


def slips(text: str) -> Iterator[str]:
    """The number with its last digit, first digit, sign or point changed."""
    for place in {len(text) - 1, next(i for i, c in enumerate(text) if c.isdigit())}:
        for step in (1, 9):
            yield text[:place] + str((int(text[place]) + step) % 10) + text[place + 1 :]
    yield text[1:] if text.startswith("-") else f"-{text}"
    yield text.replace(".", "")


def spell(number: Fraction, places: int = 2) -> str:
    return f"{float(number):.{places}f}"


@settings(deadline=None, max_examples=60)
@given(st.lists(DECIMALS, min_size=4, max_size=4), st.integers(0, 4))
def test_no_slip_passes_in_a_sum_of_products(
    katex: Katex, numbers: list[Fraction], place: int
) -> None:
    a, b, c, d = numbers
    texts = [*map(spell, numbers), spell(a * b + c * d, 4)]

    def problems(texts: list[str]) -> list[str]:
        left = r"({})\times({}) + ({})\times({})".format(*texts[:4])
        return check(katex, f"{left} = {texts[4]}", []).problems

    found = problems(texts)
    assert all("would hold as well" in problem for problem in found)
    if found:
        return  # refused for good: say with a zero or two equal factors
    for slip in slips(texts[place]):
        if Fraction(slip) != Fraction(texts[place]):
            assert problems([*texts[:place], slip, *texts[place + 1 :]])
