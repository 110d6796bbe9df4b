"""A formula as one line of characters, for a link's name and for search.

MathML within a link gives it no name, and its bare characters would read 10⁻⁷ as ten minus seven.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree.ElementTree import Element, fromstring

NAMESPACE = re.compile(r"\{[^}]*\}")
INVISIBLE = str.maketrans("", "", "\u2061\u2062\u2063\u200b")  # function application and the like
SPACED = frozenset("=≈≤≥<>≠≡→∈≪≫∼∝⟹⇒:+−×⋅±∘")
BRACES = frozenset("⏞⏟")
WHOLE = r"\W?\w*|[\d.]+|[(\[{∥|].*[)\]}∥|]|[^ ]+_[^ ]+"  # what needs no parentheses
OPENS = frozenset("([{,;=≈≤≥<>≠→×⋅+−|∥")


def linear(math: str) -> str:
    """`<math>…</math>` on one line: `∇_x L = [0.4, 2.05]`, `9.54 × 10^(−7)`."""
    text = " ".join(read(fromstring(math)).translate(INVISIBLE).split())
    return re.sub(r"\s+([,;)\]])", r"\1", re.sub(r"([(\[])\s+", r"\1", text))


def read(node: Element) -> str:
    reader = READERS.get(NAMESPACE.sub("", node.tag))
    return reader(node) if reader else row(node)


def row(node: Element) -> str:
    """Children in order; operators between two things have spaces around them."""
    text = node.text or ""
    for child in node:
        part = read(child)
        if NAMESPACE.sub("", child.tag) == "mo" and part in SPACED:
            before = text.rstrip()
            between = before and before[-1] not in OPENS
            text += f" {part} " if between or part not in "+−" else part
        elif re.match(r"\w", part) and re.search(r"[_^]\S+$", text):
            text += f" {part}"  # x_i y is not x_iy
        else:
            text += part
    return text


def group(node: Element) -> str:
    text = read(node).strip()
    return text if len(text) == 1 or re.fullmatch(r"[^\W_]+|[\d.]+", text) else f"({text})"


def script(mark: str) -> Callable[[Element], str]:
    def attached(node: Element) -> str:
        base, attachment = node[0], node[1]
        text = read(attachment).strip()
        if text in BRACES or not text:
            return read(base)
        if text.strip("′") == "" or mark == "":
            return base_text(base) + text
        if braced(base):
            return f"{read(base).strip()} ({text})"
        return f"{base_text(base)}{mark}{group(attachment)}"

    return attached


def base_text(node: Element) -> str:
    """What an index or exponent belongs to, in parentheses if it has parts."""
    text = read(node).strip()
    return text if re.fullmatch(WHOLE, text) else f"({text})"


def braced(node: Element) -> bool:
    """An expression under or over a brace, whose script is its label."""
    return len(node) == 2 and read(node[1]).strip() in BRACES


def both_scripts(node: Element) -> str:
    above = read(node[2]).strip()
    if not above.strip("′"):  # a derivative
        return f"{base_text(node[0])}_{group(node[1])}{above}"
    return f"{base_text(node[0])}_{group(node[1])}^{group(node[2])}"


def fraction(node: Element) -> str:
    if node.get("linethickness", "").startswith("0"):
        return f"{read(node[0])} ; {read(node[1])}"  # a binomial, whose parentheses stand around
    return f"{group(node[0])}/{group(node[1])}"


def table(node: Element) -> str:
    """Rows by semicolons, entries by commas; the columns of an alignment simply go on."""
    between = " " if "right left" in node.get("columnalign", "") else ", "
    return "; ".join(between.join(read(cell).strip() for cell in line) for line in node)


READERS: dict[str, Callable[[Element], str]] = {
    "annotation": lambda node: "",
    "mphantom": lambda node: "",
    "mspace": lambda node: " ",
    "mtext": lambda node: node.text or "",
    "msub": script("_"),
    "msup": script("^"),
    "munder": script("_"),
    "mover": script(""),
    "msubsup": both_scripts,
    "munderover": both_scripts,
    "mfrac": fraction,
    "mtable": table,
    "msqrt": lambda node: f"√({row(node).strip()})",
    "mroot": lambda node: f"{group(node[1])}√({read(node[0]).strip()})",
}
