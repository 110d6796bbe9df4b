"""How a work is named in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def authors(work: Mapping[str, Any]) -> list[str]:
    """The names, whether the YAML has them as a list or as one line."""
    listed = work["authors"]
    return [str(name) for name in listed] if isinstance(listed, list) else [str(listed)]


def family(name: str) -> str:
    return name.split(",")[0] if "," in name else name.split()[-1]


def short_name(work: Mapping[str, Any]) -> str:
    """`He et al. 2015`, `Hochreiter & Schmidhuber 1997`."""
    names = [family(name) for name in authors(work)]
    who = " & ".join(names) if len(names) <= 2 else f"{names[0]} et al."
    return f"{who} {work['year']}"


def citation(work: Mapping[str, Any]) -> str:
    return f"{short_name(work)}, {work['title']}"
