"""What a check has to say: where, what is wrong, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Finding:
    """One error. `path` is relative to the project, `line` counts from 1."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def not_utf8(error: UnicodeDecodeError) -> str:
    """What to say of a file that is no text."""
    return f"is not UTF-8 text (byte {error.start}): save it as UTF-8"
