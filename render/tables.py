"""HTML that generated blocks are made of. Cells are HTML; text goes through `text` first.

What stands in `data-generated` was written by the build: its numbers are those of the ledger.

Tables are written as raw HTML, which Markdown leaves alone whatever their cells contain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape, unescape
from unicodedata import east_asian_width

from render.tex import unmarked

BRIEF = 22  # Latin letters that stand in a narrow column
CELL = re.compile(r"<td( [^>]*)?>(.*?)</td>", re.DOTALL)
UNSEARCHED = "data-search-exclude"  # Material leaves such a section out of its index


def text(value: object) -> str:
    return escape(str(value), quote=False)


def code(value: object) -> str:
    """Code that may break after its dots and slashes, but before `py`: columns stay narrow."""
    broken = re.sub(r"(?<=[a-z_])([./])(?=[a-z_])(?!py\b)", r"\1<wbr>", text(value))
    return f"<code>{broken}</code>"


def math(tex: str) -> str:
    """A formula that the page's last step sets, without marks of its own.

    Plain numbers are text: set by KaTeX, a thousand of them would weigh a megabyte.
    """
    if re.fullmatch(r"-?[\d.]+", tex):
        return text(tex.replace("-", "\u2212"))
    return f'<span class="tex">{text(unmarked(tex))}</span>'


def link(href: str | None, content: str) -> str:
    """`content` as a link where there is an address."""
    return f'<a href="{escape(href)}">{content}</a>' if href else content


def table(head: Sequence[str], rows: Iterable[Sequence[str]], ids: Sequence[str] = ()) -> str:
    """A table that scrolls by itself; `ids` are anchors for its rows, in order."""
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    lines = []
    for index, row in enumerate(rows):
        anchor = f' id="{ids[index]}"' if index < len(ids) else ""
        lines.append(f"<tr{anchor}>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>")
    return (
        '<div class="table-wrap" data-generated>\n<table class="ledger-table">\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{chr(10).join(lines)}\n</tbody>\n</table>\n</div>"
    )


def roomy(rows: str) -> str:
    """Rows in which a cell with a sentence says so: it gets more than a word a line."""

    def cell(found: re.Match[str]) -> str:
        attributes, content = found[1] or "", found[2]
        words = unescape(re.sub(r"<[^>]*>", "", content))
        if 'class="katex"' in content or "class=" in attributes or width(words) <= BRIEF:
            return found[0]
        return f'<td class="sentence"{attributes}>{content}</td>'

    return CELL.sub(cell, rows)


def width(text: str) -> int:
    """In Latin letters, of which a Chinese character takes two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def heading(level: int, title: str, anchor: str, *, search: bool = True) -> str:
    """A Markdown heading, so that contents know it, and search too unless it is told not to."""
    attributes = f"#{anchor}" if search else f"#{anchor} {UNSEARCHED}=true"
    return f"{'#' * level} {title} {{{attributes}}}"


def blocks(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part)
