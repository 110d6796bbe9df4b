"""How a work is named in a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Works = Mapping[str, Mapping[str, Any]]
MAINTAINED = re.compile(r" \w+ and (?=contributors$)")  # "maintainers and contributors"


def authors(work: Mapping[str, Any]) -> list[str]:
    """The names, whether the YAML has them as a list or as one line."""
    listed = work["authors"]
    return [str(name) for name in listed] if isinstance(listed, list) else [str(listed)]


def family(name: str) -> str:
    """`He` of `Kaiming He`; a group has no family name: `vLLM contributors`."""
    if "," in name:
        return name.split(",")[0]
    last = name.split()[-1]
    return MAINTAINED.sub(" ", name) if last.islower() else last


def unlettered(work: Mapping[str, Any]) -> str:
    """Authors and year, which several works may share."""
    names = [family(name) for name in authors(work)]
    who = " & ".join(names) if len(names) <= 2 else f"{names[0]} et al."
    return f"{who} {work['year']}"


def short_name(key: str, works: Works) -> str:
    """`Hochreiter & Schmidhuber 1997`; `He et al. 2015a` where there is another of that year.

    The letters follow the order of docs/references.yml: a work that is added there changes none.
    """
    name = unlettered(works[key])
    same = [other for other in works if unlettered(works[other]) == name]
    return name + chr(ord("a") + same.index(key)) if len(same) > 1 else name


def citation(key: str, works: Works) -> str:
    return f"{short_name(key, works)}, {works[key]['title']}"
