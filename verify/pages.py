"""Reads a page: its formulas, texts, headings, blocks and code, each with its line.

Formulas are found first, in the raw text, because Markdown must not touch them; each is then one
private character while markdown-it reads the structure around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from verify.findings import Finding

FIRST_MARK = 0xE000  # private-use characters stand for formulas
LAST_MARK = 0xF8FF

FENCE = re.compile(r"^(?P<indent>[ \t>]*)(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)$")
INLINE_CODE = re.compile(r"(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
DISPLAY = re.compile(r"(?<!\\)\$\$(.+?)(?<!\\)\$\$", re.DOTALL)
INLINE = re.compile(r"(?<![\\$])\$(?!\s)((?:\\.|[^\\$\n])+?)(?<!\s)\$")
ATTRIBUTE_LINE = re.compile(r"^[ \t>]*\{:?[ \t]*[.#\w][^}\n]*\}[ \t]*$", re.MULTILINE)
HEADING_ATTRIBUTES = re.compile(r"^(?P<head>#{1,6} .*?)[ \t]+\{(?P<attributes>[^}\n]*)\}[ \t]*$", re.M)
INLINE_ATTRIBUTES = re.compile(r"(?<=[)\]*_])\{:?[ \t]*[.#\w][^}\n]*\}")
INCLUDE = re.compile(r"""^\s*-{1,}8<-{1,}\s+["'](?P<path>[^"':]+)(?::(?P<section>[^"']+))?["']\s*$""")
DIRECTIVE = re.compile(r"^\s*<!--\s*(?P<kind>[a-z]+):\s*(?P<name>[\w/.-]+)\s*-->\s*$")


@dataclass(frozen=True)
class Formula:
    """TeX between dollars; `start` is its offset in the file, `place` where it stands."""

    tex: str
    line: int
    start: int
    display: bool
    place: str = "prose"


@dataclass(frozen=True)
class Text:
    """A run of text without formulas. `place`: prose, heading, table, code, alt, title or meta."""

    text: str
    line: int
    place: str


@dataclass(frozen=True)
class Fence:
    """A fenced code block; `includes` are its snippet lines as (line, path, section)."""

    info: str
    content: str
    line: int
    includes: tuple[tuple[int, str, str | None], ...] = ()


@dataclass(frozen=True)
class Heading:
    level: int
    id: str
    text: str
    line: int


@dataclass(frozen=True)
class Block:
    """A block of the page in reading order: kind with what must agree between languages."""

    kind: str
    line: int


@dataclass
class Page:
    """One Markdown file. `name` is its path below its language's folder."""

    path: str
    lang: str
    name: str
    source: str
    meta: dict[str, Any] = field(default_factory=dict)
    formulas: list[Formula] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    fences: list[Fence] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def title(self) -> str:
        return str(self.meta.get("title") or (self.headings[0].text if self.headings else self.name))

    @property
    def snippet(self) -> str | None:
        """The stem that short claim names on this page belong to."""
        return self.meta.get("snippet")

    def line_at(self, offset: int) -> int:
        return self.source.count("\n", 0, offset) + 1

    def complain(self, line: int, message: str) -> None:
        self.findings.append(Finding(self.path, line, message))


def read_page(file: Path, root: Path, lang: str) -> Page:
    """Read one page; what is malformed becomes a finding of the page."""
    path = file.relative_to(root).as_posix()
    name = file.relative_to(root / "docs" / lang).as_posix()
    try:
        source = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        page = Page(path, lang, name, "")
        page.complain(1, f"is not UTF-8 text (byte {error.start}): save it as UTF-8")
        return page
    return parse_page(path, lang, name, source)


def parse_page(path: str, lang: str, name: str, source: str) -> Page:
    page = Page(path, lang, name, source)
    text = take_front_matter(page)
    text = take_fences(page, text)
    bare = blank(COMMENT, blank(INLINE_CODE, text))
    marked = take_formulas(page, text, bare)
    read_structure(page, marked)
    return page


def blank(pattern: re.Pattern[str], text: str) -> str:
    """`text` with every match of `pattern` turned to spaces, lines and offsets kept."""
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def take_front_matter(page: Page) -> str:
    """Read the YAML between the leading dashes and blank it out."""
    match = re.match(r"---\n(.*?)\n---\n", page.source, re.DOTALL)
    if not match:
        if page.source.startswith("---\n"):
            page.complain(1, "front matter is not closed: end it with a line of three dashes")
        return page.source
    try:
        meta = yaml.safe_load(match.group(1)) or {}
        if not isinstance(meta, dict):
            raise yaml.YAMLError("expected lines of `name: value`")
        page.meta = meta
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error)
        page.complain(mark.line + 2 if mark else 1, f"front matter is not valid YAML: {problem}")
    for key in ("title", "description"):
        if isinstance(page.meta.get(key), str):
            line = page.line_at(max(page.source.find(f"\n{key}:"), 0) + 1)
            page.texts.append(Text(page.meta[key], line, "meta"))
    return re.sub(r"[^\n]", " ", match.group()) + page.source[match.end() :]


