"""`make check` in parts, on as many machines as there are, and the parts put together again.

    SHARD=2/8 make check            on each machine: its programs and pages; what holds, in a file
    make check MERGE=build/shards   once, where all these files are: the ledger of the whole

Which shard a program or a page belongs to depends on its name alone, so that an edit moves nothing.
A shard also runs the programs of others that its pages claim values from. A part says from which
state of the project it was made; one of another state is refused.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.files import write_whole

FOLDER = Path("build") / "shards"
# What a shard holds a part of; everything else in the ledger is the same in every shard.
DIVIDED = ("snippets", "experiments", "pages")
# What verification reads of a project, besides its own code.
SOURCES = (
    "docs/**/*", "snippets/*.py", "experiments/*.py", "figures/*.py", "theme/assets/demos/*.js",
    "mkdocs*.yml", "README*.md", "CONTRIBUTING*.md",
)  # fmt: skip
CODE = Path(__file__).parent


class ShardError(Exception):
    """Parts that do not make a whole; the message says which, and what to do."""


@dataclass(frozen=True)
class Shard:
    """Part `number` of `total`, counted from one."""

    number: int
    total: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """`2/8`; ValueError if it is something else."""
        found = re.fullmatch(r"(\d+)/(\d+)", text)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            raise ValueError(f"a shard is written like 2/8, part and number of parts: not {text!r}")
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.total}"

    def has(self, name: str) -> bool:
        """Whether the program or page of this name belongs to it."""
        digest = hashlib.sha256(name.encode()).digest()
        return int.from_bytes(digest[:8], "big") % self.total == self.number - 1


WHOLE = Shard(1, 1)


def state(root: Path) -> str:
    """A digest of all that verification reads, and of its own code."""
    digest = hashlib.sha256()
    files = [(file, root) for pattern in SOURCES for file in root.glob(pattern)]
    files += [(file, CODE) for ending in ("*.py", "*.mjs") for file in CODE.glob(ending)]
    for file, base in sorted(files):
        if file.is_file():
            digest.update(f"{file.relative_to(base).as_posix()}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def write_part(root: Path, shard: Shard, ledger: dict[str, Any], order: dict[str, Any]) -> Path:
    """Keep what holds in a shard; `order` lists the keys of the whole ledger's divided parts."""
    file = root / FOLDER / f"{shard.number}-of-{shard.total}.json"
    part = {"shard": str(shard), "state": state(root), "order": order, "ledger": ledger}
    write_whole(file, json.dumps(part, ensure_ascii=False))
    return file


def merged(root: Path, folder: Path) -> dict[str, Any]:
    """The ledger of the whole, of the parts in `folder`; ShardError if they do not make one."""
    parts = [read_part(file) for file in sorted(folder.glob("*.json"))]
    if not parts:
        raise ShardError(f"{folder} holds no parts: `SHARD=1/2 make check` makes one")
    if problems := list(reasons(parts, state(root))):
        raise ShardError("\n".join(problems))
    first = parts[0]["ledger"]
    whole: dict[str, Any] = dict(first)
    for name in DIVIDED:
        found = {key: entry for part in parts for key, entry in part["ledger"][name].items()}
        whole[name] = {key: found[key] for key in parts[0]["order"][name]}
    return whole


def read_part(file: Path) -> dict[str, Any]:
    try:
        return dict(json.loads(file.read_text(encoding="utf-8")))
    except ValueError as error:
        raise ShardError(f"{file} is no part, or half of one: make it again") from error


def reasons(parts: list[dict[str, Any]], now: str) -> Iterator[str]:
    """Why these parts do not make a whole of the project as it stands `now`."""
    found = {part["shard"]: part for part in parts}
    totals = {Shard.parse(name).total for name in found}
    if len(totals) > 1:
        yield f"parts of different wholes: {', '.join(sorted(found))}; keep those of one"
        return
    (total,) = totals
    for name in (f"{number}/{total}" for number in range(1, total + 1)):
        if name not in found:
            yield f"shard {name} is missing: `SHARD={name} make check` makes it"
        elif found[name]["state"] != now:
            yield f"shard {name} was made from another state: `SHARD={name} make check` renews it"
        elif common(found[name]) != common(parts[0]):
            other = parts[0]["shard"]
            yield f"shard {name} was made with other versions than {other}: make both alike"


def common(part: dict[str, Any]) -> dict[str, Any]:
    return {name: entry for name, entry in part["ledger"].items() if name not in DIVIDED}
