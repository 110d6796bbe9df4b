"""The self-test's schedule, and what it takes for progress of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from verify.node import NodeProgram

HERE = Path(__file__).parent
SCHEDULE = HERE.parent / "theme" / "assets" / "self-test" / "schedule.js"
DAY = 24 * 60 * 60 * 1000
NOW = 1_700_000_000_000
Call = Callable[..., Any]


@pytest.fixture(scope="module")
def call() -> Iterator[Call]:
    """Call a function of schedule.js: its value, or the name of its error."""
    with NodeProgram(HERE / "schedule.mjs", str(SCHEDULE)) as node:

        def ask(name: str, *values: Any) -> Any:
            answer = node.ask({"call": name, "with": values})
            return answer.get("error") or answer["gives"]

        yield ask


def card(box: int, due: int, seen: int = NOW) -> dict[str, int]:
    return {"box": box, "due": due, "seen": seen}


def test_what_is_known_comes_later_each_time(call: Call) -> None:
    days = []
    found = None
    for _ in range(7):
        found = call("graded", found, True, NOW)
        days.append((found["due"] - NOW) // DAY)
    assert days == [1, 3, 7, 16, 35, 35, 35]


def test_what_is_not_known_begins_anew(call: Call) -> None:
    assert call("graded", card(4, NOW), False, NOW + 5) == card(0, NOW + 5, NOW + 5)


def test_due_ones_come_first_then_new_ones(call: Call) -> None:
    cards = {"a": card(2, NOW + DAY), "b": card(0, NOW), "d": card(1, NOW - DAY)}
    assert call("inOrder", ["a", "b", "c", "d", "e"], cards, NOW) == ["b", "d", "c", "e", "a"]


def test_a_draw_has_no_question_twice(call: Call) -> None:
    ids = [f"q{i}" for i in range(30)]
    found = call("drawn", ids, 10)
    assert len(set(found)) == 10 and set(found) <= set(ids)
    assert sorted(call("drawn", ids[:4], 10)) == ids[:4]
    assert any(call("drawn", ids, 10) != found for _ in range(5))


def test_the_newer_record_counts(call: Call) -> None:
    one = {"a": card(1, 1, 10), "b": card(1, 1, 10)}
    other = {"a": card(2, 2, 20), "b": card(2, 2, 5), "c": card(0, 0, 1)}
    assert call("merged", one, other) == {"a": other["a"], "b": one["b"], "c": other["c"]}


def test_what_is_written_is_read_again(call: Call) -> None:
    cards = {"a": card(1, NOW), "b-2": card(0, NOW + DAY)}
    assert call("read", call("written", cards)) == cards


def ours(**changes: Any) -> str:
    data = {"format": "residual-connections/self-test", "version": 1, "cards": {}}
    return json.dumps(data | changes)


REFUSED = [
    ("", "NotOurs"),
    ("not JSON", "NotOurs"),
    ("null", "NotOurs"),
    ("[]", "NotOurs"),
    ("{}", "NotOurs"),
    (ours(format="anki"), "NotOurs"),
    (ours(version=2), "FromNewer"),
    (ours(version=0), "NotOurs"),
    (ours(version="1"), "NotOurs"),
    (ours(cards=[]), "NotOurs"),
    (ours(cards={"<img src=x>": card(1, NOW)}), "NotOurs"),
    (ours(cards={"a": None}), "NotOurs"),
    (ours(cards={"a": {"box": 1, "due": NOW}}), "NotOurs"),
    (ours(cards={"a": card(6, NOW)}), "NotOurs"),
    (ours(cards={"a": card(-1, NOW)}), "NotOurs"),
    (ours(cards={"a": {"box": "1", "due": NOW, "seen": NOW}}), "NotOurs"),
    (ours(cards={"a": {"box": 1, "due": "<b>", "seen": NOW}}), "NotOurs"),
    (ours(cards={"a": {"box": 1, "due": 1e300, "seen": NOW}}), "NotOurs"),
]


@pytest.mark.parametrize(("text", "error"), REFUSED)
def test_what_is_not_ours(call: Call, text: str, error: str) -> None:
    assert call("read", text) == error


BEGUN = {"ids": ["a", "b", "c"], "at": 1, "knew": ["a"], "again": []}


def test_a_round_goes_on(call: Call) -> None:
    text = json.dumps(BEGUN | {"more": "<b>"})
    assert call("resumed", text, ["c", "b", "a", "d"]) == BEGUN


@pytest.mark.parametrize(
    "changes",
    [
        {"ids": []}, {"ids": "abc"}, {"ids": ["a", "gone", "c"]}, {"at": 3}, {"at": -1},
        {"at": "1"}, {"at": 0.5}, {"knew": ["gone"]}, {"knew": None}, {"again": {}},
    ],
)  # fmt: skip
def test_a_round_that_cannot_go_on(call: Call, changes: dict[str, Any]) -> None:
    assert call("resumed", json.dumps(BEGUN | changes), ["a", "b", "c"]) is None


@pytest.mark.parametrize("text", [None, "", "null", "[]", "no JSON"])
def test_no_round(call: Call, text: str | None) -> None:
    assert call("resumed", text, ["a"]) is None


def test_only_what_is_known_is_kept(call: Call) -> None:
    assert call("read", ours(cards={"a": card(1, NOW) | {"more": "<b>"}})) == {"a": card(1, NOW)}
