"""A small project built twice under different conditions; `make reproducible` builds the site."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.reproducible import CONDITIONS, build, differences
from tests.test_publish import make_project


def test_no_file_differs(tmp_path: Path) -> None:
    roots = [make_project(tmp_path / conditions.folder) for conditions in CONDITIONS]
    with ThreadPoolExecutor() as pool:
        assert list(pool.map(build, roots, CONDITIONS)) == ["", ""]
    sites = [root / "site" for root in roots]
    assert list(differences(sites)) == []
    page = sites[1] / "en" / "demo" / "index.html"
    page.write_bytes(page.read_bytes().replace(b"Twice", b"twice"))
    (sites[0] / "robots.txt").unlink()
    changed, missing = differences(sites)
    assert changed.startswith("en/demo/index.html: at byte ")
    assert missing == f"robots.txt: only in {sites[1]}/robots.txt"
