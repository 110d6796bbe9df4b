"""The list of files that the site offers to programs, where there is a server to have them from."""

from __future__ import annotations

from html import escape

from render import as_markdown, claims_file, feed, llms
from render.links import Links

WORDS = {
    "zh": {
        as_markdown.FILE: "本页的 Markdown，程序和输出都在内；每一页的地址后面都可以加上它",
        llms.FILE: "全部页面的 Markdown 目录，供语言模型查找",
        claims_file.FILE: "每个核对过的数和公式：值，出现的地方，哪一行代码或哪篇论文的哪张表、"
        "哪一节；还有全部程序和所用的版本",
        claims_file.SCHEMA: "claims.json 各个字段的说明，JSON Schema 格式",
        feed.FILE: "本站的更新，Atom 格式，可以订阅",
    },
    "en": {
        as_markdown.FILE: "this page as Markdown, programs and output included; it can be added to "
        "the address of every page",
        llms.FILE: "a list of all pages as Markdown, for language models",
        claims_file.FILE: "every verified number and formula: its value, the places where it "
        "stands, the line of code, or the table or section of the paper; with all programs and the "
        "versions they ran with",
        claims_file.SCHEMA: "the fields of claims.json, as a JSON Schema",
        feed.FILE: "what is new on the site, as an Atom feed",
    },
}
COLON = {"zh": "：", "en": ": "}
SHARED = frozenset((claims_file.FILE, claims_file.SCHEMA))  # once, for both languages


def files(links: Links) -> str:
    lang = links.site.lang
    items = (
        f'<li><a href="{address(name, links)}"><code>{name}</code></a>{COLON[lang]}'
        f"{escape(words)}</li>"
        for name, words in WORDS[lang].items()
    )
    # Marked as a copy without a server leaves it out (publish/offline.py).
    return f"<ul data-online data-generated>{''.join(items)}</ul>"


def address(name: str, links: Links) -> str:
    if name == as_markdown.FILE:
        return name
    home = "../" * (links.name.count("/") + 1)
    other = "../" if name in SHARED and links.site.lang != links.site.ledger["languages"][0] else ""
    return home + other + name
