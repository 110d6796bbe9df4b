"""The same sources make the same site: built twice under different conditions and compared.

`make reproducible` does it with the whole project and without any cache, test_reproducible.py with
a small one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.browser import find_browser
from tests.site import ROOT, copy_project

ADDRESS = "https://example.org/site/"


@dataclass(frozen=True)
class Conditions:
    """Where and how one of the builds is made."""

    folder: str
    environment: dict[str, str]
    umask: int
    time: int  # when every file was written


CONDITIONS = (
    Conditions("一 二", {"PYTHONHASHSEED": "1", "TZ": "UTC-14", "LC_ALL": "C.UTF-8"}, 0o022, 0),
    Conditions(
        "other",
        {
            "PYTHONHASHSEED": "2",
            "TZ": "UTC+12",
            "LC_ALL": "C",
            "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0",  # or Python would not take the locale as it is
            "LANG": "zh_CN.GBK",
        },
        0o077,
        1 << 31,
    ),
)


def build(root: Path, conditions: Conditions) -> str:
    """Build the project in `root`; what the build says if it fails."""
    for file in root.rglob("*"):
        if not file.is_symlink():
            os.utime(file, (conditions.time, conditions.time))
    given = {"SITE_URL": ADDRESS, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "publish", "--root", str(root), "build"],
        cwd=root if (root / "publish" / "build.py").exists() else ROOT,
        env={**os.environ, **given, **conditions.environment},
        umask=conditions.umask,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return f"{done.stdout}{done.stderr}" if done.returncode else ""


def differences(sites: Sequence[Path]) -> Iterator[str]:
    """What is not the same in both, file by file."""
    one, other = (
        {f.relative_to(site).as_posix(): f for f in site.rglob("*") if f.is_file()}
        for site in sites
    )
    for name in sorted(one.keys() | other.keys()):
        if name not in one or name not in other:
            yield f"{name}: only in {(one if name in one else other)[name]}"
        elif one[name].read_bytes() != other[name].read_bytes():
            yield f"{name}: {first_difference(one[name].read_bytes(), other[name].read_bytes())}"


def first_difference(one: bytes, other: bytes) -> str:
    at = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    around = slice(max(0, at - 40), at + 40)
    return f"at byte {at}: {one[around]!r}, {other[around]!r}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the two are built and left")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        roots = [copy_project(folder / where.folder, cache=False) for where in CONDITIONS]
        os.environ["CHROMIUM"] = str(find_browser())
        # One after the other: each runs its programs two at a time, against a limit of time.
        complaints = [said for said in map(build, roots, CONDITIONS) if said]
        found = complaints or list(differences([root / "site" for root in roots]))
        print("\n".join(found), end="\n" if found else "")
        count = sum(1 for file in (roots[0] / "site").rglob("*") if file.is_file())
        print(f"{count} files, {len(found)} differ between two folders, hash seeds, zones, locales")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
