"""Whole projects: what holds passes and makes a ledger; what does not is told at its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import MakeProject, write_files
from verify.__main__ import main
from verify.check import verify
from verify.findings import Finding

SNIPPET = """\
\"\"\"Doubles a number.\"\"\"

# --8<-- [start:sum]
# $x$
x = 1.5
# $y = x + x$
y = x + x
# --8<-- [end:sum]
assert y == 3
# $v$
v = [0.5, -1.5]
# $s$
s = 9.54e-7
# $q$
q = float("nan")
print("y:", y)
"""
REFERENCES = """\
he2015:
  authors: [Kaiming He]
  year: 2015
  title: Deep Residual Learning
  figures:
    plain34_top1: {value: "28.54", where: Table 2}
"""
NAMES = "ResNet-34: model of He et al.\n"
SHOWN = '```python\n--8<-- "snippets/demo.py"\n```\n'
PAGE = """\
---
title: {title}
description: {title}
snippet: demo
---

# {title}

ResNet-34: $y = x + x = \\claim{{y}}{{3}}$, `y = x + x`.
{{ .answer }}

## {title} {{#sum}}

$$
\\begin{{aligned}}
y &= x + x \\\\
&= 1.5 + 1.5 = \\claim{{y}}{{3.0}}
\\end{{aligned}}
$$

| $x$ | $\\claim{{x}}{{1.5}}$ |
|---|---|
| $s$ | $s = \\claim{{s}}{{9.54\\times10^{{-7}}}}$ |
| $s$ | $s = \\claim{{s}}{{9.54\\cdot10^{{-7}}}}$ |
| $s$ | $s = \\claim{{s}}{{9.54\\mathrm{{e}}{{-7}}}}$ |

> - $v = \\claim{{v}}{{[0.5,\\ -1.5]}}$
> - [$v$](other.md)

!!! note "$x = \\claim{{x}}{{1.5}}$"
    {title}: $\\claim{{he2015.plain34_top1}}{{28.54}}\\,\\%$.

```python
--8<-- "snippets/demo.py"
```

```output demo
```

??? question "{title}"
    {title}[^1].

[^1]: $y = \\claim{{y}}{{3}}$

<!-- not run: it serves a page -->
```sh
make serve PORT=8001
```
"""
GOOD = {
    "docs/zh/index.md": PAGE.format(title="两倍"),
    "docs/en/index.md": PAGE.format(title="Twice"),
    "docs/zh/other.md": "# 别的\n\n完。\n",
    "docs/en/other.md": "# More\n\nDone.\n",
    "docs/references.yml": REFERENCES,
    "docs/names.yml": NAMES,
    "snippets/demo.py": SNIPPET,
}


def lines(findings: list[Finding]) -> list[str]:
    return [str(finding) for finding in findings]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A project in two languages in which everything holds."""
    write_files(tmp_path, GOOD)
    return tmp_path


# --- what holds -------------------------------------------------------------------------------


