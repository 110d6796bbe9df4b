"""publish/pack.py: what a browser fetches is small, complete and under a policy."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import tracemalloc
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from publish.fonts import set_in
from publish.katex_files import fonts, style_sheet
from publish.licences import THEME
from publish.pack import FIRST, PAGE_SHEETS, pack, unindented
from publish.policy import inline, policy
from publish.scripts import CHANGES, lighter, together
from publish.worker import FILE, keeping, write_worker
from verify.memo import Memo

MATERIAL = next(THEME.glob("assets/javascripts/bundle.*.min.js")).read_text(encoding="utf-8")
WORKER = next(THEME.glob("assets/javascripts/workers/*.min.js")).read_text(encoding="utf-8")
BUNDLE = "javascripts/bundle.0123abcd.min.js"
SHEETS = {
    "katex/katex.min.css": style_sheet(),
    "css/tokens.css": ":root { --ink: #111 }  /* not for readers */",
    "css/frame.css": ".used { color: red }\n.never-used { color: blue }",
    "css/late.css": "p.used { margin: 0 }",
}
SCRIPTS = {
    "one.js": "{ const kept = 1; window.one = kept }  // comment",
    BUNDLE: MATERIAL,
    "two.js": "window.two = 2",
}
PAGE = """<!doctype html><html><head><meta charset="utf-8">
{sheets}
<script>window.first = 1</script>
<script type="application/json">{{"data": 1}}</script></head>
<body><p class="used">x = <span class="katex"><span class="mathnormal">x</span></span></p>
{scripts}
</body></html>"""


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def page(up: str) -> str:
    sheets = "\n".join(f'<link rel="stylesheet" href="{up}assets/{name}">' for name in SHEETS)
    scripts = "\n".join(f'<script src="{up}assets/{name}"></script>' for name in SCRIPTS)
    return PAGE.format(sheets=sheets, scripts=scripts)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    for name, text in (SHEETS | SCRIPTS).items():
        write(site / "assets" / name, text)
    for font in fonts():
        target = site / "assets" / "katex" / "fonts" / font.name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(font.read_bytes())
    write(site / "index.html", page(""))
    write(site / "en" / "deep" / "index.html", page("../../"))
    return site


@pytest.fixture
def packed(site: Path, tmp_path: Path) -> Path:
    pack(site, Memo(tmp_path / "cache"), strict=True)
    return site


def text_of(site: Path, name: str = "index.html") -> str:
    return (site / name).read_text(encoding="utf-8")


def test_first_sight_stands_in_the_page_and_the_rest_comes_late(packed: Path) -> None:
    html = text_of(packed)
    faces, style = re.findall("<style>(.*?)</style>", html)
    assert "@font-face" not in style
    assert ".used" not in faces
    assert ".used{color:red}" in style
    assert "never-used" not in style
    assert "not for readers" not in style
    head, body = html.split("</head>")
    assert "stylesheet" not in head
    late = re.findall(r'<link rel="stylesheet" href="(assets/site\.\w+\.css)">', body)
    assert (packed / late[0]).read_text(encoding="utf-8") == "p.used{margin:0}"


@pytest.mark.parametrize(("mark", "name"), PAGE_SHEETS.items())
def test_a_page_has_the_sheet_of_what_it_holds(
    site: Path, tmp_path: Path, mark: str, name: str
) -> None:
    names = ("index.html", "en/deep/index.html")
    for file, up in zip(names, ("", "../../"), strict=True):
        sheet = f'<link rel="stylesheet" href="{up}assets/{name}">\n</head>'
        write(site / file, page(up).replace("</head>", sheet))
    held = f"<b {mark + '1' if mark.endswith('=') else mark}></b><p "
    write(site / names[1], text_of(site, names[1]).replace("<p ", held, 1))
    write(site / "assets" / name, ".used{margin:1px}")
    pack(site, Memo(tmp_path / "cache"), strict=True)
    first = [re.findall("<style>(.*?)</style>", text_of(site, file))[1] for file in names]
    assert ["margin:1px" in style for style in first] == [False, True]
    (late,) = (site / "assets").glob("site.*.css")
    assert "margin:1px" in late.read_text(encoding="utf-8")


def test_pages_that_hold_the_same_share_a_sheet_wherever_they_are(packed: Path) -> None:
    """The policy names each, and a host allows it so many letters."""
    names = ("index.html", "en/deep/index.html")
    faces, styles = zip(
        *(re.findall("<style>(.*?)</style>", text_of(packed, name)) for name in names), strict=True
    )
    assert len(set(faces)) == 2
    assert len(set(styles)) == 1


def test_there_is_one_script_in_the_order_of_the_many(packed: Path) -> None:
    (script,) = re.findall(r'<script src="(assets/site\.\w+\.js)" defer>', text_of(packed))
    text = (packed / script).read_text(encoding="utf-8")
    assert text.index("window.one") < text.index("lateWorker(e)") < text.index("window.two")
    assert "comment" not in text
    assert [file.name for file in packed.rglob("*.js")] == [Path(script).name]


def test_files_are_found_from_every_depth(packed: Path) -> None:
    for name in ("index.html", "en/deep/index.html"):
        found = re.findall(r'(?:href="|src="|url\()([^"#)]+)', text_of(packed, name))
        assert len(found) >= 4
        for address in found:
            assert (packed / name).parent.joinpath(address).resolve().is_file(), address


def test_modules_share_a_folder_named_after_them_all(site: Path, tmp_path: Path) -> None:
    write(site / "assets" / "demos" / "one.js", "import { x } from './two.js';  // c\nwindow.x = x")
    write(site / "assets" / "demos" / "two.js", "export const x = 1")
    write(site / "assets" / "one.js", "import(`${root}assets/demos/${name}.js`)")
    own = '<script src="assets/demos/one.js"></script></body>'
    write(site / "index.html", page("").replace("</body>", own))
    pack(site, Memo(tmp_path / "cache"), strict=True)
    (folder,) = (site / "assets").glob("demos*")
    assert re.fullmatch(r"demos\.[0-9a-f]{10}", folder.name)
    assert 'from"./two.js"' in (folder / "one.js").read_text(encoding="utf-8")
    assert f'src="assets/{folder.name}/one.js"' in text_of(site)
    (script,) = (site / "assets").glob("site.*.js")
    assert f"assets/{folder.name}/${{name}}.js" in script.read_text(encoding="utf-8")


def test_a_script_that_comes_when_needed_is_short_and_named(site: Path, tmp_path: Path) -> None:
    write(site / "assets" / "late.js", "export const kept = 1;  // comment")
    button = '<button data-src="../../assets/late.js"></button></body>'
    write(site / "en" / "deep" / "index.html", page("../../").replace("</body>", button))
    pack(site, Memo(tmp_path / "cache"), strict=True)
    (script,) = (site / "assets").glob("late*")
    assert re.fullmatch(r"late\.[0-9a-f]{10}\.js", script.name)
    assert script.read_text(encoding="utf-8") == "export const kept=1;"
    assert f'data-src="../../assets/{script.name}"' in text_of(site, "en/deep/index.html")


def test_a_file_is_named_after_its_content(packed: Path) -> None:
    files = [file for file in (packed / "assets").rglob("*") if file.is_file()]
    assert len(files) >= 4
    for file in files:
        digest = file.name.split(".")[-2]
        assert hashlib.sha256(file.read_bytes()).hexdigest().startswith(digest)


def test_fonts_hold_what_is_shown_and_no_more(packed: Path) -> None:
    (file,) = packed.rglob("KaTeX_Math-Italic.*")
    font = TTFont(BytesIO(file.read_bytes()))
    assert ord("x") in font.getBestCmap()
    assert ord("q") not in font.getBestCmap()
    assert ord("1") not in font.getBestCmap()  # on the page, but never in italics
    assert list(packed.rglob("KaTeX_Fraktur*")) == []


def test_a_rare_font_holds_what_is_set_in_it(site: Path, tmp_path: Path) -> None:
    bold = '<span class="katex"><span class="mord mathbf">q</span></span></p>'
    write(site / "index.html", page("").replace("</p>", bold))
    pack(site, Memo(tmp_path / "cache"), strict=True)
    (file,) = site.rglob("KaTeX_Main-Bold.*")
    assert list(TTFont(BytesIO(file.read_bytes())).getBestCmap()) == [ord("q")]


def test_a_rare_font_holds_everything_where_elements_are_nested() -> None:
    assert set_in("mathbf", '<span class="mord mathbf">ab</span>') == {"a", "b"}
    assert set_in("mathbf", '<span class="mathbf"><i>a</i></span>') is None


def test_the_same_site_is_packed_into_the_same_bytes(
    site: Path, tmp_path: Path, packed: Path
) -> None:
    before = {file: file.read_bytes() for file in packed.rglob("*.*") if file.is_file()}
    for name, text in (SHEETS | SCRIPTS).items():
        write(site / "assets" / name, text)
    for font in fonts():
        target = site / "assets" / "katex" / "fonts" / font.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(font.read_bytes())
    write(site / "index.html", page(""))
    write(site / "en" / "deep" / "index.html", page("../../"))
    pack(site, Memo(tmp_path / "another cache"), strict=True)
    assert {file: file.read_bytes() for file in site.rglob("*.*") if file.is_file()} == before


def test_the_policy_knows_every_inline_script_and_style(packed: Path) -> None:
    pages = [text_of(packed), text_of(packed, "en/deep/index.html")]
    policies = [re.findall(r'Content-Security-Policy" content="([^"]*)"', html) for html in pages]
    assert policies[0] == policies[1]
    assert "'unsafe-eval'" not in policies[0][0]
    assert "script-src 'self' 'sha256-" in policies[0][0]
    for html in pages:
        scripts, styles = inline(html)
        assert scripts == {"window.first = 1"}
        for text in scripts | styles:
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policies[0][0]


def test_memory_does_not_grow_with_the_pages(site: Path, tmp_path: Path) -> None:
    memo = Memo(tmp_path / "cache")
    filler = page("").replace("x = ", "x = " + "。" * 100_000)
    peaks = []
    for count in (2, 20):
        copy = tmp_path / str(count)
        shutil.copytree(site, copy)
        for number in range(count):
            write(copy / f"{number}.html", filler)
        tracemalloc.start()
        pack(copy, memo, strict=True, keep=True)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 3 * len(filler)


def test_without_policy_for_a_local_server(site: Path, tmp_path: Path) -> None:
    pack(site, Memo(tmp_path / "cache"), strict=False)
    assert "Content-Security-Policy" not in text_of(site)


def test_the_policy_allows_nothing_by_itself() -> None:
    assert policy([], []).startswith("default-src 'none'; script-src 'self'; style-src 'self';")


def test_another_version_of_material_is_noticed() -> None:
    light = lighter(MATERIAL)
    assert all(old in MATERIAL and new in light for old, new in CHANGES)
    with pytest.raises(ValueError, match="another version"):
        lighter(MATERIAL.replace("Worker", "Thread"))
    with pytest.raises(ValueError, match="2 times"):
        lighter(MATERIAL + MATERIAL)
    with pytest.raises(ValueError, match="no function"):
        lighter(MATERIAL.removeprefix('"use strict";'))


@pytest.mark.parametrize(
    "name", ["mermaid.min.js", "api.github.com", "versions.json", "md-annotation"]
)
def test_what_nothing_calls_is_not_shipped(packed: Path, name: str) -> None:
    """Nor is what would ask other hosts."""
    assert name in MATERIAL
    script = next((packed / "assets").glob("site.*.js")).read_text(encoding="utf-8")
    assert "window.one=" in script
    assert "document$" in script
    assert name not in script


def test_scripts_do_not_run_into_each_other() -> None:
    assert together(["a()", "(b)();\n"]) == "a();\n(b)();"


def test_a_page_without_sheets_is_an_error(site: Path, tmp_path: Path) -> None:
    write(site / "index.html", "<html><head></head><body></body></html>")
    with pytest.raises(ValueError, match="extra_css"):
        pack(site, Memo(tmp_path / "cache"), strict=True)


def test_the_sheets_that_come_first_exist() -> None:
    own = Path(__file__).parent.parent / "theme" / "assets"
    assert [
        name for name in (*FIRST[1:], *PAGE_SHEETS.values()) if not (own / name).is_file()
    ] == []
    assert json.dumps(FIRST[:1]) == '["katex/katex.min.css"]'


# --- What lets browsers keep pages ------------------------------------------------------------


def versions(site: Path) -> list[str]:
    texts = [text_of(site, name) for name in ("index.html", "en/deep/index.html")]
    index = site / "search" / "search_index.json"
    said = json.loads(index.read_text(encoding="utf-8")).get("version")
    found = [re.findall(r'<meta name="version" content="(\w+)">', text) for text in texts]
    return [*(version for names in found for version in names), *([said] if said else [])]


def test_pages_and_index_say_their_version(site: Path, tmp_path: Path) -> None:
    """Another word anywhere is another version; a local server's pages have none."""
    seen = set()
    for word in ("one", "two"):
        copy = tmp_path / word
        shutil.copytree(site, copy)
        write(copy / "search" / "search_index.json", '{"docs":[]}')
        write(copy / "en/deep/index.html", page("../../").replace("x = ", f"{word} = "))
        pack(copy, Memo(tmp_path / "cache"), strict=True, keep=True)
        found = versions(copy)
        assert len(found) == 3
        assert len(set(found)) == 1
        seen.update(found)
    assert len(seen) == 2
    write(site / "search" / "search_index.json", '{"docs":[]}')
    pack(site, Memo(tmp_path / "cache"), strict=False)
    assert versions(site) == []


