"""Runs snippets and remembers what they printed and which values they left.

The work is done by `runner.py` in a process of its own; results are kept by content, so that an
unchanged snippet is not run again. Only successes are kept.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import json
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from verify.files import keep
from verify.memo import used

RUNNER = Path(__file__).with_name("runner.py")
PLOTS = Path(__file__).with_name("plots.py")  # what it shows figures with
# A snippet takes under two, an experiment under twenty; these stop one that hangs, even on a busy
# machine.
SECONDS = 60.0
EXPERIMENT_SECONDS = 300.0
# Modules that a package imports late, at its first optimizer or backward pass: paid once here.
LATE_IMPORTS = {
    "torch": ("torch._dynamo", "torch.fx.experimental.symbolic_shapes"),
    "matplotlib": ("matplotlib.pyplot", "matplotlib.backends.backend_svg"),
    "sklearn": ("sklearn.datasets",),
}


@dataclass(frozen=True)
class Run:
    """What a program printed and left behind; `error` is (line, message) if it failed.

    `values` maps each module-level name to {"value", "attributes", "digits"}.
    """

    output: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    error: tuple[int, str] | None = None


@cache
def imported_packages(source: str) -> frozenset[str]:
    """Top-level names of the packages that `source` imports; empty if it does not parse."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return frozenset()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return frozenset(names)


def versions(packages: Set[str]) -> dict[str, str]:
    """Installed version of each package that has one (the standard library has none)."""
    found = {"python": platform.python_version()}
    known = ((name, version(name)) for name in sorted(packages))
    return found | {name: number for name, number in known if number}


@cache
def version(package: str) -> str | None:
    """Looked up once: it costs more than the rest of what tells whether a result is known."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def cache_key(source: str) -> str:
    """Changes with the program, the runner, the versions it meets and the kind of machine."""
    packages = imported_packages(source)
    parts = [source, RUNNER.read_text(encoding="utf-8"), json.dumps(versions(packages))]
    if "matplotlib" in packages:
        parts.append(PLOTS.read_text(encoding="utf-8"))
    parts += [platform.platform(), platform.machine()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class Cache:
    """One JSON file a result; a folder that cannot be read is like an empty one."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def load(self, key: str) -> Run | None:
        if self.folder is None:
            return None
        file = self.folder / f"{key}.json"
        try:
            stored = json.loads(file.read_text(encoding="utf-8"))
            output, values = stored["output"], stored["values"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        used(file)
        well_formed = isinstance(output, str) and isinstance(values, dict)
        return Run(output, values) if well_formed else None

    def store(self, key: str, run: Run) -> None:
        if self.folder is None or run.error:
            return
        keep(self.folder / f"{key}.json", json.dumps(asdict(run)))


def run_programs(
    programs: Mapping[str, str],
    *,
    seconds: float = SECONDS,
    experiments: Collection[str] = (),
    environment: Mapping[str, str] | None = None,
    done: Callable[[str, Run], None] = lambda key, run: None,
) -> dict[str, Run]:
    """Run every program afresh and return its `Run` by key; `done` is called as each finishes.

    Those among `experiments` may take longer.
    """
    if not programs:
        return {}
    packages = {name for source in programs.values() for name in imported_packages(source)}
    late = [m for name in sorted(packages) for m in (name, *LATE_IMPORTS.get(name, ()))]
    request = {
        "programs": dict(programs),
        "preload": late,
        "jobs": min(2, os.cpu_count() or 1),
        "seconds": {k: EXPERIMENT_SECONDS if k in experiments else seconds for k in programs},
    }
    variables = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0", **(environment or {})}
    runs: dict[str, Run] = {}
    with subprocess.Popen(
        [sys.executable, "-P", str(RUNNER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=variables,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        json.dump(request, process.stdin)
        process.stdin.close()
        for line in process.stdout:
            result = json.loads(line)
            error = result["error"]
            run = Run(
                result["output"],
                result["values"],
                (error["line"], error["message"]) if error else None,
            )
            runs[result["key"]] = run
            done(result["key"], run)
    missing = Run(error=(1, f"was not run: {broken_off(process.returncode)}"))
    return {key: runs.get(key, missing) for key in programs}


def broken_off(code: int) -> str:
    """Why the runner has not come to its end."""
    if code < 0:
        return f"the runner was ended by {signal.Signals(-code).name}: out of memory? Run it again"
    return f"the runner ended early with exit code {code}: mend what it says above, run it again"


def run_cached(
    programs: Mapping[str, str],
    cache: Cache,
    *,
    experiments: Collection[str] = (),
    done: Callable[[str, Run], None] = lambda key, run: None,
) -> dict[str, Run]:
    """As `run_programs`, but a program whose result is known is not run."""
    keys = {key: cache_key(source) for key, source in programs.items()}
    known = {key: run for key in programs if (run := cache.load(keys[key]))}

    def keep(key: str, run: Run) -> None:
        cache.store(keys[key], run)
        done(key, run)

    unknown = {k: s for k, s in programs.items() if k not in known}
    fresh = run_programs(unknown, experiments=experiments, done=keep)
    return {key: known.get(key) or fresh[key] for key in programs}