def test_a_good_project_passes(
    good: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARITY", raising=False)
    code = main(["--root", str(good), "check"])
    printed = capsys.readouterr()
    assert (code, printed.err) == (0, ""), printed.out
    assert printed.out.startswith("all holds: 20 claims and ")
    assert "4 pages, 1 snippets" in printed.out
    ledger = json.loads((good / "build" / "ledger.json").read_text(encoding="utf-8"))
    assert ledger["languages"] == ["zh", "en"]
    assert ledger["snippets"]["demo"]["output"] == "y: 3.0\n"
    assert ledger["snippets"]["demo"]["pages"] == ["index.md"]
    page = ledger["pages"]["en/index.md"]
    assert [claim["line"] for claim in page["claims"]] == [9, 17, 21, 23, 24, 25, 27, 30, 31, 43]
    assert page["claims"][0] == {
        "name": "demo.y",
        "literal": "3",
        "line": 9,
        "value": "3",
        "kind": "computed",
        "path": "snippets/demo.py",
        "code_line": 7,
        "code": "y = x + x",
    }
    assert page["shown"] == [
        {"line": 33, "stem": "demo", "section": None, "lines": [1, 2, 4, 5, 6, 7, *range(9, 17)]}
    ]
    assert page["outputs"] == [{"line": 37, "stem": "demo"}]
    assert [formula["line"] for formula in page["formulas"]][:2] == [9, 15]


def test_the_smallest_project_passes(project: MakeProject) -> None:
    assert verify(project()).findings == []


def test_a_second_run_runs_no_snippet(good: Path) -> None:
    told: list[str] = []
    assert verify(good, progress=told.append).findings == []
    assert told == ["snippets run: 1 of at most 1 (demo)"]
    assert verify(good, progress=told.append).findings == []
    assert len(told) == 1
    assert verify(good, cache=False, progress=told.append).findings == []
    assert len(told) == 2


# --- a changed digit, a changed program -------------------------------------------------------

CHANGES = [
    (
        "a claimed digit",
        "docs/en/index.md",
        r"\claim{y}{3.0}",
        r"\claim{y}{3.1}",
        "docs/en/index.md:17: text says 3.1, snippets/demo.py gives y = 3; `make fix` rewrites the "
        "text",
    ),
    (
        "a cited digit",
        "docs/en/index.md",
        "{28.54}",
        "{28.55}",
        "docs/en/index.md:31: text says 28.55, docs/references.yml:6 quotes 28.54; `make fix` "
        "rewrites the text",
    ),
    (
        "a constant that the snippet checks",
        "snippets/demo.py",
        "x = 1.5",
        "x = 1.6",
        "snippets/demo.py:9: raises AssertionError",
    ),
    (
        "a constant that a page claims",
        "snippets/demo.py",
        "9.54e-7",
        "9.55e-7",
        r"docs/en/index.md:24: text says 9.54\cdot10^{-7}, snippets/demo.py gives s = 9.55e-07; "
        "`make fix` rewrites the text",
    ),
    (
        "a figure's value",
        "docs/references.yml",
        "28.54",
        "28.64",
        "docs/zh/index.md:31: text says 28.54, docs/references.yml:6 quotes 28.64; `make fix` "
        "rewrites the text",
    ),
    (
        "a name that goes",
        "docs/names.yml",
        "ResNet-34: model",
        "ResNet-35: model",
        r"docs/en/index.md:9: '34' in the text is not accounted for: claim it, "
        r"$\claim{snippet.name}{34}$, or, if it is no number, name it in docs/names.yml",
    ),
]


@pytest.mark.parametrize("parity", [True, False], ids=["parity", "no parity"])
@pytest.mark.parametrize(
    ("file", "old", "new", "finding"),
    [case[1:] for case in CHANGES],
    ids=[case[0] for case in CHANGES],
)
def test_a_change_is_noticed_at_its_line(
    good: Path, file: str, old: str, new: str, finding: str, parity: bool
) -> None:
    text = (good / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (good / file).write_text(text.replace(old, new), encoding="utf-8")
    assert finding in lines(verify(good, parity=parity).findings)


# --- bad input --------------------------------------------------------------------------------

# One page each, whose fifth line is bad: what stands there, and what is said.
BAD_LINES = {
    "claim that differs in the last digit": (r"$x = \claim{x}{1.6}$", "text says 1.6, snippets"),
    "unknown name": (r"$x = \claim{xx}{1.5}$", "leaves no value 'xx'"),
    "unknown snippet": (r"$x = \claim{demi.x}{1.5}$", "did you mean 'demo'?"),
    "unknown reference": (r"$\claim{he2016.top1}{1}$", "no snippet or reference has that name"),
    "unknown figure": (r"$\claim{he2015.top1}{1}$", "quotes no figure 'top1' from he2015"),
    "wrong shape": (r"$v = \claim{v}{1}$", "text is a single number, value has shape 2"),
    "NaN": (r"$q = \claim{q}{0}$", "value is nan, which no literal states"),
    "comma in a name": (r"$\claim{v[0,1]}{1}$", "claim name 'v[0,1]': write snippet.name"),
    "& in a name": (r"$\claim{a&b}{1}$", "claim name 'a&b': write snippet.name"),
    "comma in a literal": (r"$x = \claim{x}{1,5}$", "claim x: `1,5` is a list: write"),
    "& in a literal": (r"$x = \claim{x}{1&5}$", "claim x: `1&5` is no number that can be claimed"),
    "TeX that does not parse": (r"$\frac{x$", "TeX does not parse: "),
    "unknown macro": (r"$\nonsense$", r"TeX does not parse: Undefined control sequence: \nonsense"),
    "unclosed formula": ("a $x b", "a $ opens or closes no formula"),
    "claim inside code": (r"`\claim{x}{1.5}`", r"\claim inside code is not seen"),
    "claim outside a formula": (r"\claim{x}{1.5}", r"\claim outside a formula is not seen"),
    "nested claims": (r"$x = \claim{x}{\claim{x}{1.5}}$", "a claim inside a claim"),
    "full-width digits": ("共 ５ 层", "'５' in the text is not accounted for"),
    "full-width digits in a claim": (r"$x = \claim{x}{１.5}$", "full-width characters"),
    "Unicode minus": ("a −5", "'5' in the text is not accounted for"),
    "Unicode minus in a claim": (r"$x = \claim{x}{−1.5}$", "a dash that is no ASCII minus"),
    "thousands": ("a 13,781", "'13,781' in the text is not accounted for"),
    "thousands in a claim": (r"$x = \claim{x}{1{,}500}$", "a thin space"),
    "scientific notation": ("a 1e-7", "'7' in the text is not accounted for"),
    "scientific notation in a claim": (r"$s = \claim{s}{9.54e-7}$", "would read as a product"),
    "percentage": ("a 95%", "'95' in the text is not accounted for"),
    "percentage in a claim": (r"$x = \claim{x}{150\%}$", "a percent sign inside"),
    "fraction": ("a 1/2", "'1/2' in the text is not accounted for"),
    "range": ("a 5–10", "'10' in the text is not accounted for"),
    "range in a claim": (r"$x = \claim{x}{1-2}$", "is a range: claim both ends apart"),
    "negative zero": (r"$x = \claim{x}{-0}$", "is a negative zero"),
    "matrix with text": (r"$v = \claim{v}{[0.5,\ \text{a}]}$", "has words inside"),
    "number word": ("a dozen layers", "'dozen' in the text is not accounted for"),
    "Chinese number word": ("二十层", "'二十' in the text is not accounted for"),
    "formula in a heading": ("## On $x$ {#on}", "a formula in a heading"),
    "number in a heading": ("## On 5 {#on}", "'5' in a heading is not accounted for"),
    "number in a picture's description": ("![a 5](b.png)", "'5' in a description is not"),
    "number in a link's text": ("[a 5](index.md)", "'5' in the text is not accounted for"),
    "number in a quotation's list": ("> - a 5", "'5' in the text is not accounted for"),
    "number in a title": ('!!! note "a 5"', "'5' in the text is not accounted for"),
    "number in code": ("`x = 5`", "'5' in inline code is not accounted for: quote a line"),
    "indented code": ("    x = 5", "reads as code because of its indentation"),
    "code without a program": ("```python\nx = 5\n```", "code that no program proves"),
    "code without a reason": ("```sh\nmake serve\n```", "code that no program proves"),
    "output of no snippet": ("```output demi\n```", "did you mean demo?"),
    "display formula without space": ("a $$x$$", "$$ needs a line of its own and"),
}  # fmt: skip
# Pages that are bad in their own way: the page, the lines, and what is said on the first of them.
BAD_PAGES = {
    "claim over two lines": (
        "# A\n\na $x = \\claim{demo.x}\n{1.5}$\n",
        [3, 4],
        r"\claim outside a formula is not seen: write $\claim{name}{literal}$",
    ),
    "missing file": (
        '# A\n\n```python\n--8<-- "snippets/demi.py"\n```\n',
        [4],
        "shows snippets/demi.py, which does not exist: did you mean snippets/demo.py?",
    ),
    "missing section": (
        '# A\n\n```python\n--8<-- "snippets/demo.py:som"\n```\n',
        [4],
        "shows section 'som' of snippets/demo.py, which has: sum",
    ),
    "typed output": (
        "# A\n\n```output demo\ny: 3.0\n```\n",
        [4],
        "an output fence stays empty",
    ),
    "unclosed fence": ("# A\n\n```python\nx = 5\n", [3], "code fence is not closed: end it"),
    "front matter": ("---\ntitle: a: b\n---\n# A\n", [2], "front matter: is not valid YAML"),
    "front matter's snippet": (
        "---\ntitle: a\nsnippet: demi\n---\n# A\n",
        [3],
        "front matter: snippets/demi.py does not exist: write it, or name another",
    ),
    "number in the front matter": (
        "---\ntitle: a 5\n---\n# A\n",
        [2],
        "'5' in the front matter is not accounted for: say it without the number",
    ),
    "two headings of one id": ("## A {#a}\n\n## B {#a}\n", [3], "heading id #a is that of line 1"),
    "TeX that goes wrong on its second line": (
        "# A\n\n$$\nx\n\\frac{x\n$$\n",
        [5],
        "TeX does not parse",
    ),
}  # fmt: skip
BAD_SNIPPETS = {
    "raises": ("assert 1 > 2, 'not so'", "raises AssertionError: not so"),
    "parses_not": ("x = (", "does not parse: '(' was never closed"),
    "writes": ("open('a', 'w')", "writes to a file (a): a snippet only computes and prints"),
    "fetches": ("__import__('socket').socket()", "uses the network (socket.__new__)"),
    "starts": ("__import__('os').system('true')", "starts a process (os.system)"),
    "warns": ("__import__('warnings').warn('old')", "writes to standard error (UserWarning: old)"),
    "leaves": ("raise SystemExit(3)", "exits with code 3"),
    "imports_a_neighbour": ("import demo", "raises ModuleNotFoundError: No module named 'demo'"),
    "marks_wrongly": ("# --8<-- [end:a]", "section 'a' ends but never starts"),
}


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Finding]]:
    """One project with everything bad in it, verified once: findings by path."""
    root = tmp_path_factory.mktemp("bad")
    head = "---\nsnippet: demo\n---\n# A\n"
    write_files(root, {"docs/en/index.md": f"# A\n\n{SHOWN}", "snippets/demo.py": SNIPPET})
    write_files(root, {"docs/references.yml": REFERENCES})
    for name, (bad_line, _) in BAD_LINES.items():
        write_files(root, {f"docs/en/{name}.md": f"{head}{bad_line}\n"})
    for name, (page, _, _) in BAD_PAGES.items():
        write_files(root, {f"docs/en/{name}.md": page})
    for stem, (code, _) in BAD_SNIPPETS.items():
        write_files(root, {f"snippets/{stem}.py": f'"""A."""\n\n{code}\n'})
    found: dict[str, list[Finding]] = {}
    for finding in verify(root, cache=False).findings:
        found.setdefault(finding.path, []).append(finding)
    return found


