"""Reads the structure of a page with markdown-it: headings, blocks, and texts with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from verify.pages import DOLLAR, FIRST_MARK, LAST_MARK, MARKS, Block, Heading, Page, Text, blank

HIGHLIGHT = re.compile(r"^(?:#!|:::)\w+\s+")  # names the language of inline code
ATTRIBUTE = r"""(?:[.#][\w-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'}]+))"""
ATTRIBUTES = rf"\{{:?[ \t]*{ATTRIBUTE}(?:[ \t]+{ATTRIBUTE})*[ \t]*\}}"
ATTRIBUTE_LINE = re.compile(rf"(?<=[^\n]\n)[ \t>]*{ATTRIBUTES}[ \t]*$", re.MULTILINE)
HEADING_ATTRIBUTES = re.compile(
    rf"^(?P<head>#{{1,6}} .*?)[ \t]+(?P<attributes>{ATTRIBUTES})[ \t]*$", re.MULTILINE
)
INLINE_ATTRIBUTES = re.compile(ATTRIBUTES)
SEEN_ATTRIBUTES = ("alt", "title", "aria-label", "placeholder")
SEEN_ATTRIBUTE = re.compile(
    rf"""(?<![\w-])(?:{"|".join(SEEN_ATTRIBUTES)})=(?P<quote>["']?)(?P<text>.*?)(?P=quote)(?=[\s}}])"""
)
CUSTOM_ELEMENT = re.compile(r"<(?P<name>[a-z]+(?:-[a-z]+)+)(?P<attributes>[^<>]*)></(?P=name)>")
DIRECTIVE = re.compile(r"^\s*<!--\s*(?P<kind>[a-z]+):\s*(?P<name>[\w/.-]+)\s*-->\s*$")


def markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    parser.use(admon_plugin).use(deflist_plugin).use(footnote_plugin)
    return parser.disable("footnote_inline")  # Python-Markdown has none


PARSER = markdown()
PLACES = {"heading_open": "heading", "th_open": "table", "td_open": "table"}


def read_structure(page: Page, text: str) -> None:
    ids = heading_ids(page, text)
    text = HEADING_ATTRIBUTES.sub(lambda m: m["head"] + " " * (len(m[0]) - len(m["head"])), text)
    for attributes in ATTRIBUTE_LINE.finditer(text):
        add_attributes(page, attributes.group(), text.count("\n", 0, attributes.start()) + 1)
    tokens = PARSER.parse(blank(ATTRIBUTE_LINE, text))
    place = "prose"
    for index, token in enumerate(tokens):
        line = first_line(tokens, index)
        if token.type in PLACES:
            place = PLACES[token.type]
        elif token.type in ("heading_close", "th_close", "td_close"):
            place = "prose"
        if token.type == "heading_open":
            heading = Heading(
                int(token.tag[1]), ids.get(line, ""), plain_text(tokens[index + 1]), line
            )
            page.headings.append(heading)
        elif token.type == "inline":
            read_inline(page, token, line, place)
        elif token.type == "html_block" and not DIRECTIVE.match(token.content):
            read_html(page, token.content, line)
        elif token.type in ("fence", "code_block"):
            check_code(page, token, line)
        kind = block_kind(tokens, index)
        if kind:
            page.blocks.append(Block(kind, line))


def first_line(tokens: Sequence[Token], index: int) -> int:
    """The line of a token; some (footnotes) have none, but the next within has."""
    found = next((t.map for t in tokens[index:] if t.map), None)
    return found[0] + 1 if found else 1


def heading_ids(page: Page, text: str) -> dict[int, str]:
    """The explicit id of each heading that has one, by line; no two are the same."""
    ids: dict[int, str] = {}
    for match in HEADING_ATTRIBUTES.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        add_attributes(page, match["attributes"], line)
        identifier = re.search(r"(?<=[{:\s])#([\w-]+)", match["attributes"])
        if not identifier:
            continue
        for other, known in ids.items():
            if known == identifier[1]:
                page.complain(line, f"heading id #{known} is that of line {other}: give it another")
        ids[line] = identifier[1]
    return ids


def check_code(page: Page, token: Token, line: int) -> None:
    """Code that `take_fences` did not see: its digits would be read by nobody."""
    locate_formulas(page, token.content, "code")
    if token.type == "code_block":
        page.complain(
            line,
            "reads as code because of its indentation: indent it less (in an admonition or a "
            "list: no two blank lines in a row), or use a ``` fence for code",
        )
    elif token.content.strip():
        page.complain(
            line, f"{token.markup} opens a code fence beside text: put it on its own line"
        )


def plain_text(inline: Token) -> str:
    return "".join(c.content for c in inline.children or [] if c.type in ("text", "code_inline"))


CAN_HAVE_ATTRIBUTES = ("link_close", "image", "em_close", "strong_close", "code_inline")


def read_inline(page: Page, token: Token, first: int, place: str) -> None:
    """Texts of one paragraph, heading or cell; formulas learn their place."""
    before = ""
    for child, line in with_lines(token, first):
        if child.type == "text":
            content = child.content
            attributes = INLINE_ATTRIBUTES.match(content)
            if attributes and before in CAN_HAVE_ATTRIBUTES:
                add_attributes(page, attributes.group(), line)
                content = content[attributes.end() :]
            locate_formulas(page, content, place)
            add_text(page, content, line, place)
        elif child.type == "code_inline":
            locate_formulas(page, child.content, "code")
            add_text(page, HIGHLIGHT.sub("", child.content), line, "code")
        elif child.type == "html_inline":
            read_html(page, child.content, line)
        elif child.type == "image":
            add_text(page, child.content, line, "alt")
            locate_formulas(page, child.content, "alt")
        title = child.attrs.get("title")
        if title:
            add_text(page, str(title), line, "title")
        before = child.type


def with_lines(token: Token, line: int) -> Iterator[tuple[Token, int]]:
    """Each inline child of `token` with its line; `line` is the first."""
    start = 0  # of the line in the token's content
    for child in token.children or []:
        yield child, line
        breaks = child.content.count("\n")
        if child.type in ("softbreak", "hardbreak"):
            breaks = 1
        elif child.type == "code_inline":  # its line breaks were made spaces
            code = re.compile(r"\s".join(re.escape(word) for word in child.content.split(" ")))
            found = code.search(token.content, start)
            breaks = found.group().count("\n") if found else 0
        for _ in range(breaks):
            line += 1
            start = token.content.find("\n", start) + 1


def locate_formulas(page: Page, text: str, place: str) -> None:
    for mark in MARKS.findall(text):
        index = ord(mark) - FIRST_MARK
        page.formulas[index] = replace(page.formulas[index], place=place)


def add_text(page: Page, text: str, line: int, place: str) -> None:
    text = MARKS.sub("\x00", text)
    known = any(finding.line == line for finding in page.findings)  # a stray $ is told once
    if "$" in text and place != "code" and not known:
        page.complain(
            line, f"a $ in {text.strip()!r} is shown as it is: write \\$ for the sign itself"
        )
    text = text.replace(DOLLAR, r"\$" if place == "code" else "$")
    if text.strip("\x00 \n"):
        page.texts.append(Text(text, line, place))


def add_attributes(page: Page, attributes: str, line: int) -> None:
    """Those attributes of `{ … }` that a reader meets."""
    for match in SEEN_ATTRIBUTE.finditer(attributes):
        add_text(page, match["text"], line, "alt")


def read_html(page: Page, html: str, line: int) -> None:
    """Attributes a reader meets (alt, title …) and the text between tags."""
    reader = HtmlReader(page, line)
    reader.feed(html)
    reader.close()


class HtmlReader(HTMLParser):
    """Adds what a reader meets in HTML to the texts of a page; `line` is where it begins."""

    def __init__(self, page: Page, line: int) -> None:
        super().__init__()
        self.page = page
        self.first = line
        self.unseen = False

    def line(self) -> int:
        return self.first + self.getpos()[0] - 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen = tag in ("script", "style")
        raw = self.get_starttag_text() or ""
        for name, value in attrs:
            if name in SEEN_ATTRIBUTES and value:
                line = self.line() + raw.count("\n", 0, raw.lower().find(f"{name}="))
                add_text(self.page, value, line, "alt")

    def handle_endtag(self, tag: str) -> None:
        self.unseen = False

    def handle_data(self, data: str) -> None:
        if self.unseen:
            return
        for number, text in enumerate(data.split("\n"), self.line()):
            locate_formulas(self.page, text, "html")
            add_text(self.page, text, number, "prose")


def block_kind(tokens: Sequence[Token], index: int) -> str | None:
    """What stands here, in words that must be the same in every language; None if nothing new."""
    token = tokens[index]
    if token.type == "paragraph_open":
        content = tokens[index + 1].content.strip()
        alone = len(content) == 1 and FIRST_MARK <= ord(content) <= LAST_MARK
        if element := CUSTOM_ELEMENT.fullmatch(content):
            return f"{element['name']}{element['attributes']}"
        return "formula" if alone else "paragraph"
    if token.type in ("bullet_list_open", "ordered_list_open"):
        items = children(tokens, index, "list_item_open")
        return f"{token.type.split('_')[0]} list of {items}"
    if token.type == "table_open":
        rows, cells = children(tokens, index, "tr_open"), children(tokens, index, "td_open")
        heads = children(tokens, index, "th_open")
        return f"table of {rows} rows and {heads} columns, {cells} cells"
    if token.type == "fence":
        return " ".join(["code", *token.info.split()[:1]])
    if token.type == "admonition_open":
        return f"{token.markup} {token.meta['tag']}"
    if token.type == "html_block":
        directive = DIRECTIVE.match(token.content)
        return f"{directive['kind']} {directive['name']}" if directive else html_kind(token.content)
    simple = {"blockquote_open": "quotation", "hr": "rule", "dl_open": "definitions",
              "footnote_open": "footnote"}  # fmt: skip
    return simple.get(token.type)


def html_kind(content: str) -> str | None:
    tag = re.match(r"\s*<([a-z][\w-]*)", content)
    return f"html {tag.group(1)}" if tag else None


def children(tokens: Sequence[Token], index: int, kind: str) -> int:
    """How many tokens of `kind` the block opening at `index` holds (a list: only its own items)."""
    closing = tokens[index].type.replace("_open", "_close")
    level = tokens[index].level
    count = 0
    for token in inside(tokens, index, closing, level):
        if token.type == kind and (kind != "list_item_open" or token.level == level + 1):
            count += 1
    return count


def inside(tokens: Sequence[Token], index: int, closing: str, level: int) -> Iterator[Token]:
    for token in tokens[index + 1 :]:
        if token.type == closing and token.level == level:
            return
        yield token
