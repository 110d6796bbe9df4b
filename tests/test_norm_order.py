"""Pre-LN and Post-LN: the page's words, formulas and figures, its code and PyTorch agree.

Each is read into the steps of every sub-layer, in the order in which they are computed. Where the
norm stands is what texts about Transformers get wrong most often, usually by describing one order
beside code that computes the other.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from torch.overrides import TorchFunctionMode

from figures.transformer_layers import LABELS, ORDERS, steps, tall, wide

ROOT = Path(__file__).parent.parent
LAYERS = ("encoder", "decoder")
Steps = list[tuple[str, ...]]

NAMES = {"self.mha": "MHA", "self.ffn": "FFN", "MHA": "MHA", "FFN": "FFN", "LN": "LN"}
WORDS = {
    "en": {"sub-layer": "branch", "addition": "+", "norm": "LN"},
    "zh": {"子层": "branch", "相加": "+", "归一化": "LN"},
}


def expected(layer: str, order: str) -> Steps:
    """Written out once more, so that the figures' own table is checked too."""
    sublayers = {"encoder": ["MHA", "FFN"], "decoder": ["MHA", "MHA", "FFN"]}[layer]
    if order == "post":
        return [(sublayer, "+", "LN") for sublayer in sublayers]
    return [("LN", sublayer, "+") for sublayer in sublayers]


def read_page(lang: str) -> str:
    return (ROOT / f"docs/{lang}/transformer/residuals.md").read_text(encoding="utf-8")


def computed(node: ast.expr) -> Iterator[str]:
    """The operations of an expression in the order in which Python computes them."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            yield from computed(left)
            yield from computed(right)
            yield "+"
        case ast.Call(function, arguments):
            for argument in arguments:
                yield from computed(argument)
            name = ast.unparse(function)
            yield NAMES.get(name) or re.sub(r"self\.norm\d", "LN", name)
        case ast.Name():
            pass
        case _:
            raise AssertionError(f"not expected in a layer: {ast.unparse(node)}")


def section(page: str, heading: str) -> str:
    """The source from one heading to the next."""
    match = re.search(rf"\{{#{heading}\}}\n(.*?)\n#", page, re.DOTALL)
    assert match, f"no section {heading}"
    return match[1]


def right_sides(tex: str) -> list[str]:
    """The right side of each row of an alignment, as Python."""
    plain = re.sub(r"\\(id|br|sm)\{|\\mathrm\{(\w+)\}", lambda m: m[2] or "{", tex)
    plain = re.sub(r"[{}]|\\(begin|end)|aligned|\[4pt\]", "", plain)
    return re.findall(r"= (.+?)(?=\\\\|$)", plain, re.MULTILINE)


def orders_in_formulas(page: str, layer: str) -> dict[str, Steps]:
    heading = {"encoder": "orders", "decoder": "decoder"}[layer]
    blocks = re.findall(r"^\$\$\n(.*?)\n\$\$$", section(page, heading), re.DOTALL | re.MULTILINE)
    columns = [right_sides(block) for block in blocks]  # one display for each order
    post, pre = columns
    return {"post": [read_side(side) for side in post], "pre": [read_side(side) for side in pre]}


def read_side(python: str) -> tuple[str, ...]:
    return tuple(computed(ast.parse(python.strip(), mode="eval").body))


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("layer", LAYERS)
def test_formulas(layer: str, lang: str) -> None:
    found = orders_in_formulas(read_page(lang), layer)
    assert found == {order: expected(layer, order) for order in ORDERS}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_words(lang: str) -> None:
    table = section(read_page(lang), "orders")
    for order, name in (("post", "Post-LN"), ("pre", "Pre-LN")):
        row = re.search(rf"^\| {name} \| (.+) \|$", table, re.MULTILINE)
        assert row, f"no row {name} in the table of orders"
        assert tuple(WORDS[lang][word] for word in re.split("、|, ", row[1])) == ORDERS[order]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("layer", LAYERS)
def test_code(layer: str, order: str) -> None:
    source = (ROOT / f"snippets/transformer_{layer}_layer.py").read_text(encoding="utf-8")
    functions = {node.name: node for node in ast.walk(ast.parse(source)) if is_function(node)}
    body = functions[f"{order}_ln"].body
    values = [node.value for node in body if isinstance(node, ast.Assign | ast.Return)]
    assert len(values) == len(body)
    assert [tuple(computed(value)) for value in values if value] == expected(layer, order)


def is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef)


class Recorder(TorchFunctionMode):
    """What a layer of PyTorch computes: its modules by hooks, its sums as they are called."""

    def __init__(self, layer: nn.Module) -> None:
        super().__init__()
        self.seen: list[str] = []
        for name, module in layer.named_children():
            step = re.sub(r"\d", "", name)
            kind = {"norm": "LN", "self_attn": "MHA", "multihead_attn": "MHA"}.get(step, "")
            if kind or name == "linear2":
                module.register_forward_hook(self.note(kind or "FFN"))

    def note(self, step: str) -> Callable[..., None]:
        def hook(*_: Any) -> None:
            self.seen.append(step)

        return hook

    def __torch_function__(self, function, types, args=(), kwargs=None):  # type: ignore[no-untyped-def]
        if function in (torch.Tensor.add, torch.Tensor.__add__):
            self.seen.append("+")
        return function(*args, **(kwargs or {}))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("layer", LAYERS)
def test_pytorch(layer: str, order: str) -> None:
    kind = {"encoder": nn.TransformerEncoderLayer, "decoder": nn.TransformerDecoderLayer}[layer]
    model = kind(8, 2, 16, batch_first=True, norm_first=order == "pre")
    X = torch.zeros(1, 3, 8)
    with Recorder(model) as recorder:
        model(X) if layer == "encoder" else model(X, X)
    assert recorder.seen == list(chain.from_iterable(expected(layer, order)))


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("layer", LAYERS)
def test_figures(layer: str, lang: str) -> None:
    words = LABELS[lang]
    for order, row in zip(ORDERS, drawn(wide(layer, words).svg(""), "x", "y"), strict=True):
        assert row == list(chain.from_iterable(steps(layer, order)))
        assert row == list(chain.from_iterable(expected(layer, order)))
    for order, column in zip(ORDERS, drawn(tall(layer, words).svg(""), "y", "x"), strict=True):
        assert column == list(chain.from_iterable(expected(layer, order)))


def drawn(svg: str, along: str, across: str) -> Iterator[list[str]]:
    """The steps as they stand along each trunk; the trunks are where the plus signs are."""
    plus = [{"x": x, "y": y} for x, y in re.findall(r'f-node-sum" cx="(\S+)" cy="(\S+)"', svg)]
    text = r'<text class="t-label[^"]*" x="(\S+)" y="(\S+)">(LN|MHA|FFN)</text>'
    places = [({"x": x, "y": y}, name) for x, y, name in re.findall(text, svg)]
    places += [(place, "+") for place in plus]
    for trunk in sorted({float(place[across]) for place in plus}):
        near = [p for p in places if abs(float(p[0][across]) - trunk) < 66]
        yield [name for place, name in sorted(near, key=lambda p: float(p[0][along]))]
