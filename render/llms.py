"""llms.txt (llmstxt.org): the site in a list for language models, each page as its Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.as_markdown import FILE as MARKDOWN

FILE = "llms.txt"
NOTE = {
    "zh": "每个数、每条公式都由页面上的程序算出并核对；引用的数注明出自哪篇论文的哪张表或哪一节。"
    "引用时请写明页面地址；文字和图用 CC BY 4.0 许可，代码用 MIT 许可。",
    "en": "Every number and formula is computed and checked by a program on the page; quoted "
    "figures name the table or section of their paper. When quoting, give the page's address; "
    "texts and figures are under CC BY 4.0, code under MIT.",
}
CLAIMS = {
    "zh": "所有核对过的数与公式：写在哪里、算得多少、哪行代码或哪篇论文",
    "en": "every verified number and formula: its places and value, the line of code or the paper",
}
OTHER = {"zh": "English", "en": "中文"}


@dataclass(frozen=True)
class Entry:
    """A page, and the section of the navigation that it stands in."""

    section: str
    title: str
    address: str
    description: str


def llms(
    lang: str, name: str, description: str, pages: Sequence[Entry], claims: str, other: str
) -> str:
    """The file of a language; `claims` is the address of claims.json, `other` its twin's."""
    parts = [f"# {name}", f"> {description}", NOTE[lang]]
    for section in dict.fromkeys(page.section for page in pages):
        entries = (page for page in pages if page.section == section)
        parts.append("\n".join([f"## {section}", "", *map(line, entries)]))
    parts.append(
        "\n".join(
            [
                "## Optional",  # a name that the format gives, whatever the language
                "",
                f"- [claims.json]({claims}): {CLAIMS[lang]}",
                f"- [{OTHER[lang]}]({other})",
            ]
        )
    )
    return "\n\n".join(parts) + "\n"


def line(page: Entry) -> str:
    return f"- [{page.title}]({page.address}{MARKDOWN}): {page.description}"
