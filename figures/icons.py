"""The wordmark and the icons: python -m figures.icons writes them into the theme.

One drawing, three uses: in the header it follows the page's colours, as a browser's icon it
follows the system, and as a picture (for home screens, which take no SVG) it is light.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

THEME = Path(__file__).parent.parent / "theme"
PAPER = "#fdfdfb"
# px, and which part of it is margin: what home screens ask for, and what theme/manifest.json names.
# Of a maskable icon, systems show no more than the middle four fifths for certain.
PICTURES = {
    "favicon.png": (180, 1 / 8),
    "icon.small.png": (192, 1 / 8),
    "icon.png": (512, 1 / 8),
    "icon.maskable.png": (512, 1 / 5),
}

WORDMARK = """\
<svg viewBox="0 0 56 28" aria-hidden="true">
  <path class="f-branch" d="M8 21.5A16.5 16.5 0 0 1 41 21.5"/>
  <rect class="f-head-branch" x="19.5" y="0" width="10" height="10" rx="1"/>
  <path class="f-identity" d="M0 21.5H37"/>
  <path class="f-sum" d="M45 21.5H56"/>
  <circle class="f-node-sum" cx="41" cy="21.5" r="4.5"/>
  <path class="f-plus-sum" d="M38.5 21.5h5M41 19v5"/>
</svg>
"""

ICON = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <style>
    path, circle { fill: none; stroke-width: 2.5; }
    .identity { stroke: #0b449c; stroke-width: 3.5; }
    .branch { stroke: #bd4a00; }
    rect { fill: #bd4a00; }
    .sum { stroke: #0f1215; }
    .out { stroke-width: 3.5; }
    circle { fill: #fff; }
    @media (prefers-color-scheme: dark) {
      .identity { stroke: #6ea8ff; }
      .branch { stroke: #f2943f; }
      rect { fill: #f2943f; }
      .sum { stroke: #fff; }
      circle { fill: #15171a; }
    }
  </style>
  <path class="branch" d="M3.5 22.5A9.5 9.5 0 0 1 22.5 22.5"/>
  <rect x="8.5" y="8" width="9" height="9" rx="1"/>
  <path class="identity" d="M0 22.5H17"/>
  <path class="sum out" d="M28 22.5h4"/>
  <circle class="sum" cx="22.5" cy="22.5" r="5.75"/>
  <path class="sum" d="M19.5 22.5h6M22.5 19.5v6"/>
</svg>
"""


def picture(svg: str, size: int, margin: float) -> bytes:
    """The icon on paper, with a margin: systems cut corners off."""
    style = f"margin:0;background:{PAPER};padding:{int(size * margin)}px"
    page_of = f'<body style="{style}">{svg}</body>'
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),  # else Playwright's own
            args=["--no-sandbox", "--disable-gpu"],
        )
        page = browser.new_page(viewport={"width": size, "height": size}, color_scheme="light")
        page.set_content(page_of)
        shot = page.screenshot()
        browser.close()
    return shot


def main() -> None:
    (THEME / "partials" / "logo.html").write_text(WORDMARK)
    (THEME / "assets" / "favicon.svg").write_text(ICON)
    for name, (size, margin) in PICTURES.items():
        (THEME / "assets" / name).write_bytes(picture(ICON, size, margin))


if __name__ == "__main__":
    main()
