"""Every figure that a page shows as a file of its own, in each language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from figures import FIGURES, values
from figures.alone import alone
from publish.addresses import FOLDERS
from render.ledger import Ledger, pages_of
from render.links import is_composed, page_address
from render.share import anchor, figures_on, file_of
from verify.files import write_whole

NAMES = {"zh": "残差连接", "en": "Residual connections"}


def write_figures(site: Path, ledger: Ledger, roots: Mapping[str, str]) -> None:
    """Write them into the site; each names the first page that shows it, those that teach first."""
    value = values(ledger)
    for lang, folder in FOLDERS.items():
        places: dict[str, str] = {}
        for page in sorted(pages_of(ledger, lang), key=is_composed):
            address = page_address(page["name"])
            file = site / folder / address / "index.html"
            for name in figures_on(file.read_text(encoding="utf-8")) if file.exists() else ():
                places.setdefault(name, roots[lang] + address)
        for name, address in places.items():
            shown = address.partition("://")[2]
            source = f"{NAMES[lang]} · {shown} · CC BY 4.0"
            drawn = alone(FIGURES[name](lang, value), source, f"{address}#{anchor(name)}")
            write_whole(site / folder / file_of(name), drawn)
