"""What demos say agrees with what they show, over many of their states.

Of each phrase it is written down when it is true, for both languages at once. Among them are some
that no demo says any more: they were said where they were not true.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.demos import Modules, values

LANGUAGES = ("zh", "en")
each_language = pytest.mark.parametrize("lang", LANGUAGES)


@pytest.fixture(scope="module")
def call() -> Iterator[Modules]:
    modules = Modules()
    yield modules
    modules.node.close()


def named(names: str, numbers: list[float]) -> dict[str, float]:
    return dict(zip(names.split(), numbers, strict=True))


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def untrue(
    sentences: list[str], phrases: dict[str, Callable[[Any], bool]], facts: list[Any]
) -> list[tuple[str, Any]]:
    """The sentences with a phrase that is not true there, or with none."""
    found = []
    for sentence, fact in zip(sentences, facts, strict=True):
        holds = [true(fact) for phrase, true in phrases.items() if re.search(phrase, sentence)]
        if not all(holds) or not holds:
            found.append((sentence, fact))
    return found


# --- input and residual --------------------------------------------------------------------------

NAMES = "x1 x2 x3 f1 f2 f3 h1 h2 h3"


class Distances:
    """Squared distances in whole hundredths, which are exact."""

    def __init__(self, state: list[float]) -> None:
        self.state = state
        whole = [round(100 * value) for value in state]
        self.x, self.f, self.wanted = whole[:3], whole[3:6], whole[6:]
        self.block = self.between(map(sum, zip(self.x, self.f, strict=True)))
        self.plain = self.between(self.f)
        self.from_input = self.between(self.x)
        self.from_zero = self.between([0, 0, 0])

    def between(self, output: Any) -> int:
        return sum((one - other) ** 2 for one, other in zip(output, self.wanted, strict=True))

    def __repr__(self) -> str:
        return str(self.state)


def equally_far() -> Iterator[list[float]]:
    """States in which both are as far from the target, with components in another order."""
    chance = random.Random(0)
    for _ in range(300):
        block = [chance.randrange(-250, 251) for _ in range(3)]
        plain = [chance.choice((-1, 1)) * value for value in chance.sample(block, 3)]
        x = [b - p for b, p in zip(block, plain, strict=True)]
        f = [0, 0, 0] if chance.random() < 0.2 else [chance.randrange(-250, 251) for _ in range(3)]
        wanted = [b - p for b, p in zip(f, plain, strict=True)]
        yield [value / 100 for value in (*x, *f, *wanted)]


def residual_states() -> list[list[float]]:
    chance = random.Random(1)
    drawn = [[chance.choice((-5, -0.1, 0, 0.1, 2, 4.9)) for _ in range(9)] for _ in range(500)]
    near = [[chance.randrange(-50, 51) / 10 for _ in range(9)] for _ in range(1000)]
    cases = [[v for part in case for v in part] for case in values("demo_residual")["cases"]]
    return [*cases, *equally_far(), *drawn, *near]


RESIDUAL: dict[str, Callable[[Distances], bool]] = {
    "残差块离目标更近|block is closer": lambda at: at.block < at.plain,
    "普通层离目标更近|plain layer is closer": lambda at: at.plain < at.block,
    "更接近差额|nearer to the difference": lambda at: at.block < at.plain,
    "更接近整个目标|nearer to the whole": lambda at: at.plain < at.block,
    "一样远|equally far": lambda at: at.block == at.plain,
    "输出一样|outputs are the same": lambda at: at.x == [0, 0, 0],
    "只需|need only": lambda at: at.from_input < at.from_zero,
    "抵消|碍事|cancel|in the way": lambda at: at.from_zero < at.from_input,
    "离零更近|closer to zero": lambda at: at.from_zero < at.from_input,
    "整个目标造出来|have to build": lambda at: at.block == 0 < at.plain,
    "恒等映射|identity mapping": lambda at: at.f == [0, 0, 0],
    "什么也不剩|nothing is left": lambda at: at.block == at.from_zero,
}  # fmt: skip


@each_language
def test_which_of_two_layers_is_closer(call: Modules, lang: str) -> None:
    facts = [Distances(state) for state in residual_states()]
    said = call.say("residual", lang, [named(NAMES, at.state) for at in facts])
    assert untrue(said, RESIDUAL, facts) == []
    distance = re.compile(r"，(?:离目标 ([\d.]+)|正中目标)|, (?:([\d.]+) from|On) the target")
    for sentence, at in zip(said, facts, strict=True):
        block, plain = (float(match[1] or match[2] or 0) for match in distance.finditer(sentence))
        assert sign(at.block - at.plain) == (block > plain) - (block < plain), sentence