def take_fences(page: Page, text: str) -> str:
    """Record fenced code and blank its content, keeping the fence lines for the structure."""
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        opening = FENCE.match(lines[index])
        if not opening:
            index += 1
            continue
        closing = re.compile(rf"^[ \t>]*{re.escape(opening['fence'][0])}{{{len(opening['fence'])},}}\s*$")
        end = next((i for i in range(index + 1, len(lines)) if closing.match(lines[i])), None)
        if end is None:
            page.complain(index + 1, f"code fence is not closed: end it with {opening['fence']}")
            lines[index:] = [""] * (len(lines) - index)
            break
        body = lines[index + 1 : end]
        includes = tuple(
            (index + 2 + i, m["path"], m["section"])
            for i, line in enumerate(body)
            if (m := INCLUDE.match(line))
        )
        page.fences.append(Fence(opening["info"].strip(), "\n".join(body), index + 1, includes))
        lines[index + 1 : end] = [opening["indent"]] * len(body)
        index = end + 1
    return "\n".join(lines)


def take_formulas(page: Page, text: str, bare: str) -> str:
    """Record every formula of `bare` (text without code) and replace it in `text` by its mark."""
    found = [(m.start(1), m.end(1), m.start(), m.end(), True) for m in DISPLAY.finditer(bare)]
    rest = blank(DISPLAY, bare)
    found += [(m.start(1), m.end(1), m.start(), m.end(), False) for m in INLINE.finditer(rest)]
    rest = blank(INLINE, rest)
    for stray in re.finditer(r"(?<!\\)\$", rest):
        page.complain(
            page.line_at(stray.start()),
            "a $ opens or closes no formula: write $…$ without a space inside the dollars "
            "($$ on lines of their own), or \\$ for the sign itself",
        )
    found.sort()
    if len(found) > LAST_MARK - FIRST_MARK:
        page.complain(1, "too many formulas on one page: split the page")
        found = found[: LAST_MARK - FIRST_MARK]
    pieces: list[str] = []
    position = 0
    for index, (start, end, outer, outer_end, display) in enumerate(found):
        tex = page.source[start:end]
        page.formulas.append(Formula(tex.strip(), page.line_at(start + leading(tex)), start + leading(tex), display))
        lines = text.count("\n", outer, outer_end)
        pieces += [text[position:outer], chr(FIRST_MARK + index), "\n" * lines]
        position = outer_end
        check_display(page, bare, outer, outer_end, display)
    pieces.append(text[position:])
    return "".join(pieces)


def leading(tex: str) -> int:
    return len(tex) - len(tex.lstrip())


def check_display(page: Page, bare: str, start: int, end: int, display: bool) -> None:
    """`$$` needs lines of its own with a blank line around, or Markdown reads it as text."""
    if not display:
        return
    before = bare[:start].rstrip(" \t>")
    after = bare[end:].lstrip(" \t>")
    if not (before == "" or before.endswith("\n\n") or re.search(r"\n[ \t>]*\n$", before)):
        page.complain(page.line_at(start), "$$ needs a blank line above it")
    if not (after == "" or re.match(r"\n[ \t>]*(\n|$)", after)):
        page.complain(page.line_at(end), "$$ needs a blank line below it")


# --- structure --------------------------------------------------------------------------------


def markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    return parser.use(admon_plugin).use(deflist_plugin).use(footnote_plugin)


PARSER = markdown()
PLACES = {"heading_open": "heading", "th_open": "table", "td_open": "table"}