@pytest.mark.parametrize("name", BAD_LINES)
def test_bad_lines(bad: dict[str, list[Finding]], name: str) -> None:
    found = bad[f"docs/en/{name}.md"]
    assert {finding.line for finding in found} == {5}
    assert any(BAD_LINES[name][1] in finding.message for finding in found), found


@pytest.mark.parametrize("name", BAD_PAGES)
def test_bad_pages(bad: dict[str, list[Finding]], name: str) -> None:
    _, where, message = BAD_PAGES[name]
    found = bad[f"docs/en/{name}.md"]
    assert sorted({finding.line for finding in found}) == where
    assert message in found[0].message


@pytest.mark.parametrize("stem", BAD_SNIPPETS)
def test_bad_snippets(bad: dict[str, list[Finding]], stem: str) -> None:
    found = [f for f in bad[f"snippets/{stem}.py"] if "is shown on no page" not in f.message]
    assert [finding.line for finding in found] == [3]
    assert BAD_SNIPPETS[stem][1] in found[0].message


def test_a_snippet_that_no_page_shows(bad: dict[str, list[Finding]]) -> None:
    for stem in BAD_SNIPPETS:
        assert any("is shown on no page" in f.message for f in bad[f"snippets/{stem}.py"])
    assert "snippets/demo.py" not in bad
    assert "docs/en/index.md" not in bad


