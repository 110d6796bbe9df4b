"""publish/: a project is built, refused, built again; the former site outlives every failure."""

from __future__ import annotations

import gzip
import html
import json
import os
import re
import shutil
import socket
import subprocess
import threading
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import publish.build
from publish.__main__ import main
from publish.addresses import Addresses
from publish.assemble import put_in_place, recover
from publish.build import Places, build_site
from publish.failure import RefusedError
from publish.language import build_language
from publish.report import PlainLines
from publish.serve import builder
from publish.stamp import inputs_hash
from publish.version import PLACEHOLDER, UNKNOWN, site_version
from tests.forms import fillable
from verify.findings import Finding

ROOT = Path(__file__).resolve().parent.parent
ADDRESSES = Addresses("https://x.org/sub/")
SNIPPET = (
    '"""Doubles a number."""\n\n# --8<-- [start:sum]\nx = 1.5\ntwice = x + x\n# --8<-- [end:sum]\n'
)
PAGE = """---
title: {title}
snippet: demo
---
# {title} {{#demo}}

{text} $\\claim{{twice}}{{3}}$.

```python
--8<-- "snippets/demo.py:sum"
```

[{title}](index.md#home)
"""
HOME = "# {title} {{#home}}\n\n[{title}](demo.md)\n\n<!-- generated: counts -->\n"
TEXTS = {"zh": {"title": "示例", "text": "两倍是"}, "en": {"title": "Example", "text": "Twice is"}}


def make_project(root: Path) -> Path:
    """A small project with the real theme, settings and hook, and a page in each language."""
    for folder in ("docs/zh", "docs/en", "snippets", "publish"):
        (root / folder).mkdir(parents=True)
    (root / "theme").symlink_to(ROOT / "theme")
    for name in ("publish/hook.py", "docs/macros.json"):
        shutil.copy(ROOT / name, root / name)
    for name in ("mkdocs.yml", "mkdocs.en.yml"):
        settings = (ROOT / name).read_text(encoding="utf-8").split("\nnav:")[0]
        nav = "\nnav:\n  - Home: index.md\n  - Demo: demo.md\n"
        (root / name).write_text(settings + nav, encoding="utf-8")
    (root / "snippets" / "demo.py").write_text(SNIPPET, encoding="utf-8")
    for lang, texts in TEXTS.items():
        (root / "docs" / lang / "demo.md").write_text(PAGE.format(**texts), encoding="utf-8")
        (root / "docs" / lang / "index.md").write_text(HOME.format(**texts), encoding="utf-8")
    write_ledger(root)
    return root


def page_entry(lang: str, name: str) -> dict[str, Any]:
    empty: dict[str, Any] = {"formulas": [], "claims": [], "shown": [], "outputs": []}
    empty |= {"headings": {}, "blocks": {}, "cites": []}
    entry = {"path": f"docs/{lang}/{name}", "lang": lang, "name": name, "snippet": "demo"}
    return entry | {"title": TEXTS[lang]["title"]} | empty


def write_ledger(root: Path) -> dict[str, Any]:
    """What verification would find in the project."""
    claim = {"name": "demo.twice", "literal": "3", "line": 7, "value": "3.0", "kind": "computed"}
    claim |= {"path": "snippets/demo.py", "code_line": 5, "code": "twice = x + x"}
    tex = r"\claim{twice}{3}"
    formula = {"line": 7, "tex": tex, "display": False, "claims": [0], "checks": []}
    pages = {}
    for lang in TEXTS:
        pages[f"{lang}/index.md"] = page_entry(lang, "index.md")
        pages[f"{lang}/demo.md"] = page_entry(lang, "demo.md") | {
            "claims": [claim],
            "formulas": [formula | {"exception": None}],
            "shown": [{"line": 9, "stem": "demo", "section": "sum", "lines": [4, 5]}],
        }
    program = "".join(line for line in SNIPPET.splitlines(True) if "--8<--" not in line)
    snippet = {"path": "snippets/demo.py", "source": SNIPPET, "program": program, "output": ""}
    snippet |= {"values": {"twice": 3.0}, "lines": {"twice": 5}, "pages": ["demo.md"]}
    ledger = {"versions": {"torch": "2"}, "languages": ["zh", "en"], "references": {}}
    ledger |= {"snippets": {"demo": snippet}, "pages": pages, "topics": {}, "questions": []}
    ledger |= {"experiments": {}, "myths": [], "changes": []}
    (root / "build").mkdir(exist_ok=True)
    (root / "build" / "ledger.json").write_text(json.dumps(ledger), encoding="utf-8")
    return ledger


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose verification is taken as passed: that has tests of its own."""
    root = make_project(tmp_path / "project")
    monkeypatch.setattr(publish.build, "verified_ledger", lambda root, progress: write_ledger(root))
    return root


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a finished site, for tests that only read it."""
    root = make_project(tmp_path_factory.mktemp("built") / "project")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publish.build, "verified_ledger", lambda root, progress: write_ledger(root))
        build(root)
    yield root / "site"


