"""tests/flaky.py finds what fails now and then; no test waits for time to pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.flaky import BUILT, Run, Tally, main, plan, together

ROOT = Path(__file__).resolve().parent.parent
# Fails with an even number of lines in its log: every second time that it runs.
NOW_AND_THEN = """\
from pathlib import Path

LOG = Path(__file__).with_name("log")


def test_always():
    pass


def test_now_and_then():
    with LOG.open("a") as log:
        log.write("x\\n")
    assert LOG.read_text().count("x") % 2
"""
SEED = 3  # of an order of two tests that stays, where the next one is turned round
ORDER = """\
def test_first():
    global met
    met = True


def test_second():
    assert met
"""


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return tmp_path / "test_sample.py"


def test_what_fails_now_and_then_is_found(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the second of two repetitions, so that the rate is a half."""
    sample.write_text(NOW_AND_THEN, encoding="utf-8")
    tally = Tally()
    together([Run([str(sample), str(sample), "--keep-duplicates"], 7, 1)], tally)
    (line, why, again) = tally.lines()
    assert line.startswith("1 of 2 (50 %)  ")
    assert line.endswith("test_sample::test_now_and_then")
    assert why.startswith("    AssertionError: assert")
    assert again.startswith("    first with: OMP_NUM_THREADS=1 python -m pytest ")
    assert "--random-order-seed=7" in again
    assert tally.ran.total() == 4


def test_what_depends_on_the_order_is_found(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sample.write_text(ORDER, encoding="utf-8")
    assert main(["--runs=2", f"--seed={SEED}", str(sample)]) == 1
    said = capsys.readouterr().out
    assert re.search(r"^1 of 2 \(50 %\)  \S*test_sample::test_second$", said, re.MULTILINE)
    assert "4 results, 1 tests failed now and then" in said


def test_a_run_that_does_not_come_to_its_tests_is_a_failure(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--runs=1", str(sample)]) == 1
    assert "1 of 1 (100 %)  pytest itself, exit code 4" in capsys.readouterr().out


def test_the_plan() -> None:
    one, first, two, second = plan(3, 2, [], 100)
    assert [*one, *two] == [Run([BUILT], seed, 1, processes=2) for seed in (100, 101)]
    assert "--numprocesses=2" in one[0].command
    assert [(run.seed, run.threads) for run in [*first, *second]] == [(100, 1), (101, 2), (102, 1)]
    assert {*first[0].paths} == {"tests", f"--ignore={BUILT}"}
    assert plan(1, 0, ["tests/test_a.py"], 5) == [[Run(["tests/test_a.py"], 5, 1)]]


def test_what_is_not_begun_in_time_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--runs=4", "--browser=1", "--minutes=-1"]) == 0
    assert "without browser: 0 of 4, in it: 0 of 1, as many" in capsys.readouterr().out


# --- waiting ------------------------------------------------------------------------------------

# A test that sleeps is slow where the machine is fast and fails where it is slow.
# `pause.wait(0.2)` between two looks at a condition, and `while not ended.wait(0.2)`, are none.
SLEEPS = re.compile(
    r"\bsleep\(|wait_for_timeout|setTimeout\([^;\n]*,\s*[1-9]|\bEvent\(\)\.wait\(\d"
)
# Beginnings of lines, and why they may.
MAY = {
    "tests/bench.py": {"time.sleep(0.02)": "the memory of a running program is looked at so often"},
    "tests/bench_pages.py": {
        "let timer = setTimeout(done, 500);": "nothing is to come for so long",
        "timer = setTimeout(done, 500);": "nothing is to come for so long",
    },
    "tests/test_sandbox.py": {
        '"    c.setsid()': "a program that is to be ended",
        '"prints now and then":': "a program that is to be ended",
    },
}


def sleeping(path: str, text: str) -> list[str]:
    """The lines of a test that wait for time to pass, with their place."""
    return [
        f"{path}:{number}: {line.strip()}"
        for number, line in enumerate(text.splitlines(), 1)
        if SLEEPS.search(line) and not line.strip().startswith(tuple(MAY.get(path, ())))
    ]


def test_tests_wait_on_conditions_never_on_sleeps() -> None:
    found, sleepers = [], []
    for file in sorted([*ROOT.glob("tests/**/*.py"), *ROOT.glob("tests/**/*.mjs")]):
        if file == Path(__file__):
            continue
        path, text = file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")
        found += sleeping(path, text)
        sleepers += [line for line in MAY.get(path, ()) if line in text]
    assert found == [], "wait on a condition, or say in MAY why there is none"
    assert sorted(sleepers) == sorted(line for lines in MAY.values() for line in lines)


@pytest.mark.parametrize(
    "line",
    [
        "time.sleep(1)",
        "sleep(0.1)",
        "await asyncio.sleep(1)",
        "page.wait_for_timeout(500)",
        "new Promise(done => setTimeout(done, 400))",
        "threading.Event().wait(2)",
    ],
)
def test_a_sleep_is_found(line: str) -> None:
    assert sleeping("tests/a.py", f"x = 1\n    {line}\n") == [f"tests/a.py:2: {line}"]


@pytest.mark.parametrize(
    "line",
    [
        "requestAnimationFrame(() => setTimeout(done))",
        "pause.wait(0.2)",
        "while not ended.wait(0.2):",
    ],
)
def test_what_is_no_sleep(line: str) -> None:
    assert sleeping("tests/a.py", line) == []
