"""Tables of `make mutants` and `make drift`, kept for the verification page.

A table counts only for the pages and snippets it was measured on: after any change it is not shown.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from verify.files import write_whole
from verify.project import Project

FOLDER = Path("build")


def fingerprint(project: Project) -> str:
    """Changes with every page and snippet."""
    sources = [page.path + page.source for page in project.pages]
    sources += [snippet.path + snippet.source for snippet in project.snippets.values()]
    return hashlib.sha256("\0".join(sources).encode()).hexdigest()


def keep(project: Project, name: str, rows: list[list[Any]]) -> None:
    """Write the table `name` ("mutants" or "drift") of the project as it stands."""
    data = {"of": fingerprint(project), "rows": rows}
    write_whole(project.root / FOLDER / f"{name}.json", json.dumps(data, indent=1))


def recall(project: Project, name: str) -> list[list[Any]]:
    """The rows last kept under `name`; none if the project has changed since, or none were."""
    try:
        data = json.loads((project.root / FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        return list(data["rows"]) if data["of"] == fingerprint(project) else []
    except (OSError, ValueError, KeyError, TypeError):
        return []