def build(root: Path, addresses: Addresses = ADDRESSES) -> list[str]:
    """Build as `python -m publish build` does; the steps that were reported."""
    steps: list[str] = []
    build_site(root, Places.for_build(root), addresses, steps.append)
    return steps


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


# --- the site ---------------------------------------------------------------------------------


def test_both_languages_with_their_marks(built: Path) -> None:
    for folder, title in {"": "示例", "en/": "Example"}.items():
        page = (built / folder / "demo" / "index.html").read_text(encoding="utf-8")
        assert f">{title}" in page
        assert '<a class="verified" href="#demo-L5"' in page
        assert '<span class="line" id="demo-L5">' in page
        foot = page.split("</article>")[1].split("</footer>")[0]
        assert '<template id="ledger" data-src="../' in foot
        home = (built / folder / "index.html").read_text(encoding="utf-8")
        assert re.search(r"<dt>(数|numbers)</dt><dd>1</dd>", home)


def test_assets_are_stored_once_and_found_from_every_depth(built: Path) -> None:
    assert not (built / "en" / "assets").exists()
    reference = re.compile(r'(?:(?:src|href)=|"search":\s*)"([^"#:?]+\.(?:css|js|svg|png))"')
    for page in built.rglob("*.html"):
        found = reference.findall(page.read_text(encoding="utf-8"))
        assert any(address.endswith(".js") for address in found)
        for address in found:
            absolute = address.startswith("/sub/")  # the 404 page is shown at any address
            file = built / address.removeprefix("/sub/") if absolute else page.parent / address
            assert file.resolve().is_file(), f"{page.relative_to(built)} asks for {address}"


def test_every_font_that_a_page_names_is_there(built: Path) -> None:
    for page in built.rglob("index.html"):
        text = page.read_text(encoding="utf-8")
        fonts = re.findall(r"url\(([^)]+woff2)\)", text)
        assert len(fonts) >= 2
        assert all((page.parent / font).is_file() for font in fonts)


def test_search_reads_formulas_as_characters(built: Path) -> None:
    for folder in ("", "en"):
        index = (built / folder / "search" / "search_index.json").read_text(encoding="utf-8")
        text = " ".join(entry["text"] for entry in json.loads(index)["docs"])
        assert "\\" not in text
        assert re.search(r"(Twice is|是\S*) 3\.", text)


def test_sitemaps_keep_the_languages_apart(built: Path) -> None:
    for folder in ("", "en/"):
        text = (built / folder / "sitemap.xml").read_text(encoding="utf-8")
        root = f"https://x.org/sub/{folder}"
        assert re.findall("<loc>(.*)</loc>", text) == [root, f"{root}demo/"]
        assert text.count('hreflang="x-default"') == 2
        packed = (built / folder / "sitemap.xml.gz").read_bytes()  # MkDocs' own would be another
        assert gzip.decompress(packed).decode() == text
    assert "https://x.org/sub/en/sitemap.xml" in (built / "robots.txt").read_text(encoding="utf-8")


def test_a_link_shown_elsewhere_has_title_and_picture(built: Path) -> None:
    for folder, lang, title in (("", "zh", "示例"), ("en/", "en", "Example")):
        page = (built / folder / "demo" / "index.html").read_text(encoding="utf-8")
        found = dict(re.findall(r'<meta (?:property|name)="(og:[\w:]+)" content="([^"]*)">', page))
        assert found["og:title"] == title
        assert found["og:url"] == f"https://x.org/sub/{folder}demo/"
        picture = found["og:image"].removeprefix("https://x.org/sub/")
        assert picture.endswith(f"social.{lang}.png")
        assert (built / picture).is_file()


def test_one_404_page_in_both_languages(built: Path) -> None:
    page = (built / "404.html").read_text(encoding="utf-8")
    assert not (built / "en" / "404.html").exists()
    assert re.findall(r'<section data-not-found="(\w+)" lang="(\w+)"', page) == [
        ("zh", "zh"),
        ("en", "en"),
    ]
    assert 'href="/sub/"' in page
    assert 'href="/sub/en/"' in page


