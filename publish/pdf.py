"""The cheat sheet as a PDF, printed by Chromium from the finished site, if there is one.

Until it is printed, the link to it stays hidden: without a browser there is a page less to promise.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from publish.addresses import FOLDERS
from publish.browser import FLAGS, chromium
from publish.failure import RefusedError
from render.printed import HIDDEN, PDF, SHOWN
from verify.findings import Finding
from verify.memo import Memo

PAGE = "answers/cheatsheet"
SECONDS = 120  # a browser that has not printed by then has lost its way
LINK = re.compile(r'(<a\b[^>]*?\shref=")([^"#][^"]*)(")')  # but for those within the page
VERSION = re.compile(r'<meta name="version"[^>]*>')  # another one at every change of any page
DATE, MADE = re.compile(rb"D:\d{14}[+-]\d\d'\d\d'"), b"D:19800101000000+00'00'"
Progress = Callable[[str], None]


def write_pdfs(
    site: Path,
    memo: Memo,
    roots: Mapping[str, str],
    progress: Progress = lambda message: None,
) -> None:
    """Print the sheet of each language, at home at `roots`, and show the link to it."""
    pages = {lang: site / folder / PAGE / "index.html" for lang, folder in FOLDERS.items()}
    pages = {lang: page for lang, page in pages.items() if page.exists()}
    browser = chromium()
    if browser is None or not pages:
        progress("no Chromium: the cheat sheet has no PDF" if pages else "no cheat sheet")
        return
    progress("printing the cheat sheet")
    printed = print_pages(site, pages, roots, memo, browser)
    for lang, page in pages.items():
        check_length(lang, printed[lang])
        page.with_name(PDF).write_bytes(printed[lang])
        html = page.read_text(encoding="utf-8")
        page.write_text(html.replace(HIDDEN, SHOWN), encoding="utf-8")


def print_pages(
    site: Path, pages: Mapping[str, Path], roots: Mapping[str, str], memo: Memo, browser: Path
) -> dict[str, bytes]:
    """The PDF of each page; one whose page has not changed is not printed again."""
    found: dict[str, bytes] = {}
    with served(site) as root:
        for lang, page in pages.items():
            html = with_addresses(page.read_text(encoding="utf-8"), f"{roots[lang]}{PAGE}/")
            html = VERSION.sub("", html)
            found[lang] = memo.of(
                partial(print_draft, site, page, html, root, browser), "pdf", html
            )
    return found


def print_draft(site: Path, page: Path, html: str, root: str, browser: Path) -> bytes:
    """`html` in place of the `page` of a site that is served at `root`."""
    draft = page.with_name("print.html")
    draft.write_text(html, encoding="utf-8")
    pdf = print_page(browser, root + draft.relative_to(site).as_posix())
    draft.unlink()
    return pdf


def with_addresses(html: str, address: str) -> str:
    """The page with links as they are on the net: a PDF keeps them, and knows no site around it."""
    return LINK.sub(lambda link: link[1] + urljoin(address, link[2]) + link[3], html)


def print_page(browser: Path, address: str) -> bytes:
    """One page as PDF."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "page.pdf"
        command = [str(browser), *FLAGS, "--no-pdf-header-footer", f"--print-to-pdf={target}"]
        done = subprocess.run(
            [*command, address], capture_output=True, text=True, timeout=SECONDS, check=False
        )
        if done.returncode or not target.exists():
            told = done.stderr.strip().splitlines()[-1:] or ["nothing was written"]
            message = f"{browser} does not print {address}: {told[0]}; mend it, or set CHROMIUM"
            raise RefusedError([Finding("publish/pdf.py", 1, message)])
        return undated(target.read_bytes())


def undated(pdf: bytes) -> bytes:
    """The same in every build: without the times at which it was made."""
    return DATE.sub(MADE, pdf)


def check_length(lang: str, pdf: bytes) -> None:
    pages = page_count(pdf)
    if pages != 1:
        message = (
            f"is printed on {pages} pages: shorten lines or take `sheet:` titles out of "
            "docs/questions until it fits on one"
        )
        raise RefusedError([Finding(f"docs/{lang}/{PAGE}.md", 1, message)])


def page_count(pdf: bytes) -> int:
    """Chromium writes the objects of pages uncompressed."""
    return pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page/")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: Any) -> None:
        """Nothing: the build says what went wrong."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The site at an address of this machine; modules and fonts need one."""
    handler = partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