def test_findings_are_one_line_each(bad: dict[str, list[Finding]]) -> None:
    messages = [finding.message for found in bad.values() for finding in found]
    assert [message for message in messages if "\n" in message] == []


# --- projects that are bad as a whole ---------------------------------------------------------

WRONG_PROJECTS = [
    (
        "a page in one language",
        {"docs/zh/more.md": "# 更多\n"},
        ["docs/zh/more.md:1: has no twin: write docs/en/more.md, or remove this page"],
    ),
    (
        "a heading in one language",
        {"docs/en/other.md": "# More\n\nDone.\n\n## Even more {#more}\n"},
        [
            "docs/en/other.md:5: heading '## … {#more}' is missing in docs/zh/other.md: write it "
            "there too, or remove it"
        ],
    ),
    (
        "a heading without an id",
        {"docs/en/other.md": "# More\n\nDone.\n\n## Even more\n"},
        [
            "docs/en/other.md:5: heading 'Even more' has no id: write {#some-words} behind it, the "
            "same in every language"
        ],
    ),
    (
        "a language without an index page",
        {"docs/fr/a.md": "# A 5\n"},
        ["docs/fr/index.md:1: pages in docs/fr are not read: they begin with an index.md, add it"],
    ),
    (
        "references that are no YAML",
        {"docs/references.yml": REFERENCES + "  venue: a: b\n"},
        None,
    ),
    ("a figure without a place", {"docs/references.yml": REFERENCES.replace("where", "at")}, None),
    ("names that are no YAML", {"docs/names.yml": NAMES + "GPT-2: a: b\n"}, None),
    ("a name without a reason", {"docs/names.yml": NAMES + "GPT-2:\n"}, None),
    (
        "a snippet and a work of one name",
        {
            "snippets/he2015.py": '"""A."""\n',
            "docs/zh/other.md": f"# 别的\n\n完。\n\n{SHOWN}".replace("demo", "he2015"),
            "docs/en/other.md": f"# More\n\nDone.\n\n{SHOWN}".replace("demo", "he2015"),
        },
        ["snippets/he2015.py:1: 'he2015' is also a key of docs/references.yml: rename one"],
    ),
    (
        "a snippet and an experiment of one name",
        {"experiments/demo.py": SNIPPET},
        None,
    ),
    ("macros that are no JSON", {"docs/macros.json": '{\n  "\\\\id": "#1",\n}\n'}, None),
    ("macros that are no mapping", {"docs/macros.json": "[]"}, None),
]  # fmt: skip
EXPECTED = {
    "references that are no YAML": "docs/references.yml:7: is not valid YAML",
    "a figure without a place": "docs/references.yml:6: he2015.plain34_top1 needs `value:` and",
    "names that are no YAML": "docs/names.yml:2: is not valid YAML",
    "a name without a reason": "docs/names.yml:2: name 'GPT-2' needs a reason: `GPT-2: why`",
    "a snippet and an experiment of one name": "experiments/demo.py:1: has the name of "
    "snippets/demo.py: rename one, claims go by the name",
    "macros that are no JSON": "docs/macros.json:3: is not valid JSON",
    "macros that are no mapping": "docs/macros.json:1: must map each macro to its TeX",
}


