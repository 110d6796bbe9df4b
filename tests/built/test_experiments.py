"""Experiments as readers get them: light pages, figures that follow the theme, downloads."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable

import nbformat
import pytest

from tests.built.reader import Reader
from tests.site import EXPERIMENTS, LANGUAGES, Site

HEAVIEST = 60_000  # bytes, compressed
# Colours of all lines and the size of the smallest letter in the plots that are to be seen.
PLOTS = """() => {
    const shown = [...document.querySelectorAll('.figure--plot svg')]
        .filter(svg => svg.checkVisibility() && svg.getBoundingClientRect().width);
    const scale = svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const size = text => parseFloat(getComputedStyle(text).fontSize);
    return {
        drawings: shown.length,
        figures: document.querySelectorAll('.figure--plot').length,
        colours: shown.flatMap(svg => [...svg.querySelectorAll('path')])
            .map(path => getComputedStyle(path).stroke).filter(stroke => stroke !== 'none'),
        letters: Math.min(...shown.flatMap(svg =>
            [...svg.querySelectorAll('text')].map(text => size(text) * scale(svg)))),
    };
}"""


@pytest.mark.parametrize("name", EXPERIMENTS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_is_light_and_the_site_s_own(site: Site, lang: str, name: str) -> None:
    text = site.file(lang, name).read_text(encoding="utf-8")
    assert len(gzip.compress(text.encode())) <= HEAVIEST
    for foreign in ("jp-", "cdnjs", "jupyter"):
        assert foreign not in text
    styles = [len(site.tree(lang, page).xpath("//style")) for page in (name, "index.md")]
    assert styles[0] <= styles[1]


@pytest.mark.parametrize("name", EXPERIMENTS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_downloads_are_there_and_whole(site: Site, lang: str, name: str) -> None:
    folder = site.file(lang, name).parent
    file = next(folder.glob("*.ipynb"))
    nbformat.validate(nbformat.reads(file.read_text(encoding="utf-8"), as_version=4))
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    assert any("image/svg+xml" in o.get("data", {}) for c in cells for o in c.get("outputs", []))
    program = file.with_suffix(".py").read_text(encoding="utf-8")
    compile(program, str(file), "exec")
    for link in site.tree(lang, name).xpath("//ul[@class='downloads']//a/@href"):
        assert (folder / link).is_file()


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_figures_follow_theme_and_width(
    site: Site, readers: Callable[..., Reader], name: str
) -> None:
    found = {}
    for scheme in ("light", "dark"):
        page = readers(site, color_scheme=scheme).open(site.page("zh", name))
        for width in (1440, 360):
            page.set_viewport_size({"width": width, "height": 900})
            found[width, scheme] = page.evaluate(PLOTS)
    for plots in found.values():
        assert plots["drawings"] == plots["figures"] > 0
        assert plots["letters"] >= 11
    for width in (1440, 360):
        assert found[width, "light"]["colours"] != found[width, "dark"]["colours"]
