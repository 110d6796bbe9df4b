"""Each language stays itself: Chinese on other pages and wrong renderings of terms are errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeProject, ReadPage
from verify.check import verify
from verify.language import Glossary, language_findings, missing_pages, read_glossary

TERM = "mapping:\n  zh: 恒等映射\n  en: identity mapping\n  wrong: [同一映射, sameness map]\n"
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def glossary(tmp_path: Path) -> Glossary:
    return written(tmp_path, TERM)


def written(root: Path, text: str, languages: tuple[str, ...] = ("zh", "en")) -> Glossary:
    (root / "docs").mkdir(exist_ok=True)
    (root / "docs" / "glossary.yml").write_text(text, encoding="utf-8")
    return read_glossary(root, languages)


CHINESE = [
    ("Some 残差 here.", "残差"),
    ("Some words，and more.", "，"),
    ("# A 块 {#a}", "块"),
    ("![A 图](a.svg)", "图"),
    ('<span title="图">a</span>', "图"),
    ("| 表 |\n|---|\n| a |", "表"),
    ("---\ntitle: 题\n---\n\n# A", "题"),
    (r"$x \text{ 是 } y$", "是"),
    ("[链接](a.md)", "链接"),
]


@pytest.mark.parametrize(("source", "chinese"), CHINESE, ids=[source for source, _ in CHINESE])
def test_chinese_on_an_english_page(read: ReadPage, source: str, chinese: str) -> None:
    (finding,) = language_findings([read(source)], Glossary())
    assert finding.message == f"{chinese!r} on a page in 'en': translate it"


def test_a_finding_has_its_line(read: ReadPage) -> None:
    (finding,) = language_findings([read("# A\n\nWords.\n\nSome 残差 here.\n")], Glossary())
    assert (finding.path, finding.line) == ("docs/en/page.md", 5)


def test_chinese_where_it_belongs(read: ReadPage) -> None:
    assert language_findings([read("# 残差，连接", "docs/zh/page.md")], Glossary()) == []
    assert language_findings([read("# 残差，連接", "docs/zh-TW/page.md")], Glossary()) == []
    assert language_findings([read("# 残差接続", "docs/ja/page.md")], Glossary()) == []
    assert language_findings([read("See `残差` in code.")], Glossary()) == []


WRONG = [
    (
        "docs/zh/page.md",
        "这是同一映射。",
        "'同一映射': the term is '恒等映射' (see docs/glossary.yml)",
    ),
    ("docs/zh/page.md", "# 同一映射 {#a}", "'同一映射': the term is '恒等映射'"),
    ("docs/zh/page.md", r"$\text{同一映射}$", "'同一映射': the term is '恒等映射'"),
    ("docs/en/page.md", "A sameness map.", "'sameness map': the term is 'identity mapping'"),
    ("docs/en/page.md", "A Sameness Map.", "'sameness map': the term is 'identity mapping'"),
    ("docs/en/page.md", "sameness map", "'sameness map': the term is 'identity mapping'"),
    ("docs/zh/page.md", "即 sameness map。", "'sameness map': the term is '恒等映射'"),
]


@pytest.mark.parametrize(("path", "source", "message"), WRONG)
def test_wrong_renderings(
    read: ReadPage, glossary: Glossary, path: str, source: str, message: str
) -> None:
    (finding,) = language_findings([read(source, path)], glossary)
    assert message in finding.message


QUOTED = [
    ("docs/zh/page.md", "有人写作“同一映射”。"),
    ("docs/zh/page.md", "有人写作「同一映射」。"),
    ("docs/en/page.md", "Some call it “sameness map”."),
    ("docs/en/page.md", "An identity mapping."),
    ("docs/en/page.md", "`sameness map` in code."),
]


@pytest.mark.parametrize(("path", "source"), QUOTED)
def test_renderings_quoted_as_such(
    read: ReadPage, glossary: Glossary, path: str, source: str
) -> None:
    assert language_findings([read(source, path)], glossary) == []


def test_every_occurrence_is_found(read: ReadPage, glossary: Glossary) -> None:
    source = "Not “sameness map”, but a sameness map, or sameness map."
    assert len(language_findings([read(source)], glossary)) == 2


REFUSED = [
    ("a: b: c\n", 1, "is not valid YAML"),
    ("- a\n", 1, "expected lines of `name: value`"),
    (f"{TERM}mapping:\n  zh: 一\n  en: a\n", 5, "'mapping' stands here and on line 1: keep one"),
    (f"{TERM}block:\n  en: block\n", 5, "block needs a name in every language: zh, en"),
    (f"{TERM}block: block\n", 5, "block needs a name in every language: zh, en"),
    (f"{TERM}block:\n  zh: 块\n  en:\n", 5, "block needs a name in every language: zh, en"),
    (
        f"{TERM}block:\n  zh: 块\n  en: block\n  wrong: brick\n",
        5,
        "`wrong:` is a list of renderings",
    ),
    (f"{TERM}block:\n  zh: 块\n  en: block\n  wrong: [5]\n", 5, "`wrong:` is a list of renderings"),
    (f"{TERM}block:\n  zh: 块\n  en: block\n  short: {{zh: 一}}\n", 5, "`short:` says in every"),
    (f"{TERM}block:\n  zh: 块\n  en: block\n  also: [一]\n", 5, "`also:` lists other forms"),
    (f"{TERM}block:\n  zh: 块\n  en: block\n  also: {{zh: 一}}\n", 5, "`also:` lists other"),
]


@pytest.mark.parametrize(("text", "line", "message"), REFUSED)
def test_glossaries_refused(tmp_path: Path, text: str, line: int, message: str) -> None:
    (finding,) = written(tmp_path, text).findings
    assert (finding.path, finding.line) == ("docs/glossary.yml", line)
    assert message in finding.message


def test_a_glossary_that_is_not_utf_8(tmp_path: Path) -> None:
    written(tmp_path, TERM)
    (tmp_path / "docs" / "glossary.yml").write_bytes("a: é".encode("latin-1"))
    (finding,) = read_glossary(tmp_path, ("zh", "en")).findings
    assert finding.message == "is not UTF-8 text (byte 3): save it as UTF-8"


def test_no_glossary(tmp_path: Path) -> None:
    assert read_glossary(tmp_path, ("zh", "en")) == Glossary()


def test_other_languages(tmp_path: Path, read: ReadPage) -> None:
    text = "rate:\n  fr: taux\n  de: Zinssatz\n  wrong: [pourcentage]\n"
    glossary = written(tmp_path, text, ("fr", "de"))
    assert glossary.findings == []
    (finding,) = language_findings([read("Un pourcentage.", "docs/fr/page.md")], glossary)
    assert "'pourcentage': the term is 'taux'" in finding.message


def test_the_site_s_own_glossary() -> None:
    glossary = read_glossary(ROOT, ("zh", "en"))
    assert glossary.findings == []
    assert glossary.wrong


def test_check_reads_it(project: MakeProject) -> None:
    root = project({"en/index.md": "# A\n\nA sameness map.\n"})
    written(root, TERM)
    assert [str(finding) for finding in verify(root).findings] == [
        "docs/en/index.md:3: 'sameness map': the term is 'identity mapping' (see docs/glossary.yml)"
    ]


def test_a_term_explained_on_no_page(read: ReadPage, tmp_path: Path) -> None:
    glossary = written(tmp_path, f"{TERM}  page: basics/block.md\n")
    (finding,) = missing_pages([read("# A")], glossary)
    assert (finding.path, finding.line) == ("docs/glossary.yml", 1)
    assert "no page 'basics/block.md'" in finding.message
    assert missing_pages([read("# A", "docs/en/basics/block.md")], glossary) == []
