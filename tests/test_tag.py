"""Tags: what is proposed for the numbers of a page, and what is written into it and its twin."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeProject
from verify.__main__ import main
from verify.check import verify
from verify.tag import tag

PROGRAM = """\
\"\"\"A.\"\"\"

n = 20
a = 0.5
remaining = a**n
x = [1.5, -2.5]
ratio = 7.3
"""
SHOWN = '\n```python\n--8<-- "snippets/a.py"\n```\n'
EN, ZH = "docs/en/index.md", "docs/zh/index.md"


def proposals(root: Path, *, write: bool = False) -> list[str]:
    return tag(EN, verify(root), write=write)


def page(text: str) -> str:
    return f"---\ntitle: A\nsnippet: a\n---\n\n# A\n\n{text}\n{SHOWN}"


SMALL = r"9.5\times10^{-7}"
FOUND = [
    ("After 20 layers.", [r"20 -> $\claim{n}{20}$"]),
    ("After $20$ layers.", [r"20 -> \claim{n}{20}"]),
    (r"Here $a = 0.5$.", [r"0.5 -> \claim{a}{0.5}"]),
    (r"So $r \approx 9.5\times10^{-7}$.", [rf"{SMALL} -> \claim{{remaining}}{{{SMALL}}}"]),
    (r"And $x = [1.5,\ -2.5]$.", [r"[1.5,\ -2.5] -> \claim{x}{[1.5,\ -2.5]}"]),
    ("A value of -2.5 here.", [r"-2.5 -> $\claim{x[1]}{-2.5}$"]),
    ("| a |\n|---|\n| 1.5 |", [r"1.5 -> $\claim{x[0]}{1.5}$"]),
    ("> Quoted: 20 layers.", [r"20 -> $\claim{n}{20}$"]),
    ("20 and 20.", [r"20 -> $\claim{n}{20}$", r"20 -> $\claim{n}{20}$"]),
    ("`n = 20` is 20.", [r"20 -> $\claim{n}{20}$"]),
    (r"$\claim{n}{20}$ is 20.", [r"20 -> $\claim{n}{20}$"]),
    ("[20](b.md) is in [b](20.md).", [r"20 -> $\claim{n}{20}$"]),
    ("GPT-20 has 20.", [r"20 -> $\claim{n}{20}$"]),
    ("Between 7 and 8 lies 7.3.", [r"7.3 -> $\claim{ratio}{7.3}$"]),
    (r"Here $a = \claim{a}{0.5}$.", []),
    (r"A sum $x + 20$.", []),
    ("Nothing has 21.", []),
    ("At 9.9 or 20.5.", []),
    ("## Heading of 20 {#h}", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), FOUND, ids=[text for text, _ in FOUND])
def test_proposals(project: MakeProject, text: str, found: list[str]) -> None:
    root = project({"en/index.md": page(text)}, {"a": PROGRAM}, names="GPT-20: a model\n")
    nothing = [f"{EN}: no untagged number equals a value of the page's snippets"]
    lines = [line.replace(f"{EN}:8: ", "").replace(f"{EN}:10: ", "") for line in proposals(root)]
    assert lines == (found or nothing)


def test_a_proposal_has_its_line(project: MakeProject) -> None:
    root = project({"en/index.md": page("Words.\n\nAfter 20 layers.")}, {"a": PROGRAM})
    assert proposals(root) == [rf"{EN}:10: 20 -> $\claim{{n}}{{20}}$"]


def test_without_a_default_snippet_the_name_is_full(project: MakeProject) -> None:
    root = project({"en/index.md": f"# A\n\nAfter 20 layers.\n{SHOWN}"}, {"a": PROGRAM})
    assert proposals(root) == [rf"{EN}:3: 20 -> $\claim{{a.n}}{{20}}$"]


def test_what_is_written_holds(project: MakeProject) -> None:
    text = "After 20 layers 20, and $a = 0.5$; 21 stays.\n\n| a |\n|---|\n| 1.5 |"
    root = project({"en/index.md": page(text)}, {"a": PROGRAM})
    assert proposals(root, write=True)[-1] == f"{EN}: 4 written"
    written = (root / EN).read_text(encoding="utf-8")
    assert written == page(
        r"After $\claim{n}{20}$ layers $\claim{n}{20}$, and $a = \claim{a}{0.5}$; 21 stays."
        "\n\n| a |\n|---|\n| $\\claim{x[0]}{1.5}$ |"
    )
    claims = verify(root, cache=False).claims[EN]
    assert [(claim.name, claim.literal) for claim in claims if claim.target] == [
        ("n", "20"), ("n", "20"), ("a", "0.5"), ("x[0]", "1.5"),
    ]  # fmt: skip


def test_the_twin_is_written_too(project: MakeProject) -> None:
    pages = {"en/index.md": page("After 20 layers."), "zh/index.md": page("20 层之后。")}
    root = project(pages, {"a": PROGRAM})
    assert sorted(proposals(root, write=True)[1:]) == [f"{EN}: 1 written", f"{ZH}: 1 written"]
    assert (root / ZH).read_text(encoding="utf-8") == page(r"$\claim{n}{20}$ 层之后。")


def test_a_twin_that_says_something_else_is_left_alone(project: MakeProject) -> None:
    pages = {"en/index.md": page("After 20 layers."), "zh/index.md": page("二十层之后，0.5。")}
    root = project(pages, {"a": PROGRAM})
    assert f"{ZH}: 0 written" in proposals(root, write=True)
    assert (root / ZH).read_text(encoding="utf-8") == pages["zh/index.md"]


def test_several_candidates_are_only_proposed(project: MakeProject) -> None:
    root = project({"en/index.md": page("After 20 layers.")}, {"a": PROGRAM + "m = 20\n"})
    assert proposals(root, write=True) == [
        rf"{EN}:8: 20 -> $\claim{{n}}{{20}}$  (or m)",
        f"{EN}: 0 written",
    ]
    assert "After 20 layers." in (root / EN).read_text(encoding="utf-8")


def test_many_candidates_are_not_all_listed(project: MakeProject) -> None:
    many = "".join(f"m{i} = 20\n" for i in range(9))
    root = project({"en/index.md": page("After 20 layers.")}, {"a": PROGRAM + many})
    assert proposals(root) == [rf"{EN}:8: 20 -> $\claim{{n}}{{20}}$  (or m0, m1, m2, m3, … 5 more)"]


def test_a_snippet_that_is_missing_or_fails_proposes_nothing(project: MakeProject) -> None:
    root = project({"en/index.md": page("After 20 layers.").replace("snippet: a", "snippet: b")})
    assert "no untagged number" in proposals(root)[0]
    root = project(snippets={"a": PROGRAM + "assert n == 3\n"})
    assert "no untagged number" in proposals(root)[0]


def test_the_command(project: MakeProject, capsys: pytest.CaptureFixture[str]) -> None:
    root = project({"en/index.md": page("After 20 layers.")}, {"a": PROGRAM})
    assert main(["--root", str(root), "tag", EN]) == 0
    assert capsys.readouterr().out == rf"{EN}:8: 20 -> $\claim{{n}}{{20}}$" + "\n"
    assert "After 20" in (root / EN).read_text(encoding="utf-8")
    assert main(["--root", str(root), "tag", "--write", EN]) == 0
    assert "After $" in (root / EN).read_text(encoding="utf-8")


def test_the_command_names_the_pages_there_are(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--root", str(project()), "tag", "docs/en/no.md"]) == 1
    assert f"no page docs/en/no.md: give one of {EN}" in capsys.readouterr().err
