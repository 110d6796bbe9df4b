"""Mutants: which small wrong versions are made, which are left alone, who notices, who is told."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import MakeProject
from verify import mutants, mutants_text
from verify.__main__ import main
from verify.bindings import read_bindings
from verify.check import Result, verify
from verify.measured import recall
from verify.mutants_code import CodeMutants, Mutant, mutate
from verify.mutants_code import measure as measure_programs
from verify.mutants_text import edits
from verify.project import Project
from verify.shards import WHOLE, Shard
from verify.snippets import parse_snippet

ROOT = Path(__file__).resolve().parent.parent
STEMS = "abcdefgh"


def wrong_programs(source: str) -> list[Mutant]:
    """The mutants of a program, its docstring left to this function."""
    source = f'"""A."""\n{source}\n'
    bindings, findings = read_bindings("a", "snippets/a.py", source)
    assert findings == []
    return mutate(parse_snippet("a", "snippets/a.py", source), bindings)


# --- what is changed ----------------------------------------------------------------------------


PROGRAMS = [
    ("y = a + b", ["y = a - b"]),
    ("y = a - b", ["y = a + b"]),
    ("y = a * b", ["y = a / b"]),
    ("y = a / b", ["y = a * b"]),
    ("y = a**b", ["y = a*b"]),
    ("y = W @ x", ["y = W * x"]),
    ("y = -x", ["y = x"]),
    ("y = W.T", ["y = W"]),
    ("y = (I + W).T", ["y = (I - W).T", "y = (I + W)"]),
    ("n = 3", ["n = 4"]),
    ("a = 0.25", ["a = 0.26"]),
    ("a = 1e-3", ["a = 0.002"]),
    ("a = 1e-7", ["a = 2e-07"]),
    ("y += f(x)", ["y -= f(x)"]),
    ("y[i] **= x", ["y[i] *= x"]),
    ('名 = "é"; y = a + b', ['名 = "é"; y = a - b']),
    ("assert a == 3", ["assert a == 4"]),
    ("assert norm(a + b) >= 3", ["assert norm(a - b) >= 3"]),
    ("y = True", []),
    ('print(f"{a + 1}")', []),
]


@pytest.mark.parametrize(("program", "wrong"), PROGRAMS, ids=[program for program, _ in PROGRAMS])
def test_programs_are_changed(program: str, wrong: list[str]) -> None:
    assert sorted(mutant.new for mutant in wrong_programs(program)) == sorted(wrong)


LEFT_ALONE = [
    "torch.manual_seed(0)",
    "random.seed(3)",
    "torch.set_num_threads(1)",
    "seed = 3",
    "lr = 0.1",
    "learning_rate = 0.1",
    "steps = 200",
    "epochs = 10",
    "eps = 1e-6",
    "assert_close(a, b, rtol=1e-6, atol=0)",
    "assert isclose(a, b, rel_tol=0.01)",
    "opt = SGD(model, lr=0.1)",
    "assert a < 1e-6",
    "assert -1 < a",
    "assert 9e-7 < a <= 1e-6",
]


@pytest.mark.parametrize("program", LEFT_ALONE)
def test_what_may_change_a_little_is_left_alone(program: str) -> None:
    assert wrong_programs(program) == []


FALLBACKS = [
    ("# $x$\nx = y", ["x = 2 * (y)"]),
    ("# $a, b$\na, b = pair", ["a, b = [2 * v for v in (pair)]"]),
    ("# $x$\nassert x", ["assert not (x)"]),
    ("# $a = b$\nassert_close(a, b)", ["assert_close(a, (b) + 1)"]),
    ("# $x$\nfor f in blocks:\n    x = f(x)", ["x = 2 * (f(x))"]),
    ("# $F(x)$\ndef f(x):\n    return g(x)", ["return 2 * (g(x))"]),
    ("# $\\eta$\nlr = 0.1", ["lr = 2 * (0.1)"]),
    ("# $a$\n# $b$\nx = y", ["x = 2 * (y)"]),
    ("# $x + 1$\nx = y + 1", ["x = y + 2", "x = y - 1"]),
]


@pytest.mark.parametrize(("program", "wrong"), FALLBACKS, ids=[program for program, _ in FALLBACKS])
def test_a_statement_below_a_formula_has_a_mutant(program: str, wrong: list[str]) -> None:
    assert sorted(mutant.new for mutant in wrong_programs(program)) == sorted(wrong)


def test_a_mutant_is_named_by_its_line_before_and_after() -> None:
    (mutant,) = wrong_programs("\nif a:\n    y = a + b")
    assert mutant.key == "a:4: y = a + b -> y = a - b"
    assert mutant.source == '"""A."""\n\nif a:\n    y = a - b\n'


def real_mutants() -> Iterator[Mutant]:
    for file in sorted((ROOT / "snippets").glob("*.py")):
        path, source = f"snippets/{file.name}", file.read_text(encoding="utf-8")
        bindings, _ = read_bindings(file.stem, path, source)
        yield from mutate(parse_snippet(file.stem, path, source), bindings)


def test_mutants_of_the_snippets_are_programs() -> None:
    """One that did not parse would count as noticed, and prove nothing."""
    found = list(real_mutants())
    assert found
    for mutant in found:
        ast.parse(mutant.source)


def test_mutants_of_the_snippets_have_names_of_their_own() -> None:
    by_key: dict[str, set[str]] = {}
    for mutant in real_mutants():
        by_key.setdefault(mutant.key, set()).add(mutant.source)
    assert [key for key, sources in by_key.items() if len(sources) > 1] == []


def wrong_formulas(tex: str, family: str, kind: str = "") -> list[str]:
    found = [e for e in edits(tex) if e.family == family and kind in ("", e.kind)]
    return [edit.apply(tex) for edit in found]


NUMBERS = [
    ("0.25", "last digit", ["0.26"]),
    ("9", "last digit", ["8"]),
    ("0.25", "first digit", ["1.25"]),
    ("5", "first digit", []),
    ("2.05", "neighbour swap", ["2.50"]),
    ("1.1", "neighbour swap", []),
    ("1.25", "decimal shift", ["12.5"]),
    ("12", "decimal shift", ["120"]),
    ("0", "decimal shift", []),
    ("x = 5", "sign", ["x = {-5}"]),
    ("x = -5", "sign", ["x = 5"]),
    ("10^{-7}", "sign", ["{-10}^{-7}", "10^{7}"]),
    ("a - 5", "sign", []),
    (r"\claim{a.b1}{0.5}", "last digit", [r"\claim{a.b1}{0.6}"]),
    (r"x = 5 \text{ of } 6", "last digit", [r"x = 6 \text{ of } 6", r"x = 5 \text{ of } 7"]),
    (r"a \\[4pt] b", "", []),
    (r"\text{step 4}", "", []),
]


@pytest.mark.parametrize(("tex", "kind", "wrong"), NUMBERS)
def test_numbers_are_changed(tex: str, kind: str, wrong: list[str]) -> None:
    assert wrong_formulas(tex, "number", kind) == wrong


FORMULAS = [
    ("y = x + z", "sign", ["y = x - z"]),
    ("y = -x", "sign", ["y = x"]),
    (r"a \ge -x", "sign", [r"a \ge x"]),
    ("y = -5", "sign", []),
    (r"A^{-n}", "sign", ["A^{n}"]),
    (r"a \le b", "relation", [r"a \ge b"]),
    (r"a \ne b < c", "relation", ["a = b < c", r"a \ne b > c"]),
    (r"\left(a\right)", "relation", []),
    (r"W^\top g", "transpose", ["W g"]),
    (r"W^{\top} g", "transpose", ["W g"]),
    ("x_1", "index", ["x_2"]),
    (r"x_{l+1}", "index", [r"x_{k+1}"]),
    (r"J_F", "index", []),
    ("y = x + Wx + b", "dropped term", ["y = x + b", "y = x + Wx "]),
    (r"y = x + \br{F(x)} \\ z", "dropped term", [r"y = x \\ z"]),
    (r"(a + b) c", "dropped term", ["(a ) c"]),
    (r"\text{a + b}", "", []),
]


@pytest.mark.parametrize(("tex", "kind", "wrong"), FORMULAS)
def test_formulas_are_changed(tex: str, kind: str, wrong: list[str]) -> None:
    assert wrong_formulas(tex, "formula", kind) == wrong


# --- who notices --------------------------------------------------------------------------------


PAGE = """\
# A title

