"""Pages on paper."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.built.reader import loaded
from tests.site import LANGUAGES, Site

PAPER = {"width": 673, "height": 985}  # A4 between its margins (print.css), in px
CUT_OFF = """() => [...document.querySelectorAll('.highlight code, .output code')]
    .filter(code => code.scrollWidth > code.clientWidth + 1)
    .map(code => `${code.textContent.slice(0, 60)}: ${code.scrollWidth - code.clientWidth} px`)"""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "name", ["demos/norm-position.md", "practice/pitfalls.md", "transformer/stability.md"]
)
def test_no_line_of_a_program_is_cut_off(site: Site, readers: Any, lang: str, name: str) -> None:
    """Nor of what it prints; what is for copying on a screen is left out."""
    page = readers(site, viewport=PAPER).open(site.page(lang, name))
    page.evaluate("() => document.documentElement.classList.add('whole')")
    page.emulate_media(media="print")
    loaded(page)
    assert page.evaluate(CUT_OFF) == []
    expect(page.locator(".demo__embed:visible")).to_have_count(0)
