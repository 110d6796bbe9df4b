"""Command line: python -m verify --help."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
from pathlib import Path

from rich.console import Console

from verify import drift, links, measured, mutants, report, twins
from verify.check import Result, verify
from verify.files import explain, written_fault
from verify.fix import fix
from verify.ledger import ledger_order, make_ledger, write_ledger
from verify.memo import remove_unused
from verify.project import Project
from verify.shards import WHOLE, Shard, ShardError, merged, write_part
from verify.tag import tag

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
    check.add_argument("--shard", help="only this part, as 2/8, into build/shards")
    check.add_argument("--mutants", action="store_true", help="also mutate numbers and formulas")
    merging = commands.add_parser("merge", help="put the parts of check --shard together")
    merging.add_argument("folder", type=Path, help="where the parts are: build/shards")
    commands.add_parser("fix", help="rewrite literals that no longer hold")
    tagging = commands.add_parser("tag", help="propose claims for the numbers of a page")
    tagging.add_argument("page", help="for example docs/en/basics/worked-example.md")
    tagging.add_argument("--write", action="store_true", help="put in what has one candidate")
    commands.add_parser("reviewed", help="say that all twins have been read side by side")
    mutating = commands.add_parser("mutants", help="change everything a little: who notices?")
    mutating.add_argument("--shard", help="only the pages and programs of this part, as 2/8")
    drifting = commands.add_parser("drift", help="run the snippets under other conditions")
    drifting.add_argument("--shard", help="only the programs of this part, as 2/8")
    commands.add_parser("links", help="ask the addresses of the references, store the answers")
    reporting = commands.add_parser("report", help="what was checked, in numbers")
    reporting.add_argument("--json", action="store_true", help="for tools")
    options = parser.parse_args(arguments)
    if not (options.root / "docs").is_dir():
        parser.error(f"{options.root.resolve()} has no docs/ folder: give the project with --root")
    try:
        options.shard = Shard.parse(options.shard) if "shard" in options and options.shard else None
    except ValueError as error:
        parser.error(str(error))
    actions = {
        "check": run_check,
        "merge": run_merge,
        "fix": run_fix,
        "tag": run_tag,
        "reviewed": run_reviewed,
        "mutants": run_mutants,
        "drift": run_drift,
        "links": run_links,
        "report": run_report,
    }
    try:
        return actions[options.command](options)
    except OSError as error:
        fault = written_fault(error)
        if fault is None:
            raise
        print(explain(fault), file=sys.stderr)
        return 1


def verified(options: argparse.Namespace, *, cache: bool = True) -> Result:
    """Verify with a running line of progress where there is a terminal to show it."""
    console = Console(stderr=True)
    parity = os.environ.get("PARITY") != "off"
    with console.status("verifying") as status:
        return verify(
            options.root,
            shard=options.shard or WHOLE,
            parity=parity,
            cache=cache,
            progress=status.update,
        )


def complain(result: Result) -> int:
    """Print the findings; the exit code they make."""
    for finding in result.findings:
        print(finding)
    if result.findings:
        print(f"{len(result.findings)} to mend", file=sys.stderr)
    return 1 if result.findings else 0


def run_check(options: argparse.Namespace) -> int:
    result = verified(options, cache=not options.no_cache)
    remove_unused(options.root / ".cache")
    if complain(result):
        return 1
    if options.mutants:
        problems = mutants.measure(result, programs=False).findings()
        print("\n".join(problems), end="\n" if problems else "")
        if problems:
            return 1
    ledger = make_ledger(result)
    if options.shard is None:
        write_ledger(ledger, options.root)
    else:
        write_part(options.root, options.shard, ledger, ledger_order(result.project))
    claims = sum(len(c) for c in result.claims.values())
    relations = sum(len(v.relations) for page in result.verdicts.values() for v in page if v)
    print(
        f"all holds: {claims} claims and {relations} relations on {len(result.pages)} "
        f"pages, {len(result.programs)} snippets"
    )
    return 0


def run_merge(options: argparse.Namespace) -> int:
    try:
        ledger = merged(options.root, options.folder)
    except ShardError as error:
        print(error, file=sys.stderr)
        return 1
    write_ledger(ledger, options.root)
    print(f"all parts hold: {len(ledger['pages'])} pages, {len(ledger['snippets'])} snippets")
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


def run_tag(options: argparse.Namespace) -> int:
    try:
        lines = tag(options.page, verified(options), write=options.write)
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 1
    print("\n".join(lines))
    return 0


def run_reviewed(options: argparse.Namespace) -> int:
    project = Project(options.root)
    count = twins.review(twins.twins_of(project), project.root)
    print(f"{twins.PATH}: {count} pages and questions recorded anew")
    return 0


def run_mutants(options: argparse.Namespace) -> int:
    part, options.shard = options.shard, None  # a claim on any page may notice a program's mutant
    result = verified(options)
    if complain(result):
        return 1
    found = mutants.measure(result, programs=True, shard=part or WHOLE)
    mutants.print_report(found)
    if part is None:
        measured.keep(result.project, "mutants", [list(row) for row in found.rows()])
    problems = found.findings()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def run_drift(options: argparse.Namespace) -> int:
    part, options.shard = options.shard, None
    result = verified(options)
    if complain(result):
        return 1
    rows = []
    for row in drift.measure(result, part or WHOLE):
        print(f"{row.variant}: {row.claims} claims, {len(row.findings)} changed their verdict")
        for finding in row.findings:
            print(f"  {finding}")
        rows.append(row)
    table = [[row.variant, row.claims, len(row.findings)] for row in rows]
    if part is None:
        measured.keep(result.project, "drift", table)
    return 1 if any(row.findings for row in rows) else 0


def run_links(options: argparse.Namespace) -> int:
    references = Project(options.root).references
    answers = links.check_links(references, options.root, datetime.date.today())
    print(links.summary(answers))
    findings = links.link_findings(references, options.root)
    for finding in findings:
        print(finding)
    return 1 if findings else 0


def run_report(options: argparse.Namespace) -> int:
    found = report.summary(verified(options))
    print(
        json.dumps(found, ensure_ascii=False, indent=1) if options.json else report.as_text(found)
    )
    return 1 if found["unaccounted"] else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("interrupted; what was computed so far is kept", file=sys.stderr)
        sys.exit(130)
