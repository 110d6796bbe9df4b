"""The Content-Security-Policy of every page: what is not listed here, a browser refuses."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable

# Blocks of data have a type that no browser executes, so the policy does not concern them.
SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style[^>]*>(?P<text>.*?)</style>", re.DOTALL)
MARKER = '<meta charset="utf-8">'


def inline(html: str) -> tuple[set[str], set[str]]:
    """The texts of a page's inline scripts and of its inline styles."""
    scripts = {
        match["text"]
        for match in SCRIPT.finditer(html)
        if "src=" not in match["attributes"] and "json" not in match["attributes"]
    }
    return scripts, {match["text"] for match in STYLE.finditer(html)}


def policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """Everything from this site alone; inline only what is known by its hash.

    Instant navigation keeps the policy of the first page, so one policy serves all pages.
    """
    directives = {
        "default-src": "'none'",
        "script-src": " ".join(["'self'", *hashes(scripts)]),
        "style-src": " ".join(["'self'", *hashes(styles)]),
        # KaTeX places the boxes of a formula by attributes: measures, which can fetch nothing.
        "style-src-attr": "'unsafe-inline'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "worker-src": "'self'",
        "manifest-src": "'self'",
        "frame-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in directives.items())


def hashes(texts: Iterable[str]) -> list[str]:
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return sorted(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def policy_meta(content: str) -> str:
    return f'<meta http-equiv="Content-Security-Policy" content="{content}">'


def with_metas(html: str, metas: str) -> str:
    """The page with these, first of all: a policy must stand before whatever it shall rule."""
    if MARKER not in html:
        raise ValueError(f"a page has no {MARKER}, after which its policy would stand")
    return html.replace(MARKER, MARKER + metas, 1)
