"""Macro calls in TeX, found by matching braces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Call:
    """`\\name{…}{…}` at `start:end` of the TeX; each argument with where it starts."""

    start: int
    end: int
    arguments: tuple[str, ...]
    starts: tuple[int, ...]


class MacroError(ValueError):
    """A macro call that cannot be read, and where in the TeX it begins."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


def closing_brace(tex: str, opening: int) -> int | None:
    """Index of the brace that closes the one at `opening`; None if none does."""
    depth = 0
    index = opening
    while index < len(tex):
        character = tex[index]
        if character == "\\":
            index += 2
            continue
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return index
        index += 1
    return None


def macro_calls(tex: str, name: str, count: int) -> Iterator[Call]:
    """Every call of `\\name` with `count` braced arguments; MacroError if one is incomplete."""
    macro = "\\" + name
    position = tex.find(macro)
    while position != -1:
        end = position + len(macro)
        if tex[end : end + 1].isalpha():
            position = tex.find(macro, end)
            continue
        arguments: list[str] = []
        starts: list[int] = []
        for _ in range(count):
            while tex[end : end + 1].isspace():
                end += 1
            close = closing_brace(tex, end) if tex[end : end + 1] == "{" else None
            if close is None:
                form = macro + "{…}" * count
                message = f"{macro} is incomplete: write {form} with balanced braces"
                raise MacroError(message, position)
            arguments.append(tex[end + 1 : close])
            starts.append(end + 1)
            end = close + 1
        yield Call(position, end, tuple(arguments), tuple(starts))
        position = tex.find(macro, position + len(macro))
