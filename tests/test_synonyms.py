"""publish/synonyms.py: words that no page uses find the page nevertheless."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from publish.failure import RefusedError
from publish.synonyms import address, make_findable

GLOSSARY = {
    "skip": {
        "zh": "跳跃连接",
        "en": "skip connection",
        "also": {"en": ["skip"]},
        "wrong": ["residule"],
        "page": "basics/block.md",
    },
    "elsewhere": {"zh": "别处", "en": "elsewhere"},
}
PLACES = ("", "basics/block/", "basics/block/#names")


@pytest.fixture
def indices(tmp_path: Path) -> list[Path]:
    files = [tmp_path / f"{lang}.json" for lang in ("zh", "en")]
    for file in files:
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


def test_an_address_as_the_index_has_it() -> None:
    assert address("basics/block.md#names") == "basics/block/#names"
    assert address("basics/block.md") == "basics/block/"
    assert address("index.md") == ""
    assert address("practice/experiments/index.md#a") == "practice/experiments/#a"


def test_synonyms_are_tags_in_both_languages(tmp_path: Path, indices: list[Path]) -> None:
    write(tmp_path, "basics/block.md#names: [shortcut, 短路连接, shortcut]\nindex.md: [home]\n")
    make_findable(tmp_path, indices, GLOSSARY)
    for index in indices:
        found = tags(index)
        assert found["basics/block/#names"] == ["shortcut", "短路\u200b连接"]
        assert found[""] == ["home"]
        assert found["basics/block/"] == ["跳跃\u200b连接", "skip connection", "skip", "residule"]


def test_without_a_list_the_glossary_is_enough(tmp_path: Path, indices: list[Path]) -> None:
    make_findable(tmp_path, indices, GLOSSARY)
    assert "residule" in tags(indices[1])["basics/block/"]


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
    tmp_path: Path, indices: list[Path], text: str, line: int, expected: str
) -> None:
    write(tmp_path, text)
    with pytest.raises(RefusedError) as refused:
        make_findable(tmp_path, indices, GLOSSARY)
    (finding,) = refused.value.findings
    assert (finding.path, finding.line) == ("docs/synonyms.yml", line)
    assert expected in finding.message
