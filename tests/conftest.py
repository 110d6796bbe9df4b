"""Small projects to verify, written to a temporary folder, and how processes share the tests."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import settings

from render.demos import Demos
from tests.demos import Modules
from tests.site import ADDRESSES, PREFIXES, ROOT, listening
from verify.pages import Page
from verify.scan import parse_page

# Without its limit of time for each example, which a busy machine exceeds.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


# --- Processes that share the tests (pytest -n) ------------------------------------------------

OPEN = pytest.StashKey[ExitStack]()


def pytest_configure(config: pytest.Config) -> None:
    """Serve the site that tests of it will build. All processes share the first one's servers."""
    if hasattr(config, "workerinput"):
        return
    config.stash[OPEN] = opened = ExitStack()
    folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="sites-")))
    config.stash[ADDRESSES] = addresses = {}
    for name, prefix in zip(("root", "sub"), PREFIXES, strict=True):
        server = opened.enter_context(listening(prefix, folder / name / "site"))
        addresses[server.url] = str(folder / name)


def pytest_unconfigure(config: pytest.Config) -> None:
    if OPEN in config.stash:
        config.stash[OPEN].close()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process that takes some of the tests where the site is."""
    node.workerinput["addresses"] = node.config.stash[ADDRESSES]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest file first, which has the site built; then what needs no site, for the others."""

    def stage(item: pytest.Item) -> int:
        if item.path.name == "test_sweep.py":
            return 0
        return 2 if "built" in item.path.parts else 1

    items.sort(key=stage)


# --- Small projects ---------------------------------------------------------------------------


class MakeProject(Protocol):
    def __call__(
        self,
        pages: Mapping[str, str] | None = None,
        snippets: Mapping[str, str] | None = None,
        references: str | None = None,
        names: str | None = None,
    ) -> Path: ...


class ReadPage(Protocol):
    def __call__(self, source: str, path: str = "docs/en/page.md") -> Page: ...


def write_files(root: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path) -> MakeProject:
    """Write a project and return its folder; called again, it changes the files that are given.

    Pages are named below docs/ (`en/index.md`), snippets by their stem. An index page in one
    language is there from the start.
    """

    def make(
        pages: Mapping[str, str] | None = None,
        snippets: Mapping[str, str] | None = None,
        references: str | None = None,
        names: str | None = None,
    ) -> Path:
        files = {f"docs/{name}": text for name, text in (pages or {}).items()}
        files |= {f"snippets/{stem}.py": text for stem, text in (snippets or {}).items()}
        if references is not None:
            files["docs/references.yml"] = references
        if names is not None:
            files["docs/names.yml"] = names
        if not any(tmp_path.glob("docs/*/index.md")) and not any(
            name.endswith("/index.md") for name in files
        ):
            files["docs/en/index.md"] = "# A title\n\nSome words.\n"
        write_files(tmp_path, files)
        return tmp_path

    return make


@pytest.fixture
def read() -> ReadPage:
    """Read the text of one page."""

    def make(source: str, path: str = "docs/en/page.md") -> Page:
        _, lang, name = path.split("/", 2)
        return parse_page(path, lang, name, source)

    return make


# --- Demos ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def call() -> Iterator[Modules]:
    """Calls what the demos' modules export, in Node."""
    modules = Modules()
    yield modules
    modules.node.close()


@pytest.fixture(scope="module")
def stills() -> Iterator[Demos]:
    with Demos(ROOT) as demos:
        yield demos
