"""What a page says only when it is asked: the entries of its marks, and texts to copy.

Nobody reads them without a script, and few readers ask for all; so a packed page names a file that
holds them, and theme/assets/on-demand.js fetches it when the reader turns to what needs it.
"""

from __future__ import annotations

import json
import re
from html import escape, unescape
from pathlib import Path

from publish.named import write_named
from render.code import attribute
from render.page import with_data

NAME = "on-demand"
LEDGER = re.compile(r'<template id="ledger">(?P<text>.*?)</template>', re.DOTALL)
TEXT = re.compile(r' data-clipboard-text="(?P<text>[^"]*)"')
PLACE = re.compile(r'<template id="ledger" data-src="[^"]*?(?P<file>assets/[^"]+)"></template>')
NUMBER = re.compile(r' data-copies="(?P<number>\d+)"')


def moved_out(site: Path, html: str, up: str) -> str:
    """The page without what it says on demand, which is now a file; `up` leads to the root."""
    ledger = LEDGER.search(html)
    texts = list(dict.fromkeys(match["text"] for match in TEXT.finditer(html)))
    if ledger is None and not texts:
        return html
    content = {
        "ledger": json.loads(unescape(ledger["text"])) if ledger else {"entries": {}},
        "texts": [unescape(text) for text in texts],
    }
    file = write_named(site, NAME, "json", json.dumps(content, ensure_ascii=False).encode())
    html = TEXT.sub(
        lambda text: f' data-copies="{texts.index(text["text"])}"', LEDGER.sub("", html)
    )
    return with_data(html, f'<template id="ledger" data-src="{up}{file}"></template>')


def put_back(site: Path, html: str) -> str:
    """The page as it was, for where nothing can be fetched."""
    place = PLACE.search(html)
    if place is None:
        return html
    content = json.loads((site / place["file"]).read_text(encoding="utf-8"))
    ledger = escape(json.dumps(content["ledger"], ensure_ascii=False), quote=False)
    texts = [attribute(text) for text in content["texts"]]
    html = PLACE.sub(lambda _: f'<template id="ledger">{ledger}</template>', html)
    return NUMBER.sub(lambda n: f' data-clipboard-text="{texts[int(n["number"])]}"', html)
