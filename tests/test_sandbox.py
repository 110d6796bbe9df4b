"""The sandbox: programs run apart, harmless, in bounds; what is known is not run again."""

from __future__ import annotations

import json
import math
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from verify.runner import precision
from verify.sandbox import Cache, Run, cache_key, run_cached, run_programs

ROOT = Path(__file__).resolve().parent.parent
# Those that end well: the program, what it prints, the values it leaves.
GOOD = {
    "prints": ('print("loss:", 1.5)\n', "loss: 1.5\n", {}),
    "prints Chinese": ('print("残差")\n', "残差\n", {}),
    "values": (
        "a = 1\nb = -0.5\nc = [1, (2, 3)]\nd = {'k': 4}\n_hidden = 5\nimport math\n",
        "",
        {"a": 1, "b": -0.5, "c": [1, [2, 3]], "d": {"k": 4}},
    ),
    "values that no claim can name": (
        "def f(): pass\na = range(3)\nb = list(range(5000))\nc = {n: n for n in range(5000)}\n"
        "d = 'a' * 1_000_000\ne = [[0] * 100] * 100\ng = [[[[0] * 4000] * 4000] * 4000] * 4000\n",
        "",
        {},
    ),
    "not finite": ("a = float('nan')\nb = [float('inf')]\n", "", {"a": math.nan, "b": [math.inf]}),
    "main": ("if __name__ == '__main__':\n    a = 1\n", "", {"a": 1}),
    "leaves early, well": ("import sys\na = 1\nsys.exit()\n", "", {"a": 1}),
    "leaves a thread": (
        "import threading\nthreading.Thread(target=threading.Event().wait).start()\na = 1\n",
        "",
        {"a": 1},
    ),
    "a talkative module": ("import this\na = 1\n", None, {"a": 1}),
    "reads a file": ("a = len(open('/dev/null').read())\n", "", {"a": 0}),
    "makes a folder that is there": ("import os\nos.makedirs('/tmp', exist_ok=True)\n", "", {}),
    "writes to nowhere": ("open('/dev/null', 'w').write('a')\n", "", {}),
    "one default dtype": (
        "import torch\ntorch.set_default_dtype(torch.float64)\na = torch.ones(1).element_size()\n",
        "",
        {"a": 8},
    ),
    "another default dtype": (
        "import torch\na = torch.ones(1).element_size()\nb = torch.ones(2, 1)\n",
        "",
        {"a": 4, "b": [[1.0], [1.0]]},
    ),
    "sets a random seed": ("import random\nrandom.seed(0)\na = random.random()\n", "", None),
    "sets it again": ("import random\nrandom.seed(0)\na = random.random()\n", "", None),
}
# Those that do not: the program, and the line and message of its error.
BAD = {
    "raises": ("def f():\n    assert 0, 'no\\nyes'\n\nf()\n", 2, "raises AssertionError: no yes"),
    "raises elsewhere": ("import json\n\njson.loads('{')\n", 3, "raises json.decoder.JSONDec"),
    "does not parse": ("a = 1\nb = (\n", 2, "raises SyntaxError: '(' was never closed"),
    "imports nothing known": ("\nimport no_such\n", 2, "No module named 'no_such'"),
    "imports a neighbour": ("import runner\n", 1, "No module named 'runner'"),
    "interrupts": ("raise KeyboardInterrupt\n", 1, "raises KeyboardInterrupt"),
    "asks": ("a = input()\n", 1, "raises EOFError"),
    "recurses": ("def f(): f()\n\nf()\n", 1, "raises RecursionError"),
    "takes all memory": ("a = 1\nb = bytearray(1 << 40)\n", 2, "raises MemoryError"),
    "takes it bit by bit": (
        "a = []\nwhile True:\n    a.append(bytearray(1 << 26))\n",
        3,
        "raises MemoryError",
    ),
    "takes it through torch": (
        "import torch\na = [torch.empty(1 << 26) for _ in range(1 << 20)]\n",
        2,
        "can't allocate memory",
    ),
    "leaves with a code": ("import sys\nsys.exit(3)\n", 2, "exits with code 3"),
    "leaves with a message": ("import sys\nsys.exit('bad data')\n", 2, "exits with code 'bad"),
    "leaves at once": ("import os\nos._exit(0)\n", 1, "ends early: let it run to its last line"),
    "crashes": ("import ctypes\nctypes.string_at(0)\n", 1, "is ended by the system (SIGSEGV)"),
    "kills itself": ("import os\nos.kill(os.getpid(), 9)\n", 1, "is ended by the system (SIGK"),
    "prints too much": (
        "while True:\n    print('a' * 1000)\n",
        1,
        "prints more than 1,000,000 bytes: print only what a page shows",
    ),
    "prints a gigabyte at once": ("print('a' * 1_000_000_000)\n", 1, "prints more than 1,000,000"),
    "complains without end": (
        "import os\nwhile True:\n    os.write(2, b'a' * 65536)\n",
        1,
        "prints more than 1,000,000 bytes",
    ),
    "leaves a gigabyte": (
        "for n in range(2_000):\n    globals()[f'a{n}'] = 'a' * 65536\n",
        1,
        "leaves values of more than 64,000,000 bytes: keep fewer module-level names",
    ),
    "warns": (
        "import warnings\n\nwarnings.warn('old')\n",
        3,
        "writes to standard error (UserWarning: old): readers would see it too, mend its cause",
    ),
    "complains": ("import sys\nprint('oops', file=sys.stderr)\n", 1, "writes to standard error ("),
    "writes a file": (
        "a = 1\nopen('a.txt', 'w').write('b')\n",
        2,
        "writes to a file (a.txt): a snippet only computes and prints",
    ),
    "appends": ("open('/tmp/a', 'a')\n", 1, "writes to a file (/tmp/a)"),
    "writes through pathlib": (
        "from pathlib import Path\nPath('a').write_text('b')\n",
        2,
        "writes to a file (a)",
    ),
    "writes through os": ("import os\nos.open('a', os.O_CREAT)\n", 2, "writes to a file (a)"),
    "writes a temporary file": ("import tempfile\ntempfile.mkstemp()\n", 2, "writes to a file"),
    "writes and says nothing": (
        "try:\n    open('a', 'w')\nexcept OSError:\n    pass\n",
        2,
        "writes to a file (a)",
    ),
    "writes through torch": (
        "import torch\n\ntorch.save(torch.ones(1), 'a.pt')\n",
        3,
        "writes to a file",
    ),
    "writes through torch and says nothing": (
        "import torch\ntry:\n    torch.save(torch.ones(1), 'a.pt')\nexcept Exception:\n    pass\n",
        1,
        "writes to a file (a.pt)",
    ),
    "makes a folder": ("import os\nos.mkdir('a')\n", 2, "changes files (os.mkdir)"),
    "removes a folder": ("import shutil\nshutil.rmtree('a')\n", 2, "changes files (shutil.rmtree)"),
    "opens a socket": (
        "import socket\nsocket.socket()\n",
        2,
        "uses the network (socket.__new__): a snippet must run without it",
    ),
    "fetches": (
        "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9/')\n",
        2,
        "uses the network",
    ),
    "starts a process": (
        "import subprocess\nsubprocess.run(['true'])\n",
        2,
        "starts a process (subprocess.Popen): a snippet is one process",
    ),
    "starts a shell": ("import os\nos.system('true')\n", 2, "starts a process (os.s"),
    "forks": ("import os\nos.fork()\n", 2, "starts a process (os.fork)"),
    "forks past Python": (
        "import ctypes\nctypes.CDLL(None).fork()\nprint(1)\n",
        1,
        "starts a process (fork): a snippet is one process",
    ),
    "ends others": (
        "import os\nos.kill(os.getppid(), 9)\n",
        2,
        "signals other processes (os.kill): a snippet is one process",
    ),
    "becomes another": ("import os\nos.execv('/bin/true', ['true'])\n", 2, "starts a process"),
    "starts a worker": (
        "import multiprocessing\nmultiprocessing.get_context('spawn').Process().start()\n",
        2,
        "starts a process",
    ),
}  # fmt: skip
HANGING = {
    "loops": "a = 1\nwhile True:\n    pass\n",
    "waits": "import threading\nthreading.Event().wait()\n",
    "ignores signals": "import signal\nsignal.signal(15, signal.SIG_IGN)\nwhile 1:\n    pass\n",
    "stops": "import os\nos.kill(os.getpid(), 19)\n",
    # A copy that C code made leaves the group and holds the pipes open; it ends by itself.
    "leaves its group": "import ctypes, time\nc = ctypes.CDLL(None)\nif c.fork() == 0:\n"
    "    c.setsid()\n    time.sleep(8)\nelse:\n    while True:\n        pass\n",
    "prints now and then": "import time\nwhile True:\n    print(1)\n    time.sleep(0.1)\n",
}
ATTRIBUTES = """\
from dataclasses import dataclass
from types import SimpleNamespace
from typing import NamedTuple

import torch

@dataclass
class D:
    a: int

class N(NamedTuple):
    b: float

d, n, s = D(1), N(2.5), SimpleNamespace(c=[3])
x = torch.tensor([0.5], requires_grad=True)
(x * x).sum().backward()
w = torch.zeros(3, requires_grad=True)
z = x.double()
m = torch.complex(x, x)
"""
SOURCES = {name: case[0] for name, case in (GOOD | BAD).items()} | {"attributes": ATTRIBUTES}
WITHOUT_FORK = [
    "prints Chinese",
    "values",
    "leaves early, well",
    "raises",
    "does not parse",
    "leaves with a code",
    "leaves at once",
    "crashes",
    "warns",
    "writes a file",
    "writes through torch and says nothing",
    "opens a socket",
]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the programs are started from."""
    return tmp_path_factory.mktemp("here")


@pytest.fixture(scope="module")
def runs(here: Path) -> dict[str, Run]:
    """Every program above, run once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        return run_programs(SOURCES)