def test_what_the_search_imports_is_named_after_its_content(site: Path, tmp_path: Path) -> None:
    worker = "assets/javascripts/workers/search.01234567.min.js"
    write(site / worker, WORKER)
    write(site / "assets/javascripts/lunr/min/lunr.zh.min.js", "zh")
    write(site / "index.html", page("").replace('"data": 1', f'"search": "{worker}"'))
    pack(site, Memo(tmp_path / "cache"), strict=True)
    (named,) = (site / "assets/javascripts/workers").iterdir()
    assert f'"search": "assets/javascripts/workers/{named.name}"' in text_of(site)
    (folder,) = re.findall(r'"\.\./(lunr\.[0-9a-f]{10})"', named.read_text(encoding="utf-8"))
    assert (named.parent.parent / folder / "min" / "lunr.zh.min.js").is_file()


@pytest.mark.parametrize("keep", [True, False])
def test_the_worker_is_one_or_its_end(tmp_path: Path, keep: bool) -> None:
    write_worker(tmp_path, keep=keep)
    text = (tmp_path / FILE).read_text(encoding="utf-8")
    assert ("respondWith" in text) == keep
    assert "unregister()" in text
    assert keeping({"WORKER": "off"}) is False
    assert keeping({}) is True


@pytest.mark.parametrize(
    ("html", "shorter"),
    [
        ("<nav>\n    <ul>\n\n      <li>one\n  two</li>", "<nav>\n<ul>\n<li>one\ntwo</li>"),
        ("<p>a  b\n</p>", "<p>a  b\n</p>"),
        *((kept, kept) for kept in (
            "<pre><span>a</span>\n\n    b\n</pre>",
            "<textarea>\n  a</textarea>",
            "<script>`\n  a`</script>",
            "<style>a {\n  b: c\n}</style>",
        )),
        ("\n <pre>\n a</pre>\n <pre>\n b</pre>", "\n<pre>\n a</pre>\n<pre>\n b</pre>"),
    ],
)  # fmt: skip
def test_indentation_goes_where_it_says_nothing(html: str, shorter: str) -> None:
    assert unindented(html) == shorter
