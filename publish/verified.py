"""Verification as the first step of every build."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import cast

from publish.failure import RefusedError
from render.ledger import Ledger
from verify.check import verify
from verify.ledger import PATH, make_ledger, write_ledger


def verified_ledger(root: Path, progress: Callable[[str], None] = lambda message: None) -> Ledger:
    """Verify the project and write its ledger; RefusedError if anything does not hold.

    PARITY=off leaves out the comparison of the languages, as in `make check`.
    """
    result = verify(root, parity=os.environ.get("PARITY") != "off", progress=progress)
    if result.findings:
        raise RefusedError(result.findings)
    write_ledger(make_ledger(result), root)
    return read_ledger(root)


def read_ledger(root: Path) -> Ledger:
    return cast(Ledger, json.loads((root / PATH).read_text(encoding="utf-8")))


def known_ledger(root: Path) -> Ledger:
    """The ledger of the last verification, made now if there is none."""
    return read_ledger(root) if (root / PATH).exists() else verified_ledger(root)
