"""What the site says of its pages to machines, from what MkDocs knows of them."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from publish.addresses import FOLDERS
from render import claims_file
from render.llms import FILE as LLMS
from render.llms import Entry, llms
from render.structured import Subject


def subject_of(page: Page, config: MkDocsConfig) -> Subject:
    """The page and the way to it; as in the tabs, a section leads to its first page."""
    way = [(config.site_name, config.site_url or "/")]
    for section in reversed(list(page.ancestors)):
        first: Any = section
        while not isinstance(first, Page):
            first = first.children[0]
        way.append((section.title or "", first.canonical_url or ""))
    if not page.is_homepage:
        way.append((str(page.meta.get("title") or page.title), page.canonical_url or ""))
    image = f"{config.extra['scope']}assets/social.{config.theme['language']}.png"
    description = str(page.meta.get("description") or config.site_description)
    return Subject(description, way, image, twin_root(config) + page.url)


def twin_root(config: MkDocsConfig) -> str:
    """The address of the other language's home page."""
    lang = str(config.theme["language"])
    folder = next(folder for other, folder in FOLDERS.items() if other != lang)
    return str(config.extra["scope"]) + folder


def list_for_models(nav: Navigation, config: MkDocsConfig) -> str:
    """The llms.txt of a language, in the order of its navigation."""
    subjects = [subject_of(page, config) for page in nav.pages if not page.is_homepage]
    entries = [Entry(s.way[1][0], *s.way[-1], s.description) for s in subjects]
    claims = f"{config.extra['scope']}{claims_file.FILE}"
    lang, description = str(config.theme["language"]), config.site_description or ""
    return llms(lang, config.site_name, description, entries, claims, twin_root(config) + LLMS)
