"""Drawing kit: SVG whose text is text and whose colours are the page's variables.

A role is never hue alone (theme/assets/figures.css): identity is thick and straight, the branch
thin and through a box, the sum ink after a plus sign, the gradient dashed with an open head.
Coordinates are pixels of the 652 px text column, so labels keep their size on the page.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal

Role = Literal["identity", "branch", "sum", "gradient"]
Anchor = Literal["start", "mid", "end"]
Value = Callable[[str], object]

COLUMN = 652  # width of a wide drawing: the text column
NARROW = 316  # width of an upright drawing: a phone's column

# What an upright drawing is for: theme/assets/figures.css shows one of the two.
WIDE, TALL = "figure__wide", "figure__tall"

_TOKEN = re.compile(r"_\{[^}]*\}|\^\{[^}]*\}|[A-Z]{2,}|[A-Za-zα-ω]|[^A-Za-zα-ω_^]+")
_DROP, _RISE = 4, 6  # px from the baseline to an index, to an exponent


@dataclass(frozen=True)
class Quote:
    """A value of the ledger, as it is printed in a figure."""

    name: str
    text: str


@dataclass(frozen=True)
class Colored:
    """Part of a formula in the colour of a role."""

    role: Role
    part: "Part"


Part = str | Quote | Colored


def quote(value: Value, name: str) -> Quote:
    """The value called `name` ("worked_example.loss"), printed with at most four digits."""
    return Quote(name, _printed(value(name)))


def _printed(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(_printed(entry) for entry in value)}]"
    if isinstance(value, int | float):
        return f"{value:.4g}".replace("-", "−")
    raise TypeError(f"a figure can print numbers and lists of numbers, not {value!r}")


def typeset(text: str) -> str:
    """Formula text as SVG: letters italic, names like LN upright, `_{…}` lowered, `^{…}` raised."""
    out, shift = "", 0  # shift: how far the next token lies from the baseline
    for token in _TOKEN.findall(text):
        level = {"_": _DROP, "^": -_RISE}.get(token[0], 0)
        body = token[2:-1] if level else token
        classes = ["small"] * bool(level) + ["i"] * (len(body) == 1 and body.isalpha())
        attributes = f' class="{" ".join(classes)}"' if classes else ""
        if level != shift:
            attributes += f' dy="{level - shift}"'
        out += f"<tspan{attributes}>{escape(body)}</tspan>" if attributes else escape(body)
        shift = level
    return out


def _typeset_part(part: Part) -> str:
    if isinstance(part, Colored):
        return f'<tspan class="t-{part.role}">{_typeset_part(part.part)}</tspan>'
    if isinstance(part, Quote):
        return f'<tspan data-value="{part.name}">{part.text}</tspan>'
    return typeset(part)


@dataclass
class Drawing:
    """One SVG. Methods add to it, in painting order."""

    width: int
    height: int
    alt: str
    parts: list[str] = field(default_factory=list)

    def add(self, element: str) -> None:
        self.parts.append(element)

    def line(self, role: Role | Literal["quiet"], d: str) -> None:
        """A path; `d` as in SVG."""
        self.add(f'<path class="f-{role}" d="{d}"/>')

    def head(self, role: Role, x: float, y: float, degrees: int) -> None:
        """An arrowhead with its tip at x, y; 0 degrees points right, 90 down."""
        place = f'transform="translate({x:g} {y:g}) rotate({degrees})"'
        self.add(f'<path class="f-head-{role}" d="M-1.5 0L-12 -4.75L-12 4.75Z" {place}/>')

    def box(self, role: Role, x: float, y: float, width: float, height: float) -> None:
        size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="2"'
        self.add(f'<rect class="f-box-{role}" {size}/>')

    def plus(self, x: float, y: float, radius: float = 12, role: Role = "sum") -> None:
        """The node ⊕."""
        arm = radius * 0.55
        cross = f"M{x - arm:g} {y:g}h{2 * arm:g}M{x:g} {y - arm:g}v{2 * arm:g}"
        self.add(f'<circle class="f-node-{role}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>')
        self.add(f'<path class="f-plus-{role}" d="{cross}"/>')

    def dot(self, x: float, y: float, role: Role = "gradient") -> None:
        """Where a line is copied."""
        self.add(f'<circle class="f-head-{role}" cx="{x:g}" cy="{y:g}" r="4.5"/>')

    def dots(self, role: Role, points: Iterable[tuple[float, float]]) -> None:
        """Many small dots as one path: as circles they would be half of a page's drawings."""
        d = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in points)
        self.add(f'<path class="f-dots f-dots-{role}" d="{d}"/>')

    def formula(
        self,
        x: float,
        y: float,
        *parts: Part,
        role: Role | None = None,
        anchor: Anchor = "start",
        size: int | None = None,
        halo: bool = False,
    ) -> None:
        """A formula in KaTeX's faces. `halo` clears the line that it stands on."""
        body = "".join(_typeset_part(part) for part in parts)
        self._text("t-math", x, y, body, role, anchor, size, halo)

    def label(
        self,
        x: float,
        y: float,
        text: str,
        *,
        role: Role | None = None,
        anchor: Anchor = "start",
        size: int | None = None,
    ) -> None:
        """Words, in the face of the interface."""
        self._text("t-label", x, y, escape(text), role, anchor, size)

    def headline(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        anchor: Anchor = "start",
        length: int | None = None,
    ) -> None:
        """Words in the face of headings; `length` px wide whatever the reader's face is."""
        fit = f' textLength="{length}" lengthAdjust="spacingAndGlyphs"' if length else ""
        self._text("t-head", x, y, escape(text), None, anchor, size, extra=fit)

    def _text(
        self,
        kind: str,
        x: float,
        y: float,
        body: str,
        role: Role | None,
        anchor: Anchor,
        size: int | None,
        halo: bool = False,
        extra: str = "",
    ) -> None:
        classes = [kind]
        if role:
            classes.append(f"t-{role}")
        if anchor != "start":
            classes.append(anchor)
        if halo:
            classes.append("f-halo")
        # px in the drawing are user units, so a style is needed: font-size="20" would lose to CSS
        style = f' style="font-size:{size}px"' if size else ""
        self.add(
            f'<text class="{" ".join(classes)}" x="{x:g}" y="{y:g}"{style}{extra}>{body}</text>'
        )

    def svg(self, css_class: str) -> str:
        """The drawing as an element. Its name is `alt`: a title element would pop up on hover."""
        return (
            f'<svg class="{css_class}" viewBox="0 0 {self.width} {self.height}" '
            f'role="img" aria-label="{escape(self.alt)}">{"".join(self.parts)}</svg>'
        )


def figure(name: str, wide: Drawing, tall: Drawing | None = None) -> str:
    """The figure element, on one line: Markdown takes it as one block of HTML.

    Without an upright drawing the wide one stands on narrow screens too.
    """
    drawings = wide.svg(WIDE) + tall.svg(TALL) if tall else wide.svg("")
    return f'<figure class="figure figure--{name}" data-search-exclude>{drawings}</figure>'
