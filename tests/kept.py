"""Figures that were measured once, stored, and told in both READMEs in the same words.

A README has a place for them between `<!-- name -->` and `<!-- /name -->`. Nobody edits it by hand:
tests/test_readme.py compares it with what the stored figures give.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
READMES = {"en": "README.md", "zh": "README.zh.md"}
Block = Callable[[str, Any], str]  # what is said in a language about what was measured


def place(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", re.DOTALL)


def stored(name: str) -> Any:
    return json.loads((ROOT / "tests" / f"{name}.json").read_text(encoding="utf-8"))


def told(name: str, lang: str) -> str:
    """What a README says at the place of this name."""
    found = place(name).findall((ROOT / READMES[lang]).read_text(encoding="utf-8"))
    assert len(found) == 1, f"{READMES[lang]} has {len(found)} places for {name}"
    return str(found[0])


def keep(name: str, measured: Any, block: Block) -> None:
    """Store it in tests/ and in the READMEs."""
    file = ROOT / "tests" / f"{name}.json"
    file.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    for lang, readme in READMES.items():
        text = (ROOT / readme).read_text(encoding="utf-8")
        said = block(lang, measured).replace("\\", r"\\")
        (ROOT / readme).write_text(place(name).sub(said, text), encoding="utf-8")


def machine() -> dict[str, float | int | None]:
    """On what it is measured, and how busy that was with other things before."""
    return {"processors": os.cpu_count(), "busy": round(os.getloadavg()[0], 1)}
