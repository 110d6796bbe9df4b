"""Both languages say the same: each difference at the line of the page that differs."""

from __future__ import annotations

import pytest

from tests.conftest import ReadPage
from verify.claims import Values, read_claims
from verify.findings import Finding
from verify.pages import Page
from verify.parity import compare_languages
from verify.references import References

ZH = """\
---
title: 算例
snippet: demo
---
# 算例

一句话。

## 前向 {#forward}

先乘，得 $y = \\claim{y}{1.5}$，再加。

- 一
- 二

!!! note "注意"
    正文。

| 甲 | 乙 |
|---|---|
| 一 | $x$ |

```python
--8<-- "snippets/demo.py:forward"
```

### 细节 {#details}

$$
z = \\text{输出}
$$

```output demo
```

<!-- figure: block -->

<block-demo></block-demo>
"""
EN = """\
---
title: Example
snippet: demo
---
# Example

One sentence.

## Forward {#forward}

Multiply, $y = \\claim{y}{1.5}$, then add.

- one
- two

!!! note "Note"
    Text.

| a | b |
|---|---|
| one | $x$ |

```python
--8<-- "snippets/demo.py:forward"
```

### Details {#details}

$$
z = \\text{output}
$$

```output demo
```

<!-- figure: block -->

<block-demo></block-demo>
"""


def compare(*pages: Page) -> list[Finding]:
    values = Values({}, {}, References())
    claims = {page.path: read_claims(page, values)[0] for page in pages}
    return compare_languages(pages, ["zh", "en"], claims)


def test_twins_agree(read: ReadPage) -> None:
    assert compare(read(ZH, "docs/zh/a.md"), read(EN, "docs/en/a.md")) == []


def test_one_language_has_nothing_to_agree_with(read: ReadPage) -> None:
    page = read("## No id\n", "docs/zh/a.md")
    assert compare_languages([page], ["zh"], {}) == []


