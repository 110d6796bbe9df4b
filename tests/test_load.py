"""tests/load.py reads what its script prints; the script itself runs in `make load`."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from tests.load import STEP, read_output, spread

OUTPUT = """Running 30s test @ http://127.0.0.1:1/
1 0 98
1 {late} 2
2 0 49
2 0 51
errors 3 requests 200
"""


def test_the_spread_of_answers() -> None:
    late = round(math.log(20) / math.log(STEP))  # two of a hundred take twenty times as long
    spreads, errors, requests = read_output(OUTPUT.format(late=late), ["a/", "b/"])
    assert (errors, requests) == (3, 200)
    everything, first, second = spreads
    assert (everything.page, first.page, second.page) == ("", "a/", "b/")
    assert (second.median, second.p99, second.ratio) == (1, 1, 1)
    assert first.median == 1
    assert first.ratio == pytest.approx(20, rel=0.01)
    assert everything.ratio == 1  # one of a hundred


def test_the_share_is_counted_by_answers() -> None:
    found = spread("a/", Counter({0: 1, 100: 50, 200: 49}))
    assert found.median == pytest.approx(STEP**100)
    assert found.p99 == pytest.approx(STEP**200)


def test_a_page_without_answers_is_an_error() -> None:
    with pytest.raises(SystemExit, match="no answer for c/"):
        read_output(OUTPUT.format(late=1), ["a/", "b/", "c/"])
