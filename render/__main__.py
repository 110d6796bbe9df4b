"""Command line: python -m render --help."""

from __future__ import annotations

import argparse
import importlib
import json
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from render.demos import Demos, Place
from render.draw import Placer, draw, up_from
from render.errors import RenderError
from render.fill import fill
from render.formulas import Typesetter, read_macros
from render.ledger import Ledger
from render.links import Site, page_address
from render.page import finish
from verify.files import write_whole

DESCRIPTION = """\
What MkDocs has done for it by publish/hook.py, for any other generator: one command before it, one
after it.

    python -m verify check                                      writes build/ledger.json
    python -m render fill docs/en build/sources/en --lang en    outputs, figures, generated blocks
    any generator that makes a folder of HTML of build/sources/en
    python -m render finish build/html/en --lang en             formulas, marks, bars above code

The generator is to give every page a folder (depth.md becomes depth/index.html), to keep the ids of
headings, to hand formulas on as arithmatex does (class="arithmatex") and code as Pygments does.
"""
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


@dataclass(frozen=True)
class Project:
    """What both commands know: the folder of the project, a language of it, what was verified."""

    root: Path
    site: Site


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    try:
        ledger = cast(Ledger, json.loads(options.ledger.read_text(encoding="utf-8")))
    except OSError as error:
        print(f"{options.ledger}: {error.strerror}: `python -m verify check` writes it")
        return 1
    site = Site(ledger, options.lang, options.repo_url, options.address)
    try:
        count = options.act(Project(options.root, site), options)
    except RenderError as error:
        print(error)
        return 1
    print(f"{count} pages")
    return 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m render",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    filling = commands.add_parser("fill", help="Markdown into Markdown, before the generator")
    filling.add_argument("sources", type=Path, help="for example docs/en")
    filling.add_argument("target", type=Path, help="the folder for the filled pages")
    filling.add_argument("--figures", help="the Python module that draws the project's figures")
    filling.set_defaults(act=run_fill)
    finishing = commands.add_parser("finish", help="HTML into HTML, after the generator")
    finishing.add_argument("html", type=Path, help="the folder that the generator made")
    finishing.set_defaults(act=run_finish)
    for command in (filling, finishing):
        command.add_argument("--root", type=Path, default=Path(), help="the project")
        command.add_argument("--ledger", type=Path, default=Path("build/ledger.json"))
        command.add_argument("--lang", default="en")
        command.add_argument("--address", default="", help="of the home page of this language")
        command.add_argument("--repo-url", default="", help="where the source lies, to link to it")
    return parser.parse_args(arguments)


def run_fill(project: Project, options: argparse.Namespace) -> int:
    """Every page filled; other files as they are."""
    shutil.copytree(options.sources, options.target, dirs_exist_ok=True)
    placer = figures_of(options.figures, project.site)
    names = sorted(file.relative_to(options.sources) for file in options.sources.rglob("*.md"))
    demos = Demos(project.root)
    try:
        for name in names:
            text = (options.sources / name).read_text(encoding="utf-8")
            text = filled(text, name.as_posix(), project.site, placer, demos)
            write_whole(options.target / name, text)
    finally:
        demos.close()
    return len(names)


def figures_of(module: str | None, site: Site) -> Placer:
    """What places the figures, as figures/__init__.py does; without a module they stay names."""
    if module is None:
        return lambda line: line
    figures = importlib.import_module(module)
    value = figures.values(site.ledger)
    return lambda line: str(figures.place(line, site.lang, value))


def filled(text: str, name: str, site: Site, placer: Placer, demos: Demos) -> str:
    found = FRONT_MATTER.match(text)
    front = found.group() if found else ""
    offset = front.count("\n")
    address = page_address(name)
    place = Place(site.lang, f"{up_from(address)}demos/", site.address + address)
    drawn = draw(text[len(front) :], name, site, placer, demos, place, offset)
    return front + fill(drawn, name, site, offset)


def run_finish(project: Project, options: argparse.Namespace) -> int:
    """Every page of the ledger; whatever else is in the folder stays as it is."""
    site = project.site
    notebooks = [name for name in site.pages if name.endswith(".ipynb")]
    for name in notebooks:
        print(f"{name}: left out, its cells need the notebook of publish/hook.py", file=sys.stderr)
    names = sorted(site.pages.keys() - set(notebooks))
    typesetter = Typesetter(read_macros(project.root))
    try:
        for name in names:
            finish_page(options.html, name, site, typesetter)
    finally:
        typesetter.close()
    return len(names)


def finish_page(folder: Path, name: str, site: Site, typesetter: Typesetter) -> None:
    file = folder / page_address(name) / "index.html"
    path = site.pages[name]["path"]
    if not file.exists():
        raise RenderError(path, 1, f"has no page: the generator made no {file}")
    html = file.read_text(encoding="utf-8")
    if 'class="katex' in html and "arithmatex" not in html:
        raise RenderError(path, 1, f"{file} is finished already: let the generator make it anew")
    write_whole(file, finish(html, name, site, typesetter))


if __name__ == "__main__":
    sys.exit(main())