def test_the_switch_leads_to_the_same_page(built: Path) -> None:
    switch = re.compile(r'data-language-switch="[^"]*" href="([^"]+)"')
    for path in ("index.html", "demo/index.html"):
        for folder, other in (("", "en/"), ("en/", "")):
            page = built / folder / path
            found = switch.search(page.read_text(encoding="utf-8"))
            assert found is not None
            assert (page.parent / found.group(1) / "index.html").resolve() == built / other / path


def test_nothing_is_fetched_from_elsewhere(project: Path) -> None:
    """Material would ask GitHub for the stars of a repository."""
    build(project, Addresses("https://x.org/", "https://github.com/o/r"))
    for page in (project / "site").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert 'data-md-component="source"' not in text
        assert re.search(r"<link[^>]*hreflang", text) is None  # Material would ask for sitemaps
        loaded = re.findall(
            r'<(?:link|script|img|iframe)\b[^>]*(?:src|href)="(https?:[^"]+)"', text
        )
        assert [url for url in loaded if not url.startswith("https://x.org/")] == []
    page = (project / "site" / "demo" / "index.html").read_text(encoding="utf-8")
    assert 'href="https://github.com/o/r/blob/main/snippets/demo.py"' in page


def test_a_report_names_page_and_version(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publish.build, "site_version", lambda root: "v1-7-gabc")
    build(project, Addresses("https://x.org/", "https://github.com/o/r"))
    for folder, title in {"": "错误：Demo", "en/": "Error: Demo"}.items():
        page = (project / "site" / folder / "demo" / "index.html").read_text(encoding="utf-8")
        (href,) = re.findall(r'<a data-report href="([^"]+)"', page)
        address, _, query = html.unescape(href).partition("?")
        assert address == "https://github.com/o/r/issues/new"
        filled = urllib.parse.parse_qs(query)
        assert set(filled) <= fillable("wrong-number.yml")
        assert filled == {
            "template": ["wrong-number.yml"],
            "title": [title],
            "page": [f"https://x.org/{folder}demo/"],
            "version": ["v1-7-gabc"],
        }


def test_without_a_repository_there_is_no_report(built: Path) -> None:
    pages = [page.read_text(encoding="utf-8") for page in built.rglob("*.html")]
    assert not any("data-report" in page or PLACEHOLDER in page for page in pages)


def test_the_version_is_the_commit_or_unknown(tmp_path: Path) -> None:
    assert site_version(tmp_path) == UNKNOWN
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@x.org"]
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "one"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    assert re.fullmatch(r"[0-9a-f]{7,}", site_version(tmp_path))


# --- building again ---------------------------------------------------------------------------


def test_an_unchanged_language_is_not_built_again(project: Path) -> None:
    assert "zh: building" in build(project)
    before = contents(project / "site")
    steps = build(project)
    assert "zh: unchanged" in steps
    assert "en: unchanged" in steps
    assert contents(project / "site") == before
    change(project / "docs" / "en" / "demo.md", "Twice is", "The double is")
    steps = build(project)
    assert "zh: unchanged" in steps
    assert "en: building" in steps
    assert b"The double is" in (project / "site" / "en" / "demo" / "index.html").read_bytes()


def test_another_address_or_ledger_is_a_change(project: Path) -> None:
    ledger: Any = write_ledger(project)
    first = inputs_hash(project, "en", ledger, ADDRESSES)
    assert inputs_hash(project, "en", ledger, ADDRESSES) == first
    assert inputs_hash(project, "en", ledger, Addresses("https://y.org/")) != first
    assert inputs_hash(project, "en", ledger, Addresses(ADDRESSES.site_url, "https://r")) != first
    ledger["pages"]["zh/demo.md"]["title"] = "另一个"
    assert inputs_hash(project, "en", ledger, ADDRESSES) == first
    ledger["pages"]["en/demo.md"]["title"] = "Other"
    assert inputs_hash(project, "en", ledger, ADDRESSES) != first


def test_a_failed_build_keeps_the_former_site(project: Path) -> None:
    build(project)
    before = contents(project / "site")
    change(project / "docs" / "en" / "demo.md", "(index.md#home)", "(gone.md)")
    change(project / "docs" / "zh" / "demo.md", "两倍是", "二倍是")
    with pytest.raises(RefusedError, match=r"docs/en/demo\.md:13: .*gone\.md"):
        build(project)
    assert contents(project / "site") == before
    assert not (project / "site.new").exists()
    change(project / "docs" / "en" / "demo.md", "(gone.md)", "(index.md#home)")
    build(project)
    assert "二倍是" in (project / "site" / "demo" / "index.html").read_text(encoding="utf-8")


