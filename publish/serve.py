"""A local server that builds again when an input changes and then reloads the browser."""

from __future__ import annotations

import errno
import logging
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from mkdocs.livereload import LiveReloadServer

from publish.addresses import Addresses
from publish.build import Places, build_site
from publish.failure import RefusedError
from publish.lock import held
from publish.report import print_findings, progress
from verify.files import explain, written_fault

HOST = "127.0.0.1"
WATCHED = ("docs", "snippets", "experiments", "figures", "theme", "mkdocs.yml", "mkdocs.en.yml")
NOTHING_YET = "<!doctype html><title>…</title><p>Not built yet: mend what the terminal says."


class PortInUseError(Exception):
    """Another program listens there."""


class Server(LiveReloadServer):
    """Takes its port before the first build, so that another finds it taken at once."""

    def server_bind(self) -> None:
        if self.socket.getsockname()[1] == 0:  # MkDocs binds again when it starts to serve
            super().server_bind()


def serve(root: Path, port: int, repo_url: str = "") -> None:
    """Build into build/serve and serve until interrupted; a failed rebuild changes nothing."""
    places = Places.for_serving(root)
    addresses = Addresses(f"http://{HOST}:{port}/", repo_url)
    rebuild = builder(root, places, addresses)
    server = Server(builder=rebuild, host=HOST, port=port, root=str(places.site))
    server.error_handler = lambda code: error_page(places.site)
    for name in WATCHED:
        if (root / name).exists():
            server.watch(str(root / name))
    logging.getLogger("mkdocs.livereload").setLevel(logging.ERROR)  # no line for every 404
    try:
        take_port(server, port)
        with held(places.work, f"make serve at {addresses.site_url}"):
            rebuild()
            url, english = addresses.site_url, addresses.roots["en"]
            print(f"serving {url} and {english} (Ctrl+C ends)", flush=True)
            server.serve()  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        print("stopped", flush=True)
    finally:
        server.shutdown()


def take_port(server: Server, port: int) -> None:
    """Listen; PortInUseError if something else does. Visitors wait until the site is there."""
    try:
        with socket.create_connection((HOST, port), timeout=1):  # Windows would let us bind
            raise PortInUseError(used_port(port))
    except (ConnectionError, TimeoutError):
        pass
    try:
        server.server_bind()
        server.server_activate()
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise PortInUseError(used_port(port)) from error
        raise


def builder(root: Path, places: Places, addresses: Addresses) -> Callable[[], None]:
    """A build that reports its findings instead of raising: the server would hang on an error."""

    def build() -> None:
        try:
            with progress() as step:
                build_site(root, places, addresses, step)
            print("built; waiting for changes", flush=True)
        except RefusedError as refused:
            print_findings(refused.findings, "the site stays as it was until the next change")
        except Exception as error:
            if fault := written_fault(error):
                print(f"{explain(fault)}; the site stays as it was", file=sys.stderr, flush=True)
                return
            logging.getLogger(__name__).exception("the build broke off; the site stays as it was")

    return build


def used_port(port: int) -> str:
    return f"port {port} cannot be had: another program uses it. Try `make serve PORT={port + 1}`"


def error_page(site: Path) -> bytes:
    page = site / "404.html"
    return page.read_bytes() if page.exists() else NOTHING_YET.encode()
