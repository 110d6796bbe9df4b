"""What comes with the site and is not ours, with its licences: licences.txt.

Names, versions and texts are those of the packages themselves. What the theme's scripts and styles
were bundled of, their source maps say; so a newer theme that brings more is refused until the
package, and with it the licence, is installed. None of its icons is left in the site.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import material  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

import render
from publish import katex_files
from publish.failure import RefusedError
from render.shipped import LICENCES
from verify.findings import Finding

NODE_MODULES = Path(render.__file__).parent.parent / "node_modules"
THEME = Path(material.__file__).parent / "templates"
# Those of the theme's files that reach a reader, as publish/pack.py leaves them.
MAPS = (
    "javascripts/bundle.*.map",
    "javascripts/workers/search.*.map",
    "stylesheets/main.*.map",
    "stylesheets/palette.*.map",
)
PACKAGE = re.compile(r"node_modules/((?:@[^/]+/)?[^/]+)/")
FONT_LICENCE = 13  # its number among the names of a font
LICENCE_FILES = ("LICEN[CS]E*", "COPYING*", "CopyrightNotice*")
HEAD = """\
What comes with this site and was made by others

The site's own texts and figures are under CC BY 4.0, its programs under the MIT licence.
"""
EMBEDDED = """\
Fonts of the machine that printed the PDFs, of which they embed the characters that they show, each
under its own licence: {}.
"""
FONT = re.compile(rb"/FontName /(?:[A-Z]{6}\+)?([\w-]+)")
NO_TEXT = "The package brings no text of its own."


@dataclass(frozen=True)
class Work:
    """A work of others: what it is to this site, and the text of its licence."""

    name: str
    licence: str
    use: str
    text: str

    @property
    def line(self) -> str:
        return f"{self.name}: {self.use} ({self.licence})"


def write_licences(site: Path) -> None:
    text = licence_list(list(works()), embedded(site))
    (site / LICENCES).write_text(text, encoding="utf-8")


def licence_list(found: list[Work], embedded: list[str]) -> str:
    """All works on a line each, then the text of each licence."""
    rule = "-" * 80
    parts = [HEAD, "\n".join(work.line for work in found) + "\n"]
    if embedded:
        parts.append(EMBEDDED.format(", ".join(embedded)))
    parts += [f"{rule}\n{work.line}\n{rule}\n\n{work.text.strip()}\n" for work in found]
    return "\n".join(parts)


def works() -> Iterator[Work]:
    yield node("katex", "formulas, their style sheet")
    yield fonts()
    yield python("mkdocs-material", "the pages' frame, style sheets and scripts, search")
    for name in with_dependencies(bundled()):
        yield node(name, "part of the scripts and styles of mkdocs-material")
    yield node("lunr-languages", "search in Chinese")
    yield python("mkdocs-jupyter", "the frame of the experiments' pages")
    yield node("iframe-worker", "search in the copy to read offline")
    yield python("genanki", "the frame of the flash cards")


def embedded(site: Path) -> list[str]:
    """The fonts in PDFs but for those of the site itself."""
    names = {name for pdf in site.rglob("*.pdf") for name in FONT.findall(pdf.read_bytes())}
    return sorted(name.decode() for name in names if not name.startswith(b"KaTeX"))


def bundled() -> set[str]:
    """The npm packages of which the theme's scripts and styles were made."""
    maps = [file for pattern in MAPS for file in (THEME / "assets").glob(pattern)]
    sources = (json.loads(file.read_text(encoding="utf-8"))["sources"] for file in maps)
    return {found[1] for names in sources for name in names if (found := PACKAGE.search(name))}


def with_dependencies(names: Iterable[str]) -> list[str]:
    """The packages and all that they are made of in turn."""
    found: set[str] = set()
    waiting = set(names)
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= manifest(name).get("dependencies", {}).keys() - found
    return sorted(found)


def manifest(name: str) -> dict[str, dict[str, str]]:
    file = NODE_MODULES / name / "package.json"
    if not file.exists():
        message = (
            f"the site contains {name}, whose licence is not known: "
            f"npm install --save-dev --save-exact {name}"
        )
        raise RefusedError([Finding("package.json", 1, message)])
    return dict(json.loads(file.read_text(encoding="utf-8")))


def node(name: str, use: str) -> Work:
    licence = str(manifest(name).get("license", "as below"))
    return Work(name, licence, use, texts((NODE_MODULES / name).iterdir()))


def python(name: str, use: str) -> Work:
    package = importlib.metadata.distribution(name)
    said = package.metadata.json
    licence = str(said.get("license_expression") or said.get("license") or "as below")
    names = package.metadata.get_all("License-File") or []
    found = (package.read_text(f"licenses/{n}") or package.read_text(n) for n in names)
    return Work(name, licence, use, "\n\n".join(text for text in found if text) or NO_TEXT)


def fonts() -> Work:
    """KaTeX's fonts say themselves under which licence they are."""
    said = set()
    for file in katex_files.fonts():
        with TTFont(file) as font:
            said.add(font["name"].getDebugName(FONT_LICENCE).replace("\r", ""))
    return Work("KaTeX's fonts", "OFL-1.1", "formulas", "\n\n".join(sorted(said)))


def texts(files: Iterable[Path]) -> str:
    """The texts of the licences among some files."""
    found = (f for f in sorted(files) if any(f.match(pattern) for pattern in LICENCE_FILES))
    return "\n\n".join(file.read_text(encoding="utf-8") for file in found) or NO_TEXT
