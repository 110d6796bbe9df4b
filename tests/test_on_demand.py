"""publish/on_demand.py: what a page says only when it is asked stands in a file of its own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from publish.on_demand import moved_out, put_back

ENTRIES = '{"labels": {"a": "&lt;b&gt;"}, "entries": {"x": {"rows": {}}}}'
LEDGER = f'<template id="ledger">{ENTRIES}</template>'
BUTTON = '<button class="copy" data-clipboard-text="{}">Copy</button>'
ONE, OTHER = "a = &quot;1&quot;&#10;&#9;b &lt; c", "two"
BUTTONS = BUTTON.format(ONE) + BUTTON.format(OTHER) + BUTTON.format(ONE)
PAGE = f"<body><article>{BUTTONS}</article><footer>{LEDGER}</footer></body>"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    return tmp_path


def test_a_page_names_the_file_that_has_its_entries_and_texts_once(site: Path) -> None:
    html = moved_out(site, PAGE, "../")
    (file,) = (site / "assets").iterdir()
    assert re.fullmatch(r"on-demand\.[0-9a-f]{10}\.json", file.name)
    assert html.count(f'<template id="ledger" data-src="../assets/{file.name}"></template>') == 1
    assert "clipboard-text" not in html
    assert "rows" not in html
    assert re.findall(r'data-copies="(\d)"', html) == ["0", "1", "0"]
    content = json.loads(file.read_text(encoding="utf-8"))
    assert content["texts"] == ['a = "1"\n\tb < c', "two"]
    assert content["ledger"]["labels"] == {"a": "<b>"}
    assert list(content["ledger"]["entries"]) == ["x"]


def test_from_a_disk_the_page_has_all_of_it_again(site: Path) -> None:
    assert put_back(site, moved_out(site, PAGE, "")) == PAGE


def test_texts_alone_are_moved_too(site: Path) -> None:
    html = moved_out(site, PAGE.replace(LEDGER, ""), "")
    assert "clipboard-text" not in html
    assert put_back(site, html).count(BUTTON.format(ONE)) == 2


def test_a_page_that_says_nothing_more_needs_no_file(site: Path) -> None:
    assert moved_out(site, "<body><p>x</p></body>", "") == "<body><p>x</p></body>"
    assert list((site / "assets").iterdir()) == []
