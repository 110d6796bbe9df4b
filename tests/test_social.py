"""The social preview: drawn from what stands in the ledger now, in the size that services want."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from figures.social import HEIGHT, WIDTH, digest, file_of, signature, signed
from verify.check import verify
from verify.ledger import make_ledger

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def ledger() -> dict[str, object]:
    return make_ledger(verify(ROOT))


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_picture_is_of_the_present_block(ledger: dict[str, object], lang: str) -> None:
    png = file_of(lang).read_bytes()
    assert signature(png) == digest(lang, ledger), "stale: run `python -m figures.social`"
    assert struct.unpack(">II", png[16:24]) == (WIDTH, HEIGHT)


def test_a_signature_can_be_read_again() -> None:
    png = file_of("zh").read_bytes()
    assert signature(signed(png[:8] + png[-12:], "0" * 64)) == "0" * 64
    assert signature(png[:8]) is None
