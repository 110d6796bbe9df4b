"""Formula comments in snippets: what they are bound to, and which are bound to nothing."""

from __future__ import annotations

import pytest

from verify.bindings import Binding, read_bindings


def read(source: str) -> tuple[list[Binding], list[str]]:
    bindings, findings = read_bindings("stem", "snippets/stem.py", source)
    return bindings, [str(finding) for finding in findings]


@pytest.mark.parametrize(
    ("statement", "kind", "names", "parts"),
    [
        ("assert y == x + f", "assert", (), ()),
        ("assert_close(y, x + f)", "assert_close", (), ()),
        ("torch.testing.assert_close(y, x + f)", "assert_close", (), ()),
        ("y = x + f", "assign", ("y",), ()),
        ("y: int = x + f", "assign", ("y",), ()),
        ("y += f", "assign", ("y",), ()),
        ("y = z = x + f", "assign", ("y", "z"), ()),
        ("y[0] = x + f", "assign", ("y",), ()),
        ("y[j] = x + f", "assign", ("y",), ()),
        ("y, z = x, f", "assign", (), ("y", "z")),
        ("y, (z, w) = x, f", "assign", (), ("y", "")),
        ("(y,) = x", "assign", (), ("y",)),
        ("for l in range(n): x = x + f(x)", "for", ("x",), ()),
        ("for l in range(n): pass", "for", ("l",), ()),
        ("for l in range(n): x, y = f(x), y", "for", (), ()),
        ("def block(x): y = x + f(x)", "def", ("block",), ()),
        ("with torch.no_grad(): y = x + f", "other", ("y",), ()),
        ("y.backward()", "other", (), ()),
    ],
)
def test_binds_to_the_statement_beneath(
    statement: str, kind: str, names: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    bindings, findings = read(f"import torch\n# $y = x + F(x)$\n{statement}\n")
    assert findings == []
    assert bindings == [Binding("stem", 2, "y = x + F(x)", 3, 3, kind, names, parts)]


def test_return_and_nested_statements() -> None:
    source = "def block(x):\n    # $F(x)$\n    f = 2 * x\n    # $x + F(x)$\n    return x + f\n"
    bindings, findings = read(source)
    assert findings == []
    assert [(b.comment_line, b.kind, b.names) for b in bindings] == [
        (2, "assign", ()),
        (4, "return", ()),
    ]


def test_many_lines() -> None:
    source = "# $y$\ny = f(\n    x,\n)\n# $g$\n@cache\ndef g(x):\n    # $h$\n    return x\n"
    bindings, findings = read(source)
    assert findings == []
    assert [(b.tex, b.statement_line, b.end_line) for b in bindings] == [
        ("y", 2, 4),
        ("g", 6, 9),
        ("h", 9, 9),
    ]


def test_several_comments_bind_to_one_statement() -> None:
    bindings, findings = read("# $y$\n# $x + F(x)$\ny = x + f\n")
    assert findings == []
    assert [(b.comment_line, b.tex, b.statement_line) for b in bindings] == [
        (1, "y", 3),
        (2, "x + F(x)", 3),
    ]


@pytest.mark.parametrize(
    ("after", "names"),
    [
        ("", ("w",)),
        ("v = w\n", ("w",)),
        ("def f():\n    w = 2\n", ("w",)),
        ("w = 2\n", ()),
        ("w -= 1\n", ()),
        ("w[0] = 2\n", ()),
        ("for w in v: pass\n", ()),
        ("if v:\n    w = 2\n", ()),
        ("try:\n    pass\nexcept ValueError:\n    w = 2\n", ()),
        ("with f() as w: pass\n", ()),
        ("v, w = 1, 2\n", ()),
    ],
)
def test_a_name_belongs_to_its_last_assignment(after: str, names: tuple[str, ...]) -> None:
    bindings, _ = read(f"# $W$\nw = 1\n{after}")
    assert bindings[0].names == names


@pytest.mark.parametrize(
    ("after", "what"),
    [
        ("\ny = x\n", "a blank line"),
        ("", "the end of the file"),
        ("import torch\n", "`import torch`"),
        ("from torch import nn\n", "`from torch import nn`"),
        ("print(y)\n", "`print(y)`"),
        ("# --8<-- [end:forward]\ny = x\n", "`# --8<-- [end:forward]`"),
        ("# words\ny = x\n", "`# words`"),
        ("'text'\n", "`'text'`"),
        ("y\n", "`y`"),
    ],
)
def test_a_comment_above_nothing_that_checks(after: str, what: str) -> None:
    bindings, findings = read(f"x = 1\n# $y = x$\n{after}")
    assert bindings == []
    assert len(findings) == 1
    assert findings[0].startswith("snippets/stem.py:2: the formula in `# $y = x$` is followed by")
    assert what in findings[0]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("y = x  # $y = x$\n", 1),
        ("# $a$ and $b$\ny = x\n", 1),
        ("# the sum, $y = x$\ny = x\n", 1),
        ("f(\n    # $y = x$\n    x,\n)\n", 2),
    ],
)
def test_misplaced_or_malformed_comments(source: str, line: int) -> None:
    bindings, findings = read(source)
    assert bindings == []
    assert len(findings) == 1
    assert findings[0].startswith(f"snippets/stem.py:{line}: ")


def test_text_with_dollars_is_no_comment() -> None:
    assert read('"""Costs $5$."""\nprint("# $y$")\n') == ([], [])


def test_source_that_does_not_parse_is_left_to_others() -> None:
    assert read("# $y$\ny = (\n") == ([], [])
