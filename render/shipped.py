"""Lines about the site as a whole: its hashes, licences of others' works, what a browser keeps."""

from __future__ import annotations

from render.links import Links
from render.tables import code, link, text
from verify.project import DEFAULT_LANGUAGE

HASHES = "SHA256SUMS"
LICENCES = "licences.txt"
HASH_TEXTS = {
    "zh": (
        "每个文件的散列值在 ",
        "；把网站下载下来，在它的目录里运行 ",
        "，就知道哪个文件和发布时不同。",
    ),
    "en": (
        "The hash of every file is in ",
        "; in the folder of a downloaded site, ",
        " says which file is not as it was published.",
    ),
}
KEEP_TEXTS = {"zh": "保存我读过的页面", "en": "Keep the pages that I read"}
LICENCE_TEXTS = {"zh": "别人的作品和它们的许可", "en": "Works of others and their licences"}


def root(links: Links) -> str:
    """The way from the page to the root of the site, where the default language begins."""
    levels = links.name.count("/") + 1 + (links.site.lang != DEFAULT_LANGUAGE)
    return "../" * levels


def hashes(links: Links) -> str:
    """Where a reader finds the hashes. A copy to read offline has none."""
    before, between, after = map(text, HASH_TEXTS[links.site.lang])
    file = link(root(links) + HASHES, code(HASHES))
    command = f'<code class="command">sha256sum -c {HASHES}</code>'
    line = f"{before}{file}{between}{command}{after}"
    return f"<p data-generated data-search-exclude data-online>{line}</p>"


def licences(links: Links) -> str:
    way = link(root(links) + LICENCES, text(LICENCE_TEXTS[links.site.lang]))
    return f"<p data-generated data-search-exclude>{way}</p>"


def keeping(links: Links) -> str:
    """The switch for keeping pages to read offline, which theme/assets/keep.js shows."""
    name = text(KEEP_TEXTS[links.site.lang])
    return (
        '<p data-search-exclude data-online class="keep"><button class="switch" type="button" '
        f'role="switch" aria-checked="true" hidden><i aria-hidden="true"></i>{name}</button></p>'
    )
