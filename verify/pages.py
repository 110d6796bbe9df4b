"""Reads a page: its formulas, texts, headings, blocks and code, each with its line.

Formulas are found first, in the raw text, because Markdown must not touch them; each is then one
private character while markdown-it reads the structure around it. What one of the two readings
takes for text and the other for code is a finding: nothing is passed over in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from verify.findings import Finding
from verify.yaml_mapping import MalformedError, read_mapping

FIRST_MARK = 0xE000  # private-use characters stand for formulas
LAST_MARK = 0xF8FE
MARKS = re.compile("[\ue000-\uf8fe]")
DOLLAR = "\uf8ff"  # stands for an escaped dollar

WITHIN = r"(?:(?!\n[ \t>]*\n).)+?"  # what may stand between two signs of one paragraph
FENCE = re.compile(r"^(?P<indent>[ \t>]*)(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)$")
FENCE_TITLE = re.compile(r"""\btitle=(["'])(?P<title>.*?)\1""")
INLINE_CODE = re.compile(rf"(?<![\\`])(`+)(?!`)({WITHIN})(?<!`)\1(?!`)", re.DOTALL)
HIGHLIGHT = re.compile(r"^(?:#!|:::)\w+\s+")  # names the language of inline code
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
DISPLAY = re.compile(rf"(?<!\\)\$\$({WITHIN})(?<!\\)\$\$", re.DOTALL)
INLINE = re.compile(r"(?<![\\$])\$(?!\s)((?:\\.|[^\\$\n])+?)(?<!\s)\$")
OTHER_MATHS = re.compile(
    rf"(?<!\\)(?:\\\({WITHIN}\\\)|\\\[{WITHIN}\\\]|\\begin\{{\w+\*?\}})", re.DOTALL
)
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
INCLUDE_SIGN = re.compile(r"^[ \t>]*;*-+8<-+")
INCLUDE = re.compile(
    r"""^\s*-{1,}8<-{1,}\s+["'](?P<path>[^"':]+)(?::(?P<section>[^"']+))?["']\s*$"""
)
DIRECTIVE = re.compile(r"^\s*<!--\s*(?P<kind>[a-z]+):\s*(?P<name>[\w/.-]+)\s*-->\s*$")


@dataclass(frozen=True)
class Formula:
    """TeX between dollars; `start` is its offset in the file, `place` where it stands.

    The place is as for a Text; a formula on lines of its own stands in prose.
    """

    tex: str
    line: int
    start: int
    display: bool
    place: str = "prose"


@dataclass(frozen=True)
class Text:
    """A run of text; each formula in it is one NUL.

    `place`: prose, heading, table, code, alt, title or meta.
    """

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
    meta_lines: dict[str, int] = field(default_factory=dict)
    formulas: list[Formula] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    fences: list[Fence] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def title(self) -> str:
        return str(
            self.meta.get("title") or (self.headings[0].text if self.headings else self.name)
        )

    @property
    def snippet(self) -> str | None:
        """The stem that short claim names on this page belong to."""
        stem = self.meta.get("snippet")
        return stem if isinstance(stem, str) else None

    def line_at(self, offset: int) -> int:
        return self.source.count("\n", 0, offset) + 1

    def meta_line(self, key: str) -> int:
        """The line of the front matter that sets `key`; 1 if none does."""
        return self.meta_lines.get(key, 1)

    def complain(self, line: int, message: str) -> None:
        self.findings.append(Finding(self.path, line, message))


def read_page(file: Path, root: Path, lang: str) -> Page:
    """Read one page; what is malformed becomes a finding of the page."""
    path = file.relative_to(root).as_posix()
    name = file.relative_to(root / "docs" / lang).as_posix()
    try:
        source = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        page = Page(path, lang, name, "")
        page.complain(1, f"is not UTF-8 text (byte {error.start}): save it as UTF-8")
        return page
    return parse_page(path, lang, name, source)


def parse_page(path: str, lang: str, name: str, source: str) -> Page:
    page = Page(path, lang, name, source)
    for stray in re.finditer(f"[{chr(FIRST_MARK)}-{DOLLAR}]", source):
        page.complain(
            page.line_at(stray.start()),
            f"a private-use character (U+{ord(stray.group()):04X}) that fonts show as they please: "
            "delete it",
        )
    if page.findings:
        return page
    text = take_front_matter(page)
    text = take_fences(page, text)
    bare = blank(COMMENT, blank(INLINE_CODE, text))
    marked = take_formulas(page, text, bare)
    read_structure(page, marked)
    for formula in page.formulas:
        check_formula(page, formula)
    return page


def blank(pattern: re.Pattern[str], text: str) -> str:
    """`text` with every match of `pattern` turned to spaces, lines and offsets kept."""
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def take_front_matter(page: Page) -> str:
    """Read the YAML between the leading dashes and blank it out."""
    match = re.match(r"---[ \t]*\n(.*?\n|)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", page.source, re.DOTALL)
    if not match:
        if re.match(r"---[ \t]*\n", page.source):
            page.complain(1, "front matter is not closed: end it with a line of three dashes")
        return page.source
    try:
        mapping = read_mapping(match.group(1))
        page.meta = mapping.values
        page.meta_lines = {
            path[0]: line + 1 for path, line in mapping.lines.items() if not path[1:]
        }
    except MalformedError as error:
        page.complain(error.line + 1, f"front matter: {error.problem}")
    for key in ("title", "description"):
        if page.meta.get(key) is not None:
            add_text(page, str(page.meta[key]), page.meta_line(key), "meta")
    if page.meta.get("snippet") is not None and page.snippet is None:
        message = "front matter: `snippet:` takes one name of a file in snippets/, without .py"
        page.complain(page.meta_line("snippet"), message)
    return re.sub(r"[^\n]", " ", match.group()) + page.source[match.end() :]


def take_fences(page: Page, text: str) -> str:
    """Record fenced code and blank its content, keeping the fence lines for the structure."""
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        opening = FENCE.match(lines[index])
        if not opening:
            if INCLUDE_SIGN.match(lines[index]):
                page.complain(
                    index + 1,
                    "--8<-- outside a code fence: put ```python on the line above and ``` below",
                )
            index += 1
            continue
        fence = opening["fence"]
        closing = re.compile(rf"^[ \t>]*{fence[0]}{{{len(fence)},}}\s*$")
        end = next((i for i in range(index + 1, len(lines)) if closing.match(lines[i])), None)
        if end is None:
            page.complain(
                index + 1,
                f"code fence is not closed: end it with {fence}; both stand on lines of their own",
            )
            lines[index:] = [""] * (len(lines) - index)
            break
        add_fence(page, opening["info"].strip(), lines[index + 1 : end], index + 1)
        # Same lengths as before: offsets in this text are offsets in the file.
        body = lines[index + 1 : end]
        lines[index + 1 : end] = [opening["indent"].ljust(len(line))[: len(line)] for line in body]
        index = end + 1
    return "\n".join(lines)


def add_fence(page: Page, info: str, body: list[str], line: int) -> None:
    includes: list[tuple[int, str, str | None]] = []
    for number, code in enumerate(body, line + 1):
        include = INCLUDE.match(code)
        if include:
            includes.append((number, include["path"], include["section"]))
        elif INCLUDE_SIGN.match(code):
            page.complain(
                number, 'write --8<-- "snippets/NAME.py" or --8<-- "snippets/NAME.py:section"'
            )
    page.fences.append(Fence(info, "\n".join(body), line, tuple(includes)))
    title = FENCE_TITLE.search(info)
    if title:
        add_text(page, title["title"], line, "title")


def take_formulas(page: Page, text: str, bare: str) -> str:
    """Record every formula of `bare` (text without code) and replace it in `text` by its mark."""
    found = [(m, True) for m in DISPLAY.finditer(bare)]
    rest = blank(DISPLAY, bare)
    found += [(m, False) for m in INLINE.finditer(rest)]
    complain_of_strays(page, blank(INLINE, rest))
    found.sort(key=lambda entry: entry[0].start())
    if len(found) > LAST_MARK - FIRST_MARK:
        page.complain(1, "too many formulas on one page: split the page")
        found = found[: LAST_MARK - FIRST_MARK]
    pieces: list[str] = []
    position = 0
    for index, (match, display) in enumerate(found):
        prefix = line_prefix(page.source, match.start())
        tex = without_quote_signs(page.source[match.start(1) : match.end(1)], prefix)
        start = match.start(1) + leading(tex)
        page.formulas.append(Formula(tex.strip(), page.line_at(start), start, display, ""))
        # The lines keep their indentation, or an admonition would end at two blank ones.
        lines = ("\n" + prefix) * match.group().count("\n")
        pieces += [text[position : match.start()], chr(FIRST_MARK + index), lines]
        position = match.end()
        if display:
            check_display(page, bare, match.start(), match.end())
    pieces.append(text[position:])
    return "".join(pieces).replace(r"\$", DOLLAR)


def complain_of_strays(page: Page, rest: str) -> None:
    """What looks like a formula in `rest`, the text from which formulas are taken, but is none."""
    for stray in re.finditer(r"(?<!\\)\${1,2}", rest):
        message = (
            "a $ opens or closes no formula: write $…$ on one line without a space inside the "
            "dollars, or \\$ for the sign itself"
        )
        if stray.group() == "$$":
            message = (
                "$$ opens or closes no formula: write $$ on a line of its own, the formula "
                "without a blank line in it, and $$ again"
            )
        page.complain(page.line_at(stray.start()), message)
    for other in OTHER_MATHS.finditer(rest):
        message = f"{other.group()[:2]} opens no formula here: write $…$, or $$ on lines of its own"
        if other.group().startswith(r"\begin"):
            message = f"{other.group()} outside a formula: put it between lines of $$"
        page.complain(page.line_at(other.start()), message)


def line_prefix(source: str, offset: int) -> str:
    """Indentation and quotation signs of the line at `offset`."""
    line = source[source.rfind("\n", 0, offset) + 1 : offset]
    found = re.match(r"[ \t>]*", line)
    return found.group() if found else ""


def without_quote_signs(tex: str, prefix: str) -> str:
    """In a quotation every line begins with >, which is no relation; offsets are kept."""
    if ">" not in prefix:
        return tex
    return re.sub(r"(?<=\n)[ \t>]+", lambda m: " " * len(m.group()), tex)


def leading(tex: str) -> int:
    return len(tex) - len(tex.lstrip())


def check_display(page: Page, bare: str, start: int, end: int) -> None:
    """`$$` needs lines of its own with a blank line around, or Markdown reads it as text."""
    before = bare[:start].rstrip(" \t>")
    after = bare[end:].lstrip(" \t>")
    if not (before == "" or re.search(r"(?:^|\n)[ \t>]*\n$", before)):
        page.complain(
            page.line_at(start), "$$ needs a line of its own and a blank line above: add it"
        )
    if not (after == "" or re.match(r"\n[ \t>]*(\n|$)", after)):
        page.complain(
            page.line_at(end), "$$ needs a line of its own and a blank line below: add it"
        )


REFUSED_PLACES = {
    "": "a formula that no reader sees as one (in a link's address, an HTML attribute, a table "
    "cell too many): move it into the text",
    "code": "a formula in code shows its dollars: indent the line less, or take the formula out",
    "html": "a formula inside HTML is not set: write <div markdown> and leave blank lines around "
    "what stands in it",
    "heading": "a formula in a heading: headings become titles and navigation, say it in words",
    "alt": "a formula in a picture's description is not set: say it in words",
}


def check_formula(page: Page, formula: Formula) -> None:
    """A formula must stand where it is set, and be what it seems."""
    if formula.place in REFUSED_PLACES:
        page.complain(formula.line, REFUSED_PLACES[formula.place])
    if formula.place == "table" and "|" in formula.tex:
        message = (
            r"| in a formula ends the table cell: write \mid, \lvert … \rvert or \lVert … \rVert"
        )
        page.complain(formula.line, message)
    comment = re.search(r"(?<!\\)(?:\\\\)*%", formula.tex)
    if comment:
        line = page.line_at(formula.start + comment.end() - 1)
        page.complain(line, r"% in a formula hides the rest of its line: write \%")


# --- structure --------------------------------------------------------------------------------


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
