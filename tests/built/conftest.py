"""The site, built once at `/` and once under `/sub/`, and one browser for all tests of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import find_browser, launch
from tests.built.reader import Reader, new_reader
from tests.site import BuildError, Site, build_site, listening

PREFIXES = ("/", "/sub/")


@pytest.fixture(scope="package")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Site]]:
    """The site by the path it is served under; both are built at the same time."""
    folder = tmp_path_factory.mktemp("sites")
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        servers = [stack.enter_context(listening(prefix)) for prefix in PREFIXES]
        folders = [folder / str(server.server_address[1]) for server in servers]
        try:
            built = list(pool.map(build_site, folders, servers))
        except BuildError as error:
            pytest.exit(str(error), returncode=1)  # once, instead of once a test
        yield dict(zip(PREFIXES, built, strict=True))


@pytest.fixture(scope="package")
def site(sites: dict[str, Site]) -> Site:
    """The site at `/`, for what cannot depend on the path."""
    return sites["/"]


@pytest.fixture(scope="package", params=PREFIXES, ids=["root", "sub"])
def any_site(request: pytest.FixtureRequest, sites: dict[str, Site]) -> Site:
    """The site at `/` and then under `/sub/`."""
    return sites[request.param]


@pytest.fixture(scope="package")
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
    problems = [problem for reader in all_readers for problem in reader.problems]
    assert not problems, "\n".join(problems)
