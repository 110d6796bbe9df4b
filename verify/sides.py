"""What a side of a formula is made of: a claim, numbers, symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verify.arithmetic import is_numeric, without_words
from verify.expressions import Claim, Num, Script, Seq, Sym, children, normal_form, plain, walk

_UNIT = re.compile(r"\\%|\\(mathrm|text)\{[^}]*\}")
_BOUNDED = tuple(map(Sym, ("\\sum", "\\prod", "\\int", "\\lim", "\\max", "\\min")))


def is_value(side: Seq) -> bool:
    return claim_of(side) is not None or is_numeric(side)


def claim_of(side: Seq) -> Claim | None:
    """The claim that a side is, a unit or percent sign behind it aside."""
    items = without_words(side)
    if not items or not isinstance(items[0], Claim):
        return None
    units = all(isinstance(item, Sym) and _UNIT.fullmatch(item.tex) for item in items[1:])
    return items[0] if units else None


def without_unit(side: Seq) -> Seq:
    if claim_of(side) is None:
        return side
    return tuple(item for item in side if isinstance(item, Claim) or item == Sym("\\%"))


def indexed_symbols(items: Seq) -> set[str]:
    """Symbols with a digit in their index: x_0, x_{l+1}, W^{[1]}; a power is no index."""
    found: set[str] = set()
    for sequence in walk(plain(items)):
        for item in sequence:
            if isinstance(item, Script) and _has_digit(item.sub) and not _has_bounds(item):
                found.add(normal_form((Script(item.base, item.sub, ()),)))
            elif isinstance(item, Script) and _is_layer_index(item.sup):
                found.add(normal_form((item,)))
            elif isinstance(item, Sym) and re.search(r"\d", item.tex):
                found.add(item.tex)
    return found


def _has_bounds(item: Script) -> bool:
    """A sum or the like, whose index says from where to where."""
    return len(item.base) == 1 and item.base[0] in _BOUNDED


def _has_digit(items: Seq) -> bool:
    return re.search(r"\d", normal_form(items)) is not None


def _is_layer_index(sup: Seq) -> bool:
    """[1] or (0), as in W^{[1]}."""
    return len(sup) == 1 and _has_digit(sup) and normal_form(sup)[0] in "[("


def free_numbers(items: Seq) -> Iterator[Num]:
    """Numbers that neither a claim nor an index holds."""
    for item in items:
        if isinstance(item, Num):
            yield item
        elif isinstance(item, Script):
            yield from free_numbers(item.base)
            yield from free_numbers(item.sub) if _has_bounds(item) else ()
            yield from () if _is_layer_index(item.sup) else free_numbers(item.sup)
        elif not isinstance(item, Claim):
            for inside in children(item):
                yield from free_numbers(inside)


def has_symbol(items: Seq) -> bool:
    """Whether there is a letter or name among the numbers."""
    return any(
        isinstance(item, Sym) and re.match(r"[A-Za-z]|\\(?!times|cdot|div|dots)[A-Za-z]", item.tex)
        for sequence in walk(items)
        for item in sequence
    )
