"""A backend for matplotlib: `plt.show()` writes every open figure to standard output, as SVG.

Part of the runner, and like it no module of the package. A figure is one line: a sign, then JSON
with a version for every language (labels hold all languages at once, see experiments.py), each
drawn for wide and for narrow windows: there, axes that stood side by side stand one below another.

The style is the site's: colours are those of theme/assets/css/tokens.css in the light scheme,
which rendering exchanges for the page's variables, and letters stay letters.
"""

from __future__ import annotations

import io
import json
import logging
import math
import re
import warnings
from collections.abc import Sequence
from html import escape
from typing import Any, cast

import matplotlib
from matplotlib.axis import Axis
from matplotlib.backends.backend_svg import FigureCanvasSVG as FigureCanvas  # noqa: F401
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec
from matplotlib.rcsetup import cycler
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter, NullFormatter

FIGURE = "\x1f"  # as in experiments.py
BETWEEN = "\x1d"
PIXELS = 72  # an inch in SVG
WIDE, TALL = 652, 316  # px: the text column, and a phone's
WIDE_ROW, TALL_ROW, KEY_ROW = 312, 264, 20  # px: the height of a row of axes, of the key
KEY_GAP = 6  # px
WIDE_LETTER = re.compile("[\u2e80-\uffef]")
SEVERAL = re.compile(f"{BETWEEN}|{WIDE_LETTER.pattern}")
TEXT = re.compile(r'(?P<before><g id="(?P<gid>words-\d+)">\s*<text[^>]*>)[^<]*</text>')
PAPER, INK, INK_2, RULE = "#fdfdfb", "#1d2126", "#5b616a", "#dcddd7"
# The first colours of matplotlib's own cycle are near these, so that a notebook run elsewhere
# has the same hues: C0 the identity path, C1 the branch, C2 the gradient, C7 what has no role.
IDENTITY, BRANCH, GRADIENT, SUM = "#0b449c", "#bd4a00", "#006f5c", "#0f1215"
CYCLE = [IDENTITY, BRANCH, GRADIENT, SUM, INK_2, INK_2, INK_2, INK_2, INK_2, INK_2]
RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": RULE,
    "axes.facecolor": PAPER,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": INK_2,
    "axes.labelsize": 13,
    "axes.prop_cycle": cycler(color=CYCLE),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 13,
    "axes.unicode_minus": True,
    "figure.facecolor": PAPER,
    "font.size": 13,
    "grid.color": RULE,
    "grid.linewidth": 1,
    "legend.fontsize": 13,
    "legend.frameon": False,
    "legend.handlelength": 2.4,
    "legend.labelcolor": INK,
    "lines.linewidth": 2,
    "lines.markersize": 5,
    "svg.fonttype": "none",
    "svg.hashsalt": "figures",
    "text.color": INK,
    "xtick.color": RULE,
    "xtick.labelcolor": INK_2,
    "xtick.labelsize": 13,
    "xtick.major.size": 0,
    "xtick.minor.size": 0,
    "ytick.color": RULE,
    "ytick.labelcolor": INK_2,
    "ytick.labelsize": 13,
    "ytick.major.size": 0,
    "ytick.minor.size": 0,
}


def prepare() -> None:
    """Take this backend and the style; the parent does it once for all programs."""
    matplotlib.use("module://plots")
    import matplotlib.pyplot as plt

    # Letters are set by the browser; faces that this machine lacks are no fault of a program.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", message=r"Glyph .* missing from font")
    plt.switch_backend("module://plots")
    cast(Any, matplotlib.rcParams).update(STYLE)
    draw(Figure(), 1, 1)  # matplotlib's caches are filled before anything is forked


def show(*, block: bool | None = None) -> None:
    """What `plt.show()` does: every figure that is open is written, then closed."""
    import matplotlib.pyplot as plt

    for number in plt.get_fignums():
        print(FIGURE + json.dumps(versions(plt.figure(number)), ensure_ascii=False))
    plt.close("all")


def versions(figure: Figure) -> list[dict[str, str]]:
    """The figure in every language: its description, and its two drawings."""
    if not figure.get_label():
        raise ValueError("describe the figure: plt.subplots(num=label['alt'])")
    for axis in axes_of(figure):
        readable_powers(axis)
    alts = str(figure.get_label()).split(BETWEEN)
    key = take_legends(figure)
    room = show_key(figure, key, columns=3)
    wide = in_each_language(figure, len(alts), WIDE, WIDE_ROW * rows(figure) + room)
    stack(figure)
    room = show_key(figure, key, columns=1)
    tall = in_each_language(figure, len(alts), TALL, TALL_ROW * rows(figure) + room)
    found = zip(alts, wide, tall, strict=True)
    return [dict(zip(("alt", "wide", "tall"), version, strict=True)) for version in found]


