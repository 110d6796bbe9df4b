"""The cheat sheet's PDF: printed if there is a browser, once a page, and only if it fits."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from publish.browser import chromium
from publish.failure import RefusedError
from publish.pdf import page_count, undated, with_addresses, write_pdfs
from render.printed import HIDDEN, SHOWN
from verify.memo import Memo

ROOTS = {"zh": "https://x.org/sub/", "en": "https://x.org/sub/en/"}
PAGE = f"<html><body><p {HIDDEN}>PDF</p></body></html>"
BROWSER = """\
#!{python}
import sys
from urllib.request import urlopen
target = next(a.partition("=")[2] for a in sys.argv if a.startswith("--print-to-pdf="))
html = urlopen(sys.argv[-1]).read()
assert b"PDF" in html
print(sys.argv[-1], file=open({log!r}, "a"))
if {pages}:
    open(target, "wb").write(b"<</Type /Pages>>" + b"<</Type /Page\\n>>" * {pages})
else:
    sys.exit("no display")
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for folder in ("", "en/"):
        page = tmp_path / "site" / folder / "answers" / "cheatsheet" / "index.html"
        page.parent.mkdir(parents=True)
        page.write_text(PAGE, encoding="utf-8")
    return tmp_path / "site"


def browser(site: Path, monkeypatch: pytest.MonkeyPatch, pages: int = 1) -> Path:
    """A program in a browser's place that prints so many pages; returns what it writes down."""
    log = site.parent / "log"
    program = site.parent / "browser"
    program.write_text(
        BROWSER.format(python=sys.executable, log=str(log), pages=pages), encoding="utf-8"
    )
    program.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", str(program))
    return log


def text(site: Path, folder: str = "") -> str:
    file = site / folder / "answers" / "cheatsheet" / "index.html"
    return file.read_text(encoding="utf-8")


def test_each_language_is_printed_once(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = browser(site, monkeypatch)
    (site / "en/answers/cheatsheet/index.html").write_text(PAGE + "en", encoding="utf-8")
    for _ in range(2):  # the second time from the cache
        write_pdfs(site, Memo(site.parent / "cache"), ROOTS)
        for folder in ("", "en"):
            assert HIDDEN not in text(site, folder) and SHOWN in text(site, folder)
            assert (site / folder / "answers/cheatsheet/cheatsheet.pdf").exists()
            file = site / folder / "answers/cheatsheet/index.html"
            file.write_text(PAGE + folder, encoding="utf-8")
    assert list(site.rglob("print.html")) == []
    addresses = log.read_text(encoding="utf-8").split()
    assert [address.split("/", 3)[3] for address in addresses] == [
        "answers/cheatsheet/print.html", "en/answers/cheatsheet/print.html",
    ]  # fmt: skip


def test_without_a_browser_the_link_stays_hidden(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHROMIUM", str(site / "gone"))
    assert chromium() is None
    said: list[str] = []
    write_pdfs(site, Memo(site.parent / "cache"), ROOTS, said.append)
    assert said == ["no Chromium: the cheat sheet has no PDF"]
    assert text(site) == PAGE and not list(site.rglob("*.pdf"))


def test_two_pages_are_refused(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser(site, monkeypatch, pages=2)
    with pytest.raises(RefusedError) as refused:
        write_pdfs(site, Memo(site.parent / "cache"), ROOTS)
    assert str(refused.value) == (
        "docs/zh/answers/cheatsheet.md:1: is printed on 2 pages: shorten lines or take `sheet:` "
        "titles out of docs/questions until it fits on one"
    )


def test_a_browser_that_fails_is_told(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser(site, monkeypatch, pages=0)
    with pytest.raises(RefusedError, match=r"does not print .*: no display; mend it"):
        write_pdfs(site, Memo(site.parent / "cache"), ROOTS)


def test_a_site_without_a_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", sys.executable)
    write_pdfs(tmp_path, Memo(tmp_path / "cache"), ROOTS)
    assert list(tmp_path.rglob("*.pdf")) == []


def test_links_lead_to_the_site_and_not_to_the_port_it_was_printed_from() -> None:
    html = (
        '<a href="../../basics/depth/#a">a</a><a class="b" href="#here"><a href="https://y.org/">'
    )
    assert with_addresses(html, f"{ROOTS['en']}answers/cheatsheet/") == (
        '<a href="https://x.org/sub/en/basics/depth/#a">a</a><a class="b" href="#here">'
        '<a href="https://y.org/">'
    )


def test_nothing_says_when_it_was_made() -> None:
    pdf = b"/CreationDate (D:20261129224807+00'00') /ModDate (D:20261129224807-05'30')"
    assert set(undated(pdf).split()[1::2]) == {b"(D:19800101000000+00'00')"}


def test_pages_are_counted_without_their_tree() -> None:
    assert page_count(b"<</Type /Pages\n/Kids []>> <</Type /Page\n>> <</Type /Page/P 1>>") == 2