The sum is $\\claim{a.total}{5}$, that is

$$
s = x + y = \\claim{a.total}{5}
$$

```python
--8<-- "snippets/a.py"
```
"""
PROGRAM = '''\
"""A sum."""

# $x$
x = 2
# $y$
y = 3
# $s = x + y$
total = x + y
assert total == 5
'''


def verified(root: Path) -> Result:
    result = verify(root, cache=False)
    assert result.findings == []
    return result


def test_numbers_and_formulas_are_noticed(project: MakeProject) -> None:
    report = mutants.measure(
        verified(project({"en/index.md": PAGE}, {"a": PROGRAM})), programs=False
    )
    assert report.findings() == []
    assert {(family, kind) for family, kind, count, _ in report.rows() if count} == {
        ("number", "last digit"),
        ("number", "decimal shift"),
        ("number", "sign"),
        ("formula", "sign"),
        ("formula", "dropped term"),
    }


def test_a_number_that_nobody_checks_survives(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = verified(project({"en/index.md": PAGE}, {"a": PROGRAM}))
    monkeypatch.setattr(mutants_text, "claim_findings", lambda page, formula, values: [])
    found = mutants.measure(result, programs=False).findings()
    assert (
        "docs/en/index.md:3: last digit: '5' -> '6' in …\\claim{a.total}{5}…: nothing notices"
        in found
    )


def test_a_formula_that_nobody_checks_survives(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = verified(project({"en/index.md": PAGE}, {"a": PROGRAM}))
    monkeypatch.setattr(mutants_text, "examine", lambda *given: mutants_text.Verdict())
    found = mutants.measure(result, programs=False).findings()
    sign, term = found
    assert sign.startswith("docs/en/index.md:6: sign: '+' -> '-' in …s = x + y = ")
    assert term.startswith("docs/en/index.md:6: dropped term: '+ y ' -> '' in …s = x + y = ")
    assert sign.endswith("…: nothing notices")


def test_a_true_statement_about_other_things_lets_a_mutant_live(project: MakeProject) -> None:
    """`s = x` holds in another snippet, so that nobody misses the term that makes it s = x + y."""
    other = '"""Alone."""\n\nx = 2\n# $s = x$\ns = x\nassert s == 2\n'
    page = PAGE + '\n```python\n--8<-- "snippets/b.py"\n```\n'
    result = verified(project({"en/index.md": page}, {"a": PROGRAM, "b": other}))
    (found,) = mutants.measure(result, programs=False).findings()
    assert "dropped term: '+ y ' -> ''" in found


def test_an_index_out_of_place_is_noticed(project: MakeProject) -> None:
    page = '$$\ns = x_1\n$$\n\nand $x_1$ again.\n\n```python\n--8<-- "snippets/a.py"\n```\n'
    program = '"""A."""\n# $x_1$\none = 2\n# $s = x_1$\ns = one\nassert s == 2\n'
    report = mutants.measure(
        verified(project({"en/index.md": f"# A\n\n{page}"}, {"a": program})), programs=False
    )
    assert report.findings() == []
    assert ("formula", "index", 1, 0) in report.rows()


def test_exceptions_are_set_aside_and_counted(project: MakeProject) -> None:
    page = "# A\n\nWe write $\\notation{a name}{x = y + z}$.\n"
    report = mutants.measure(verified(project({"en/index.md": page})), programs=False)
    assert report.text.set_aside == 2
    assert report.rows() == []


def test_twins_are_changed_together(project: MakeProject) -> None:
    """One mutant for both languages, or parity would notice what no other check does."""
    alone = verified(project({"en/index.md": PAGE}, {"a": PROGRAM}))
    rows = mutants.measure(alone, programs=False).rows()
    both = verified(
        project({"zh/index.md": PAGE.replace("The sum is", "和是").replace("that is", "即")})
    )
    assert mutants.measure(both, programs=False).rows() == rows


def test_languages_are_looked_at_apart(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parity is off: what only the other language could notice survives."""
    chinese = PAGE.replace("The sum is", "和是").replace("that is", "即")
    result = verified(project({"en/index.md": PAGE, "zh/index.md": chinese}, {"a": PROGRAM}))
    monkeypatch.setattr(mutants_text, "claim_findings", lambda page, formula, values: [])
    found = mutants.measure(result, programs=False).findings()
    assert any(line.startswith("docs/zh/index.md:3: last digit") for line in found)
    assert not any(line.startswith("docs/en/") for line in found)


