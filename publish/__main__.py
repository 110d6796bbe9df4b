"""Command line: python -m publish --help."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from publish.addresses import Addresses
from publish.build import Places, build_site
from publish.failure import RefusedError
from publish.lock import InUseError, held
from publish.report import print_findings, progress
from publish.serve import PortInUseError, serve
from verify.files import explain, written_fault


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m publish", description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(), help="the project (default: here)")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("build", help="verify and build both languages into site/")
    serving = commands.add_parser("serve", help="build, serve, and build again on every change")
    serving.add_argument("--port", type=int, default=8000)
    options = parser.parse_args(arguments)
    try:
        addresses = Addresses.read()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    root = options.root.resolve()
    try:
        if options.command == "serve":
            return run_serve(root, options.port, addresses.repo_url)
        return run_build(root, addresses)
    except InUseError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        fault = written_fault(error)
        if fault is None:
            raise
        print(f"{explain(fault)}; the former site is as it was", file=sys.stderr)
    return 1


def run_build(root: Path, addresses: Addresses) -> int:
    places = Places.for_build(root)
    try:
        with held(places.work, "make build"), progress() as step:
            build_site(root, places, addresses, step)
    except RefusedError as refused:
        print_findings(refused.findings, "nothing was published")
        return 1
    print(f"site/ is ready for {addresses.site_url}")
    return 0


def run_serve(root: Path, port: int, repo_url: str) -> int:
    try:
        serve(root, port, repo_url)
    except PortInUseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("interrupted; the former site is as it was", file=sys.stderr)
        sys.exit(130)
