"""What a page says when it is asked: the file that publish/on_demand.py has moved it to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lxml import html

from tests.site import Site


def content(site: Site, tree: html.HtmlElement) -> dict[str, Any]:
    (file,) = tree.xpath("//template[@id='ledger']/@data-src") or [None]
    if file is None:
        return {"ledger": {"entries": {}}, "texts": []}
    return dict(json.loads((site.folder / "assets" / Path(file).name).read_text(encoding="utf-8")))


def entries(site: Site, tree: html.HtmlElement) -> dict[str, Any]:
    """What the popover shows, by id."""
    return dict(content(site, tree)["ledger"]["entries"])


def copies(site: Site, tree: html.HtmlElement, buttons: str) -> list[str]:
    """What these buttons of a page copy; `buttons` is an XPath."""
    texts = content(site, tree)["texts"]
    found = tree.xpath(buttons)
    own = (button.get("data-clipboard-text") for button in found)
    return [
        text if text is not None else texts[int(button.get("data-copies"))]
        for text, button in zip(own, found, strict=True)
    ]
