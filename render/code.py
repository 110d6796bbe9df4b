"""Code blocks that show a snippet: path, copy button, an anchor for every line; and outputs."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from render.errors import RenderError
from render.labels import LABELS
from render.ledger import Page, Snippet
from render.links import Links, line_id
from render.roles import roles
from render.scan import find_elements, has_class

CODE = re.compile(r"(?P<head>.*?<code[^>]*>)(?P<body>.*?)(?P<tail></code>.*)", re.DOTALL)
TAG = re.compile(r"<[^>]+>")
Replacement = tuple[int, int, str]


@dataclass(frozen=True)
class Block:
    """What one code fence of a page shows: numbered lines of one snippet, blank ends left out."""

    line: int
    stem: str
    lines: tuple[tuple[int, str], ...]

    @property
    def text(self) -> str:
        return "\n".join(text for _, text in self.lines)


def code_replacements(page_html: str, page: Page, links: Links) -> list[Replacement]:
    """New markup for every snippet and output on the page. RenderError if one is missing."""
    expected = iter(shown_blocks(page, links))
    awaited = next(expected, None)
    seen: set[str] = set()
    replacements: list[Replacement] = []
    for element in find_elements(page_html, has_class("highlight")):
        match = CODE.fullmatch(page_html[element.inner_start : element.inner_end])
        if element.tag != "div" or match is None:
            continue  # highlighted code in a sentence
        if "output" in element.classes:
            new = output(match["body"], page["lang"])
        elif awaited and characters(match["body"]) == awaited.text:
            new = program(match, awaited, page["lang"], links, seen)
            awaited = next(expected, None)
        else:
            continue
        replacements.append((element.start, element.end, new))
    if awaited:
        raise RenderError(
            page["path"],
            awaited.line,
            f"snippets/{awaited.stem}.py is not on the built page as the file has it: "
            "show it in a ```python fence of its own, without options or other lines",
        )
    return replacements


def shown_blocks(page: Page, links: Links) -> list[Block]:
    """The page's code fences; sections shown in one fence are one block."""
    blocks: list[Block] = []
    for shown in links.site.shown_on(page):
        source = links.site.ledger["snippets"][shown["stem"]]["source"].split("\n")
        lines = [(number, source[number - 1]) for number in shown["lines"]]
        if blocks and (blocks[-1].stem, blocks[-1].line) == (shown["stem"], shown["line"]):
            lines = [*blocks.pop().lines, *lines]
        blocks.append(Block(shown["line"], shown["stem"], tuple(lines)))
    return [replace(block, lines=without_blank_ends(block.lines)) for block in blocks]


def without_blank_ends(lines: tuple[tuple[int, str], ...]) -> tuple[tuple[int, str], ...]:
    filled = [index for index, (_, text) in enumerate(lines) if text.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else ()


def characters(body: str) -> str:
    """The text of highlighted code, blank lines at its ends left out."""
    return html.unescape(TAG.sub("", body)).strip("\n")


def program(match: re.Match[str], block: Block, lang: str, links: Links, seen: set[str]) -> str:
    """A code block with its bar above and its lines as anchors."""
    snippet = links.site.ledger["snippets"][block.stem]
    body = "".join(anchored(match["body"], block, seen))
    code = match["head"] + body + match["tail"]
    return f'<div class="highlight">{bar(snippet, lang, links)}{code}</div>'


def anchored(body: str, block: Block, seen: set[str]) -> Iterator[str]:
    """Each line in a span with its role; the first one that shows a line carries its id.

    Pygments closes its spans at the end of every line, so lines can be cut apart.
    """
    lines = body.strip("\n").split("\n")
    played = roles(text for _, text in block.lines)
    for line, (number, _), role in zip(lines, block.lines, played, strict=True):
        anchor = line_id(block.stem, number)
        identifier = "" if anchor in seen else f' id="{anchor}"'
        seen.add(anchor)
        mark = f' data-role="{role}"' if role else ""
        yield f'<span class="line"{identifier}{mark}>{line}\n</span>'


def bar(snippet: Snippet, lang: str, links: Links) -> str:
    """Path (a link if there is a repository) and a button that copies the whole program."""
    path = html.escape(snippet["path"])
    href = links.site.source(snippet["path"])
    where = f'<a href="{html.escape(href)}">{path}</a>' if href else f"<span>{path}</span>"
    label = html.escape(LABELS[lang].copy)
    return (
        f'<div class="highlight__bar">{where}<button class="copy" type="button"'
        f' data-clipboard-text="{attribute(snippet["program"])}">{label}</button></div>'
    )


def attribute(text: str) -> str:
    """Text for an attribute, its line ends kept whatever reads the page."""
    return html.escape(text).replace("\n", "&#10;").replace("\t", "&#9;")


def output(body: str, lang: str) -> str:
    """Printed output: no copy button, no colours, a name for those who listen."""
    label = html.escape(LABELS[lang].output)
    text = TAG.sub("", body)
    pre = f"<pre><code>{text}</code></pre>"
    return f'<div class="output" role="group" aria-label="{label}">{pre}</div>'