def in_each_language(figure: Figure, count: int, width: int, height: int) -> list[str]:
    """Draw the figure with the first language of all its texts, with the second, and so on."""
    # Others, such as the numbers at ticks, are matplotlib's own: it may still change them.
    own = [text for text in figure.findobj(Text) if SEVERAL.search(text.get_text())]
    texts = {f"words-{n}": text for n, text in enumerate(own)}
    words = {gid: text.get_text() for gid, text in texts.items()}
    drawings = []
    for index in range(count):
        chosen = {gid: word.split(BETWEEN) for gid, word in words.items()}
        said = {gid: parts[min(index, len(parts) - 1)] for gid, parts in chosen.items()}
        for gid, text in texts.items():
            text.set_gid(gid)
            text.set_text(measured(said[gid]))
        drawings.append(with_words(draw(figure, width, height), said))
    for gid, text in texts.items():
        text.set_gid(None)
        text.set_text(words[gid])
    return drawings


def measured(word: str) -> str:
    """A stand-in as wide as `word`: no face with Chinese letters, each an em, need be there."""
    return WIDE_LETTER.sub("m", word)


def with_words(svg: str, words: dict[str, str]) -> str:
    """The drawing with its words in place of their stand-ins."""
    return TEXT.sub(lambda m: f"{m['before']}{escape(words[m['gid']], quote=False)}</text>", svg)


# --- arrangement ------------------------------------------------------------------------------


def take_legends(figure: Figure) -> dict[str, Any]:
    """The entries of all legends inside axes, by their words; curves would run into them."""
    key: dict[str, Any] = {}
    for axes in figure.axes:
        legend = axes.get_legend()
        if legend is not None:
            handles, labels = axes.get_legend_handles_labels()
            key |= dict(zip(labels, handles, strict=True))
            legend.remove()
    return key


def show_key(figure: Figure, key: dict[str, Any], columns: int) -> int:
    """Put the entries above the axes; how many px they need."""
    for legend in list(figure.legends):
        legend.remove()
    if not key:
        return 0
    figure.legend(key.values(), key.keys(), loc="outside upper left", ncols=columns)
    return KEY_ROW * math.ceil(len(key) / columns) + KEY_GAP


def rows(figure: Figure) -> int:
    """How many rows of axes the figure has."""
    starts = {place.rowspan.start for axes in figure.axes if (place := axes.get_subplotspec())}
    return max(1, len(starts))


def stack(figure: Figure) -> None:
    """Put all axes one below another; those that shared a scale at the left get their own."""
    placed = [axes for axes in figure.axes if axes.get_subplotspec()]
    grid = GridSpec(max(1, len(placed)), 1, figure=figure)
    for row, axes in enumerate(placed):
        axes.set_subplotspec(grid[row, 0])
        axes.yaxis.set_tick_params(labelleft=True)
        axes.set_ylabel(axes.get_ylabel() or placed[0].get_ylabel())


def draw(figure: Figure, width: int, height: int) -> str:
    """The figure as SVG of a size in px."""
    figure.set_size_inches(width / PIXELS, height / PIXELS)
    figure.set_layout_engine(
        "constrained", w_pad=2 / PIXELS, h_pad=5 / PIXELS, wspace=0.04, hspace=0.06
    )
    stream = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(stream, format="svg", metadata=nothing, dpi=PIXELS)
    return stream.getvalue()


# --- axes -------------------------------------------------------------------------------------


def axes_of(figure: Figure) -> Sequence[Axis]:
    return [axis for one in figure.axes for axis in (one.xaxis, one.yaxis)]


def readable_powers(axis: Axis) -> None:
    """Ticks of a logarithmic axis in letters, 10⁻³, which any face has."""
    if axis.get_scale() == "log":
        axis.set_major_formatter(FuncFormatter(lambda value, _: power(value)))
        axis.set_minor_formatter(NullFormatter())


def power(value: float) -> str:
    exponent = round(math.log10(value))
    if not math.isclose(value, 10.0**exponent):
        return f"{value:g}"
    return f"{value:g}" if -2 <= exponent <= 3 else "10" + str(exponent).translate(RAISED)
