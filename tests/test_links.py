"""verify/links.py: the form of addresses, the stored answers, and the asking."""

from __future__ import annotations

import datetime
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeProject
from verify.__main__ import main
from verify.check import verify
from verify.links import PATH, Answers, addresses, check_links, read_answers
from verify.project import Project

ROOT = Path(__file__).resolve().parent.parent
TODAY = datetime.date(2026, 1, 2)


def works(*lines: str, year: int = 2015) -> str:
    entry = ["he2015:", "  authors: [A B]", f"  year: {year}", "  title: T"]
    return "\n".join([*entry, *(f"  {line}" for line in lines)]) + "\n"


def findings(root: Path) -> list[str]:
    return [str(finding) for finding in verify(root).findings]


FORMS = [
    ('arxiv: "1512.03385"', None),
    ('arxiv: "1601.00001"', None),  # of the last days of the year
    ('arxiv: "1512.3385x"', "arxiv '1512.3385x' has not the form of one"),
    ('arxiv: "1513.03385"', "arxiv '1513.03385' has not the form of one"),
    ('arxiv: "1502.03385v3"', "arxiv '1502.03385v3' has not the form of one"),
    ('arxiv: "1412.03385"', "arxiv 1412.03385 is of 2014, year says 2015: one of them is wrong"),
    ('arxiv: "1602.03385"', "arxiv 1602.03385 is of 2016, year says 2015: one of them is wrong"),
    ("doi: 10.1109/CVPR.2016.90", None),
    ("doi: https://doi.org/10.1109/CVPR.2016.90", "has not the form of one"),
    ("doi: 10.1/x", "doi '10.1/x' has not the form of one"),
    ("url: https://example.org/a/b.pdf", None),
    ("url: https://example.org", "url 'https://example.org' has not the form of one"),
    ("url: example.org/a", "url 'example.org/a' has not the form of one"),
    ("url: https://example.org/a b", "has not the form of one"),
]


@pytest.mark.parametrize(("line", "message"), FORMS)
def test_the_form_of_an_address(project: MakeProject, line: str, message: str | None) -> None:
    found = findings(project(references=works(line)))
    if message is None:
        assert found == []
    else:
        (only,) = found
        assert only.startswith("docs/references.yml:1: he2015: ")
        assert message in only


def test_the_stored_answers_count(project: MakeProject) -> None:
    root = project(references=works("url: https://example.org/a", "doi: 10.1000/b"))
    answers: dict[str, Any] = {"https://example.org/a": {"status": 404, "date": "2026-01-02"}}
    (root / PATH).write_text(json.dumps(answers), encoding="utf-8")
    absent, dead = findings(root)
    assert absent.endswith(
        "he2015: https://doi.org/10.1000/b is not in docs/links.json: run `make links`"
    )
    assert "he2015: https://example.org/a answered 404 on 2026-01-02: correct it" in dead
    answers["https://doi.org/10.1000/b"] = {"status": None, "date": None}
    answers["https://example.org/a"]["status"] = 403  # it may be there for readers
    (root / PATH).write_text(json.dumps(answers), encoding="utf-8")
    assert findings(root) == []


class Handler(BaseHTTPRequestHandler):
    """Answers /200 with 200; a redirect leads to nothing, so that following it would be seen."""

    def do_GET(self) -> None:
        self.send_response(int(self.path[1:]))
        if self.path == "/302":
            self.send_header("Location", "/404")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments: Any) -> None:
        """Nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_address[1]}"
        listening.shutdown()


@pytest.fixture
def silent() -> str:
    """An address of this machine at which nothing listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}/"


def ask_all(root: Path, *urls: str) -> Answers:
    entries = [works(f"url: {url}").replace("he2015", f"work{i}") for i, url in enumerate(urls)]
    (root / "docs" / "references.yml").write_text("".join(entries), encoding="utf-8")
    return check_links(Project(root).references, root, TODAY)


def test_what_answers_is_stored_and_what_does_not_is_never_said_to_be_alive(
    project: MakeProject, server: str, silent: str
) -> None:
    root = project()
    urls = [f"{server}/{status}" for status in (200, 302, 403, 404, 500)]
    answers = ask_all(root, *urls, silent)
    assert [answers[url]["status"] for url in urls] == [200, 302, 403, 404, 500]
    assert {answers[url]["date"] for url in urls} == {"2026-01-02"}
    assert answers[silent] == {"status": None, "date": None}
    assert read_answers(root) == answers
    assert len(findings(root)) == 1  # the one that is dead


def test_what_cannot_be_reached_keeps_its_former_answer(
    project: MakeProject, server: str, silent: str
) -> None:
    root = project()
    before = {"status": 200, "date": "2025-12-31"}
    gone = "https://example.org/no-longer-quoted"
    stored = json.dumps({silent: before, gone: before})
    (root / PATH).write_text(stored, encoding="utf-8")
    assert ask_all(root, silent) == {silent: before}
    assert read_answers(root) == {silent: before}


def test_by_the_command(
    project: MakeProject, server: str, silent: str, capsys: pytest.CaptureFixture[str]
) -> None:
    root = project()
    ask_all(root, silent, f"{server}/404", f"{server}/200", f"{server}/500")
    assert main(["--root", str(root), "links"]) == 1
    counts, finding = capsys.readouterr().out.splitlines()
    assert counts == (
        "docs/links.json: 4 addresses: 1 answer, 1 are dead, 1 refuse or fail, 1 could never be "
        "reached so far"
    )
    assert f"{server}/404 answered 404 on" in finding


def test_this_site_stores_an_answer_for_every_address() -> None:
    stored = read_answers(ROOT)
    wanted = {
        a for work in Project(ROOT).references.works.values() for a in addresses(work).values()
    }
    assert stored is not None and set(stored) == wanted
    for answer in stored.values():
        assert (answer["status"] is None) == (answer["date"] is None)
