"""What an edit costs does not depend on the rest of the site: operations are counted, not time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader

import verify.checks
import verify.sandbox
import verify.scan
from tests.scale import ROOT, edit_page, edit_snippet, exponent, make_project
from verify.check import verify as check
from verify.katex import Katex

SIZES = (3, 30)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a verification does what takes time."""
    counts: Counter[str] = Counter()

    def count(owner: Any, name: str, what: str, number: Callable[..., int]) -> None:
        original = getattr(owner, name)

        def counting(*arguments: Any, **options: Any) -> Any:
            counts[what] += number(*arguments)
            return original(*arguments, **options)

        monkeypatch.setattr(owner, name, counting)

    count(verify.scan, "parse_page", "pages read", lambda *page: 1)
    count(Katex, "ask", "formulas read", lambda katex, formulas: len(formulas))
    count(verify.sandbox, "run_programs", "programs run", lambda programs: len(programs))
    count(verify.checks, "_read_comment", "comments sorted", lambda *comment: 1)
    return counts


def after(edit: Callable[[Path, int], None], root: Path, size: int, counts: Counter[str]) -> Any:
    """What the verification after an edit reads and runs."""
    edit(root, size)
    counts.clear()
    assert check(root).findings == []
    return {what: counts[what] for what in ("pages read", "formulas read", "programs run")}


def test_an_edit_costs_the_same_in_a_larger_site(tmp_path: Path, counted: Counter[str]) -> None:
    for size in SIZES:
        root = make_project(tmp_path / str(size), size)
        assert check(root).findings == []
        assert counted["pages read"] == 2 * size + 4
        assert counted["programs run"] == size
        assert counted["formulas read"] > 2 * size
        # Three a program: once for all, once to find faults, once for the page in each language.
        assert counted["comments sorted"] == 3 * size * 4
        nothing = {"pages read": 0, "formulas read": 0, "programs run": 0}
        assert after(lambda *_: None, root, size, counted) == nothing
        # Both languages have the same formulas, which are read together.
        page = {"pages read": 2, "formulas read": 7, "programs run": 0}
        assert after(edit_page, root, size, counted) == page
        program = {"pages read": 0, "formulas read": 0, "programs run": 1}
        assert after(edit_snippet, root, size, counted) == program
        counted.clear()


def test_what_is_remembered_may_be_damaged(tmp_path: Path, counted: Counter[str]) -> None:
    root = make_project(tmp_path / "project", 1)
    assert check(root).findings == []
    files = [file for file in (root / ".cache" / "read").iterdir() if file.is_file()]
    for file in files:
        file.write_bytes(file.read_bytes()[:-3])
    counted.clear()
    assert check(root).findings == []
    assert counted["pages read"] == 6
    counted.clear()
    assert check(root).findings == []
    assert counted["pages read"] == 0


class Item:
    """A page of the navigation, or a section with `children`."""

    def __init__(self, title: str, *children: Item, active: bool = False) -> None:
        self.title, self.url, self.children, self.active = title, f"{title}/", children, active
        self.is_homepage = False


class Nav:
    def __init__(self, pages: int) -> None:
        here = Item("here", active=True)
        others = [Item(f"other-{n}") for n in range(pages - 1)]
        self.items = [Item("open", here, active=True), Item("closed", Item("inner", *others))]
        self.pages = [here, *others]


def links(pages: int) -> list[str]:
    environment = Environment(loader=FileSystemLoader(ROOT / "theme"), autoescape=True)
    environment.filters["url"] = str
    template = environment.get_template("partials/nav.html")
    language = type("Language", (), {"t": staticmethod(str)})
    html = template.render(nav=Nav(pages), lang=language, page=type("Page", (), {"toc": []}))
    return [part.partition('"')[0] for part in html.split('href="')[1:]]


def test_pages_do_not_grow_with_the_navigation() -> None:
    """A section that is closed leads to its first page."""
    assert links(20) == ["here/", *(f"other-{n}/" for n in range(19))]
    assert links(1000) == ["here/", "other-0/"]


def test_the_exponent_of_growth() -> None:
    assert exponent((10, 1000), (1.0, 100.0)) == pytest.approx(1)
    assert exponent((10, 100), (2.0, 200.0)) == pytest.approx(2)