@pytest.mark.parametrize(
    ("name", "files", "expected"), WRONG_PROJECTS, ids=[case[0] for case in WRONG_PROJECTS]
)
def test_wrong_projects(
    good: Path, name: str, files: dict[str, str], expected: list[str] | None
) -> None:
    write_files(good, files)
    found = lines(verify(good).findings)
    if expected is not None:
        assert found == expected
    else:
        assert any(line.startswith(EXPECTED[name]) for line in found), found


def test_a_folder_without_pages(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    assert lines(verify(tmp_path).findings) == [
        "docs:1: no pages: begin with docs/<language>/index.md, such as docs/en/index.md"
    ]


# --- the command ------------------------------------------------------------------------------


def check(root: Path, *more: str) -> int:
    return main(["--root", str(root), "check", *more])


def test_findings_go_to_standard_output_and_no_ledger_is_written(
    good: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(good, {"docs/en/other.md": "# More\n\nDone 5.\n"})
    assert check(good) == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "docs/en/other.md:3: '5' in the text is not accounted for: claim it, "
        r"$\claim{snippet.name}{5}$, or, if it is no number, name it in docs/names.yml"
    ]
    assert printed.err == "1 to mend\n"
    assert not (good / "build").exists()


@pytest.mark.parametrize(("setting", "code"), [("off", 0), ("on", 1), (None, 1)])
def test_parity_can_be_left_out(
    good: Path, monkeypatch: pytest.MonkeyPatch, setting: str | None, code: int
) -> None:
    monkeypatch.delenv("PARITY", raising=False)
    if setting:
        monkeypatch.setenv("PARITY", setting)
    write_files(good, {"docs/en/more.md": "# More\n"})
    assert check(good) == code


def test_no_cache_runs_afresh(good: Path) -> None:
    assert check(good, "--no-cache") == 0
    assert not (good / ".cache").exists()
    assert check(good) == 0
    assert len(list((good / ".cache" / "verify").iterdir())) == 1


@pytest.mark.parametrize("arguments", [["check"], ["fix"]])
def test_a_folder_that_is_no_project(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--root", str(tmp_path), *arguments])
    assert stop.value.code == 2
    message = "has no docs/ folder: give the project with --root"
    assert message in capsys.readouterr().err


def test_help_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    for word in (r"\claim{worked_example.loss}{1.25}", "docs/<language>", "check", "fix", "--root"):
        assert word in text