# --- programs -----------------------------------------------------------------------------------


def measured(root: Path) -> CodeMutants:
    return measure_programs(verified(root))


def shown(*stems: str) -> dict[str, str]:
    blocks = [f'```python\n--8<-- "snippets/{stem}.py"\n```\n' for stem in stems]
    return {"en/index.md": "# A title\n\n" + "\n".join(blocks)}


NOTICED = [
    ("raises", '"""A."""\nx = 2\nassert x == 2\n', ""),
    ("prints", '"""A."""\nx = 2\nprint(x)\n', ""),
    ("is claimed", '"""A."""\nx = 2\n', "\nHere $\\claim{a.x}{2}$.\n"),
]


@pytest.mark.parametrize(
    ("program", "text"), [case[1:] for case in NOTICED], ids=[c[0] for c in NOTICED]
)
def test_a_program_is_noticed(project: MakeProject, program: str, text: str) -> None:
    found = measured(project({"en/index.md": shown("a")["en/index.md"] + text}, {"a": program}))
    assert found.survivors == []
    assert found.noticed_share == 1


def test_a_mutant_that_does_not_end_is_noticed(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verify.mutants_code.SECONDS", 2.0)
    program = '"""A."""\nx = 2\nwhile x > 0:\n    x = x - 1\n'
    found = measured(project(shown("a"), {"a": program}))
    assert "a:4: x = x - 1 -> x = x + 1" not in [mutant.key for mutant in found.survivors]


def test_a_claim_about_a_lost_name_is_noticed(project: MakeProject) -> None:
    program = '"""A."""\nfor x in range(1):\n    y = 2\n'
    page = shown("a")["en/index.md"] + "\nHere $\\claim{a.y}{2}$ and $\\claim{a.x}{0}$.\n"
    assert measured(project({"en/index.md": page}, {"a": program})).survivors == []


def test_survivors_fail_below_the_share(project: MakeProject) -> None:
    root = project(shown("a"), {"a": '"""A."""\nx = 2\nassert x == 2\nidle = 5\n'})
    report = mutants.measure(verified(root), programs=True)
    assert report.code is not None
    assert [mutant.key for mutant in report.code.survivors] == ["a:4: idle = 5 -> idle = 6"]
    assert report.findings() == [
        "only 66.7% of the programs' mutants are noticed, at least 95% must be: "
        "assert, print or claim more"
    ]


def test_a_survivor_in_twenty_is_allowed(project: MakeProject) -> None:
    lines = "".join(f"assert a == {n}\na = {n + 1}\n" for n in range(9))
    root = project(shown("a"), {"a": f'"""A."""\nidle = 5\na = 0\n{lines}assert a == 9\n'})
    report = mutants.measure(verified(root), programs=True)
    assert report.code is not None
    assert (len(report.code.survivors), sum(report.code.counts.values())) == (1, 21)
    assert report.findings() == []


BLIND = '"""A."""\nx = 2\nprint(x)\n# $y = x + 1$\ny = x + 1\n'


def test_a_blind_statement_is_reported(project: MakeProject) -> None:
    (finding,) = measured(project(shown("a"), {"a": BLIND})).blind
    assert str(finding) == (
        "snippets/a.py:4: nothing notices when the statement below `# $y = x + 1$` is wrong: "
        "assert its result, print it, or claim it on a page"
    )


def test_a_blind_statement_fails_the_run(project: MakeProject) -> None:
    report = mutants.measure(verified(project(shown("a"), {"a": BLIND})), programs=True)
    assert any("snippets/a.py:4: nothing notices" in line for line in report.findings())


def test_one_noticed_mutant_is_enough(project: MakeProject) -> None:
    program = BLIND + "assert y > 0\n"
    assert measured(project(shown("a"), {"a": program.replace("x = 2", "x = 1")})).blind == []


KEY = "a:3: idle = 5 -> idle = 6"
IDLE = '"""A."""\nx = 2\nidle = 5\nassert x == 2\n'


def with_equivalents(root: Path, text: str) -> Path:
    (root / "docs" / "equivalents.yml").write_text(text, encoding="utf-8")
    return root


def test_an_equivalent_is_set_aside_with_its_reason(project: MakeProject) -> None:
    root = with_equivalents(project(shown("a"), {"a": IDLE}), f'"{KEY}": nobody reads it\n')
    found = measured(root)
    assert found.equivalents == {KEY: "nobody reads it"}
    assert (found.survivors, found.stale, found.noticed_share) == ([], [], 1)


EXCUSES = [
    ("one that is noticed", '"a:2: x = 2 -> x = 3": why\n', "delete the line"),
    ("one that is no more", '"a:9: z = 2 -> z = 3": why\n', "is noticed, or no mutant any more"),
    ("without a reason", f'"{KEY}":\n', "needs a reason: why can no check notice it?"),
    ("twice", f'"{KEY}": why\n"{KEY}": why\n', "stands here and on line"),
    ("no mapping", "- a\n", "expected lines of `name: value`"),
]


@pytest.mark.parametrize(
    ("text", "message"), [case[1:] for case in EXCUSES], ids=[c[0] for c in EXCUSES]
)
def test_excuses_that_excuse_nothing_are_reported(
    project: MakeProject, text: str, message: str
) -> None:
    root = with_equivalents(project(shown("a"), {"a": IDLE}), f"# Known\n{text}")
    report = mutants.measure(verified(root), programs=True)
    assert report.code is not None
    (finding,) = report.code.stale
    assert (finding.path, finding.line) == ("docs/equivalents.yml", text.count("\n") + 1)
    assert message in finding.message
    assert str(finding) in report.findings()


def test_the_report_says_how_many_were_noticed(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    root = with_equivalents(project(shown("a"), {"a": IDLE}), f'"{KEY}": nobody reads it\n')
    report = mutants.measure(verified(root), programs=True)
    mutants.print_report(report)
    assert report.rows() == [("program", "constant", 3, 0)]
    assert "noticed of the programs' mutants: 100.0%" in capsys.readouterr().out


# --- in parts ---------------------------------------------------------------------------------


def test_the_parts_make_the_whole(project: MakeProject) -> None:
    """Each mutant in one of them; and what a page in another part claims still notices it."""
    page = "# A\n"
    for stem in STEMS:
        page += f"\nIt is $\\claim{{{stem}.x}}{{2}}$.\n"
        page += f'\n```python\n--8<-- "snippets/{stem}.py"\n```\n'
    programs = {stem: f'"""Has {stem}."""\nx = 2\n' for stem in STEMS}
    result = verified(project({"en/index.md": page}, programs))
    whole, *parts = (
        mutants.measure(result, programs=True, shard=shard)
        for shard in (WHOLE, Shard(1, 2), Shard(2, 2))
    )
    assert [part.findings() for part in (whole, *parts)] == [[], [], []]
    counts = [{row[:2]: row[2] for row in part.rows()} for part in (whole, *parts)]
    assert counts[0] == {k: counts[1].get(k, 0) + counts[2].get(k, 0) for k in counts[0]}
    assert all(0 < part["program", "constant"] < len(STEMS) for part in counts[1:])


def test_an_excuse_is_asked_for_by_its_own_part(project: MakeProject) -> None:
    """Elsewhere it excuses nothing because its program is not looked at."""
    root = with_equivalents(project(shown("a"), {"a": IDLE}), f'"{KEY}": nobody reads it\n')
    (own,) = (shard for shard in (Shard(1, 2), Shard(2, 2)) if shard.has("a"))
    result = verified(root)
    assert measure_programs(result, own).equivalents == {KEY: "nobody reads it"}
    other = measure_programs(result, Shard(3 - own.number, 2))
    assert (other.counts, other.equivalents, other.stale) == ({}, {}, [])


def test_a_part_is_no_table_for_the_site(project: MakeProject) -> None:
    root = project(shown("a"), {"a": '"""A."""\nx = 2\nassert x == 2\n'})
    for part in ("1/2", "2/2"):
        assert main(["--root", str(root), "mutants", "--shard", part]) == 0
    assert recall(Project(root), "mutants") == []
    assert main(["--root", str(root), "mutants"]) == 0
    assert recall(Project(root), "mutants") != []
