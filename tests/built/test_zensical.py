"""The way forward: the same pages by another generator, and what differs (zensical.md).

Zensical reads mkdocs.yml but neither its hooks nor plugins of others; `verify` and `render` do not
need them, as plain commands before and after it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
import yaml
from lxml import html

from tests.site import EXPERIMENTS, ROOT, Site, address, parse

LISTED = Path(__file__).with_name("zensical.md")
EXPERIMENT = "experiments have no page"
NOTEBOOK = "links to an experiment still end in .ipynb"
TOO_FAR = "generated links lead one folder too far up"
NEIGHBOURS = "links to the previous and the next page are missing from the article"
MARKDOWN = "a generated link to the Markdown of a page leads to the page"
FRAME = "the slides' link, a figure's file and embed code, and a demo's source are missing"
# What our theme and `publish` add to an article for those.
ADDED = './/*[@class="reading" or @class="figure__share" or @class="source"]'
# Pages that name a template of our theme.
TEMPLATES = ("home.html", "demo.html")


class Loader(yaml.SafeLoader):
    """Reads mkdocs.yml: `!ENV [NAME, default]` is its default."""


Loader.add_constructor("!ENV", lambda loader, node: loader.construct_sequence(node)[-1])


def settings(url: str) -> dict[str, Any]:
    """Ours, as far as Zensical can follow."""
    shared, own = (
        yaml.load((ROOT / name).read_text(encoding="utf-8"), Loader)
        for name in ("mkdocs.yml", "mkdocs.en.yml")
    )
    return {
        "site_name": own["site_name"],
        "site_url": url,
        "docs_dir": "filled",
        "site_dir": "html",
        "theme": {"language": "en", "custom_dir": "templates"},
        "markdown_extensions": shared["markdown_extensions"],
        "nav": own["nav"],
    }


def run(cwd: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def other(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the English pages that Zensical made, finished."""
    root, project = tmp_path_factory.mktemp("zensical"), site.folder.parent
    url = site.page("en", "index.md")
    given = ("--lang", "en", "--address", url)
    run(project, "render", "fill", "docs/en", str(root / "filled"), "--figures", "figures", *given)
    for folder in ("snippets", "experiments"):
        (root / folder).symlink_to(project / folder)
    (root / "templates").mkdir()
    for name in TEMPLATES:
        (root / "templates" / name).write_text('{% extends "main.html" %}\n', encoding="utf-8")
    text = yaml.safe_dump(settings(url), allow_unicode=True, sort_keys=False)
    (root / "mkdocs.yml").write_text(text, encoding="utf-8")
    run(root, "zensical", "build")
    run(project, "render", "finish", str(root / "html"), *given)
    return root / "html"


def texts(path: str) -> Callable[[html.HtmlElement], list[str]]:
    return lambda article: [" ".join(e.text_content().split()) for e in article.xpath(path)]


def values(path: str) -> Callable[[html.HtmlElement], list[str]]:
    return lambda article: [str(value) for value in article.xpath(path)]


COMPARED = {
    "headings": values(".//*[self::h1 or self::h2 or self::h3 or self::h4]/@id"),
    "formulas": texts(".//annotation"),
    "marks": values(".//@data-claim | .//@data-claims | .//@data-checks | .//@data-term"),
    "programs": texts(".//pre"),
    "paragraphs": texts(".//p[not(ancestor::nav)]"),
    "tables": texts(".//table"),
    "folds": texts(".//summary"),
    "figures": values('.//*[local-name() = "svg"]/@aria-label'),
    "demos": values(".//@data-demo"),
    "links": values('.//a[not(contains(@class, "headerlink"))]/@href'),
}


def article(file: Path) -> html.HtmlElement:
    (found,) = parse(file).xpath("//article")
    return found


def differences(site: Site, other: Path) -> Iterator[str]:
    """Every difference, one that is in the list by the beginning of its line there."""
    for name in site.ledger["pages"]:
        lang, _, page = name.partition("/")
        if lang != "en":
            continue
        file = other / address("zh", page) / "index.html"  # the language is at the root there
        if not file.exists():
            yield EXPERIMENT if page in EXPERIMENTS else f"{page} has no page"
            continue
        ours, theirs = article(site.file(lang, page)), article(file)
        for added in ours.xpath(ADDED):
            yield FRAME
            added.drop_tree()
        for kind, read in COMPARED.items():
            yield from compared(page, kind, read(ours), read(theirs), neighbours(ours))


def neighbours(ours: html.HtmlElement) -> list[str]:
    return [str(link) for link in ours.xpath('.//nav[@class="page-end"]//a/@href')]


def compared(
    page: str, kind: str, ours: list[str], theirs: list[str], ends: list[str]
) -> Iterator[str]:
    missing, added = Counter(ours) - Counter(theirs), Counter(theirs) - Counter(ours)
    if kind == "links":
        same = {target(page, link): link for link in +missing}
        for link in list(added):
            wanted = same.get(target(page, link), "")
            both = min(added[link], missing[wanted])
            added[link] -= both
            missing[wanted] -= both
        for link in list(added):
            for reason, wanted in known(link):
                count = min(added[link], missing[wanted])
                if count:
                    yield reason
                missing[wanted] -= count
                added[link] -= count
        for link in ends:
            if missing[link]:
                missing[link] -= 1
                yield NEIGHBOURS
    yield from (f"{page}: {kind}: only with MkDocs: {one}" for one in +missing)
    yield from (f"{page}: {kind}: only with Zensical: {one}" for one in +added)


def target(page: str, link: str) -> str:
    """Where a link leads, however it is written."""
    return urljoin("/" + address("zh", page), link)


def known(link: str) -> Iterator[tuple[str, str]]:
    """What a link of Zensical's may be instead of, and why."""
    if link.startswith("../"):
        nearer = link.removeprefix("../")
        yield TOO_FAR, nearer
        yield MARKDOWN, nearer + "index.md"
    if ".ipynb" in link:
        yield NOTEBOOK, re.sub(r"\.ipynb(#.*)?$", r"/\1", link)


def listed() -> list[str]:
    lines = LISTED.read_text(encoding="utf-8").splitlines()
    return [line[2:].split(":")[0].split(", for")[0] for line in lines if line.startswith("- ")]


def test_what_differs_is_listed(site: Site, other: Path) -> None:
    assert sorted(set(differences(site, other))) == sorted(listed())