def test_an_interrupted_build_keeps_the_former_site(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(project)
    before = contents(project / "site")
    change(project / "docs" / "zh" / "demo.md", "两倍是", "二倍是")

    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    for step in ("build_language", "assemble", "put_in_place"):
        with monkeypatch.context() as patch:
            patch.setattr(publish.build, step, interrupt)
            with pytest.raises(KeyboardInterrupt):
                build(project)
        assert contents(project / "site") == before
    build(project)
    assert contents(project / "site") != before
    assert sorted(p.name for p in project.glob("site*")) == ["site"]


def test_the_exchange_is_undone_if_its_second_half_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, new = tmp_path / "site", tmp_path / "site.new"
    site.mkdir()
    (site / "index.html").write_text("former", encoding="utf-8")
    with pytest.raises(FileNotFoundError):
        put_in_place(new, site)
    assert (site / "index.html").read_text(encoding="utf-8") == "former"
    # The process was killed between the two renames.
    site.rename(tmp_path / "site.old")
    new.mkdir()
    assert recover(site)
    assert not recover(site)
    assert (site / "index.html").read_text(encoding="utf-8") == "former"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["site"]


# --- what is refused --------------------------------------------------------------------------

SECTION = '"snippets/demo.py:sum"'


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("docs/en/demo.md", SECTION, '"snippets/gone.py"',
         r"docs/en/demo\.md:10: snippet .*snippets/gone\.py.*name a file below snippets/"),
        ("docs/en/demo.md", SECTION, '"snippets/demo.py:gone"',
         r"docs/en/demo\.md:10: snippet .*gone"),
        ("docs/en/demo.md", "index.md#home", "index.md#gone",
         r"docs/en/demo\.md:13: has a link 'index\.md#gone', but .*Mend the link"),
        ("docs/en/demo.md", "{3}$", "{4}$",
         r"docs/en/demo\.md:7: the built page has .*twice\}\{4\}"),
        ("mkdocs.en.yml", "Demo: demo.md", "Demo: gone.md",
         r"mkdocs\.en\.yml:\d+: nav names gone\.md, but docs/en/gone\.md does not exist: add"),
        ("mkdocs.en.yml", "  - Demo: demo.md\n", "",
         r"docs/en/demo\.md:1: is not in the nav of mkdocs\.en\.yml"),
        ("mkdocs.en.yml", "docs_dir: docs/en", "docs_dir: docs/nowhere",
         r"mkdocs\.en\.yml:\d+: docs_dir: .*nowhere"),
        ("docs/en/index.md", "generated: counts", "generated: sums",
         r"docs/en/index\.md:5: nothing is generated as 'sums'"),
    ],
)  # fmt: skip
def test_bad_input_is_named_with_file_line_and_mend(
    project: Path, file: str, old: str, new: str, expected: str
) -> None:
    change(project / file, old, new)
    with pytest.raises(RefusedError) as refused:
        build_language(project, "en", project / "build" / "en", ADDRESSES)
    assert re.search(expected, str(refused.value), re.DOTALL), str(refused.value)


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{% extends 'base.html' %}\n{% block nowhere %}", r"theme/main\.html:2: template: "),
        ("{% extends 'base.html' %}\n{% block libs %}{% include 'no.html' %}{% endblock %}",
         r"theme/main\.html:2: template: .*no\.html"),
        ("{% extends 'base.html' %}\n{% block libs %}{{ no.such }}{% endblock %}",
         r"theme/main\.html:2: template: 'no' is undefined"),
    ],
)  # fmt: skip
def test_a_broken_template_names_its_line(project: Path, template: str, expected: str) -> None:
    (project / "theme").unlink()
    (project / "theme").mkdir()
    (project / "theme" / "main.html").write_text(template, encoding="utf-8")
    with pytest.raises(RefusedError) as refused:
        build_language(project, "en", project / "build" / "en", ADDRESSES)
    assert re.search(expected, str(refused.value)), str(refused.value)


def test_tex_that_does_not_parse_names_its_line(project: Path) -> None:
    change(project / "docs" / "en" / "demo.md", r"\claim{twice}{3}", r"\frac{1}")
    ledger: Any = write_ledger(project)
    formula = ledger["pages"]["en/demo.md"]["formulas"][0]
    formula |= {"tex": r"\frac{1}", "claims": []}
    (project / "build" / "ledger.json").write_text(json.dumps(ledger), encoding="utf-8")
    with pytest.raises(RefusedError, match=r"docs/en/demo\.md:7: \$\\frac\{1\}\$: KaTeX parse"):
        build_language(project, "en", project / "build" / "en", ADDRESSES)


