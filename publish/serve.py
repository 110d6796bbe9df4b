"""A local server that builds again when an input changes and then reloads the browser."""

from __future__ import annotations

import errno
import logging
import socket
from collections.abc import Callable
from pathlib import Path

from mkdocs.livereload import LiveReloadServer

from publish.addresses import Addresses
from publish.build import Places, build_site
from publish.failure import RefusedError
from publish.report import print_findings, progress

HOST = "127.0.0.1"
WATCHED = ("docs", "snippets", "experiments", "figures", "theme", "mkdocs.yml", "mkdocs.en.yml")
NOTHING_YET = "<!doctype html><title>…</title><p>Not built yet: mend what the terminal says."


class PortInUseError(Exception):
    """Another program listens there."""


def serve(root: Path, port: int, repo_url: str = "") -> None:
    """Build into build/serve and serve until interrupted; a failed rebuild changes nothing."""
    check_port(port)
    places = Places.for_serving(root)
    addresses = Addresses(f"http://{HOST}:{port}/", repo_url)
    rebuild = builder(root, places, addresses)
    rebuild()
    server = LiveReloadServer(builder=rebuild, host=HOST, port=port, root=str(places.site))
    server.error_handler = lambda code: error_page(places.site)
    for name in WATCHED:
        if (root / name).exists():
            server.watch(str(root / name))
    logging.getLogger("mkdocs.livereload").setLevel(logging.ERROR)  # no line for every 404
    print(f"serving {addresses.site_url} and {addresses.roots['en']} (Ctrl+C ends)", flush=True)
    try:
        server.serve()  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        pass
    except OSError as error:  # taken while we were building
        raise PortInUseError(used_port(port)) from error
    finally:
        server.shutdown()


def builder(root: Path, places: Places, addresses: Addresses) -> Callable[[], None]:
    """A build that reports its findings instead of raising: the server would hang on an error."""

    def build() -> None:
        try:
            with progress() as step:
                build_site(root, places, addresses, step)
            print("built; waiting for changes", flush=True)
        except RefusedError as refused:
            print_findings(refused.findings, "the site stays as it was until the next change")
        except Exception:
            logging.getLogger(__name__).exception("the build broke off; the site stays as it was")

    return build


def check_port(port: int) -> None:
    """PortInUseError if something listens on the port already."""
    with socket.socket() as probe:
        probe.settimeout(1)
        if probe.connect_ex((HOST, port)) == 0:
            raise PortInUseError(used_port(port))
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                raise PortInUseError(used_port(port)) from error
            raise


def used_port(port: int) -> str:
    return f"port {port} cannot be had: another program uses it. Try `make serve PORT={port + 1}`"


def error_page(site: Path) -> bytes:
    page = site / "404.html"
    return page.read_bytes() if page.exists() else NOTHING_YET.encode()
