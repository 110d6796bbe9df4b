"""Sets formulas with KaTeX: visible without JavaScript, with MathML for those who listen."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from render.linear import linear
from render.tex import for_katex, plain
from verify.node import NodeProgram

SCRIPT = Path(__file__).with_name("katex.mjs")
ANNOTATION = re.compile(r'(<annotation encoding="application/x-tex">).*?(</annotation>)', re.DOTALL)
SEMANTICS = re.compile(r"<semantics>(.*?)<annotation .*?</annotation></semantics>", re.DOTALL)
# "Function applied to", behind the name of an operator that is an index, as in σ_max: it is applied
# to nothing there, and an index of two elements would be no MathML.
APPLIED_TO_NOTHING = re.compile(r"<mo>\u2061</mo>(?=</m(?:sub|sup|subsup)>)")
MATHML = re.compile(r"<math.*?</math>", re.DOTALL)
ROLE = re.compile(r"\\htmlClass\{[^{}]*\}\{#1\}")


class TexError(Exception):
    """KaTeX cannot set the formula; the message is KaTeX's own."""


@dataclass(frozen=True)
class Source:
    """One formula to set; `names` are the full names of its claims, in order."""

    tex: str
    display: bool = False
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Set:
    """A formula as `html`, and as the one line of `text` that names a link and is searched."""

    html: str
    text: str


class Typesetter(NodeProgram):
    """One node process for a whole build; the same formula is set once. Close it after use."""

    def __init__(self, macros: dict[str, str]) -> None:
        self.roles = role_names(macros)
        super().__init__(SCRIPT, json.dumps(macros))
        self._known: dict[Source, Set] = {}

    def set(self, sources: Sequence[Source]) -> list[Set]:
        """Set every formula, in one exchange with node; TexError names the first bad one."""
        fresh = list(dict.fromkeys(source for source in sources if source not in self._known))
        if fresh:
            request = [
                {"tex": for_katex(source.tex, source.names), "display": source.display}
                for source in fresh
            ]
            answers = self.ask({"formulas": request})["results"]
            for source, answer in zip(fresh, answers, strict=True):
                if "error" in answer:
                    raise TexError(f"${source.tex}$: {answer['error']}")
                self._known[source] = self._finish(source, answer["html"])
        return [self._known[source] for source in sources]

    def _finish(self, source: Source, markup: str) -> Set:
        """The annotation gets the TeX that one would want to copy, unless it says the same as the
        formula's characters: a number, for instance, as half of all formulas are."""
        markup = APPLIED_TO_NOTHING.sub("", markup)
        tex, text = plain(source.tex, self.roles), characters(markup)
        if tex == text:
            return Set(SEMANTICS.sub(r"\1", markup), text)
        annotation = html.escape(tex, quote=False)
        return Set(ANNOTATION.sub(lambda m: m.group(1) + annotation + m.group(2), markup), text)


def characters(markup: str) -> str:
    """The formula as one line, from its MathML."""
    math = MATHML.search(markup)
    return linear(math.group()) if math else ""


def role_names(macros: Mapping[str, str]) -> list[str]:
    """The macros that only colour what they hold, without their backslash."""
    return [name[1:] for name, body in macros.items() if ROLE.fullmatch(body)]


def read_macros(root: Path) -> dict[str, str]:
    """The macros that authors may use, from docs/macros.json; without the file there are none."""
    file = root / "docs" / "macros.json"
    macros: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return macros


def tex_of(inner: str) -> str:
    r"""The TeX inside an element that arithmatex made: `\(…\)` or `\[…\]`."""
    text = html.unescape(inner).strip()
    if text[:2] in ("\\(", "\\["):
        text = text[2:-2]
    return text.strip()
