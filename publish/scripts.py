"""One script for every page: Material's, with our own around it, fetched late."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

# Material would fetch the search index with every page, and start its worker. A reader who never
# searches shall pay for neither: (what stands in its bundle, what replaces it).
LATE_SEARCH = (
    # The index, on the first focus of the search …
    ('location.protocol!=="file:"', "!1"),
    # … or where a result was followed, whose address says what to highlight.
    (
        'z([t,r.pipe(Q(we()),g(o=>!!o.searchParams.get("h")))]).pipe(',
        'r.pipe(Q(we()),g(o=>!!o.searchParams.get("h")),b(o=>t.pipe(m(i=>[i,o]))),',
    ),
    # The worker: theme/assets/search.js.
    ("t=new Worker(e)", "t=window.lateWorker(e)"),
)
# Material fetches a sitemap for each alternate. Ours are no languages but a feed and Markdown.
NO_SITEMAPS = (('"link[rel=alternate]"', '"link[rel=alternate][hreflang]"'),)
# Material says in the head which colour scheme a page is in. tokens.css has said so already, and
# at each such word a browser would work out the style of all elements again, twice at the start.
ONE_SCHEME = (
    (
        'let o=x("meta",{name:"color-scheme"});document.head.appendChild(o);',
        'let o=x("meta",{name:"color-scheme"});',
    ),
)
# Instant navigation exchanges the page; two watchers of the page that was left would never stop and
# keep all of it in memory: (the contents' follower, whether the window is wide).
NOTHING_KEPT = (
    ("Pe(o.pipe(xe(pe))),te(a)).subscribe(", "Pe(o.pipe(xe(pe))),te(a),W(s)).subscribe("),
    (
        "ur(r=>t.addListener(()=>r(t.matches))).pipe(Q(t.matches))",
        'h(t,"change").pipe(m(()=>t.matches),Q(t.matches))',
    ),
)
# A page of another version of the site is loaded as a whole, with its own scripts, and asks for its
# own index: theme/assets/keep.js.
ONE_VERSION = (
    (
        "xr(a,{progress$:o}).pipe(ve(()=>(st(a,!0),y)))",
        "xr(a,{progress$:o}).pipe(m(window.ofThisVersion),ve(()=>(window.loadWhole(a),y)))",
    ),
    ('"search/search_index.json"', 'window.withVersion("search/search_index.json")'),
)
# The contents mark the heading above a line that Material puts by its own layout. Ours is where a
# link leads to (tokens.css): who follows one sees that entry marked, and not the one before.
LINE_OF_LINKS = (
    (
        "a+.8*(p.offsetTop-c.offsetTop)",
        "1+parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)",
    ),
)
# The search's worker takes a query's Chinese apart at words of the index, but at none that ends the
# query (of 梯度消失 it looks for 梯度 and 消), and it writes stars behind them, though it adds one
# to every term itself, and then says of each word that was found that it is missing. And lunr takes
# two nodes of its index for one if their names look alike (x1 to 23, x12 to 3), finds words that
# are not there, and fails. A word that it does not know is looked for as the next one: spelling.js.
WORKER_CHANGES = (
    ("for(let o=s+1;o<t.length;o++)", "for(let o=s+1;o<=t.length;o++)"),
    ("n[a]&&a<t.length-1&&", "n[a]&&a<t.length&&"),
    ('invertedIndex)].join("* ")', 'invertedIndex)].join(" ")'),
    ("e=e+s+o.id}return e", 'e=e+s+o.id+","}return e'),
    ("e=ce(e),!e", "e=ce(respelt(e,this.index)),!e"),
)
SPELLING = Path(__file__).with_name("spelling.js")
# A letter or a figure by itself, of a formula that was searched for, would mark all of its kind.
FEWER_MARKS = (
    (
        '.replace(/&/g,"&amp;").trim();let i=',
        '.replace(/&/g,"&amp;").replace(/(?<![\\p{L}\\p{N}])[\\w](?![\\p{L}\\p{N}])/gu," ").trim()'
        '||"\\uFFFD";let i=',
    ),
)
# Behind the search of a phone the page is held still, and Material scrolls back to where it was,
# also when a result has led to another page by then. Ours keeps its place (search.css).
HELD_STILL = ((",n&&window.scrollTo(0,n)", ""),)
# What no page of ours has: once nothing calls it, the bundler leaves its code out (sheets.mjs).
UNUSED = (
    # The banner for cookies, a notice to dismiss, the bar of a slow load, a repository's stars.
    ('...me("consent").map(e=>An(e,{target$:Ht})),', ""),
    ('...me("announce").map(e=>_n(e)),', ""),
    ('...me("progress").map(e=>mi(e,{progress$:uo})),', ""),
    (',...me("source").map(e=>$i(e))', ""),
    # The choice between versions of the site.
    ('((Di=Or.version)==null?void 0:Di.provider)==="mike"&&Ti({document$:ct});', ""),
    # Annotations, previews of links, Mermaid, tabs, tooltips.
    ('...M(".annotate:not(.highlight)",e).map(i=>zn(i,{target$:o,print$:n})),', ""),
    ('...M("a",e).map(i=>Jn(i,t)),', ""),
    ('...M("pre.mermaid",e).map(i=>Zn(i)),', ""),
    ('...M("[data-tabs]",e).map(i=>ri(i,{viewport$:r,target$:o})),', ""),
    (
        '...M("[title]:not([data-preview])",e).filter(()=>V("content.tooltips"))'
        ".map(i=>Xe(i,{viewport$:r})),",
        "",
    ),
    # In a program: its annotations, its lines to mark, its button to copy, for which we have ours.
    ("if(f instanceof HTMLElement){let d=Qn(f);", "if(!1){let d=Qn(f);"),
    (
        'if(u.length&&(e.classList.add("md-code__content"),e.closest(".select")'
        '||V("content.code.select")&&!e.closest(".no-select"))){',
        'if(u.length&&e.classList.add("md-code__content"),!1){',
    ),
    (
        'if(Kn.default.isSupported()&&(e.closest(".copy")||V("content.code.copy")'
        '&&!e.closest(".no-copy"))){',
        "if(!1){",
    ),
)
CHANGES = (
    *LATE_SEARCH,
    *NO_SITEMAPS,
    *ONE_SCHEME,
    *NOTHING_KEPT,
    *ONE_VERSION,
    *LINE_OF_LINKS,
    *FEWER_MARKS,
    *HELD_STILL,
    *UNUSED,
)
# All of the bundle stands in one function, which would hide from the bundler what is not called.
WRAPPED = re.compile(r'"use strict";\(\(\)=>\{(?P<body>.*)\}\)\(\);', re.DOTALL)


def changed(script: str, changes: Iterable[tuple[str, str]]) -> str:
    """A script of Material's, in which each of these must stand once."""
    for old, new in changes:
        if script.count(old) != 1:
            raise ValueError(
                f"Material's script has {old!r} {script.count(old)} times, expected 1: "
                "another version? See publish/scripts.py"
            )
        script = script.replace(old, new)
    return script


def lighter(bundle: str) -> str:
    """Material's bundle, changed as said above, as the body of a module."""
    bundle = changed(bundle, CHANGES)
    wrapped = WRAPPED.match(bundle)
    if wrapped is None:
        raise ValueError("Material's script is no function any more: see publish/scripts.py")
    return wrapped["body"]


def search_worker(script: str, lunr: str) -> str:
    """The search's worker, changed as said above. `lunr`: the folder of what it imports."""
    changes = (*WORKER_CHANGES, ('"../lunr"', f'"../{lunr}"'))
    return together([changed(script, changes), SPELLING.read_text(encoding="utf-8")])


def together(scripts: list[str]) -> str:
    """Classic scripts one after the other, each ended, so that none runs into the next."""
    return "\n".join(f"{script.rstrip().removesuffix(';')};" for script in scripts)
