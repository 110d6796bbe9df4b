r"""From KaTeX's parse tree to an expression, leaving out what only changes the looks.

Left out: colour, size, style, spacing, boxes, classes; labels of braces and of relations (kept
apart as asides); prose in \text{…}.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verify.assembly import Close, Digit, Fence, Not, Open, Piece, Raise, Space, assemble, group
from verify.expressions import (
    Claim,
    Excused,
    FormulaError,
    Frac,
    Gap,
    Marked,
    Matrix,
    Rel,
    Root,
    Rows,
    Script,
    Seq,
    Sym,
    Words,
)
from verify.katex import Parsed


@dataclass(frozen=True)
class Expression:
    """`asides` are labels: shown, but no part of the formula. `words` is all prose inside."""

    items: Seq
    asides: tuple[Seq, ...]
    words: tuple[str, ...]


def read_expression(parsed: Parsed) -> Expression:
    """The expression of a formula that KaTeX could read; FormulaError if it is not for us."""
    reader = _Reader(parsed)
    items = reader.sequence(parsed.nodes)
    return Expression(items, tuple(reader.asides), tuple(reader.words))


_KatexNode = dict[str, Any]

_ALIASES = {
    "\\leq": "\\le",
    "\\leqslant": "\\le",
    "≤": "\\le",
    "\\geq": "\\ge",
    "\\geqslant": "\\ge",
    "≥": "\\ge",
    "\\lt": "<",
    "\\gt": ">",
    "≈": "\\approx",
    "\\thickapprox": "\\approx",
    "\\rightarrow": "\\to",
    "→": "\\to",
    "\\gets": "\\leftarrow",
    "←": "\\leftarrow",
    "·": "\\cdot",
    "\\cdotp": "\\cdot",
    "\\ast": "*",
    "∗": "*",
    "×": "\\times",
    "\\@cdots": "\\dots",
    "\\cdots": "\\dots",
    "\\ldots": "\\dots",
    "…": "\\dots",
    "\\lbrack": "[",
    "\\rbrack": "]",
    "\\lbrace": "\\{",
    "\\rbrace": "\\}",
    "\\lvert": "|",
    "\\rvert": "|",
    "\\vert": "|",
    "\\lVert": "\\|",
    "\\rVert": "\\|",
    "\\Vert": "\\|",
    "∇": "\\nabla",
    "∂": "\\partial",
    "≠": "\\ne",
    "≔": "=",
    "∉": "\\notin",
    "′": "\\prime",
    "⊤": "\\top",
    ".": "",  # as a delimiter
}
_NO_RELATIONS = {"\\mid", ":", "\\parallel", "\\perp", "\\uparrow", "\\downarrow", "\\@not"}
_JOINERS = {
    "\\Rightarrow",
    "\\Longrightarrow",
    "\\Leftarrow",
    "\\Longleftarrow",
    "\\Leftrightarrow",
    "\\Longleftrightarrow",
    "\\therefore",
    "\\because",
}
_ALIGNMENTS = {"align", "alignat", "gather"}
_PROSE = {"and", "or", "with", "where", "if", "for", "so", "then", "but", "otherwise", "when"}
_FUNCTION = re.compile(
    "arccos|arcsin|arctan|arg|cosh?|coth?|csc|deg|det|dim|exp|gcd|hom|inf|ker|lim|liminf|limsup|"
    "ln|log|max|min|Pr|sec|sinh?|sup|tanh?"
)
_ROMAN = {"mathrm", "textrm", "mathup"}
_TRANSPARENT = {
    "color",
    "enclose",
    "hbox",
    "lap",
    "mclass",
    "ordgroup",
    "pmb",
    "raisebox",
    "sizing",
    "smash",
    "styling",
    "vcenter",
}


class _Reader:
    """Turns KaTeX's nodes into pieces, one method per type of node."""

    def __init__(self, parsed: Parsed) -> None:
        self._parsed = parsed
        self.asides: list[Seq] = []
        self.words: list[str] = []

    def sequence(self, nodes: Sequence[_KatexNode]) -> Seq:
        return assemble(self._pieces(nodes))

    def _pieces(self, nodes: Sequence[_KatexNode]) -> list[Piece]:
        pieces: list[Piece] = []
        for index, node in enumerate(nodes):
            if index and _is_roman_e(nodes[index - 1]) and node["type"] == "ordgroup":
                pieces[-1:] = self._power_of_ten(node)
            else:
                pieces += self._node(node)
        return pieces

    def _node(self, node: _KatexNode) -> list[Piece]:
        kind = node["type"]
        if kind in _TRANSPARENT:
            return self._transparent(node)
        method = getattr(self, f"_read_{kind.lower()}", None)
        if method is None:
            raise FormulaError(f"{node.get('label') or kind} has no place in a checked formula")
        pieces: list[Piece] = method(node)
        return pieces

    def _body(self, body: Any) -> list[Piece]:
        """Pieces of an argument, which KaTeX gives as a node or as a list of nodes."""
        return self._pieces(body if isinstance(body, list) else [body] if body else [])

    def _argument(self, body: Any) -> Seq:
        return assemble(self._body(body))

    def _script(self, body: Any) -> Seq:
        """A sub- or superscript, where words are names whatever they are."""
        return tuple(
            Sym(f"\\text{{{node.text}}}") if isinstance(node, Words) else node
            for node in self._argument(body)
        )

    def _power_of_ten(self, exponent: _KatexNode) -> list[Piece]:
        """The rest of 9.54\\mathrm{e}{-7}, as if it were written \\times10^{-7}."""
        ten: list[Piece] = [Sym("\\times"), Digit("1"), Digit("0")]
        return [*ten, Raise((), self._script(exponent))]

    def _transparent(self, node: _KatexNode) -> list[Piece]:
        body = node.get("body")
        if node["type"] == "ordgroup" and [child.get("text") for child in body or []] == [","]:
            raise FormulaError("{,} inside a number: write a thin space, 13\\,781")
        return self._body(body)

    # Letters, digits, signs

    def _read_mathord(self, node: _KatexNode) -> list[Piece]:
        text = node["text"]
        if re.fullmatch(r"[0-9.]", text):
            return [Digit(text)]
        tex = _alias(text)
        return [Fence(tex)] if tex in ("|", "\\|") else [Sym(tex)]

    _read_textord = _read_mathord

    def _read_atom(self, node: _KatexNode) -> list[Piece]:
        tex, family = _alias(node["text"]), node["family"]
        if tex in ("!", "?"):
            return [Sym(tex)]
        if family == "open":
            return [Open(tex)]
        if family == "close":
            return [Close(tex)]
        if tex in _JOINERS:
            return [Gap()]
        return [Rel(tex) if family == "rel" and tex not in _NO_RELATIONS else Sym(tex)]

    def _read_htmlmathml(self, node: _KatexNode) -> list[Piece]:
        """Signs that KaTeX builds of parts: the MathML side has them as one character."""
        pieces: list[Piece] = []
        for piece in self._body(node["mathml"]):
            if isinstance(piece, Sym) and piece.tex == "\u0338":
                pieces.append(Not())
            elif isinstance(piece, Sym) and piece.tex in ("=", "\\ne", "\\notin"):
                pieces.append(Rel(piece.tex))
            else:
                pieces.append(piece)
        return pieces

    def _read_xarrow(self, node: _KatexNode) -> list[Piece]:
        self._aside(node["body"])
        self._aside(node["below"])
        return [Rel(node["label"])]

    def _read_op(self, node: _KatexNode) -> list[Piece]:
        if "name" not in node:
            return self._body(node["body"])
        return [Sym(node["name"])]

    def _read_operatorname(self, node: _KatexNode) -> list[Piece]:
        letters = _letters([part for part in node["body"] if part["type"] != "kern"])
        if letters:
            return [_name(letters)]
        return [Marked("\\operatorname", self._argument(node["body"]))]

    def _read_font(self, node: _KatexNode) -> list[Piece]:
        font, body = node["font"], node["body"]
        letters = _letters([body])
        if font in ("mathnormal", "mathit") or re.fullmatch(r"[\d.]*[\d.][\d.]|[2-9]", letters):
            return self._body(body)  # \mathbf{1} is a name, \mathbf{12} a number
        if letters:
            return [_name(letters) if font in _ROMAN else Sym(f"\\{font}{{{letters}}}")]
        return [Marked(f"\\{font}", self._argument(body))]

    def _read_text(self, node: _KatexNode) -> list[Piece]:
        text = self._prose(node["body"])
        if re.fullmatch(r"[A-Za-z][A-Za-z-]*", text) and text.lower() not in _PROSE:
            return [_name(text)]
        self.words.append(text)
        return [Words(text)]

    def _prose(self, nodes: Sequence[_KatexNode]) -> str:
        text = ""
        for node in nodes:
            if "data-claim" in node.get("attributes", {}):
                raise FormulaError(
                    "a claim inside \\text{…}: close the \\text before it, or move the words "
                    "out of the formula"
                )
            body = node.get("body", [])
            text += node["text"] if "text" in node else self._prose(_as_list(body))
        return text

    # Space

    def _read_kern(self, node: _KatexNode) -> list[Piece]:
        number, unit = node["dimension"]["number"], node["dimension"]["unit"]
        width = number / 18 if unit == "mu" else number
        return [Gap()] if width >= 1 else [Space(thin=abs(width - 3 / 18) < 1e-9)]

    def _read_spacing(self, node: _KatexNode) -> list[Piece]:
        return [Space()]

    def _read_cr(self, node: _KatexNode) -> list[Piece]:
        return [Gap()]

    def _read_internal(self, node: _KatexNode) -> list[Piece]:
        return []

    _read_rule = _read_internal

    def _read_phantom(self, node: _KatexNode) -> list[Piece]:
        self._aside(node["body"])
        return []

    _read_vphantom = _read_phantom

    # Structure

    def _read_supsub(self, node: _KatexNode) -> list[Piece]:
        base = node.get("base")
        if base and base["type"] == "horizBrace":
            self._aside(node.get("sub"))
            self._aside(node.get("sup"))
            return self._body(base["base"])
        pieces = self._body(base)
        if base and base["type"] == "op" and len(pieces) == 1 and isinstance(pieces[0], Rel):
            self._aside(node.get("sub"))
            self._aside(node.get("sup"))
            return pieces
        script = Raise(self._script(node.get("sub")), self._script(node.get("sup")))
        if len(pieces) <= 1:
            return [*pieces, script]
        items = assemble(pieces)
        if len(items) == 1:
            return [items[0], script]
        return [Script(items, script.sub, script.sup)]

    def _read_horizbrace(self, node: _KatexNode) -> list[Piece]:
        return self._body(node["base"])

    def _read_genfrac(self, node: _KatexNode) -> list[Piece]:
        top, bottom = self._argument(node["numer"]), self._argument(node["denom"])
        return [Frac(top, bottom, bar=node["hasBarLine"])]

    def _read_sqrt(self, node: _KatexNode) -> list[Piece]:
        return [Root(self._argument(node["body"]), self._argument(node.get("index")))]

    def _read_accent(self, node: _KatexNode) -> list[Piece]:
        return [Marked(node["label"], self._argument(node["base"]))]

    _read_accentunder = _read_accent

    def _read_overline(self, node: _KatexNode) -> list[Piece]:
        return [Marked(f"\\{node['type']}", self._argument(node["body"]))]

    _read_underline = _read_overline

    def _read_leftright(self, node: _KatexNode) -> list[Piece]:
        left, right = _alias(node["left"]), _alias(node["right"])
        return [group(left, self._argument(node["body"]), right)]

    def _read_delimsizing(self, node: _KatexNode) -> list[Piece]:
        tex = _alias(node["delim"])
        if node["mclass"] == "mopen":
            return [Open(tex)]
        if node["mclass"] == "mclose":
            return [Close(tex)]
        return [Fence(tex)] if tex in ("|", "\\|") else [Sym(tex)]

    def _read_middle(self, node: _KatexNode) -> list[Piece]:
        return [Sym(_alias(node["delim"]))]

    def _read_mathchoice(self, node: _KatexNode) -> list[Piece]:
        return self._body(node["text"])

    def _read_tag(self, node: _KatexNode) -> list[Piece]:
        self._aside(node["tag"])
        return self._body(node["body"])

    def _read_array(self, node: _KatexNode) -> list[Piece]:
        for tag in node.get("tags", []):
            if isinstance(tag, list):
                self._aside(tag)
        rows = tuple(tuple(self._argument(cell) for cell in row) for row in node["body"])
        rows = tuple(row for row in rows if any(row))
        if node.get("colSeparationType") in _ALIGNMENTS:
            return [Rows(rows)]
        return [Matrix(rows, bare=True)]

    # Ours

    def _read_html(self, node: _KatexNode) -> list[Piece]:
        attributes = node["attributes"]
        if "data-claim" in attributes:
            claim = self._parsed.claims[int(attributes["data-at"])]
            return [Claim(claim.name, claim.tex, self._argument(node["body"]))]
        if "data-exception" in attributes:
            exemption = self._parsed.exemptions[int(attributes["data-exception"])]
            return [Excused(exemption, self._argument(node["body"]))]
        return self._body(node["body"])

    def _aside(self, body: Any) -> None:
        items = self._argument(body)
        if items:
            self.asides.append(items)


def _name(text: str) -> Sym:
    return Sym(f"\\{text}" if _FUNCTION.fullmatch(text) else f"\\mathrm{{{text}}}")


def _alias(tex: str) -> str:
    return _ALIASES.get(tex, tex)


def _as_list(body: Any) -> list[_KatexNode]:
    return body if isinstance(body, list) else [body]


def _is_roman_e(node: _KatexNode) -> bool:
    return node["type"] == "font" and node["font"] in _ROMAN and _letters([node["body"]]) == "e"


def _letters(nodes: Sequence[_KatexNode]) -> str:
    """The text of plain letters and digits; "" if anything else is among them."""
    text = ""
    for node in nodes:
        inside = _letters(node["body"]) if node["type"] == "ordgroup" else node.get("text", "")
        if not re.fullmatch(r"[A-Za-z0-9.*-]+", inside):
            return ""
        text += inside
    return text
