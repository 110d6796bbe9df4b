"""docs/references.yml: works and their figures, with lines, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import figures
from verify.references import parse_references, read_references

ROOT = Path(__file__).parent.parent

WORKS = """\
# A comment.
he2015:
  authors: [Kaiming He]
  year: 2015
  title: Deep Residual Learning
  figures:
    plain34_top1: {value: 28.50, where: Table 2}
    params:
      value: "1.7"
      unit: M
      where: Table 6

veit2016:
  authors: [Andreas Veit]
  year: 2016
  title: Residual Networks Behave Like Ensembles
"""
WORK = "a1:\n  authors: [B]\n  year: 2015\n  title: C\n"


def test_works_and_figures() -> None:
    references = parse_references(WORKS)
    assert references.findings == []
    assert list(references.works) == ["he2015", "veit2016"]
    assert references.lines == {
        "he2015": 2,
        "he2015.plain34_top1": 7,
        "he2015.params": 8,
        "veit2016": 13,
    }
    figure = references.figure("he2015.plain34_top1")
    assert figure == {"value": "28.50", "where": "Table 2"}, "the value stays as it is written"
    assert references.works["veit2016"]["figures"] == {}


@pytest.mark.parametrize("name", ["he2015", "he2015.other", "veit2016.params", "other.params", ""])
def test_figures_that_are_not_there(name: str) -> None:
    assert parse_references(WORKS).figure(name) is None


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_an_empty_file(text: str) -> None:
    references = parse_references(text)
    assert (references.works, references.findings) == ({}, [])


def figure(text: str) -> str:
    return f"{WORK}  figures:\n    f: {text}\n"


REFUSED = [
    ("no YAML", f"{WORK}  venue: a: b\n", 5, "put text with `: `, `#` or a leading sign in quotes"),
    ("unclosed bracket", "a1:\n  authors: [B\n  year: 1\n", 3, "is not valid YAML"),
    ("a tab", "a1:\n\tyear: 1\n", 2, "cannot start any token"),
    ("a control character", "a1:\n  title: \x07\n", 2, "a character #x0007"),
    ("a list", "- a1\n", 1, "expected lines of `name: value`"),
    ("a key twice", f"{WORK}a1: {{}}\n", 5, "'a1' stands here and on line 1: keep one"),
    (
        "a figure twice",
        f"{WORK}  figures:\n    f: {{value: 1, where: D}}\n    f: {{value: 2, where: E}}\n",
        7,
        "'f' stands here and on line 6: keep one",
    ),
    ("a key with capitals", WORK.replace("a1", "He-2015"), 1, "use small letters, digits and _"),
    ("a work that is text", f"{WORK}b2: He et al.\n", 5, "b2 must have authors, year, title"),
    ("no title", WORK.replace("  title: C\n", ""), 1, "a1 has no title: add `title: …`"),
    ("an empty title", WORK.replace("C\n", "\n"), 1, "a1 has no title: add `title: …`"),
    ("figures as a list", f"{WORK}  figures: [1]\n", 1, "figures of a1: write lines of `name: "),
    ("a figure's name", figure("").replace("f: ", "34: {value: 1, where: D}"), 6, "begin with"),
    ("a bare figure", figure("28.54"), 6, "a1.f needs `value:` and `where:` (table, figure or"),
    ("no place", figure("{value: 28.54}"), 6, "a1.f needs `value:` and `where:`"),
    ("no value", figure("{where: Table 2}"), 6, "a1.f needs `value:` and `where:`"),
    ("a unit in the value", figure("{value: 28.54%, where: D}"), 6, "the unit goes to `unit:`"),
    ("a range", figure("{value: 5-6, where: D}"), 6, "a1.f: value '5-6' is not a number"),
    ("NaN", figure("{value: .nan, where: D}"), 6, "a1.f: value '.nan' is not a number"),
    ("a list of values", figure("{value: [1, 2], where: D}"), 6, "a1.f: value '[1, 2]' is not a"),
    ("full-width digits", figure("{value: ２, where: D}"), 6, "a1.f: value '２' is not a number"),
    ("a sexagesimal number", figure("{value: 12:30, where: D}"), 6, "a1.f: value '12:30' is not a"),
    ("no value at all", figure("{value: , where: D}"), 6, "a1.f: value '' is not a number"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "message"), [case[1:] for case in REFUSED], ids=[c[0] for c in REFUSED]
)
def test_refused(text: str, line: int, message: str) -> None:
    (finding,) = parse_references(text).findings
    assert (finding.path, finding.line) == ("docs/references.yml", line)
    assert message in finding.message


@pytest.mark.parametrize("value", ["-0.5", "28.50", "13781", "9.54e-7", "'1.7'"])
def test_numbers_that_pass(value: str) -> None:
    references = parse_references(figure(f"{{value: {value}, where: D}}"))
    assert references.findings == []
    assert references.works["a1"]["figures"]["f"]["value"] == value.strip("'")


def test_no_file_is_no_works(tmp_path: Path) -> None:
    assert read_references(tmp_path).works == {}


def test_a_file_that_is_no_utf8(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "references.yml").write_bytes(b"a1: r\xe9sidu\n")
    (finding,) = read_references(tmp_path).findings
    assert str(finding) == "docs/references.yml:1: is not UTF-8 text (byte 5): save it as UTF-8"


def test_a_first_version_is_dated_as_its_number_on_arxiv() -> None:
    """2512.24880 was submitted in the twelfth month of 2025."""
    dated = 0
    for key, work in read_references(ROOT).works.items():
        date = work["figures"].get("date", {})
        if date.get("where") == "arXiv":
            number = work["arxiv"]
            assert date["value"] == f"20{number[:2]}.{number[2:4]}", key
            dated += 1
    assert dated > 20


def test_figures_quote_works_as_they_are_written() -> None:
    value = figures.values({"references": parse_references(WORKS).works, "snippets": {}})
    assert value("he2015.plain34_top1") == "28.50"
    with pytest.raises(LookupError, match=r"veit2016\.params: docs/references\.yml has no such"):
        value("veit2016.params")
