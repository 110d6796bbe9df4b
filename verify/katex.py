"""Formulas as KaTeX reads them: its parse tree, the claims inside, or what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from verify.memo import Memo
from verify.node import NodeProgram

SCRIPT = Path(__file__).with_name("katex.mjs")
Request = tuple[str, bool]


@dataclass(frozen=True)
class ClaimText:
    """A `\\claim{NAME}{LITERAL}` as written; `start` is the literal's brace, counted from 0."""

    name: str
    tex: str
    start: int


@dataclass(frozen=True)
class Exemption:
    """`\\cited{key}{…}` or `\\notation{reason}{…}`: a formula that no snippet checks."""

    kind: str
    reason: str


@dataclass(frozen=True, eq=False)
class Parsed:
    """One formula. Either `error` (with its offset in `tex`) or the nodes of KaTeX's tree."""

    tex: str
    nodes: tuple[dict[str, Any], ...] = ()
    claims: tuple[ClaimText, ...] = ()
    exemptions: tuple[Exemption, ...] = ()
    error: str | None = None
    offset: int = 0


class Katex(NodeProgram):
    """KaTeX in one Node process, kept while the context lasts. Each formula is read once."""

    def __init__(self, macros: Path, memo: Memo | None = None) -> None:
        super().__init__(SCRIPT, str(macros.resolve()))
        self._memo = memo or Memo()
        self._macros = macros.read_text(encoding="utf-8") if macros.exists() else ""
        self._read: dict[Request, Parsed] = {}

    def parse(self, tex: str, display: bool) -> Parsed:
        """Read one formula (without its dollars)."""
        request = (tex, display)
        if request not in self._read:
            self.warm([request])
        return self._read[request]

    def warm(self, requests: Iterable[Request]) -> None:
        """Read many formulas at once, which is faster than one after the other.

        A page's formulas, or a program's, are remembered together.
        """
        wanted = list(dict.fromkeys(requests))
        if all(request in self._read for request in wanted):
            return
        for start in range(0, len(wanted), 100):
            batch = wanted[start : start + 100]
            key = ("katex", self._macros, json.dumps(batch))
            self._read |= zip(
                batch, self._memo.of(partial(self._ask_all, batch), *key), strict=True
            )

    def _ask_all(self, batch: list[Request]) -> list[Parsed]:
        answers = self.ask(batch)
        return [_parsed(tex, answer) for (tex, _), answer in zip(batch, answers, strict=True)]


def _parsed(tex: str, answer: dict[str, Any]) -> Parsed:
    if "error" in answer:
        return Parsed(tex, error=answer["error"], offset=answer["offset"])
    return Parsed(
        tex,
        nodes=tuple(answer["tree"]),
        claims=tuple(ClaimText(**claim) for claim in answer["claims"]),
        exemptions=tuple(Exemption(**exception) for exception in answer["exceptions"]),
    )