def test_verification_comes_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command itself, with the real verification."""
    root = make_project(tmp_path / "project")
    change(root / "docs" / "en" / "demo.md", "{3}", "{4}")
    assert main(["--root", str(root), "build"]) == 1
    said = capsys.readouterr()
    assert re.search(r"docs/en/demo\.md:7: .*4.*snippets/demo\.py.*3", said.out)
    assert "nothing was published" in said.err
    assert not (root / "site").exists()


# --- serving ----------------------------------------------------------------------------------


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which something listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_used_port_says_what_to_do(taken: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", str(taken)]) == 1
    said = capsys.readouterr().err
    assert f"port {taken} cannot be had" in said
    assert f"make serve PORT={taken + 1}" in said
    assert "verifying" not in said


def test_a_failed_rebuild_is_told_and_recovers(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = Places.for_serving(project)
    rebuild = builder(project, places, ADDRESSES)
    rebuild()
    before = contents(places.site)
    change(project / "docs" / "en" / "demo.md", "(index.md#home)", "(gone.md)")
    rebuild()
    assert re.search(r"docs/en/demo\.md:13: .*gone\.md", capsys.readouterr().out)
    assert contents(places.site) == before
    change(project / "docs" / "en" / "demo.md", "(gone.md)", "(index.md#home)")
    change(project / "docs" / "en" / "demo.md", "Twice is", "The double is")
    rebuild()
    assert "built" in capsys.readouterr().out
    assert b"The double is" in (places.site / "en" / "demo" / "index.html").read_bytes()


def test_serve_answers_and_builds_again_on_change(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    servers: list[Any] = []
    original = publish.serve.Server

    def remember(**settings: Any) -> Any:
        servers.append(original(**settings))
        return servers[-1]

    monkeypatch.setattr(publish.serve, "Server", remember)
    thread = threading.Thread(target=publish.serve.serve, args=(project, port))
    thread.start()
    try:
        url = f"http://127.0.0.1:{port}/en/demo/"
        wait_until(lambda: b"Twice is" in fetch(url))
        assert "示例" in fetch(f"http://127.0.0.1:{port}/demo/").decode()
        assert f"<loc>{url}</loc>" in fetch(f"http://127.0.0.1:{port}/en/sitemap.xml").decode()
        # Saved by a program whose clock is wrong.
        page, draft = project / "docs" / "en" / "demo.md", project / "draft"
        shutil.copy(page, draft)
        change(draft, "Twice is", "The double is")
        os.utime(draft, (0, 0))
        draft.replace(page)
        wait_until(lambda: b"The double is" in fetch(url))
    finally:
        servers[0].shutdown()
        thread.join()


def fetch(url: str) -> bytes:
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return bytes(answer.read())
    except OSError:
        return b""


def wait_until(condition: Callable[[], bool], seconds: float = 30) -> None:
    pause = threading.Event()
    for _ in range(int(seconds * 5)):
        if condition():
            return
        pause.wait(0.2)
    raise AssertionError("it did not happen")


# --- small things -----------------------------------------------------------------------------


def test_addresses_from_the_environment() -> None:
    assert Addresses.read({}).roots == {
        "zh": "http://127.0.0.1:8000/",
        "en": "http://127.0.0.1:8000/en/",
    }
    given = Addresses.read({"SITE_URL": "https://x.org/sub", "REPO_URL": "https://r.org/a/"})
    assert given == Addresses("https://x.org/sub/", "https://r.org/a")
    with pytest.raises(ValueError, match=r"SITE_URL=x\.org is no address"):
        Addresses.read({"SITE_URL": "x.org"})


def test_the_environment_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_URL", "before")
    monkeypatch.delenv("SITE_URL_EN", raising=False)
    with ADDRESSES.in_environment():
        assert os.environ["SITE_URL_EN"] == "https://x.org/sub/en/"
    assert os.environ["SITE_URL"] == "before"
    assert "SITE_URL_EN" not in os.environ


def test_a_wrong_address_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SITE_URL", "nonsense")
    assert main(["build"]) == 1
    assert "nonsense is no address" in capsys.readouterr().err


def test_findings_are_listed_once() -> None:
    finding = Finding("docs/en/a.md", 3, "wrong")
    assert RefusedError([finding, finding]).findings == [finding]


def test_plain_progress_is_one_line_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    lines = PlainLines()
    for message in ("verifying", "snippets run: 1 of 2 (a)", "snippets run: 2 of 2 (b)", "done"):
        lines.step(message)
    assert capsys.readouterr().err.splitlines() == ["verifying", "snippets run: 1 of 2 (a)", "done"]