@pytest.fixture(scope="module")
def unforked(here: Path) -> dict[str, Run]:
    """Some of them as on a system without fork."""
    programs = {name: SOURCES[name] for name in WITHOUT_FORK}
    programs["prints too much"] = "print('a' * 2_000_000)\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        return run_programs(programs, environment={"VERIFY_FORK": "off"}, seconds=60)


def values_of(run: Run) -> dict[str, object]:
    return {name: entry["value"] for name, entry in run.values.items() if "value" in entry}


def check_good(name: str, run: Run) -> None:
    _, output, values = GOOD[name]
    assert run.error is None
    assert output is None or run.output == output
    assert values is None or repr(values_of(run)) == repr(values)  # NaN is not NaN


def check_bad(name: str, run: Run) -> None:
    _, line, message = BAD[name]
    assert run.error is not None
    assert run.error[0] == line, run.error
    assert message in run.error[1]
    assert run.values == {}


@pytest.mark.parametrize("name", GOOD)
def test_programs_that_end_well(runs: dict[str, Run], name: str) -> None:
    check_good(name, runs[name])


@pytest.mark.parametrize("name", BAD)
def test_programs_that_do_not(runs: dict[str, Run], name: str) -> None:
    check_bad(name, runs[name])


def test_programs_start_alike(runs: dict[str, Run]) -> None:
    assert values_of(runs["sets a random seed"]) == values_of(runs["sets it again"])


