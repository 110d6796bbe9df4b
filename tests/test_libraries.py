"""Our blocks against those of torchvision, timm and transformers: weights copied, outputs equal.

And what the page on PyTorch says of these libraries: parameter counts, where the norm stands, files
and versions.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from tests.libraries import (
    LAYERS,
    installed,
    passes_input_on,
    resnet,
    source,
    steps,
    timm_resnet,
    timm_resnet_v2,
    timm_vit,
    transformers,
)

ROOT = Path(__file__).parent.parent
SHAPES = [(16, 16, 1), (16, 32, 1), (16, 16, 2), (16, 32, 2)]

# What a formula of the table says in steps; a Transformer layer takes them twice.
STEPS = {
    r"\mathrm{ReLU}(x + F(x))": "F + ReLU",
    r"x + F(\mathrm{ReLU}(\mathrm{BN}(x)))": "BN F +",
    r"\mathrm{LN}(x + F(x))": "F + LN",
    r"x + F(\mathrm{LN}(x))": "LN F +",
    r"x + F(\mathrm{RMSNorm}(x))": "RMS F +",
    r"x + \mathrm{LN}(F(x))": "F LN +",
    r"x + \mathrm{RMSNorm}(F(x))": "F RMS +",
    r"x + \mathrm{RMSNorm}(F(\mathrm{RMSNorm}(x)))": "RMS F RMS +",
    r"x + \mathrm{MHA}(\mathrm{LN}(x)) + \mathrm{FFN}(\mathrm{LN}(x))": "LN F LN F + +",
}


@pytest.fixture(autouse=True)
def float32() -> Iterator[None]:
    """Some snippets compute in float64 and leave it the default."""
    torch.manual_seed(0)
    yield
    torch.set_default_dtype(torch.float32)


def names_of(stem: str) -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "snippets" / f"{stem}.py"))


def assert_same(ours: nn.Module, theirs: nn.Module, x: torch.Tensor) -> None:
    """Equal outputs, and equal gradients at the input."""
    x.requires_grad_()
    y, expected = ours(x), theirs(x)
    assert_close(y, expected)
    direction = torch.randn_like(y)
    assert_close(torch.autograd.grad(y, x, direction), torch.autograd.grad(expected, x, direction))


# --- convolutional blocks -----------------------------------------------------------------------


@pytest.mark.parametrize(("c_in", "c_out", "stride"), SHAPES)
@pytest.mark.parametrize("library", [resnet, timm_resnet], ids=["torchvision", "timm"])
def test_basic_block(library: Any, c_in: int, c_out: int, stride: int) -> None:
    ours = names_of("pytorch_conv_block")["BasicBlock"](c_in, c_out, stride)
    downsample = ours.downsample if list(ours.downsample.parameters()) else None
    theirs = library.BasicBlock(c_in, c_out, stride, downsample=downsample)
    theirs.load_state_dict(ours.state_dict())
    assert_same(ours, theirs, torch.randn(2, c_in, 8, 8))


@pytest.mark.parametrize(("c_in", "c_out", "stride"), SHAPES)
def test_preactivation_block(c_in: int, c_out: int, stride: int) -> None:
    ours = names_of("pytorch_preactivation")["PreActivationBlock"](c_in, c_out, stride)
    theirs = timm_resnet_v2.PreActBasic(
        c_in,
        c_out,
        stride=stride,
        conv_layer=timm_resnet_v2.create_conv2d,
        norm_layer=timm_resnet_v2.BatchNormAct2d,
        proj_layer=timm_resnet_v2.DownsampleConv,
    )
    weights = {name.replace("projection", "downsample.conv"): w for name, w in state(ours).items()}
    theirs.load_state_dict(weights)
    assert_same(ours, theirs, torch.randn(2, c_in, 8, 8))


def state(module: nn.Module) -> dict[str, torch.Tensor]:
    return dict(module.state_dict())


# --- Transformer layers -------------------------------------------------------------------------

BERT = {
    "attention.self.query": "q",
    "attention.self.key": "k",
    "attention.self.value": "v",
    "attention.output.dense": "self_attn.out_proj",
    "attention.output.LayerNorm": "norm1",
    "intermediate.dense": "linear1",
    "output.dense": "linear2",
    "output.LayerNorm": "norm2",
}
VIT = {
    "attention.q_proj": "q",
    "attention.k_proj": "k",
    "attention.v_proj": "v",
    "attention.o_proj": "self_attn.out_proj",
    "layernorm_before": "norm1",
    "layernorm_after": "norm2",
    "mlp.fc1": "linear1",
    "mlp.fc2": "linear2",
}
TIMM = {
    "attn.qkv": "self_attn.in_proj",
    "attn.proj": "self_attn.out_proj",
    "norm1": "norm1",
    "norm2": "norm2",
    "mlp.fc1": "linear1",
    "mlp.fc2": "linear2",
}


def our_weight(weights: dict[str, torch.Tensor], module: str, kind: str) -> torch.Tensor:
    """A weight of our layer; q, k and v are the thirds of its in_proj."""
    if module in ("q", "k", "v"):
        return weights[f"self_attn.in_proj_{kind}"].chunk(3)["qkv".index(module)]
    name = f"{module}_{kind}" if module.endswith("in_proj") else f"{module}.{kind}"
    return weights[name]


def small_config(kind: Any, d: int, heads: int) -> Any:
    config = kind(
        hidden_size=d,
        num_attention_heads=heads,
        intermediate_size=4 * d,
        hidden_act="relu",
        layer_norm_eps=1e-5,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    config._attn_implementation = "sdpa"  # the other one rounds to float32
    return config


@pytest.mark.parametrize(
    ("order", "library"), [("post_ln", "bert"), ("pre_ln", "vit"), ("pre_ln", "timm")]
)
def test_encoder_layer(order: str, library: str) -> None:
    found = names_of("transformer_encoder_layer")
    d, heads = found["d"], found["heads"]
    ours = found["EncoderLayer"]()
    for weight in ours.parameters():
        nn.init.normal_(weight, std=0.5)
    if library == "timm":
        theirs: nn.Module = timm_vit.Block(
            d, heads, qkv_bias=True, act_layer=nn.ReLU, norm_layer=nn.LayerNorm
        )
    elif library == "bert":
        theirs = transformers.models.bert.modeling_bert.BertLayer(
            small_config(transformers.BertConfig, d, heads)
        )
    else:
        theirs = transformers.models.vit.modeling_vit.ViTLayer(
            small_config(transformers.ViTConfig, d, heads)
        )
    names, weights = {"bert": BERT, "vit": VIT, "timm": TIMM}[library], state(ours)
    theirs.load_state_dict(
        {
            f"{module}.{kind}": our_weight(weights, ours_module, kind)
            for module, ours_module in names.items()
            for kind in ("weight", "bias")
        }
    )
    layer = nn.Module()
    layer.forward = getattr(ours, order)  # type: ignore[method-assign]
    assert_same(layer, theirs, torch.randn(2, 5, d))


# --- parameter counts ---------------------------------------------------------------------------


def count(module: nn.Module) -> int:
    return sum(weight.numel() for weight in module.parameters())


def test_counts() -> None:
    found = names_of("pytorch_counts")
    with torch.device("meta"):
        theirs = [count(getattr(resnet, f"resnet{n}")()) for n in (18, 34, 50, 101, 152)]
        models = [
            transformers.GPT2LMHeadModel(
                transformers.GPT2Config(n_layer=n, n_embd=d, n_head=d // 64)
            )
            for n, d in found["sizes"]
        ]
    assert found["resnets"] == theirs
    assert found["gpt2_counts"] == [count(model) for model in models]


# --- the table of layouts -----------------------------------------------------------------------


def table(lang: str) -> dict[tuple[str, str, str], tuple[str, str]]:
    """Formula and file of each layer of the page's table, by package, class and option."""
    page = (ROOT / f"docs/{lang}/practice/pytorch.md").read_text(encoding="utf-8")
    section = re.search(r"\{#norm-places\}\n(.*?)\n## ", page, re.DOTALL)
    assert section
    found = {}
    for layer, formula in re.findall(r"^\| (.+) \| \$(.+)\$ \|$", section[1], re.MULTILINE):
        name, *option, file = re.findall("`([^`]+)`", layer)
        found[file.partition("/")[0], name, "".join(option)] = formula, file
    return found


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_table_is_complete(lang: str) -> None:
    assert set(table(lang)) == set(LAYERS)
    page = (ROOT / f"docs/{lang}/practice/pytorch.md").read_text(encoding="utf-8")
    for package in ("torch", "torchvision", "timm", "transformers"):
        assert f"{package} {installed(package)}" in page


@pytest.mark.parametrize("key", LAYERS, ids="-".join)
def test_layout(key: tuple[str, str, str]) -> None:
    run = LAYERS[key]()
    for lang in ("zh", "en"):
        formula, file = table(lang)[key]
        assert file == source(run.layer)
        assert passes_input_on(LAYERS[key]()) == formula.startswith("x + ")
        once = STEPS[formula]
    computed = steps(run).removeprefix("ReLU ")  # torchvision's one ReLU stands in the branch too
    assert computed in (once, f"{once} {once}")


@pytest.mark.parametrize("key", LAYERS, ids="-".join)
def test_final_norm(key: tuple[str, str, str]) -> None:
    """A stack with a bare trunk has one more norm, by a name that the page gives."""
    run = LAYERS[key]()
    if run.model is None:
        return
    named = dict(run.model.named_children())
    norms = {name for name in named if "norm" in name or name == "ln_f"} - {"layernorm_embedding"}
    assert norms == ({run.final_norm} if passes_input_on(run) else set())
    for lang in ("zh", "en"):
        page = (ROOT / f"docs/{lang}/practice/pytorch.md").read_text(encoding="utf-8")
        assert run.final_norm is None or f"`{run.final_norm}`" in page
