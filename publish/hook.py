"""MkDocs calls these; the work is done in render/."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # the `mkdocs` command does not look into the project

import figures  # noqa: E402
from publish import katex_files  # noqa: E402
from publish.descriptions import list_for_models, subject_of  # noqa: E402
from publish.memory import memory  # noqa: E402
from publish.verified import known_ledger  # noqa: E402
from render.as_markdown import FILE as MARKDOWN  # noqa: E402
from render.as_markdown import as_markdown  # noqa: E402
from render.bibtex import bibtex  # noqa: E402
from render.cells import page_markdown, with_cells, with_downloads  # noqa: E402
from render.counts import count_page  # noqa: E402
from render.demos import Demos, Place  # noqa: E402
from render.draw import draw, up_from  # noqa: E402
from render.fill import fill  # noqa: E402
from render.formulas import Typesetter, read_macros  # noqa: E402
from render.ledger import Experiment  # noqa: E402
from render.links import Site  # noqa: E402
from render.llms import FILE as LLMS  # noqa: E402
from render.notebook import Notebook  # noqa: E402
from render.outlook import Outlook, Outlooks  # noqa: E402
from render.page import described, finish, searchable  # noqa: E402
from render.reading import minutes  # noqa: E402
from render.references import BIBTEX  # noqa: E402
from render.structured import Subject  # noqa: E402
from render.tables import UNSEARCHED  # noqa: E402
from verify.files import write_whole  # noqa: E402
from verify.memo import Memo  # noqa: E402


@dataclass
class Build:
    """One build of one language. `contents` keeps pages while search reads its own version;
    `experiments` are those of the ledger by the name of their page. What is made of a page is
    remembered by all that it depends on: the page as it is, its outlook and `macros`."""

    site: Site
    outlooks: Outlooks
    memo: Memo
    macros: str
    typesetter: Typesetter
    demos: Demos
    experiments: dict[str, Experiment]
    contents: dict[str, str] = field(default_factory=dict)
    nav: Navigation | None = None

    def close(self) -> None:
        """End the node programs."""
        self.typesetter.close()
        self.demos.close()


build: Build | None = None  # MkDocs loads this module afresh for every configuration


def current() -> Build:
    assert build is not None, "MkDocs calls on_config first"
    return build


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    global build
    root = Path(config.config_file_path).parent
    # Relative paths would depend on the folder from which MkDocs was started.
    config.mdx_configs.setdefault("pymdownx.snippets", {})["base_path"] = [str(root)]
    lang = str(config.theme["language"])
    if config.repo_url:  # alone, an edit address would be an error
        config.edit_uri = f"edit/main/docs/{lang}/"
    site = Site(known_ledger(root), lang, config.repo_url or "", config.site_url or "")
    studies = {study["page"]: study for study in site.ledger["experiments"].values()}
    macros = read_macros(root)
    build = Build(
        site,
        Outlooks(site),
        memory(root),
        json.dumps(macros),
        Typesetter(macros),
        Demos(root),
        studies,
    )
    # A relative one would be below the folder from which MkDocs was started.
    if "mkdocs-jupyter" in config.plugins:
        folder = root / ".cache" / "mkdocs-jupyter" / lang
        config.plugins["mkdocs-jupyter"].config["cache_dir"] = str(folder)
    return config


@event_priority(100)  # before mkdocs-jupyter, which takes its notebooks from among the files
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Experiments, references, and KaTeX's style sheet and fonts, become files of the site."""
    root = Path(config.config_file_path).parent
    for name in current().experiments:
        notebook = notebook_of(name, config)
        folder = root / "build" / "notebooks" / notebook.lang
        write_whole(folder / name, notebook.as_json())
        files.append(File(name, str(folder), config.site_dir, config.use_directory_urls))
        stem = name.removesuffix(".ipynb")
        program = f"{stem}/{Path(stem).name}.py"
        files.append(File.generated(config, program, content=notebook.as_program()))
    works = bibtex(current().site.ledger["references"])
    files.append(File.generated(config, BIBTEX, content=works))
    sheet = katex_files.style_sheet()
    files.append(File.generated(config, "assets/katex/katex.min.css", content=sheet))
    for font in katex_files.fonts():
        target = f"assets/katex/fonts/{font.name}"
        files.append(File.generated(config, target, abs_src_path=str(font)))
    return files


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    current().nav = nav
    return nav