DIFFERENCES = [
    (
        "heading missing",
        "### Details {#details}\n\n",
        "",
        9,
        "heading '### … {#details}' of docs/zh/a.md:27 is missing after this line: write it here "
        "too, or remove it there",
    ),
    (
        "heading too many",
        "- one",
        "### More {#more}\n\n- one",
        13,
        "heading is '### … {#more}', but '### … {#details}' at docs/zh/a.md:27: make them agree",
    ),
    (
        "level",
        "### Details",
        "## Details",
        27,
        "heading is '## … {#details}', but '### … {#det",
    ),
    (
        "id",
        "{#details}",
        "{#detail}",
        27,
        "heading is '### … {#detail}', but '### … {#details}'",
    ),
    (
        "no id",
        " {#details}",
        "",
        27,
        "heading 'Details' has no id: write {#some-words} behind it, the same in every language",
    ),
    (
        "paragraph missing",
        "One sentence.\n\n",
        "",
        5,
        "block 'paragraph' of docs/zh/a.md:7 is missing after this line",
    ),
    (
        "paragraph too many",
        "One sentence.\n\n",
        "One sentence.\n\nTwo.\n\n",
        9,
        "block 'paragraph' is missing in docs/zh/a.md: write it there too, or remove it",
    ),
    (
        "list length",
        "- two\n",
        "- two\n- three\n",
        13,
        "block is 'bullet list of 3', but 'bullet",
    ),
    (
        "kind of list",
        "- one\n- two",
        "1. one\n2. two",
        13,
        "block is 'ordered list of 2', but",
    ),
    (
        "list for a paragraph",
        "One sentence.",
        "- One sentence.",
        7,
        "block is 'bullet list of 1', but 'paragraph' at docs/zh/a.md:7: make them agree",
    ),
    (
        "kind of admonition",
        "!!! note",
        "!!! tip",
        16,
        "block is '!!! tip', but '!!! note' at docs/zh/a.md:16: make them agree",
    ),
    ("fold", "!!! note", "??? note", 16, "block is '??? note', but '!!! note'"),
    (
        "table rows",
        "| one | $x$ |\n",
        "| one | $x$ |\n| two | b |\n",
        19,
        "block is 'table of 3 rows and 2 columns, 4 cells', but 'table of 2 rows and 2 columns, 2",
    ),
    (
        "table columns",
        "| a | b |\n|---|---|\n| one | $x$ |",
        "| a | b | c |\n|---|---|---|\n| one | $x$ | d |",
        19,
        "block is 'table of 2 rows and 3 columns, 3 cells', but",
    ),
    (
        "figure",
        "<!-- figure: block -->",
        "<!-- figure: chain -->",
        36,
        "block is 'figure chain', but 'figure block' at docs/zh/a.md:36",
    ),
    (
        "demo",
        "<block-demo></block-demo>",
        "<chain-demo></chain-demo>",
        38,
        "block is 'chain-demo', but 'block-demo' at docs/zh/a.md:38",
    ),
    (
        "demo's attribute",
        "<block-demo></block-demo>",
        "<block-demo standalone></block-demo>",
        38,
        "block is 'block-demo standalone', but 'block-demo' at docs/zh/a.md:38",
    ),
    (
        "section shown",
        "demo.py:forward",
        "demo.py:backward",
        23,
        "code block is 'python snippets/demo.py:backward', but 'python snippets/demo.py:forward' "
        "at docs/zh/a.md:23",
    ),
    (
        "snippet shown",
        "snippets/demo.py:forward",
        "snippets/other.py",
        23,
        "code block is 'python snippets/other.py', but",
    ),
    (
        "output shown",
        "output demo",
        "output other",
        33,
        "code block is 'output other', but 'output demo' at docs/zh/a.md:33",
    ),
    ("formula", "$x$", "$x_l$", 21, "formula is 'x_l', but 'x' at docs/zh/a.md:21"),
    ("display formula", "z = ", "-z = ", 30, "formula is '-z=', but 'z=' at docs/zh/a.md:30"),
    (
        "literal",
        "{1.5}",
        "{1.50}",
        11,
        r"claim is '\\claim{y}{1.50}', but '\\claim{y}{1.5}' at docs/zh/a.md:11: make them agree",
    ),
    (
        "claim's name",
        r"\claim{y}",
        r"\claim{y[0]}",
        11,
        r"claim is '\\claim{y[0]}{1.5}', but",
    ),
    (
        "default snippet",
        "snippet: demo",
        "snippet: other",
        3,
        "front matter has `snippet: other`, but demo at docs/zh/a.md:3: make them agree",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [case[1:] for case in DIFFERENCES],
    ids=[case[0] for case in DIFFERENCES],
)
def test_differences(read: ReadPage, old: str, new: str, line: int, message: str) -> None:
    assert EN.count(old) == 1, "the change must be one change"
    changed = EN.replace(old, new)
    found = compare(read(ZH, "docs/zh/a.md"), read(changed, "docs/en/a.md"))
    assert [(f.path, f.line) for f in found] == [("docs/en/a.md", line)], found
    assert message in found[0].message


def test_pages_in_one_language_only(read: ReadPage) -> None:
    found = compare(
        read(ZH, "docs/zh/a.md"),
        read(EN, "docs/en/a.md"),
        read("# 甲", "docs/zh/b/c.md"),
        read("# D", "docs/en/d.md"),
    )
    assert [str(finding) for finding in found] == [
        "docs/zh/b/c.md:1: has no twin: write docs/en/b/c.md, or remove this page",
        "docs/en/d.md:1: has no twin: write docs/zh/d.md, or remove this page",
    ]


def test_every_difference_of_its_own_kind_is_told(read: ReadPage) -> None:
    changed = EN.replace("One sentence.\n\n", "").replace("$x$", "$x_l$").replace(":forward", "")
    found = compare(read(ZH, "docs/zh/a.md"), read(changed, "docs/en/a.md"))
    assert sorted(finding.line for finding in found) == [5, 19, 21]


def test_words_in_formulas_and_the_order_of_languages_do_not_matter(read: ReadPage) -> None:
    other = read(ZH.replace("输出", "别的"), "docs/zh/a.md")
    assert compare(read(EN, "docs/en/a.md"), other) == []