def read_structure(page: Page, text: str) -> None:
    ids: dict[int, str] = {}
    for match in HEADING_ATTRIBUTES.finditer(text):
        identifier = re.search(r"#([\w-]+)", match["attributes"])
        if identifier:
            ids[text.count("\n", 0, match.start()) + 1] = identifier.group(1)
    text = HEADING_ATTRIBUTES.sub(
        lambda m: m["head"] + " " * (len(m.group()) - len(m["head"])), text
    )
    text = blank(ATTRIBUTE_LINE, text)
    tokens = PARSER.parse(text)
    place = "prose"
    for index, token in enumerate(tokens):
        line = (token.map[0] if token.map else 0) + 1
        if token.type in PLACES:
            place = PLACES[token.type]
        elif token.type in ("heading_close", "th_close", "td_close"):
            place = "prose"
        if token.type == "heading_open":
            heading = Heading(
                int(token.tag[1]), ids.get(line, ""), plain_text(tokens[index + 1]), line
            )
            page.headings.append(heading)
        if token.type == "inline":
            read_inline(page, token, line, place)
        kind = block_kind(tokens, index)
        if kind:
            page.blocks.append(Block(kind, line))
        if token.type == "html_block" and not DIRECTIVE.match(token.content):
            read_html(page, token.content, line)


def plain_text(inline: Token) -> str:
    return "".join(c.content for c in inline.children or [] if c.type in ("text", "code_inline"))


def read_inline(page: Page, token: Token, line: int, place: str) -> None:
    """Texts of one paragraph, heading or cell; formulas learn their place."""
    for child in token.children or []:
        if child.type in ("softbreak", "hardbreak"):
            line += 1
        elif child.type == "text":
            locate_formulas(page, child.content, place)
            add_text(page, INLINE_ATTRIBUTES.sub("", child.content), line, place)
        elif child.type == "code_inline":
            add_text(page, child.content, line, "code")
        elif child.type == "html_inline":
            read_html(page, child.content, line)
        elif child.type == "image":
            add_text(page, child.content, line, "alt")
            locate_formulas(page, child.content, "alt")
        title = child.attrs.get("title")
        if title:
            add_text(page, str(title), line, "title")


def locate_formulas(page: Page, text: str, place: str) -> None:
    for character in text:
        index = ord(character) - FIRST_MARK
        if 0 <= index < len(page.formulas):
            f = page.formulas[index]
            page.formulas[index] = Formula(f.tex, f.line, f.start, f.display, place)


def add_text(page: Page, text: str, line: int, place: str) -> None:
    text = re.sub(f"[{chr(FIRST_MARK)}-{chr(LAST_MARK)}]", "\x00", text)
    if text.strip("\x00 \n"):
        page.texts.append(Text(text, line, place))


def read_html(page: Page, html: str, line: int) -> None:
    """Attributes a reader meets (alt, title, aria-label) and the text between tags."""
    html = COMMENT.sub(lambda m: "\n" * m.group().count("\n"), html)
    for match in re.finditer(r"""\b(alt|title|aria-label)=(["'])(.*?)\2""", html, re.DOTALL):
        add_text(page, match.group(3), line + html.count("\n", 0, match.start()), "alt")
    for match in re.finditer(r"[^<>]+(?=<|$)", re.sub(r"<[^>]*>", lambda m: "<>" + "\n" * m.group().count("\n"), html)):
        locate_formulas(page, match.group(), "prose")
        add_text(page, match.group().strip(">"), line + html.count("\n", 0, match.start()), "prose")


def block_kind(tokens: Sequence[Token], index: int) -> str | None:
    """What stands here, in words that must be the same in every language; None if nothing new."""
    token = tokens[index]
    if token.type == "paragraph_open":
        content = tokens[index + 1].content.strip()
        alone = len(content) == 1 and FIRST_MARK <= ord(content) <= LAST_MARK
        return "formula" if alone else "paragraph"
    if token.type in ("bullet_list_open", "ordered_list_open"):
        items = children(tokens, index, "list_item_open")
        return f"{token.type.split('_')[0]} list of {items}"
    if token.type == "table_open":
        rows, cells = children(tokens, index, "tr_open"), children(tokens, index, "td_open")
        heads = children(tokens, index, "th_open")
        return f"table of {rows} rows and {heads} columns, {cells} cells"
    if token.type == "fence":
        return f"code {token.info.strip()}".strip()
    if token.type == "admonition_open":
        return f"admonition {token.meta.get('tag', '')}".strip()
    if token.type == "html_block":
        directive = DIRECTIVE.match(token.content)
        return f"{directive['kind']} {directive['name']}" if directive else html_kind(token.content)
    simple = {"blockquote_open": "quotation", "hr": "rule", "dl_open": "definitions",
              "footnote_open": "footnote", "code_block": "indented code"}  # fmt: skip
    return simple.get(token.type)


def html_kind(content: str) -> str | None:
    tag = re.match(r"\s*<([a-z][\w-]*)", content)
    return f"html {tag.group(1)}" if tag else None


def children(tokens: Sequence[Token], index: int, kind: str) -> int:
    """How many tokens of `kind` belong to the block that opens at `index` (lists: its own items)."""
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
