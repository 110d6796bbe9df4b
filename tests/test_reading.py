"""Reading time: everything on a page takes its time, and both languages about the same."""

from __future__ import annotations

import pytest

from render.reading import SECONDS, _Reader, minutes


def seconds(html: str) -> float:
    reader = _Reader(html)
    reader.feed(html)
    reader.close()
    return reader.seconds


@pytest.mark.parametrize(
    ("html", "parts"),
    [
        ("<p>Two words</p>", {"word": 2}),
        ("<p>the block’s well-known 3.14</p>", {"word": 4}),
        ("<p>两个字，Transformer 里</p>", {"character": 4, "word": 1}),
        ('<p>a <span class="arithmatex">\\(x + y\\)</span></p>', {"word": 1, "inline formula": 1}),
        ('<div class="arithmatex">\\[a \\\\ b \\\\ c\\]</div>', {"displayed row": 3}),
        ('<div class="highlight"><pre><code><b>a</b> = 1\nb\n</code></pre></div>',
         {"line of code": 2}),
        ('<div class="text output highlight"><pre><code>1\n2\n</code></pre></div>',
         {"line of output": 2}),
        ('<figure><svg><text>a b c</text><svg></svg></svg></figure><p>d</p>',
         {"drawing": 1, "word": 1}),
        ("<script>a b</script><p>c<br>d</p>", {"word": 2}),
    ],
)  # fmt: skip
def test_what_takes_time(html: str, parts: dict[str, int]) -> None:
    assert seconds(html) == pytest.approx(sum(n * SECONDS[what] for what, n in parts.items()))


def test_whole_minutes_and_at_least_one() -> None:
    assert minutes("<p>short</p>") == 1
    assert minutes("<p>" + "word " * 2220 + "</p>") == 10
