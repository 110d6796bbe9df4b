"""Addresses of assets in English pages, which the two languages keep once, at the root."""

from __future__ import annotations

import re
from collections.abc import Set

REFERENCE = re.compile(
    r"""(?P<before>(?:\bhref=|\bsrc=|"search":\s*)")(?P<up>(?:\.\./)*|\./)(?P<path>assets/[^"?#]+)"""
)


def share_assets(html: str, shared: Set[str]) -> str:
    """Addresses of `shared` files (`assets/…`) lead one folder further up; others stay.

    Covers attributes of elements and the search worker in Material's configuration.
    """

    def lift(match: re.Match[str]) -> str:
        if match["path"] not in shared:
            return match.group()
        up = match["up"].removeprefix("./")
        return f"{match['before']}../{up}{match['path']}"

    return REFERENCE.sub(lift, html)
