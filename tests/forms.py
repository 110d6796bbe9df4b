"""The repository's issue forms, for tests of whatever fills them in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).resolve().parent.parent / ".github" / "ISSUE_TEMPLATE"
FORMS = sorted(file.name for file in FOLDER.glob("*.yml") if file.name != "config.yml")


def read_form(name: str) -> dict[str, Any]:
    form: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    return form


def fillable(name: str) -> set[str]:
    """What an address may fill in: the form and its title, and each field by its id."""
    fields = {part["id"] for part in read_form(name)["body"] if "id" in part}
    return {"template", "title"} | fields
