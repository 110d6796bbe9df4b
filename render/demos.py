"""Places demos: `<NAME-demo></NAME-demo>` on a line of its own becomes the demo's still.

The still is drawn by the same code that moves it in the browser (theme/assets/demos), in the state
in which it starts, so that it is there without JavaScript and nothing shifts when that comes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path

from verify.node import NodeProgram

SCRIPT = Path(__file__).with_name("demos.mjs")
FOLDER = Path("theme/assets/demos")
DEMOS = (
    "residual",
    "gradient-multiplier",
    "norm-position",
    "worked-example",
    "depth-journey",
)
MARKER = re.compile(
    r"^<(?P<tag>[a-z-]+-demo)(?P<standalone> standalone)?></(?P=tag)>[ \t]*$", re.MULTILINE
)


@dataclass(frozen=True)
class Place:
    """Where a demo stands: the language, and the address from there to a demo's own page."""

    lang: str
    to_demos: str  # ../../demos/
    address: str  # of this page, absolute


class Demos(NodeProgram):
    """Draws stills, with one node process for a build. Close it after use."""

    def __init__(self, root: Path) -> None:
        super().__init__(SCRIPT, str(root / FOLDER))

    def place(self, line: str, where: Place) -> str:
        """`line` with its demo drawn; LookupError for one that does not exist."""
        return MARKER.sub(lambda marker: self._figure(marker, where), line)

    def _figure(self, marker: re.Match[str], where: Place) -> str:
        name = marker["tag"].removesuffix("-demo")
        if name not in DEMOS:
            known = ", ".join(f"<{demo}-demo>" for demo in DEMOS)
            raise LookupError(f"no demo <{marker['tag']}>; there are {known}")
        alone = marker["standalone"] is not None
        page = where.address if alone else f"{where.to_demos}{name}/"
        context = {"lang": where.lang, "page": page, "standalone": alone}
        drawn = self.ask({"name": name, "context": context})
        attributes = f'data-demo="{drawn["prefix"]}" data-page="{escape(page)}"'
        if alone:
            attributes += " standalone"
        # Of a block element Markdown leaves the content alone.
        return (
            f'<figure class="demo" role="group" aria-label="{escape(drawn["title"])}" '
            f"data-search-exclude data-generated><{marker['tag']} {attributes}>{drawn['html']}"
            f"</{marker['tag']}></figure>"
        )
