"""Other browsers: what they say is passed on, and none is left out without a word."""

from __future__ import annotations

import sys

import pytest

from tests import engines

# Stands for a browser: answers at each page and width, as far as it is told to.
PLAY = """
import json, sys
wanted = json.load(sys.stdin)
looks = [(a, w) for a in wanted["addresses"] for w in wanted["widths"]][:int(sys.argv[1])]
for address, width in looks:
    found = ["sticks out: <b>"] if width == 320 else []
    print(json.dumps({"address": address, "width": width, "found": found}), flush=True)
sys.exit(int(sys.argv[2]))
"""
PAGES = ["http://x/a/", "http://x/b/"]


def played(looks: int, code: int = 0) -> list[tuple[str, str]]:
    return list(engines.complaints([sys.executable, "-c", PLAY, str(looks), str(code)], PAGES))


def test_what_is_to_be_mended_is_passed_on_with_its_place() -> None:
    assert played(6) == [(f"{page} at 320 px", "sticks out: <b>") for page in PAGES]


@pytest.mark.parametrize(("looks", "code"), [(4, 0), (6, 1), (0, 1)])
def test_one_that_is_broken_off_is_said(looks: int, code: int) -> None:
    assert ("all", f"broken off after {looks} looks, exit code {code}") in played(looks, code)


def test_a_browser_that_is_not_there_is_no_browser_that_is_content(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engines, "which", lambda name: None)
    monkeypatch.setattr(engines, "pages_of", lambda site: [""])
    monkeypatch.setattr(engines.Path, "is_file", lambda file: True)
    assert engines.main(["--pages", ""]) == 1
    said = capsys.readouterr().out
    assert "Firefox is not there: sudo apt-get install" in said
    assert "WebKitGTK, its driver or Xvfb is not there: sudo apt-get install" in said


def test_it_is_told_what_the_tests_in_chromium_look_for() -> None:
    for part in (engines.UNDRAWN, engines.STICKS_OUT):
        assert part in engines.LOOK