@pytest.mark.parametrize("name", WITHOUT_FORK)
def test_without_fork(unforked: dict[str, Run], name: str) -> None:
    (check_good if name in GOOD else check_bad)(name, unforked[name])


def test_without_fork_output_is_bounded_too(unforked: dict[str, Run]) -> None:
    assert unforked["prints too much"].error == (
        1,
        "prints more than 1,000,000 bytes: print only what a page shows",
    )


@pytest.mark.parametrize("fork", ["on", "off"])
def test_programs_that_do_not_end(fork: str) -> None:
    programs = HANGING if fork == "on" else {"loops": HANGING["loops"]}
    runs = run_programs(programs, environment={"VERIFY_FORK": fork}, seconds=0.5)
    error = (1, "is still running after 0.5 seconds: make it smaller")
    assert {name: run.error for name, run in runs.items()} == dict.fromkeys(programs, error)


def test_nothing_is_left_where_programs_were_started(
    here: Path, runs: dict[str, Run], unforked: dict[str, Run]
) -> None:
    assert runs.keys() == SOURCES.keys()
    assert unforked.keys() >= set(WITHOUT_FORK)
    assert list(here.iterdir()) == []


def test_attributes_and_precision(runs: dict[str, Run]) -> None:
    run = runs["attributes"]
    assert run.error is None
    assert {name: run.values[name]["attributes"] for name in "dnsxw"} == {
        "d": {"a": 1},
        "n": {"b": 2.5},
        "s": {"c": [3]},
        "x": {"grad": [1.0]},
        "w": {},
    }
    assert [run.values[name]["digits"] for name in "xz"] == [7, 12]
    assert run.values["m"]["kind"] == "Tensor"


def test_done_is_told_of_each(tmp_path: Path) -> None:
    told: dict[str, Run] = {}
    runs = run_programs({"a": "x = 1", "b": "x = "}, done=told.__setitem__)
    assert told == runs
    assert run_programs({}) == {}


# As when memory runs out: the runner is ended, here by a program that calls C.
ENDS_ITS_PARENT = "import ctypes, os\nctypes.CDLL(None).kill(os.getppid(), 9)\n"


def test_a_runner_that_was_killed() -> None:
    run = run_programs({"a": ENDS_ITS_PARENT})["a"]
    assert run.error == (
        1,
        "was not run: the runner was ended by SIGKILL: out of memory? Run it again",
    )


