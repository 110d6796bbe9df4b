"""Digits and number words: what counts as one, what accounts for it, what the author is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ReadPage
from verify.digits import Names, page_digits, read_names, unaccounted, yaml_texts
from verify.snippets import Snippet, parse_snippet

NAMES = Names(
    {
        "ResNet-34": "model",
        "GPT-2": "model",
        "Python 3.11": "version",
        "7B": "size",
        "十分": '"very"',
    }
)

COUNTED = [
    ("5", ["5"]),
    ("1.25 and -0.5", ["1.25", "0.5"]),
    ("１２", ["１２"]),
    ("−5", ["5"]),
    ("13,781 or 13 781", ["13,781", "13", "781"]),
    ("1e-7", ["1", "7"]),
    ("95%", ["95"]),
    ("1/4, 3:2", ["1/4", "3:2"]),
    ("5–10 or 5~10", ["5", "10", "5", "10"]),
    ("-0", ["0"]),
    ("x² and H₂", ["²", "₂"]),
    ("½, ①, Ⅻ, ٣", ["½", "①", "Ⅻ", "٣"]),
    ("ten", ["ten"]),
    ("Twenty-five", ["Twenty-five"]),
    ("a dozen, hundreds, tenfold", ["dozen", "hundreds", "tenfold"]),
    ("a hundredth, the fortieth", ["hundredth", "fortieth"]),
    ("tens of thousands", ["tens", "thousands"]),
    ("the nineties", ["nineties"]),
    ("十层", ["十"]),
    ("二十多层，几百步", ["二十", "几百"]),
    ("三千万", ["三千万"]),
    ("百分之五", ["百"]),
    ("三成，两条路，第一", []),
    ("one, two, nine, ninth, half, twice", []),
    ("often, tent, attend, phone, intensity, manifold", []),
]


@pytest.mark.parametrize(("text", "found"), COUNTED, ids=[text for text, _ in COUNTED])
def test_what_counts(text: str, found: list[str]) -> None:
    assert sorted(unaccounted(text, Names())) == sorted(found)


NAMED = [
    ("ResNet-34 and GPT-2", []),
    ("ResNet-34。", []),
    ("（GPT-2）", []),
    ("ResNet-34-like", []),
    ("看 ResNet-34十分深", []),
    ("ResNet-345", ["345"]),
    ("XResNet-34", ["34"]),
    ("GPT-2.5", ["2.5"]),
    ("GPT-2 5", ["5"]),
    ("resnet-34", ["34"]),
    ("Python 3.11.7", ["3.11.7"]),
    ("Python 3.110", ["3.110"]),
    ("ResNet-34,5", ["34,5"]),
    ("7B", []),
    ("1.7B or 1,7B", ["1.7", "1,7"]),
]


@pytest.mark.parametrize(("text", "found"), NAMED, ids=[text for text, _ in NAMED])
def test_names(text: str, found: list[str]) -> None:
    assert list(unaccounted(text, NAMES)) == found


MESSAGES = [
    ("a 1.25", r"'1.25' in the text is not accounted for: claim it, $\claim{snippet.name}{1.25}$"),
    ("a 13,781", r"claim it, $\claim{snippet.name}{…}$"),
    ("| a |\n|---|\n| 5 |", r"'5' in a table is not accounted for: claim it, $\claim{"),
    ("# a 5", "'5' in a heading is not accounted for: say it without the number"),
    ("![a 5](b.png)", "'5' in a description is not accounted for: say it without the number"),
    ('[a](b.md "5")', "'5' in a title is not accounted for: say it without the number"),
    ("`a = 5`", "'5' in inline code is not accounted for: quote a line of a snippet word for word"),
    ("a 5", "or, if it is no number, name it in docs/names.yml"),
]


@pytest.mark.parametrize(("source", "message"), MESSAGES, ids=[source for source, _ in MESSAGES])
def test_messages(read: ReadPage, source: str, message: str) -> None:
    (finding,) = page_digits(read(source), NAMES, {})
    assert finding.line == source.count("\n") + 1
    assert message in finding.message


SNIPPETS: dict[str, Snippet] = {
    "a": parse_snippet(
        "a", "snippets/a.py", '"""A."""\nx = torch.ones(2, 3)\nn_max = 60\ny = 1e-6\n'
    )
}
QUOTES = [
    ("x = torch.ones(2, 3)", True),
    ("torch.ones(2, 3)", True),
    ("n_max = 60", True),
    ("y = 1e-6", True),
    ("n_max = 6", False),
    ("max = 60", False),
    ("x = torch.ones(2, 4)", False),
    ("ones(2, 3", True),
    ("60", False),
    ("2, 3", False),
    ("1e-6", False),
    ("= 60", False),
]


@pytest.mark.parametrize(("code", "accounted"), QUOTES, ids=[code for code, _ in QUOTES])
def test_inline_code_quotes_a_snippet(read: ReadPage, code: str, accounted: bool) -> None:
    found = page_digits(read(f"Some `{code}`."), Names(), SNIPPETS)
    assert (found == []) == accounted


NOT_RUN = [
    ('```python\n--8<-- "snippets/a.py"\n```', True),
    ("```output a\n```", True),
    ("<!-- not run: needs a network -->\n```sh\nmake serve\n```", True),
    ("<!-- not run: needs a network -->\n\n```sh\nmake serve PORT=8001\n```", True),
    ("```sh\nmake serve\n```", False),
    ("<!-- not run: -->\n```sh\nmake\n```", False),
    ("<!-- not run -->\n```sh\nmake\n```", False),
    ("<!-- not run: a -->\nWords.\n\n```sh\nmake\n```", False),
]


@pytest.mark.parametrize(("source", "accounted"), NOT_RUN, ids=[source for source, _ in NOT_RUN])
def test_code_has_a_program_or_a_reason(read: ReadPage, source: str, accounted: bool) -> None:
    found = page_digits(read(source), Names(), SNIPPETS)
    line = source[: source.index("```")].count("\n") + 1
    assert [finding.line for finding in found] == ([] if accounted else [line])
    assert all("code that no program proves: show a snippet with" in f.message for f in found)
    assert all("<!-- not run: reason -->" in f.message for f in found)


def write_names(root: Path, text: str) -> Names:
    (root / "docs").mkdir()
    (root / "docs" / "names.yml").write_text(text, encoding="utf-8")
    return read_names(root)


def test_names_are_read_as_they_are_written(tmp_path: Path) -> None:
    names = write_names(
        tmp_path, "# Models\nGPT-2: model\n1.10: version\n2015: a year\n十分: very\n"
    )
    assert names.findings == []
    assert list(unaccounted("GPT-2 1.10 2015 十分 1.1", names)) == ["1.1"]


REFUSED_NAMES = [
    ("a: b: c\n", 1, "is not valid YAML"),
    ("- GPT-2\n", 1, "expected lines of `name: value`"),
    ("GPT-2: a\n\nGPT-2: b\n", 3, "'GPT-2' stands here and on line 1: keep one"),
    ("# a\nGPT-2:\n", 2, "name 'GPT-2' needs a reason: `GPT-2: why`"),
    ("GPT-2: a\nGPT-3: 5\n", 2, "name 'GPT-3' needs a reason: `GPT-3: why`"),
    ("GPT-2: a\nBERT: model\n", 2, "name 'BERT' holds neither a digit nor a number word"),
]


@pytest.mark.parametrize(("text", "line", "message"), REFUSED_NAMES)
def test_names_refused(tmp_path: Path, text: str, line: int, message: str) -> None:
    (finding,) = write_names(tmp_path, text).findings
    assert (finding.path, finding.line) == ("docs/names.yml", line)
    assert message in finding.message


def test_no_names_file(tmp_path: Path) -> None:
    assert read_names(tmp_path) == Names()


def test_texts_of_yaml() -> None:
    text = (
        "site: !ENV [NAME, x]\nquestions:\n  - q: 5 layers\n    key: not 6\n    a:\n      zh: |\n"
        "        one\n\n        has 7\n      en: >\n        eight\n        9\n"
    )
    found = [(t.text, t.line) for t in yaml_texts("docs/questions/a.yml", text, ("q", "a"))]
    assert found == [("5 layers", 3), ("one", 7), ("has 7", 9), ("eight", 11), ("9", 12)]
