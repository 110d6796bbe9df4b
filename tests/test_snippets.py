"""Snippets read without running them: sections, names and the lines that set them."""

from __future__ import annotations

from pathlib import Path

import pytest

from verify.snippets import Snippet, parse_snippet, read_snippet


def parse(source: str, stem: str = "demo") -> Snippet:
    return parse_snippet(stem, f"snippets/{stem}.py", source)


SECTIONED = '''"""Two sections, one in the other."""

# --8<-- [start:outer]
a = 1
# --8<-- [ start : inner ]
b = 2
# --8<-- [end:inner]
# --8<-- [end:outer]
c = 3
'''


def test_sections() -> None:
    snippet = parse(SECTIONED)
    assert snippet.findings == []
    assert snippet.shown_lines("outer") == [4, 6]
    assert snippet.shown_lines("inner") == [6]
    assert snippet.shown_lines(None) == [1, 2, 4, 6, 9]


def test_the_program_is_the_file_without_markers() -> None:
    assert (
        parse(SECTIONED).program == '"""Two sections, one in the other."""\n\na = 1\nb = 2\nc = 3\n'
    )
    assert parse('"""A."""\na = 1').program == '"""A."""\na = 1'


NAMES = [
    ("a = 1", {"a": 2}),
    ("a = b = 1", {"a": 2, "b": 2}),
    ("a, (b, *c) = 1, (2, 3)", {"a": 2, "b": 2, "c": 2}),
    ("[a, b] = 1, 2", {"a": 2, "b": 2}),
    ("a: int = 1", {"a": 2}),
    ("a = 1\na = 2", {"a": 3}),
    ("a = 1\na += 2", {"a": 3}),
    ("a = [1]\na[0] = 2", {"a": 3}),
    ("i = 0\na = [1]\na[i] = 2", {"i": 2, "a": 4}),
    ("a = f()\na.b.c = 2", {"a": 3}),
    ("def f(x):\n    y = x\n    return y", {"f": 2}),
    ("class C:\n    d = 1", {"C": 2}),
    ("for i, j in []:\n    a = i", {"i": 2, "j": 2, "a": 3}),
    ("while False:\n    a = 1\nelse:\n    b = 2", {"a": 3, "b": 5}),
    ("if True:\n    a = 1\nelse:\n    b = 2", {"a": 3, "b": 5}),
    ("with f() as (a, b), g():\n    c = 1", {"a": 2, "b": 2, "c": 3}),
    (
        "try:\n    a = 1\nexcept E:\n    b = 2\nelse:\n    c = 3\nfinally:\n    d = 4",
        {"a": 3, "b": 5, "c": 7, "d": 9},
    ),
    ("print(1)\nimport math", {}),
]


@pytest.mark.parametrize(("code", "names"), NAMES, ids=[code for code, _ in NAMES])
def test_names(code: str, names: dict[str, int]) -> None:
    assert parse(f'"""A."""\n{code}\n').names == names


REFUSED = [
    ("no docstring", "a = 1\n", 1, "has no docstring: say in one English sentence"),
    ("empty", "", 1, "has no docstring"),
    ("syntax error", '"""A."""\n\na = (\n', 3, "does not parse: '(' was never closed"),
    (
        "bad indentation",
        '"""A."""\nif a:\nb = 1\n',
        3,
        "does not parse: expected an indented block",
    ),
    ("NUL", '"""A."""\na = "\0"\n', 1, "does not parse: source code string cannot contain null"),
    (
        "unclosed section",
        '"""A."""\n# --8<-- [start:b]\na = 1\n',
        2,
        "section 'b' is not closed: add `# --8<-- [end:b]`",
    ),
    (
        "unopened section",
        '"""A."""\na = 1\n# --8<-- [end:b]\n',
        3,
        "section 'b' ends but never starts: add `# --8<-- [start:b]`",
    ),
    (
        "section twice",
        '"""A."""\n# --8<-- [start:b]\n# --8<-- [end:b]\n# --8<-- [start:b]\n# --8<-- [end:b]\n',
        4,
        "section 'b' starts twice: give each section its own name",
    ),
    (
        "malformed marker",
        '"""A."""\n# --8<-- [begin:b]\n',
        2,
        "marks no section: write `# --8<-- [start:name]` or `# --8<-- [end:name]`",
    ),
    ("marker behind code", '"""A."""\na = 1  # --8<-- [start:b]\n', 2, "marks no section"),
]


@pytest.mark.parametrize(
    ("source", "line", "message"), [case[1:] for case in REFUSED], ids=[c[0] for c in REFUSED]
)
def test_refused(source: str, line: int, message: str) -> None:
    (finding,) = parse(source).findings
    assert (finding.path, finding.line) == ("snippets/demo.py", line)
    assert message in finding.message


@pytest.mark.parametrize("stem", ["my-snippet", "1st", "no dots.here", "残差"])
def test_a_name_that_no_claim_could_spell(stem: str) -> None:
    (finding,) = parse('"""A."""\n', stem).findings
    assert finding.message == "no claim can name this file: use letters, digits and _ in its name"


@pytest.mark.parametrize("source", ['"""A."""\na = (\n', '"""A."""\na = "\0"\n'])
def test_what_does_not_parse_says_so(source: str) -> None:
    assert not parse(source).parses
    assert parse('"""A."""\n').parses


def test_a_file_that_is_no_utf8(tmp_path: Path) -> None:
    file = tmp_path / "snippets" / "a.py"
    file.parent.mkdir()
    file.write_bytes('"""résidu"""'.encode("latin-1"))
    snippet = read_snippet(file, tmp_path)
    assert [str(finding) for finding in snippet.findings] == [
        "snippets/a.py:1: is not UTF-8 text (byte 4): save it as UTF-8"
    ]
    assert not snippet.parses
