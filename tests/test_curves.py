"""Charts of measured curves: numbers as printed, names that stand apart, words for each."""

from __future__ import annotations

from itertools import pairwise

import pytest

from figures.curves import CHARTS, HEIGHT, LABELS, LINE, NAME, Curve, apart, printed, scale
from figures.kit import Quote


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0"),
        (6, "6"),
        (1.0, "1.0"),
        (24.9, "25"),
        (0.0798, "0.080"),
        (2375.4, "2375"),
        (1e-10, "1.0 × 10⁻¹⁰"),
        (1.2e7, "1.2 × 10⁷"),
    ],
)
def test_printed(number: float, text: str) -> None:
    assert printed(number) == text


def test_a_scale_runs_from_end_to_end_either_way() -> None:
    assert scale([1.0, 10.0, 100.0], True, [1.0, 100.0]) == [0, 0.5, 1]
    assert scale([1.0, 0.1, 0.01], True, [1.0, 0.01]) == pytest.approx([0, 0.5, 1])
    assert scale([0.0, 1.0, 4.0], False, [0.0, 4.0]) == [0, 0.25, 1]


@pytest.mark.parametrize("ends", [[1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.5], [0.2, 0.9]])
def test_names_stand_apart_and_beside_the_plot(ends: list[float]) -> None:
    curves = [Curve("", [(1.0, end)], Quote("", "")) for end in ends]
    heights = sorted(apart(curves, 0))
    assert all(lower - upper >= NAME for upper, lower in pairwise(heights))
    assert heights[0] > 0 and heights[-1] + LINE <= HEIGHT


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_chart_has_its_words(lang: str) -> None:
    assert LABELS[lang].keys() == CHARTS.keys()
    for name, chart in CHARTS.items():
        *_, names = LABELS[lang][name]
        assert len(names) == len(chart.curves), name
