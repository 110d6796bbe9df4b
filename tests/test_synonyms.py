"""publish/synonyms.py: words that no page uses find the page nevertheless."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from publish.failure import RefusedError
from publish.synonyms import address, make_findable

LEDGER = {
    "glossary": {
        "skip": {
            "zh": "跳跃连接",
            "en": "skip connection",
            "also": {"en": ["skip"]},
            "wrong": ["residule"],
            "page": "basics/block.md",
        },
        "elsewhere": {"zh": "别处", "en": "elsewhere"},
    },
    "questions": [
        {
            "id": "why",
            "topics": ["sums", "more"],
            "words": {"zh": {"also": ["为何相加"]}, "en": {"also": ["what for"]}},
        },
    ],
}
ASKED = "answers/interview/sums/#why"
PLACES = ("", "basics/block/", "basics/block/#names", "answers/interview/#why", ASKED)


@pytest.fixture
def indices(tmp_path: Path) -> dict[str, Path]:
    files = {lang: tmp_path / f"{lang}.json" for lang in ("zh", "en")}
    for file in files.values():
        docs = [{"location": place, "title": "t", "text": "x"} for place in PLACES]
        file.write_text(json.dumps({"config": {"lang": ["en"]}, "docs": docs}), encoding="utf-8")
    return files


def write(root: Path, text: str) -> None:
    (root / "docs").mkdir()
    (root / "docs" / "synonyms.yml").write_text(text, encoding="utf-8")


def tags(index: Path) -> dict[str, Any]:
    content = json.loads(index.read_text(encoding="utf-8"))
    assert content["config"] == {"lang": ["en"]}
    return {doc["location"]: doc.get("tags") for doc in content["docs"]}


def test_no_line_of_a_result_begins_with_a_stop(indices: dict[str, Path], tmp_path: Path) -> None:
    """Spaces that nobody sees part words, and lines can break there."""
    entry = {"location": "", "title": "（\u200b残差\u200b连接\u200b）", "text": "相加\u200b。"}
    indices["zh"].write_text(json.dumps({"docs": [entry]}), encoding="utf-8")
    make_findable(tmp_path, {"zh": indices["zh"]}, {})
    (found,) = json.loads(indices["zh"].read_text(encoding="utf-8"))["docs"]
    assert found == {"location": "", "title": "（残差\u200b连接）", "text": "相加。"}


def test_an_address_as_the_index_has_it() -> None:
    assert address("basics/block.md#names") == "basics/block/#names"
    assert address("basics/block.md") == "basics/block/"
    assert address("index.md") == ""
    assert address("practice/experiments/index.md#a") == "practice/experiments/#a"


def test_synonyms_are_tags_in_both_languages(tmp_path: Path, indices: dict[str, Path]) -> None:
    write(tmp_path, "basics/block.md#names: [shortcut, 短路连接, shortcut]\nindex.md: [home]\n")
    make_findable(tmp_path, indices, LEDGER)
    for index in indices.values():
        found = tags(index)
        assert found["basics/block/#names"] == ["shortcut", "短路\u200b连接"]
        assert found[""] == ["home"]
        assert found["basics/block/"] == ["跳跃\u200b连接", "skip connection", "skip", "residule"]


def test_without_a_list_the_glossary_is_enough(tmp_path: Path, indices: dict[str, Path]) -> None:
    make_findable(tmp_path, indices, LEDGER)
    assert "residule" in tags(indices["en"])["basics/block/"]


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("index.md: [home]\nbasics/gone.md: [a]\n", 2, "the site has no basics/gone/"),
        ("basics/block.md#gone: [a]\n", 1, "the site has no basics/block/#gone"),
        ("index.md: home\n", 1, "expected a list of words"),
        ("index.md: [1]\n", 1, "expected a list of words"),
        ("index.md: [a]\nindex.md: [b]\n", 2, "keep one"),
    ],
)
def test_bad_input(
    tmp_path: Path, indices: dict[str, Path], text: str, line: int, expected: str
) -> None:
    write(tmp_path, text)
    with pytest.raises(RefusedError) as refused:
        make_findable(tmp_path, indices, LEDGER)
    (finding,) = refused.value.findings
    assert (finding.path, finding.line) == ("docs/synonyms.yml", line)
    assert expected in finding.message


def test_a_list_that_is_no_text(tmp_path: Path, indices: dict[str, Path]) -> None:
    write(tmp_path, "")
    (tmp_path / "docs" / "synonyms.yml").write_bytes(b"index.md: [\xff]\n")
    with pytest.raises(RefusedError, match="is not UTF-8 text"):
        make_findable(tmp_path, indices, LEDGER)


def test_a_question_is_found_by_its_other_wordings(
    tmp_path: Path, indices: dict[str, Path]
) -> None:
    make_findable(tmp_path, indices, LEDGER)
    for place in ("answers/interview/#why", ASKED):
        found = {lang: tags(index)[place] for lang, index in indices.items()}
        assert found == {"zh": ["为何\u200b相加"], "en": ["what for"]}
