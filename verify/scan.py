"""Reads a page: front matter, code and formulas from the raw text, the rest in structure.py.

Formulas are found first, in the raw text, because Markdown must not touch them; each is then one
private character while markdown-it reads the structure around it. What one of the two readings
takes for text and the other for code is a finding: nothing is passed over in silence.
"""

from __future__ import annotations

import re
from pathlib import Path

from verify.compose import compose
from verify.findings import not_utf8
from verify.memo import Memo
from verify.pages import DOLLAR, FIRST_MARK, LAST_MARK, Fence, Formula, Page, blank
from verify.questions import Bank
from verify.structure import add_text, read_structure
from verify.yaml_mapping import MalformedError, read_mapping

WITHIN = r"(?:(?!\n[ \t>]*\n).)+?"  # what may stand between two signs of one paragraph
FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?\n|)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
FENCE = re.compile(r"^(?P<indent>[ \t>]*)(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)$")
FENCE_TITLE = re.compile(r"""\btitle=(["'])(?P<title>.*?)\1""")
INLINE_CODE = re.compile(rf"(?<![\\`])(`+)(?!`)({WITHIN})(?<!`)\1(?!`)", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
DISPLAY = re.compile(rf"(?<!\\)\$\$({WITHIN})(?<!\\)\$\$", re.DOTALL)
INLINE = re.compile(r"(?<![\\$])\$(?!\s)((?:\\.|[^\\$\n])+?)(?<!\s)\$")
OTHER_MATHS = re.compile(
    rf"(?<!\\)(?:\\\({WITHIN}\\\)|\\\[{WITHIN}\\\]|\\begin\{{\w+\*?\}})", re.DOTALL
)
INCLUDE_SIGN = re.compile(r"^[ \t>]*;*-+8<-+")
INCLUDE = re.compile(
    r"""^\s*-{1,}8<-{1,}\s+["'](?P<path>[^"':]+)(?::(?P<section>[^"']+))?["']\s*$"""
)


def read_page(
    file: Path, root: Path, lang: str, bank: Bank | None = None, memo: Memo | None = None
) -> Page:
    """Read one page, composed of the bank if it asks for that; what is malformed is a finding."""
    path = file.relative_to(root).as_posix()
    name = file.relative_to(root / "docs" / lang).as_posix()
    try:
        source = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        page = Page(path, lang, name, "")
        page.complain(1, not_utf8(error))
        return page
    lines, made = compose(path, lang, source, bank or Bank())
    whole = "\n".join(line.text for line in lines) if made else source
    page = (memo or Memo()).of(
        lambda: parse_page(path, lang, name, whole), "page", path, lang, name, whole
    )
    if not made:
        return page
    page.origins = [(line.path, line.line) for line in lines]
    page.blocks_made, page.own_source = made, source
    return page


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


def take_front_matter(page: Page) -> str:
    """Read the YAML between the leading dashes and blank it out."""
    start = first_text(page)
    match = FRONT_MATTER.match(page.source, start)
    if not match:
        if re.compile(r"---[ \t]*\n").match(page.source, start):
            message = "front matter is not closed: end it with a line of three dashes"
            page.complain(page.line_at(start), message)
        return page.source
    above = page.source.count("\n", 0, start)
    try:
        mapping = read_mapping(match.group(1))
        page.meta = mapping.values
        page.meta_lines = {
            path[0]: line + 1 + above for path, line in mapping.lines.items() if not path[1:]
        }
    except MalformedError as error:
        page.complain(error.line + 1 + above, f"front matter: {error.problem}")
    for key in ("title", "description"):
        if page.meta.get(key) is not None:
            add_text(page, str(page.meta[key]), page.meta_line(key), "meta")
    if page.meta.get("snippet") is not None and page.snippet is None:
        message = "front matter: `snippet:` takes one name of a file in snippets/, without .py"
        page.complain(page.meta_line("snippet"), message)
    return re.sub(r"[^\n]", " ", page.source[: match.end()]) + page.source[match.end() :]


def first_text(page: Page) -> int:
    """Where the page begins: that of an experiment stands below other things in its file."""
    source = page.source
    return len(source) - len(source.lstrip("\n")) if page.name.endswith(".ipynb") else 0


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
