"""The site, built once at `/` and once under `/sub/`, and a browser for all tests of it.

Several processes can share the tests. One of them builds the site at a path, when it is first
needed; the process that started the others serves it to all (see tests/conftest.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, sync_playwright

from tests.browser import find_browser, launch
from tests.built.reader import Reader, new_reader
from tests.site import ADDRESSES, PREFIXES, BuildError, Site, build_site, built_site


class Sites:
    """The site by the path it is served under, built when a test first asks for it."""

    def __init__(self, addresses: dict[str, str]) -> None:
        self.places = dict(zip(PREFIXES, addresses.items(), strict=True))

    def __getitem__(self, prefix: str) -> Site:
        url, project = self.places[prefix]
        try:
            return build_once(project, url)
        except BuildError as error:
            pytest.exit(str(error), returncode=1)  # once, instead of once a test


@pytest.fixture(scope="session")
def sites(request: pytest.FixtureRequest) -> Sites:
    worker = getattr(request.config, "workerinput", None)
    return Sites(worker["addresses"] if worker else request.config.stash[ADDRESSES])


@cache
def build_once(project: str, url: str) -> Site:
    """The site for `url`, which is built if no process has done so.

    The second one remembers what the build of the first has worked out.
    """
    folder = Path(project)
    with FileLock(folder.with_suffix(".lock")):
        if (folder / "site").is_dir():
            return built_site(folder, url)
        if folder.is_dir():
            raise BuildError("the site does not build: another process says why")
        built = [other for other in folder.parent.iterdir() if (other / "site").is_dir()]
        return build_site(folder, url, caches=[other / ".cache" for other in built])


@pytest.fixture(scope="session")
def site(sites: Sites) -> Site:
    """The site at `/`, for what cannot depend on the path."""
    return sites["/"]


@pytest.fixture(scope="session", params=PREFIXES, ids=["root", "sub"])
def any_site(request: pytest.FixtureRequest, sites: Sites) -> Site:
    """The site at `/` and then under `/sub/`."""
    return sites[request.param]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_browser()
    with sync_playwright() as playwright:
        browser = launch(playwright, path)
        yield browser
        browser.close()


@pytest.fixture
def readers(browser: Browser) -> Iterator[Callable[..., Reader]]:
    """`readers(site, **options)` gives a reader with a browser context of his own.

    At the end of the test no reader may have met a problem, whatever the test was about.
    """
    yield from opened(browser)


@pytest.fixture(scope="module")
def module_readers(browser: Browser) -> Iterator[Callable[..., Reader]]:
    """As `readers`, but kept for all tests of a module."""
    yield from opened(browser)


def opened(browser: Browser) -> Iterator[Callable[..., Reader]]:
    all_readers: list[Reader] = []

    def open_reader(site: Site, **options: Any) -> Reader:
        all_readers.append(new_reader(browser, site, **options))
        return all_readers[-1]

    yield open_reader
    for reader in all_readers:
        reader.context.close()
    problems = [
        problem
        for reader in all_readers
        for problem in reader.problems
        if not (reader.forgiven and reader.forgiven.match(problem))
    ]
    assert not problems, "\n".join(problems)
