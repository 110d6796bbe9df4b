"""A built page as Markdown: what stands on it, without what is there for eyes and hands alone.

Made from the page and not from its source, so that generated text, printed output and programs are
in it. Formulas are TeX between dollars; a drawing is its alternative text; links are absolute.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urljoin

from lxml import html
from lxml.html import HtmlElement
from markdownify import MarkdownConverter

FILE = "index.md"  # beside index.html
DROPPED = frozenset(("script", "style", "template", "button", "nav", "input"))
DROPPED_CLASSES = frozenset(
    ("headerlink", "formula__link", "tick", "reading", "self-test", "downloads", "back", "source")
)
UNWRAPPED = frozenset(("verified", "term"))  # links for those who point at them
PLACE = re.compile("\ue000(\\d+)\ue001")  # characters for private use: no page has them
BLANK_END = re.compile(r"[ \t]+$", re.MULTILINE)
DRAWN = {"zh": "*图：{}*", "en": "*Figure: {}*"}
DEMO = {"zh": "演示：[{}]({})", "en": "Demo: [{}]({})"}
END = {
    "zh": "来源：<{}>。文字和图：CC BY 4.0；代码：MIT。",
    "en": "Source: <{}>. Text and figures: CC BY 4.0; code: MIT.",
}


def as_markdown(page: str, address: str, lang: str) -> str:
    """The article of the page that stands at `address`."""
    article = next(html.document_fromstring(page).iter("article"))
    drop(article)
    kept = Kept(address, lang)
    for element in list(article.iter()):
        text = kept.text_of(element) if isinstance(element.tag, str) else None
        if text is not None:
            kept.put(element, text)
    for summary in article.iter("summary"):
        summary.tag = "h4"
    for link in article.iter("a"):
        link.set("href", urljoin(address, link.get("href") or ""))
    converter = MarkdownConverter(heading_style="ATX", bullets="-", bs4_options="lxml")
    text = converter.convert(html.tostring(article, encoding="unicode"))
    text = re.sub(r"\n{3,}", "\n\n", BLANK_END.sub("", text)).strip()
    text = PLACE.sub(lambda place: kept.texts[int(place[1])], text)
    return f"{text}\n\n---\n\n{END[lang].format(address)}\n"


def drop(article: HtmlElement) -> None:
    """Remove what is no text, and take links of marks and terms off their words."""
    for element in list(article.iter(*DROPPED, "a", "div", "p", "ul")):
        classes = set(element.classes)
        if element.tag == "button" and "data-clipboard-text" in element.attrib:
            continue  # the program that the code is part of
        if element.tag in DROPPED or classes & DROPPED_CLASSES:
            element.drop_tree()
        elif element.tag == "a" and classes & UNWRAPPED:
            element.drop_tag()


@dataclass
class Kept:
    """What Markdown must have as it is: a page holds its number in `texts` meanwhile."""

    address: str
    lang: str
    texts: list[str] = field(default_factory=list)
    programs: set[str] = field(default_factory=set)

    def put(self, element: HtmlElement, text: str) -> None:
        """Exchange an element for text, a paragraph of its own if it begins with a line end."""
        new = html.Element("p" if text.startswith("\n") else "span")
        new.text, new.tail = f"\ue000{len(self.texts)}\ue001", element.tail
        self.texts.append(text.strip("\n"))
        parent = element.getparent()
        if parent is not None:  # otherwise it went with an element around it
            parent.replace(element, new)

    def text_of(self, element: HtmlElement) -> str | None:
        """The Markdown of an element that is no prose; None for others."""
        classes = set(element.classes)
        if "formula" in classes:
            return f"\n$$\n{tex(element)}\n$$"
        if "katex" in classes:
            return f"${tex(element)}$"
        if "output" in classes:
            return fence("text", "".join(element.itertext()))
        if "highlight" in classes:
            return self.program(element)
        if element.tag == "figure":
            return self.figure(element)
        return None

    def program(self, element: HtmlElement) -> str:
        """Code in a fence: where a page shows a snippet for the first time, all of it."""
        shown = "".join(next(element.iter("pre")).itertext())
        path = "".join(element.xpath("./*[@class='highlight__bar']//text()[not(parent::button)]"))
        whole = element.xpath(".//button/@data-clipboard-text")
        if whole and path not in self.programs:
            self.programs.add(path)
            shown = f"# {path}\n{whole[0]}"
        return fence("python" if whole else "", shown)

    def figure(self, element: HtmlElement) -> str:
        """A demo is a link to its page; a drawing with a file of its own, that as a picture."""
        demo = element.xpath("./*[@data-demo]/@data-page")
        if demo:
            page = urljoin(self.address, demo[0])
            return "\n" + DEMO[self.lang].format(element.get("aria-label"), page)
        alt = " ".join(element.xpath(".//svg/@aria-label")[:1])
        file = element.xpath(".//a[@data-figure]/@href")
        return (
            f"\n![{alt}]({urljoin(self.address, file[0])})"
            if file
            else "\n" + DRAWN[self.lang].format(alt)
        )


def tex(element: HtmlElement) -> str:
    """What the author wrote, which stands in the MathML: as an annotation or, if that would say the
    same, as the characters themselves."""
    written = next(element.iter("annotation"), None)
    if written is None:
        written = next(element.iter("math"))
    return "".join(written.itertext()).strip()


def fence(language: str, code: str) -> str:
    lines = code.strip("\n")
    return f"\n```{language}\n{lines}\n```"
