"""The picture of the two READMEs: the living block, standing still, as files of their own.

    python -m figures.readme

writes figures/readme.en.svg and readme.zh.svg from the ledger. A test says when they are stale.
"""

import re
from pathlib import Path

from figures import values
from figures.living_block import draw
from verify.ledger import read_ledger

ROOT = Path(__file__).parent.parent
STYLES = ROOT / "theme" / "assets" / "css"
FONTS = """
  --font-ui: -apple-system, "Segoe UI", "Noto Sans", Arial, "PingFang SC", "Noto Sans CJK SC";
  --font-head: Charter, Georgia, "Songti SC", "Noto Serif CJK SC", serif;"""
MARGIN = 24  # px around the drawing


def standalone(lang: str, ledger: dict[str, object]) -> str:
    """The wide drawing with its own colours, light and dark."""
    svg = re.search(r"<svg.*?</svg>", draw(lang, values(ledger)), re.DOTALL)
    assert svg is not None
    text = re.sub(r'<circle class="f-travel.*?/>', "", svg.group())
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', text)
    assert box is not None
    width, height = int(box[1]) + 2 * MARGIN, int(box[2]) + 2 * MARGIN
    view = f'viewBox="{-MARGIN} {-MARGIN} {width} {height}" width="{width}" height="{height}"'
    text = text.replace(box.group(), f'xmlns="http://www.w3.org/2000/svg" {view}', 1)
    paper = (
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width}" height="{height}" fill="var(--paper)"/>'
    )
    end = text.index(">") + 1
    return f"{text[:end]}<style>{style()}</style>{paper}{text[end:]}\n"


def style() -> str:
    """The tokens and the rules of the figures, as a stand-alone file needs them."""
    tokens = (STYLES / "tokens.css").read_text(encoding="utf-8")
    light, dark = (
        colours(tokens, start) for start in (":root {", '[data-md-color-scheme="slate"] {')
    )
    rules = (STYLES / "figures.css").read_text(encoding="utf-8")
    kept = re.findall(
        r"^(?:[^{}@]*?)\{[^{}]*\}", re.sub(r"/\*.*?\*/", "", rules, flags=re.DOTALL), re.M
    )
    used = "".join(rule for rule in kept if re.search(r"\.[ft]-|\.(end|mid)\b|\.t\b", rule))
    night = f"@media (prefers-color-scheme: dark) {{ :root {{{dark}}} }}"
    return re.sub(r"\s+", " ", f":root {{{light}{FONTS}}} {night} {used}")


def colours(tokens: str, start: str) -> str:
    """The colour tokens of the first block that begins with `start`."""
    block = tokens[tokens.index(start) :].partition("{")[2].partition("}")[0]
    found = re.findall(r"--(?:paper|wash|ink|ink-2|rule|role-\w+):[^;]*;", block)
    return " ".join(found)


def main() -> None:
    ledger = read_ledger(ROOT)
    for lang in ("en", "zh"):
        target = ROOT / "figures" / f"readme.{lang}.svg"
        target.write_text(standalone(lang, ledger), encoding="utf-8")


if __name__ == "__main__":
    main()
