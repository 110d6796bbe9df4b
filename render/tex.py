"""TeX as authors write it, made into TeX for KaTeX and into TeX for readers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from verify.tex import Call, macro_calls

Change = Callable[[Call, str], str]


def for_katex(tex: str, names: Sequence[str]) -> str:
    r"""Claims become data attributes that carry their full `names`, one a claim, in order.

    So do the places of a demo's formulas, `\slot{slot=name}{…}`, in which numbers change.

    A quoted statement keeps its key as an attribute; a reason given for notation is dropped.
    """
    calls = list(macro_calls(tex, "claim", 2))
    if len(calls) != len(names):
        raise ValueError(f"{len(calls)} claims in the formula, {len(names)} in the ledger")
    remaining = list(names)
    tex = rewrite(tex, "claim", 2, lambda c, _: data("claim", remaining.pop(), c.arguments[1]))
    tex = rewrite(tex, "slot", 2, slot)
    tex = rewrite(tex, "cited", 2, lambda c, _: data("cited", *c.arguments))
    return rewrite(tex, "notation", 2, lambda c, _: c.arguments[1])


def slot(call: Call, _: str) -> str:
    attributes, body = call.arguments
    return f"\\htmlData{{{attributes}}}{{{body}}}"


def data(name: str, value: str, body: str) -> str:
    return f"\\htmlData{{{name}={value}}}{{{body}}}"


def unmarked(tex: str) -> str:
    """The formula without claims and exceptions, its colours kept."""
    tex = rewrite(tex, "claim", 2, lambda c, _: c.arguments[1])
    for name in ("cited", "notation", "slot"):
        tex = rewrite(tex, name, 2, unwrapped)
    return tex


def plain(tex: str, roles: Iterable[str]) -> str:
    """The formula alone, without colours too. `roles` are macro names."""
    tex = unmarked(tex)
    for role in roles:
        tex = rewrite(tex, role, 1, unwrapped)
    return tex


def unwrapped(call: Call, tex: str) -> str:
    r"""The last argument, in braces where its neighbours would otherwise take part of it.

    Without them `\gr{J_F}^\top` would raise F alone, and `\cdot\gr{x}` would name a macro.
    """
    body = call.arguments[-1]
    whole = call.end - call.start == len(tex)
    after_macro = re.search(r"\\[A-Za-z]+$", tex[: call.start])
    return body if whole or (len(body) == 1 and not after_macro) else f"{{{body}}}"


def rewrite(tex: str, name: str, count: int, change: Change) -> str:
    """Exchange every call of a macro, the last one first, so that nested ones come out right."""
    while calls := list(macro_calls(tex, name, count)):
        call = calls[-1]
        tex = tex[: call.start] + change(call, tex) + tex[call.end :]
    return tex
