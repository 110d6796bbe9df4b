"""How to cite this site, as BibTeX with the site's own address."""

from __future__ import annotations

from render.bibtex import site_entry
from render.links import Links
from render.tables import text

TITLES = {"zh": "残差连接", "en": "Residual connections"}
DATES = {"zh": "查阅日期：年-月-日", "en": "accessed YEAR-MONTH-DAY"}


def cite(links: Links) -> str:
    lang = links.site.lang
    entry = site_entry(TITLES[lang], links.site.address, DATES[lang])
    return f'<div class="output" data-generated><pre><code>{text(entry)}</code></pre></div>'
