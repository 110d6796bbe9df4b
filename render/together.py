"""Keeps a formula in a sentence, its unit (8B) and the punctuation around it on one line.

A line that begins with a comma is wrong in Chinese and ugly in English, and a browser may break
the line on either side of a formula.
"""

from __future__ import annotations

import re

SHORT = 20  # characters that fit beside the line on the narrowest screen, about 13 px each
AFTER = re.compile(r"(?:['’]s\b|[A-Z]\b)?[，。；：、！？）」』》”’…,.;:!?)\]%–-]*")
BEFORE = re.compile(r"[（「『《“‘(\[]*$")
NEXT = re.compile("(?<=[，。；：、！？])<span")  # another, with nothing but its comma between
BETWEEN = '</span><span class="katex-base">'  # where KaTeX lets a formula break: after = and +


def keep_together(html: str, start: int, end: int, markup: str, text: str) -> tuple[int, int, str]:
    """Replace the formula at `start:end` by `markup`, joined with the punctuation around it.

    `text` is the formula as characters. Short ones do not break; long ones may, but only where
    KaTeX offers it. Returns the range to replace and the new text.
    """
    before = BEFORE.search(html, max(0, start - 4), start)
    after = AFTER.match(html, end)
    opening = before.group() if before else ""
    closing = after.group() if after else ""
    if len(text.replace(" ", "")) > SHORT:
        markup = markup.replace(BETWEEN, BETWEEN.replace("><", "><wbr><"))
    whole = f'<span class="nb">{opening}{markup}{closing}</span>'
    if NEXT.match(html, end + len(closing)):
        whole += "<wbr>"  # Firefox breaks no line between the two by itself
    return start - len(opening), end + len(closing), whole
