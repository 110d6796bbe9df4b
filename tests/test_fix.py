"""`make fix`: stale literals are rewritten as they were written, and nothing else is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeProject
from verify.__main__ import main
from verify.check import verify
from verify.fix import fix

SNIPPET = """\
\"\"\"A few values.\"\"\"

# $a$
a = 1.25
# $b$
b = [0.5, -1.5]
# $c$
c = 9.54e-7
# $d$
d = 13781
"""
PAGE = """\
---
title: A title
snippet: demo
---

# A title

Some $a = \\claim{a}{1.35}$ and $b = \\claim{b}{[0.5,\\ 1.5]}$, `a = 1.25`.

> $$
> b = \\claim{b}{\\begin{bmatrix} 0.50 \\\\
> 1.50 \\end{bmatrix}}
> $$

| one |
|---|
| $c = \\claim{c}{9.53\\times10^{-7}}$ |

Then $d = \\claim{d}{13\\,780}$, and $a = \\claim{a}{ 1.35 }$.

```python
--8<-- "snippets/demo.py"
```
"""
MENDED = (
    PAGE.replace("1.35", "1.25")
    .replace(r"[0.5,\ 1.5]", r"[0.5,\ -1.5]")
    .replace("> 1.50", "> -1.50")
    .replace("9.53", "9.54")
    .replace(r"13\,780", r"13\,781")
)


def test_literals_are_rewritten_at_their_precision(project: MakeProject) -> None:
    root = project({"en/index.md": PAGE}, {"demo": SNIPPET})
    reports = fix(verify(root, cache=False))
    assert (root / "docs/en/index.md").read_text(encoding="utf-8") == MENDED
    assert [report.split(": ", 2)[0] for report in reports] == [
        f"docs/en/index.md:{line}" for line in (8, 8, 11, 17, 19, 19)
    ]
    assert reports[0] == "docs/en/index.md:8: a: 1.35 -> 1.25"
    assert fix(verify(root, cache=False)) == []
    assert [file.name for file in (root / "docs/en").iterdir()] == ["index.md"]


def test_both_languages_are_rewritten(project: MakeProject) -> None:
    page = "---\ntitle: A\nsnippet: demo\n---\n# A {#a}\n\n$a = \\claim{a}{1.35}$\n"
    root = project({"zh/index.md": page, "en/index.md": page}, {"demo": SNIPPET})
    fix(verify(root, cache=False))
    for lang in ("zh", "en"):
        assert r"\claim{a}{1.25}" in (root / f"docs/{lang}/index.md").read_text(encoding="utf-8")


BY_HAND = [
    ("another shape", r"\claim{demo.b}{1}"),
    ("no literal", r"\claim{demo.a}{1,250}"),
    ("half-way between two", r"\claim{demo.a}{1.3}"),
]


@pytest.mark.parametrize("tex", [case[1] for case in BY_HAND], ids=[case[0] for case in BY_HAND])
def test_what_digits_alone_cannot_mend_is_left(project: MakeProject, tex: str) -> None:
    page = f"# A\n\n${tex}$\n"
    root = project({"en/index.md": page}, {"demo": SNIPPET})
    (report,) = fix(verify(root, cache=False))
    assert report.startswith("docs/en/index.md:3: demo.")
    assert report.endswith(": mend by hand")
    assert (root / "docs/en/index.md").read_text(encoding="utf-8") == page


def test_unknown_names_and_broken_snippets_are_left(project: MakeProject) -> None:
    page = "# A\n\n$\\claim{demo.e}{1}$ and $\\claim{broken.a}{1}$\n"
    root = project(
        {"en/index.md": page}, {"demo": SNIPPET, "broken": '"""B."""\na = 2\nassert a == 1\n'}
    )
    assert fix(verify(root, cache=False)) == []
    assert (root / "docs/en/index.md").read_text(encoding="utf-8") == page


def test_the_command_says_what_it_did_and_what_is_left(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    root = project({"en/index.md": PAGE + "\n5\n"}, {"demo": SNIPPET})
    assert main(["--root", str(root), "fix"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "docs/en/index.md:8: a: 1.35 -> 1.25"
    assert lines[-1] == "1 more to mend by hand: `python -m verify check` lists them"


def test_the_command_says_when_nothing_is_to_do(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--root", str(project()), "fix"]) == 0
    out = capsys.readouterr().out
    assert out == "every claim that could be compared holds: nothing to rewrite\n"


def test_a_page_with_windows_line_ends(project: MakeProject) -> None:
    root = project({}, {"demo": SNIPPET})
    file: Path = root / "docs/en/index.md"
    file.write_bytes(b"# A\r\n\r\n$\\claim{demo.a}{1.35}$\r\n")
    assert len(fix(verify(root, cache=False))) == 1
    assert r"\claim{demo.a}{1.25}" in file.read_text(encoding="utf-8")
