"""The formulas of a page against the code that the site shows: each rule, and what breaks it."""

from __future__ import annotations

import pytest

from tests.conftest import MakeProject
from verify.check import Result, verify

PROGRAM = '''\
"""A."""

x = 2
y = 3
# --8<-- [start:sum]
# $s = x_1 + x_2$
s = x + y
# --8<-- [end:sum]
# $p = x_1 x_2$
p = x * y
assert (s, p) == (5, 6)
'''
WHOLE = '```python\n--8<-- "snippets/a.py"\n```'
SECTION = '```python\n--8<-- "snippets/a.py:sum"\n```'
REFERENCES = "he2015:\n  authors: [He]\n  year: 2015\n  title: A paper\n"


def checked(project: MakeProject, text: str, shows: str = WHOLE) -> list[tuple[int, str]]:
    """Findings of an English page with `text` from line 3 on, followed by what it shows."""
    source = f"# A\n\n{text}\n\n{shows}\n"
    root = project({"en/index.md": source}, {"a": PROGRAM}, REFERENCES)
    return [(f.line, f.message) for f in verify(root).findings if f.path == "docs/en/index.md"]


HOLDS = [
    "The sum is $s = x_1 + x_2$.",
    "Here $s = x_1 + x_2$, and $x_1$ is the first.",
    "$$\np = x_1 x_2\n$$\n\nwith $x_1$ and $x_2$.",
    r"One says $\cited{he2015}{a = b + c}$.",
    r"One writes $\notation{a name}{a = b}$.",
    "A lone $q$ is a name.",
]


@pytest.mark.parametrize("text", HOLDS)
def test_what_holds(project: MakeProject, text: str) -> None:
    assert checked(project, text) == []


BROKEN = [
    ("The sum is $s = x_1 - x_2$.", 3, "no shown code checks `s = x_1 - x_2`"),
    ("Here $x_3$ is unknown.", 3, "`x_3` occurs in no checked formula of this page: the index may"),
    ("Only $x_1$ alone.", 3, "`x_1` occurs in no checked formula of this page"),
    ("$$\nq = \\frac{x\n$$", 4, "TeX does not parse: "),
    ("$$\n\\begin{aligned}\nq &= \\unknown\n\\end{aligned}\n$$", 5, "TeX does not parse: "),
    (r"One says $\cited{he2016}{a = b}$.", 3, r"\cited{he2016}: docs/references.yml has no work"),
    ("Some $q > 5$.", 3, "no shown code checks `q > 5`"),
]


@pytest.mark.parametrize(("text", "line", "message"), BROKEN, ids=[text for text, _, _ in BROKEN])
def test_what_does_not(project: MakeProject, text: str, line: int, message: str) -> None:
    ((at, said),) = checked(project, text)
    assert at == line
    assert said.startswith(message)


def test_a_statement_that_no_page_shows_checks_nothing(project: MakeProject) -> None:
    (found,) = checked(project, "Both $s = x_1 + x_2$ and $p = x_1 x_2$.", SECTION)
    assert "no shown code checks `p = x_1 x_2`" in found[1]


def test_a_comment_without_its_statement_checks_nothing(project: MakeProject) -> None:
    program = PROGRAM.replace("s = x + y\n# --8<-- [end:sum]", "# --8<-- [end:sum]\ns = x + y")
    root = project(
        {"en/index.md": f"# A\n\nThe sum $s = x_1 + x_2$.\n\n{SECTION}\n"}, {"a": program}
    )
    messages = [finding.message for finding in verify(root).findings]
    assert any("no shown code checks `s = x_1 + x_2`" in message for message in messages)


def test_another_page_may_show_it(project: MakeProject) -> None:
    pages = {
        "en/index.md": "# A\n\nThe sum is $s = x_1 + x_2$.\n",
        "en/other.md": f"# B\n\n{WHOLE}\n",
    }
    assert verify(project(pages, {"a": PROGRAM})).findings == []


def same_in_two(project: MakeProject) -> Result:
    pages = {
        "en/index.md": f"# A\n\nThe sum is $s = x_1 + x_2$.\n\n{WHOLE.replace('/a', '/b')}\n",
        "en/other.md": f"# B\n\nThe sum is $s = x_1 + x_2$.\n\n{WHOLE}\n",
    }
    return verify(project(pages, {"a": PROGRAM, "b": PROGRAM}))


def test_the_page_s_own_code_comes_first(project: MakeProject) -> None:
    result = same_in_two(project)
    assert result.findings == []
    for path, stem in (("docs/en/index.md", "b"), ("docs/en/other.md", "a")):
        (verdict,) = result.verdicts[path]
        assert verdict is not None
        (relation,) = verdict.relations
        assert relation.binding is not None
        assert relation.binding.stem == stem


def test_a_claim_without_target_is_reported_once(project: MakeProject) -> None:
    ((line, message),) = checked(project, r"Here $q = \claim{a.none}{5}$.")
    assert (line, "leaves no value 'none'" in message) == (3, True)


def test_a_formula_that_cannot_be_read_has_no_verdict(project: MakeProject) -> None:
    root = project({"en/index.md": "# A\n\nSome $\\frac{x$ and $q$.\n"})
    broken, lone = verify(root).verdicts["docs/en/index.md"]
    assert broken is None
    assert lone is not None
