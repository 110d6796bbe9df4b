"""Fills what authors leave empty: outputs of snippets and generated blocks. Markdown in and out."""

from __future__ import annotations

import re

from render.cards import cards
from render.caught import caught
from render.cite import cite
from render.counts import counts
from render.errors import RenderError
from render.files import files
from render.ledger import page_file
from render.links import Links, Site
from render.printed import printed
from render.questions import DIRECTIVES, evidence_of
from render.references import references
from render.self_test import self_test
from render.shipped import hashes, keeping, licences
from render.terms_page import glossary
from render.verification import checked_formulas, programs, verification
from verify.compose import COMPOSERS

OUTPUT = re.compile(
    r"^(?P<indent>[ \t>]*)(?P<fence>`{3,}|~{3,})output[ \t]+(?P<stem>\S+)[ \t]*\n"
    r"(?P<body>(?:.*\n)*?)(?P=indent)(?P=fence)[ \t]*$",
    re.MULTILINE,
)
GENERATED = re.compile(r"^<!-- generated: (?P<kind>[\w-]+) -->[ \t]*$", re.MULTILINE)
DIRECTIVE = re.compile(
    r"^(?P<indent> *)<!-- (?P<kind>asked|proof|more|rest|evidence): (?P<id>[\w-]+) -->[ \t]*$",
    re.MULTILINE,
)
TITLE = re.compile(r"^# (?P<title>[^\n{]+?)[ \t]*$", re.MULTILINE)
GENERATORS = {
    "references": references,
    "verification": verification,
    "checked-formulas": checked_formulas,
    "programs": programs,
    "counts": counts,
    "self-test": self_test,
    "cards": cards,
    "glossary": glossary,
    "cite": cite,
    "print": printed,
    "files": files,
    "hashes": hashes,
    "licences": licences,
    "keeping": keeping,
}
READERS = {"caught": caught}  # what they generate also depends on the page


def fill(markdown: str, name: str, site: Site, line_offset: int = 0) -> str:
    """The page `name` with captured outputs in its `output NAME` fences and its blocks generated.

    `line_offset` is how many lines of the file stand before the Markdown.
    """
    links = Links(site, name)

    def error(match: re.Match[str], message: str) -> RenderError:
        line = markdown.count("\n", 0, match.start()) + 1 + line_offset
        return RenderError(page_file(site.ledger, site.lang, name), line, message)

    def output(match: re.Match[str]) -> str:
        snippet = site.ledger["snippets"].get(match["stem"])
        if snippet is None:
            raise error(match, f"output {match['stem']}: there is no snippet of that name")
        if match["body"].strip():
            raise error(match, f"output {match['stem']} has text: leave the fence empty")
        return output_fence(match["indent"], match["fence"], snippet["output"])

    def generated(match: re.Match[str]) -> str:
        kind = match["kind"]
        if kind in READERS:
            try:
                return READERS[kind](links, markdown)
            except LookupError as problem:
                raise error(match, str(problem)) from None
        generator = GENERATORS.get(kind)
        if generator is None:
            known = ", ".join(sorted({*GENERATORS, *READERS, *COMPOSERS}))
            raise error(match, f"nothing is generated as {kind!r}: write one of {known}")
        return generator(links)

    def composed(match: re.Match[str]) -> str:
        blocks = site.pages[name]["blocks"] if name in site.pages else {}
        return blocks.get(match["kind"], match.group())

    def about(match: re.Match[str]) -> str:
        if match["kind"] == "evidence" and match["id"] in site.myths:
            return match["indent"] + evidence_of(site.myths[match["id"]], links)
        if match["kind"] in DIRECTIVES and match["id"] in site.questions:
            question = site.questions[match["id"]]
            return match["indent"] + DIRECTIVES[match["kind"]](question, links)
        raise error(match, f"{match['kind']}: the bank has no {match['id']!r}")

    whole = GENERATED.sub(composed, with_title_id(markdown, name))
    return DIRECTIVE.sub(about, GENERATED.sub(generated, OUTPUT.sub(output, whole)))


def with_title_id(markdown: str, name: str) -> str:
    """A page's title without an id gets the page's name, the same in both languages.

    Markdown would make one from its words, and `_1` of Chinese ones.
    """
    title = TITLE.search(markdown)
    if title is None or "```" in markdown[: title.start()]:  # a comment in code
        return markdown
    stem = name.removesuffix(".md").split("/")[-1]
    return f"{markdown[: title.end()].rstrip()} {{#{stem}}}{markdown[title.end() :]}"


def output_fence(indent: str, fence: str, text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    body = "".join(f"{indent}{line}\n" for line in lines)
    return f"{indent}{fence}{{ .text .output }}\n{body}{indent}{fence}"