def test_a_runner_that_cannot_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    runner = tmp_path / "runner.py"
    runner.write_text("import sys\nsys.stdin.read()\nsys.exit('no room')\n", encoding="utf-8")
    monkeypatch.setattr("verify.sandbox.RUNNER", runner)
    run = run_programs({"a": "x = 1"})["a"]
    message = "the runner ended early with exit code 1: mend what it says above, run it again"
    assert run.error == (1, f"was not run: {message}")
    assert capfd.readouterr().err == "no room\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere programs end at their limit")
def test_nothing_goes_on_when_verification_is_killed(tmp_path: Path) -> None:
    """The runner ends with it, and the programs with the runner."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    endless = f"import os\nos.open({str(pipe)!r}, os.O_RDONLY)\nwhile True:\n    pass\n"
    command = f"from verify.sandbox import run_programs\nrun_programs({{'a': {endless!r}}})"
    verification = subprocess.Popen([sys.executable, "-c", command], cwd=ROOT)
    program_reads = os.open(pipe, os.O_WRONLY)  # waits until it does
    verification.kill()
    verification.wait()
    poll = select.poll()
    poll.register(program_reads, 0)
    assert poll.poll(30_000) == [(program_reads, select.POLLERR)]  # it waits until nobody reads
    os.close(program_reads)


# --- cache ------------------------------------------------------------------------------------


def count_runs(programs: dict[str, str], cache: Cache) -> tuple[dict[str, Run], list[str]]:
    """Results, and which programs were really run."""
    told: list[str] = []
    runs = run_cached(programs, cache, done=lambda key, run: told.append(key))
    return runs, sorted(told)


def test_what_is_known_is_not_run(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    programs = {"a": "x = 1\nprint(x)", "b": "x = float('nan')"}
    first, told = count_runs(programs, cache)
    assert told == ["a", "b"]
    second, told = count_runs(programs, cache)
    assert told == []
    assert repr(second) == repr(first)
    _, told = count_runs(programs | {"a": "x = 2"}, cache)
    assert told == ["a"]
    assert [file for file in cache.folder.iterdir() if file.suffix != ".json"] == []


def test_the_same_program_under_two_names_is_known(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    count_runs({"a": "x = 1"}, cache)
    assert count_runs({"b": "x = 1"}, cache)[1] == []


def test_failures_are_run_again(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    assert count_runs({"a": "x = 1 / 0"}, cache)[1] == ["a"]
    assert count_runs({"a": "x = 1 / 0"}, cache)[1] == ["a"]
    assert not cache.folder.exists()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        '{"output": ""}',
        '{"output": 5, "values": {}}',
        '{"output": "", "values": []}',
        "\udcff",
    ],
)
def test_a_damaged_entry_is_as_none(tmp_path: Path, content: str) -> None:
    cache = Cache(tmp_path)
    key = cache_key("x = 1")
    (tmp_path / f"{key}.json").write_text(content, encoding="utf-8", errors="surrogateescape")
    assert cache.load(key) is None
    cache.store(key, Run("", {"x": {"value": 1}}))
    assert cache.load(key) == Run("", {"x": {"value": 1}})


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/none")):
        runs, told = count_runs({"a": "x = 1"}, Cache(folder))
        assert told == ["a"]
        assert runs["a"].error is None


def test_without_a_folder_all_is_run() -> None:
    for _ in range(2):
        assert count_runs({"a": "x = 1"}, Cache(None))[1] == ["a"]


def test_the_key_changes_with_all_that_matters(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = "import torch\n"
    keys = {cache_key(source), cache_key(source + "#"), cache_key("import json\n")}
    monkeypatch.setattr("verify.sandbox.versions", lambda packages: {"torch": "0"})
    keys.add(cache_key(source))
    monkeypatch.setattr("platform.machine", lambda: "other")
    keys.add(cache_key(source))
    runner = tmp_path / "runner.py"
    runner.write_text("", encoding="utf-8")
    monkeypatch.setattr("verify.sandbox.RUNNER", runner)
    keys.add(cache_key(source))
    assert len(keys) == 6


def test_the_key_is_the_same_for_the_same(tmp_path: Path) -> None:
    assert cache_key("import torch\n") == cache_key("import torch\n")


def test_an_entry_is_plain_json(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    count_runs({"a": "print('残差')"}, cache)
    (file,) = tmp_path.iterdir()
    assert json.loads(file.read_text(encoding="utf-8"))["output"] == "残差\n"


def test_digits_that_are_the_same_in_every_run() -> None:
    tenth = [torch.tensor(0.1, dtype=torch.float32), torch.tensor(0.1, dtype=torch.float64), 0.1]
    assert [precision(value) for value in tenth] == [7, 12, 15]
