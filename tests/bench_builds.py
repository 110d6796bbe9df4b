"""How long a build takes: of everything, of nothing, and after an edit of one page.

All three in a copy of the project without its caches; what was installed is there. The site that
they leave is what the other parts of `make bench` look at.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from tests.bench_pages import ADDRESS
from tests.site import copy_project

PAGE = "basics/depth.md"
SENTENCES = {"zh": "\n请再读一遍。\n", "en": "\nRead it once more.\n"}


def run(project: Path, *command: str) -> float:
    """Seconds that a command of the project takes; an error says what it said."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=project,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SITE_URL": ADDRESS},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return time.perf_counter() - start


@contextmanager
def measured_builds(console: Console) -> Iterator[tuple[Path, dict[str, float]]]:
    """The built site, which is removed at the end, and the seconds of each build."""
    with tempfile.TemporaryDirectory() as folder:
        project = copy_project(Path(folder) / "project", cache=False)
        found = {"build": run(project, "publish", "build")}
        found["build again"] = run(project, "publish", "build")
        for lang, sentence in SENTENCES.items():
            page = project / "docs" / lang / PAGE
            page.write_text(page.read_text(encoding="utf-8") + sentence, encoding="utf-8")
        run(project, "verify", "reviewed")
        found["build edited"] = run(project, "publish", "build")
        for name, seconds in found.items():
            part = seconds / found["build"]
            console.print(f"{name}: {seconds:.1f} s, {part:.2f} of the first")
        first = found["build"]
        again = {name: seconds / first for name, seconds in found.items() if name != "build"}
        yield project / "site", {"build": first, **again}
