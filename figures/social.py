"""The picture that a link to the site shows elsewhere: the living block, standing still, on paper.

    python -m figures.social

writes theme/assets/social.zh.png and social.en.png with a Chromium. They are kept in the project,
so that a build needs no browser; each carries the hash of what it was drawn from, and a test says
when that has changed.
"""

import base64
import hashlib
import re
import shutil
import struct
import zlib
from pathlib import Path

from playwright.sync_api import sync_playwright

from figures.icons import WORDMARK
from figures.readme import standalone, style
from verify.ledger import read_ledger

ROOT = Path(__file__).parent.parent
WIDTH, HEIGHT = 1200, 630  # px, what services crop nothing from
KEYWORD = b"drawn-from"

LABELS = {
    "zh": {"name": "残差连接", "promise": "每个数、每个公式，都由旁边的程序算出并核对。"},
    "en": {
        "name": "Residual connections",
        "promise": "Every number and formula is computed and checked by the program beside it.",
    },
}
FACES = (("KaTeX_Main", "Regular", "normal"), ("KaTeX_Math", "Italic", "italic"))
PAGE = """<!doctype html><html lang="{lang}"><meta charset="utf-8"><style>{style}
:root {{ --math: KaTeX_Main, serif; --math-italic: KaTeX_Math, KaTeX_Main, serif; }}
body {{ margin: 0; width: 1200px; height: 630px; overflow: hidden; }}
body {{ background: var(--paper); color: var(--ink); }}
header {{ display: flex; gap: 20px; align-items: center; padding: 44px 40px 20px; }}
header {{ font: 700 34px/1 var(--font-head); }}
header svg {{ width: 112px; height: 56px; overflow: visible; }}
main svg {{ display: block; width: 1200px; height: auto; overflow: visible; }}
.t-math {{ font-size: 21px; }}
p {{ margin: 12px 40px 0; color: var(--ink-2); font: 26px/1.5 var(--font-ui); }}
</style><header>{wordmark}<span>{name}</span></header>
<main>{block}</main><p>{promise}</p></html>"""


def page(lang: str, ledger: dict[str, object]) -> str:
    """What is photographed."""
    return PAGE.format(
        lang=lang,
        style=style(),
        wordmark=WORDMARK,
        block=re.sub(r"<style>.*?</style>", "", standalone(lang, ledger), flags=re.DOTALL),
        **LABELS[lang],
    )


def faces() -> str:
    """The fonts of formulas, within the page: a page without an address may fetch none."""
    folder = ROOT / "node_modules" / "katex" / "dist" / "fonts"
    rules = []
    for family, cut, slant in FACES:
        data = base64.b64encode((folder / f"{family}-{cut}.woff2").read_bytes()).decode()
        source = f'url("data:font/woff2;base64,{data}")'
        rules.append(f"@font-face{{font-family:{family};font-style:{slant};src:{source}}}")
    return "".join(rules)


def digest(lang: str, ledger: dict[str, object]) -> str:
    return hashlib.sha256(page(lang, ledger).encode()).hexdigest()


def signed(png: bytes, text: str) -> bytes:
    """The picture with a text that viewers do not show, before its last chunk."""
    body = b"tEXt" + KEYWORD + b"\0" + text.encode()
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:-12] + chunk + png[-12:]


def signature(png: bytes) -> str | None:
    """What a picture was drawn from, if it says so."""
    found = re.search(KEYWORD + rb"\0([0-9a-f]{64})", png)
    return found[1].decode() if found else None


def file_of(lang: str) -> Path:
    return ROOT / "theme" / "assets" / f"social.{lang}.png"


def main() -> None:
    ledger = read_ledger(ROOT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),  # else Playwright's own
            args=["--no-sandbox", "--disable-gpu"],
        )
        tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        for lang in LABELS:
            tab.set_content(page(lang, ledger).replace("<style>", f"<style>{faces()}", 1))
            tab.evaluate("() => document.fonts.ready.then(() => undefined)")
            file_of(lang).write_bytes(signed(tab.screenshot(), digest(lang, ledger)))
        browser.close()


if __name__ == "__main__":
    main()