def notebook_of(name: str, config: MkDocsConfig) -> Notebook:
    """The experiment whose page is `name`, as a notebook in the language of this build."""
    site, typesetter = current().site, current().typesetter
    versions = site.ledger["versions"]
    home = config.site_url or "/"
    return Notebook(current().experiments[name], site.lang, home, typesetter.roles, versions)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    source = page.file.content_string
    name = page.file.src_uri
    study = current().experiments.get(name)
    if study:
        page.meta.update(study["meta"][current().site.lang])
        markdown = source = page_markdown(study, current().site.lang)
        if config.repo_url:
            page.edit_url = f"{config.repo_url}/edit/main/{study['path']}"
    verified = current().site.pages.get(name)
    if verified:
        count = count_page(verified)
        page.meta["verified"] = {
            "numbers": count.numbers + count.figures,
            "formulas": count.formulas,
        }
    site = current().site
    offset = source.count("\n") - markdown.count("\n")  # lines of front matter
    place = Place(site.lang, up_from(page.url) + "demos/", str(page.canonical_url))
    value = figures.values(site.ledger)
    drawn = draw(
        markdown, name, site, lambda line: figures.place(line, site.lang, value), current().demos,
        place, offset,
    )  # fmt: skip
    return fill(drawn, name, site, offset)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let search read formulas as characters; on_page_context puts the page back."""
    name = page.file.src_uri
    if name in current().experiments:
        html = experiment_content(html, page, config, files)
    current().contents[name] = html.replace(f' {UNSEARCHED}="true"', "")
    site = current().outlooks.of(name)
    make = partial(read, html, name, site)
    key = (site.key, current().macros, html)
    page.meta["minutes"], text = current().memo.of(make, "read", *key)
    return text


def read(html: str, name: str, site: Outlook) -> tuple[int, str]:
    """The minutes that a page takes its readers, and the text that search reads."""
    return minutes(html), searchable(html, name, site, current().typesetter)


def experiment_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """An experiment's prose, set as on any page, among the cells that mkdocs-jupyter made."""
    study, lang = current().experiments[page.file.src_uri], current().site.lang
    Page.render(page, config, files)  # mkdocs-jupyter has put its own in the instance
    content = with_cells(page.content or "", html, study, lang)
    address = notebook_of(study["page"], config).address
    return with_downloads(content, study, lang, address, cloud=bool(config.repo_url))


@event_priority(-100)  # after the search plugin
def on_page_context(
    context: dict[str, Any], page: Page, config: MkDocsConfig, nav: object
) -> dict[str, Any]:
    page.content = current().contents.pop(page.file.src_uri)
    return context


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    name, subject, address = page.file.src_uri, subject_of(page, config), page.canonical_url or ""
    site = current().outlooks.of(name)
    make = partial(finished, output, name, site, subject, address)
    key = (site.key, current().macros, repr(subject), address, output)
    html, markdown = current().memo.of(make, "finished", *key)
    write_whole(Path(page.file.abs_dest_path).with_name(MARKDOWN), markdown)
    return html


def finished(
    html: str, name: str, site: Outlook, subject: Subject, address: str
) -> tuple[str, str]:
    """The page complete, and as Markdown."""
    typesetter = current().typesetter
    html = described(html, name, site, typesetter, subject)
    html = finish(html, name, site, typesetter)
    return html, as_markdown(html, address, site.lang)


def on_post_build(config: MkDocsConfig) -> None:
    nav = current().nav
    assert nav is not None, "MkDocs calls on_nav first"
    write_whole(Path(config.site_dir) / LLMS, list_for_models(nav, config))
    current().close()


def on_build_error(error: Exception) -> None:
    if build is not None:
        build.close()
