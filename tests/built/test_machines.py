"""What the built site says to programs: every address in it leads somewhere, every page is told."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

import jsonschema
from lxml import etree, html

from tests.site import EXPERIMENTS, LANGUAGES, NAMES, ROOT, Site, ids

TSC = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
ATOM = {"a": "http://www.w3.org/2005/Atom"}
# What a page's Markdown must not have kept of its source or of its HTML, outside of code.
LEFT_OVER = re.compile(r"\\claim|--8<--|<!--|</|\{[#:.]|\]\((?!https?://)|[\ue000\ue001]")
NO_PROSE = re.compile(r"^```.*?^```$|\$\$.*?\$\$|\$[^$]*\$|`[^`]*`", re.MULTILINE | re.DOTALL)


def leads(site: Site, url: str) -> bool:
    """Whether there is a file at the address, and in it the place that it names."""
    address, anchor = urldefrag(url)
    file = site.at(address)
    return file is not None and (not anchor or anchor in ids(site, file))


def text(site: Site, name: str) -> str:
    return (site.folder / name).read_text(encoding="utf-8")


def test_whatever_was_verified_is_told_with_its_place(any_site: Site) -> None:
    content = json.loads(text(any_site, "claims.json"))
    schema = json.loads(text(any_site, content["$schema"]))
    assert list(jsonschema.Draft202012Validator(schema).iter_errors(content)) == []
    pages = any_site.ledger["pages"].values()
    told = {name: list(content[name]) for name in ("claims", "formulas")}
    claims = {(c["name"], p["lang"], p["literal"]) for c in told["claims"] for p in c["places"]}
    wanted = {(c["name"], p["lang"], c["literal"]) for p in pages for c in p["claims"]}
    assert claims == wanted and len(claims) > 1000
    checked = sum(bool(formula["checks"]) for page in pages for formula in page["formulas"])
    assert sum(len(entry["places"]) for entry in told["formulas"]) == checked > 1000
    places = [p["address"] for found in told.values() for entry in found for p in entry["places"]]
    assert [url for url in places if not leads(any_site, url)] == []
    for entry in told["claims"]:
        if entry["kind"] == "computed":
            line = entry["program"]
            source = content["programs"][line["path"]]["source"].split("\n")
            assert source[line["line"] - 1].strip() == line["code"]


def test_every_page_as_markdown(site: Site) -> None:
    for lang in LANGUAGES:
        listed = text(site, "llms.txt" if lang == "zh" else "en/llms.txt")
        for name in NAMES:
            url = site.page(lang, name)
            (link,) = site.tree(lang, name).xpath("//link[@type='text/markdown']/@href")
            file = site.at(urljoin(url, link))
            assert file is not None and file == site.file(lang, name).with_suffix(".md")
            markdown = file.read_text(encoding="utf-8")
            assert markdown.startswith("# ") and f"<{url}>" in markdown
            prose = NO_PROSE.sub("", markdown)
            assert LEFT_OVER.findall(prose) == [], f"{file}: {LEFT_OVER.search(prose)}"
            for shown in site.ledger["pages"][f"{lang}/{name}"]["shown"]:
                program = site.ledger["snippets"][shown["stem"]]["program"].strip("\n")
                assert name in EXPERIMENTS or program in markdown, f"{file}: {shown['stem']}"
            assert name == "index.md" or f"({url}index.md): " in listed, f"llms.txt has no {name}"
        links = re.findall(r"\]\((.*?)\)", listed)
        assert [link for link in links if not leads(site, link)] == []


def test_the_feeds(any_site: Site) -> None:
    for folder in ("", "en/"):
        root = any_site.url + folder
        tree = etree.fromstring(text(any_site, f"{folder}feed.xml").encode())
        assert len(tree.findall("a:entry", ATOM)) == len(any_site.ledger["changes"]) > 0
        links = tree.xpath("//a:link/@href", namespaces=ATOM)
        assert [link for link in links if not leads(any_site, link)] == []
        page = any_site.pages[f"{folder}basics/depth/index.html"]
        (link,) = page.xpath("//link[@type='application/atom+xml']/@href")
        assert urljoin(f"{root}basics/depth/", link) == f"{root}feed.xml"


def nodes(site: Site) -> Iterator[tuple[str, dict[str, Any]]]:
    """The structured data of all pages, each with the file that holds it."""
    for file, page in site.pages.items():
        scripts = page.xpath("//head/script[@type='application/ld+json']/text()")
        assert len(scripts) == (file != "404.html" and page.find(".//article") is not None), file
        for script in scripts:
            yield from ((file, node) for node in json.loads(script)["@graph"])


def test_structured_data_in_the_words_of_schema_org(site: Site, tmp_path: Path) -> None:
    shapes: dict[str, dict[str, Any]] = {}  # one of each kind with the same properties
    for file, node in nodes(site):
        shapes.setdefault(f"{node['@type']} {sorted(node)}", node)
        if "url" in node:
            assert leads(site, node["url"]) and site.at(node["url"]) == site.folder / file
            assert leads(site, node["workTranslation"]["url"]) and leads(site, node["image"])
        for item in node.get("itemListElement", []):
            assert leads(site, item["item"])
    assert len(shapes) >= 5
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    (tmp_path / "data.ts").write_text(typed(shapes.values()), encoding="utf-8")
    command = ["node", str(TSC), "--noEmit", "--strict", "--skipLibCheck", "data.ts"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def typed(found: Any) -> str:
    """A program that compiles only if every node has the properties of its types, and no others."""
    lines, used = [], {"MergeLeafTypes"}
    for node in found:
        kind = node["@type"]
        leaves = [f"{name}Leaf" for name in ([kind] if isinstance(kind, str) else kind)]
        used.update(leaves)
        kind = leaves[0] if isinstance(kind, str) else f"MergeLeafTypes<[{', '.join(leaves)}]>"
        lines.append(f"({json.dumps(node)}) satisfies {kind};")
    return "\n".join([f"import type {{ {', '.join(sorted(used))} }} from 'schema-dts';", *lines])


def test_a_page_says_what_its_markdown_says(site: Site) -> None:
    """One page in full: no sentence of it is lost."""
    name = "basics/gradient-flow.md"
    markdown = site.file("en", name).with_suffix(".md").read_text(encoding="utf-8")
    page = site.tree("en", name)
    for heading in page.xpath("//article//*[self::h1 or self::h2 or self::h3]"):
        words = html.tostring(heading, method="text", encoding="unicode").strip().rstrip("¶")
        assert f"# {words}\n" in markdown
    prose = " ".join(markdown.split())
    for paragraph in page.xpath("//article//p[not(ancestor::figure or ancestor::nav)]"):
        said = max(paragraph.xpath("./text()"), key=len, default="")
        assert " ".join(said.split()) in prose
