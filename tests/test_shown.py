"""Code on pages: which snippet, section or output a fence shows, and what is refused."""

from __future__ import annotations

import pytest

from tests.conftest import ReadPage
from verify.shown import Output, Shown, read_shown, unshown
from verify.snippets import Snippet, parse_snippet

SNIPPETS: dict[str, Snippet] = {
    stem: parse_snippet(stem, f"snippets/{stem}.py", source)
    for stem, source in {
        "worked_example": '"""A."""\n# --8<-- [start:forward]\na = 1\n'
        "# --8<-- [end:forward]\nb = 2\n",
        "no_shortcut": '"""B."""\na = 1\n',
    }.items()
}


def fence(content: str, info: str = "python") -> str:
    return f"Words.\n\n```{info}\n{content}```\n"


def test_whole_section_and_output(read: ReadPage) -> None:
    page = read(
        fence('--8<-- "snippets/worked_example.py"\n')
        + fence('--8<-- "snippets/worked_example.py:forward"\n')
        + fence("", "output worked_example")
    )
    shown, outputs, findings = read_shown(page, SNIPPETS)
    assert shown == [
        Shown(3, "worked_example", None, (1, 3, 5)),
        Shown(8, "worked_example", "forward", (3,)),
    ]
    assert outputs == [Output(13, "worked_example")]
    assert findings == []


REFUSED = [
    (
        "missing file",
        fence('--8<-- "snippets/worked_exampel.py"\n'),
        4,
        "shows snippets/worked_exampel.py, which does not exist: did you mean "
        "snippets/worked_example.py?",
    ),
    (
        "missing file, none like it",
        fence('--8<-- "snippets/zzz.py"\n'),
        4,
        "shows snippets/zzz.py, which does not exist: write it, or show another",
    ),
    (
        "missing folder",
        fence('--8<-- "worked_example.py"\n'),
        4,
        "did you mean snippets/worked_example.py?",
    ),
    (
        "missing section",
        fence('--8<-- "snippets/worked_example.py:backward"\n'),
        4,
        "shows section 'backward' of snippets/worked_example.py, which has: forward; put it "
        "between `# --8<-- [start:backward]` and `# --8<-- [end:backward]`",
    ),
    (
        "line numbers",
        fence('--8<-- "snippets/no_shortcut.py:1:2"\n'),
        4,
        "shows section '1:2' of snippets/no_shortcut.py, which has: none",
    ),
    (
        "no language",
        fence('--8<-- "snippets/no_shortcut.py"\n', ""),
        4,
        "a snippet is shown alone in a ```python fence: one `--8<--` line and nothing else",
    ),
    (
        "text beside it",
        fence('a = 5\n--8<-- "snippets/no_shortcut.py"\n'),
        5,
        "a snippet is shown alone",
    ),
    (
        "output of nothing",
        fence("", "output"),
        3,
        "output of nothing, which is no snippet: write ```output NAME of a snippet",
    ),
    (
        "output of another",
        fence("", "output no_shortcat"),
        3,
        "output of no_shortcat, which is no snippet: did you mean no_shortcut?",
    ),
    (
        "output of two",
        fence("", "output no_shortcut worked_example"),
        3,
        "output of no_shortcut worked_example, which is no snippet",
    ),
    (
        "typed output",
        fence("loss: 1.25\n", "output no_shortcut"),
        4,
        "an output fence stays empty: the build fills in what the snippet printed",
    ),
]


@pytest.mark.parametrize(
    ("source", "line", "message"), [case[1:] for case in REFUSED], ids=[c[0] for c in REFUSED]
)
def test_refused(read: ReadPage, source: str, line: int, message: str) -> None:
    page = read(source)
    _, _, (finding,) = read_shown(page, SNIPPETS)
    assert (finding.path, finding.line) == ("docs/en/page.md", line)
    assert message in finding.message


def test_a_snippet_that_no_page_shows(read: ReadPage) -> None:
    shown, _, _ = read_shown(read(fence('--8<-- "snippets/no_shortcut.py"\n')), SNIPPETS)
    (finding,) = unshown({"docs/en/page.md": shown}, SNIPPETS)
    assert str(finding) == (
        "snippets/worked_example.py:1: is shown on no page: show it with --8<-- "
        '"snippets/worked_example.py" or delete it'
    )
