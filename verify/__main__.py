"""Command line: python -m verify --help."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rich.console import Console

from verify.check import Result, verify
from verify.fix import fix
from verify.ledger import make_ledger, write_ledger

DESCRIPTION = """\
Checks that a project's documents say what its programs compute.

A project is a folder with docs/<language>/**.md (each language has an index.md), snippets/*.py,
and, if it quotes papers, docs/references.yml. A number in a page is tied to a value like this:

    the loss is $\\claim{worked_example.loss}{1.25}$

which says: after running snippets/worked_example.py, its `loss` is 1.25 to the digits written.
"""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m verify",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--root", type=Path, default=Path(), help="the project (default: here)")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    check = commands.add_parser("check", help="run and compare everything; exit 1 on any finding")
    check.add_argument("--no-cache", action="store_true", help="run every snippet afresh")
    commands.add_parser("fix", help="rewrite literals that no longer hold")
    options = parser.parse_args(arguments)
    if not (options.root / "docs").is_dir():
        parser.error(f"{options.root.resolve()} has no docs/ folder: give the project with --root")
    actions = {"check": run_check, "fix": run_fix}
    return actions[options.command](options)


def verified(options: argparse.Namespace, *, cache: bool = True) -> Result:
    """Verify with a running line of progress where there is a terminal to show it."""
    console = Console(stderr=True)
    parity = os.environ.get("PARITY") != "off"
    with console.status("verifying") as status:
        return verify(options.root, parity=parity, cache=cache, progress=status.update)


def run_check(options: argparse.Namespace) -> int:
    result = verified(options, cache=not options.no_cache)
    for finding in result.findings:
        print(finding)
    if result.findings:
        print(f"{len(result.findings)} to mend", file=sys.stderr)
        return 1
    write_ledger(make_ledger(result), options.root)
    claims = sum(len(c) for c in result.claims.values())
    pages, snippets = len(result.project.pages), len(result.project.snippets)
    print(f"all holds: {claims} claims on {pages} pages, {snippets} snippets")
    return 0


def run_fix(options: argparse.Namespace) -> int:
    result = verified(options)
    reports = fix(result)
    for line in reports:
        print(line)
    if not reports:
        print("every claim that could be compared holds: nothing to rewrite")
    others = len(result.findings) - len(reports)
    if others > 0:
        print(f"{others} more to mend by hand: `python -m verify check` lists them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
