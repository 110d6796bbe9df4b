"""Hashes and licences that are published with the site."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from publish import licences
from publish.failure import RefusedError
from publish.hashes import write_hashes
from publish.licences import NO_TEXT, Work, embedded, licence_list, works
from render.shipped import HASHES

# On some systems it has another name.
SHA256SUM = ("sha256sum",) if shutil.which("sha256sum") else ("shasum", "-a", "256")


@pytest.fixture(scope="module")
def found() -> list[Work]:
    return list(works())


def test_hashes_are_what_sha256sum_reads(tmp_path: Path) -> None:
    for name in ("index.html", "en/a b.txt", "en/中.bin"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    write_hashes(tmp_path)
    write_hashes(tmp_path)  # not its own hash
    check = [*SHA256SUM, "--check", "--strict", HASHES]
    done = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["en/a b.txt: OK", "en/中.bin: OK", "index.html: OK"]
    (tmp_path / "index.html").write_text("changed", encoding="utf-8")
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_every_work_has_a_licence(found: list[Work]) -> None:
    assert len({work.name for work in found}) == len(found)
    assert {"katex", "mkdocs-material", "lunr", "rxjs"} <= {work.name for work in found}
    # All three are parts of clipboard, by its author and under its licence.
    untold = {work.name for work in found if work.text == NO_TEXT}
    assert untold == {"delegate", "good-listener", "select"}
    assert all(work.licence for work in found)
    legal = re.compile("copyright|licen[cs]e", re.IGNORECASE)
    assert all(legal.search(work.text) for work in found if work.name not in untold)


def test_the_list_has_every_line_and_text(found: list[Work]) -> None:
    listed = licence_list(found, ["NotoSans-Regular", "Charis"])
    assert "embed the characters that they show, each\nunder its own licence: NotoSans" in listed
    for work in found:
        assert listed.count(f"{work.line}\n") == 2
        assert work.text.strip() in listed


def test_fonts_in_a_pdf_are_named(tmp_path: Path) -> None:
    pdf = b"/FontName /AAAAAA+KaTeX_Main-Regular\n/FontName /BAAAAA+NotoSansCJKsc-Regular\n"
    (tmp_path / "a.pdf").write_bytes(pdf)
    assert embedded(tmp_path) == ["NotoSansCJKsc-Regular"]


def test_a_theme_that_brings_more_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "bundled", lambda: {"lunr", "no-such-package"})
    mend = "npm install --save-dev --save-exact no-such-package"
    with pytest.raises(RefusedError, match=f"contains no-such-package, .*{mend}"):
        list(works())
