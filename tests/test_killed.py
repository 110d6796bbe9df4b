"""Verification, build and server, killed at a few random moments; `make faults` takes many."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.faults import KINDS, Moment

MOMENTS = {"verification": 10, "build": 3, "server": 1}


@pytest.mark.parametrize("name", KINDS)
def test_killed_at_random_moments(tmp_path: Path, name: str) -> None:
    trial = KINDS[name](tmp_path)
    chance = random.Random(name)
    for _ in range(MOMENTS[name]):
        trial.disturb(Moment.among(trial.whole_course, chance))
    trial.recover()
