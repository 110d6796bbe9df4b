"""Layers of torchvision, timm and transformers, small and untrained, and what each computes.

What a layer does is not read off its names but recorded while it runs: its norms and sub-layers by
hooks, its sums as they are called. Whether a norm centres is measured too.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

SUMS = {getattr(torch.Tensor, name) for name in ("add", "add_", "__add__", "__radd__", "__iadd__")}
D, HEADS, WORDS = 16, 4, 30


def import_torchvision() -> None:
    """Import torchvision even beside a torch for which its compiled operators were not built.

    PyPI's wheels hold operators for CUDA, which a CPU build of torch cannot load. Models need none
    of them; two have to be declared, or the package refuses to be imported.
    """
    with suppress(RuntimeError):
        import torchvision

        return
    for name in [name for name in sys.modules if name.partition(".")[0] == "torchvision"]:
        del sys.modules[name]
    DECLARED.append(torch.library.Library("torchvision", "DEF"))
    for operator in ("nms", "qnms"):
        DECLARED[0].define(f"{operator}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    import torchvision  # noqa: F401


DECLARED: list[torch.library.Library] = []  # declarations end with the object that made them
import_torchvision()

import timm.models.resnet as timm_resnet  # noqa: E402
import timm.models.resnetv2 as timm_resnet_v2  # noqa: E402
import timm.models.vision_transformer as timm_vit  # noqa: E402
import torchvision.models.resnet as resnet  # noqa: E402
import torchvision.models.swin_transformer as swin  # noqa: E402
import torchvision.models.vision_transformer as vit  # noqa: E402
import transformers  # noqa: E402

transformers.logging.set_verbosity_error()

# The sizes of a small text model, by the names that most configurations share.
SMALL = {
    "hidden_size": D,
    "intermediate_size": 2 * D,
    "num_hidden_layers": 1,
    "num_attention_heads": HEADS,
    "vocab_size": WORDS,
}


@dataclass
class Run:
    """A model that can be called with `inputs`, and its layer to be watched.

    `steps` says which modules of the layer are norms and which end a sub-layer; what happens
    inside them, or inside those called "skip", is not looked at.
    """

    layer: nn.Module
    steps: dict[str, str]
    inputs: tuple[Any, ...]
    model: nn.Module | None = None
    final_norm: str | None = None  # its name in the model

    def __call__(self) -> None:
        (self.model or self.layer)(*self.inputs)


@dataclass
class Recorder(TorchFunctionMode):
    """What a layer computes, in order: LN, RMS or BN for norms, F for sub-layers, +, ReLU."""

    run: Run
    seen: list[str] = field(default_factory=list)
    ends: list[torch.Tensor] = field(default_factory=list)  # what the layer got, what it gave
    inside: int = 0
    watching: bool = False
    zero_branches: bool = False

    def __post_init__(self) -> None:
        super().__init__()
        layer = self.run.layer
        layer.register_forward_pre_hook(self.enter, with_kwargs=True)
        layer.register_forward_hook(self.leave)
        for name, step in self.run.steps.items():
            module = layer.get_submodule(name)
            module.register_forward_pre_hook(self.go_down)
            module.register_forward_hook(self.come_up(step))

    def enter(self, _: nn.Module, inputs: Any, named: dict[str, Any]) -> None:
        self.watching = True
        self.ends.append(inputs[0] if inputs else named["hidden_states"])

    def leave(self, _: nn.Module, __: Any, output: Any) -> None:
        self.watching = False
        self.ends.append(first(output))

    def go_down(self, *_: Any) -> None:
        self.inside += 1

    def come_up(self, step: str) -> Callable[..., Any]:
        def hook(module: nn.Module, inputs: tuple[torch.Tensor, ...], output: Any) -> Any:
            if step == "norm":
                self.seen.append(kind_of_norm(module, inputs[0]))
            elif step != "skip":
                self.seen.append(step)
            self.inside -= 1
            if step != "F" or not self.zero_branches:
                return output
            zero = torch.zeros_like(first(output))
            return (zero, *output[1:]) if isinstance(output, tuple) else zero

        return hook

    def __torch_function__(self, function, types, args=(), kwargs=None):  # type: ignore[no-untyped-def]
        if function in SUMS and self.watching and not self.inside:
            self.seen.append("+")
        return function(*args, **(kwargs or {}))


def first(output: Any) -> torch.Tensor:
    found = output[0] if isinstance(output, tuple) else output
    assert isinstance(found, torch.Tensor)
    return found


def kind_of_norm(module: nn.Module, x: torch.Tensor) -> str:
    """BN looks at other examples; a norm that centres does not see a constant added to all."""
    if isinstance(module, nn.modules.batchnorm._BatchNorm):
        return "BN"
    centres = torch.allclose(module.forward(x + 1), module.forward(x), atol=1e-4)
    return "LN" if centres else "RMS"


def steps(run: Run) -> str:
    """What the layer computes, such as "LN F + LN F +"."""
    with Recorder(run) as recorder:
        run()
    return " ".join(recorder.seen)


def passes_input_on(run: Run) -> bool:
    """Whether the layer with zero branches returns its input."""
    with Recorder(run, zero_branches=True) as recorder:
        run()
    before, after = recorder.ends
    return torch.equal(before, after)


def source(layer: nn.Module) -> str:
    """The file of a layer's class, from its package on."""
    package = type(layer).__module__.partition(".")[0]
    file = inspect.getsourcefile(type(layer))
    assert file is not None
    root = Path(sys.modules[package].__file__ or "").parent.parent
    return Path(file).relative_to(root).as_posix()


def installed(package: str) -> str:
    return version(package).partition("+")[0]


# --- the layers ---------------------------------------------------------------------------------


def tokens() -> torch.Tensor:
    return torch.arange(5)[None]


def states() -> torch.Tensor:
    return torch.randn(2, 5, D)


def torch_encoder(norm_first: bool) -> Run:
    layer = nn.TransformerEncoderLayer(D, HEADS, norm_first=norm_first, batch_first=True)
    named = {"norm1": "norm", "self_attn": "F", "norm2": "norm", "linear2": "F"}
    return Run(layer, named, (states(),))


def text(name: str, named: dict[str, str], final_norm: str | None, **sizes: Any) -> Run:
    """The first layer of a small model of transformers; `named` are the layer's modules."""
    config = getattr(transformers, f"{name}Config")(**{**SMALL, **sizes})
    model = getattr(transformers, f"{name}Model")(config)
    stack = getattr(model, "layers", None) or getattr(model, "h", None) or model.encoder.layer
    return Run(stack[0], named, (tokens(),), model, final_norm)


def bart() -> Run:
    sizes = {"d_model": D, "encoder_layers": 1, "encoder_attention_heads": HEADS}
    config = transformers.BartConfig(vocab_size=WORDS, decoder_layers=1, **sizes)
    model = transformers.BartModel(config).encoder
    named = {"self_attn": "F", "self_attn_layer_norm": "norm", "fc2": "F"}
    return Run(model.layers[0], {**named, "final_layer_norm": "norm"}, (tokens(),), model)


def whisper() -> Run:
    sizes = {"d_model": D, "encoder_layers": 1, "encoder_attention_heads": HEADS}
    config = transformers.WhisperConfig(
        decoder_layers=1, decoder_attention_heads=HEADS, max_source_positions=8, **sizes
    )
    model = transformers.WhisperModel(config).encoder
    named = {"self_attn_layer_norm": "norm", "self_attn": "F", "final_layer_norm": "norm"}
    sound = torch.randn(1, config.num_mel_bins, 16)
    return Run(model.layers[0], {**named, "fc2": "F"}, (sound,), model, "layer_norm")


def t5() -> Run:
    config = transformers.T5Config(
        vocab_size=WORDS, d_model=D, d_kv=4, d_ff=D, num_layers=1, num_heads=HEADS
    )
    model = transformers.T5Model(config).encoder
    named = {"layer.0.layer_norm": "norm", "layer.0.SelfAttention": "F"}
    named |= {"layer.1.layer_norm": "norm", "layer.1.DenseReluDense": "F"}
    return Run(model.block[0], named, (tokens(),), model, "final_layer_norm")


def vision() -> Run:
    config = transformers.ViTConfig(image_size=8, patch_size=4, **SMALL)
    model = transformers.ViTModel(config)
    named = {"layernorm_before": "norm", "attention": "F", "layernorm_after": "norm", "mlp": "F"}
    return Run(model.layers[0], named, (torch.randn(1, 3, 8, 8),), model, "layernorm")


def windows(layer: type[nn.Module]) -> Run:
    named = {"norm1": "norm", "attn": "F", "norm2": "norm", "mlp": "F"}
    return Run(layer(D, HEADS, [2, 2], [0, 0]), named, (torch.randn(1, 4, 4, D),))


def timm_tokens(layer: type[nn.Module], named: dict[str, str]) -> Run:
    return Run(layer(D, HEADS), named, (states(),))


def images() -> torch.Tensor:
    return torch.randn(2, D, 6, 6)


def timm_preactivation() -> Run:
    layer = timm_resnet_v2.PreActBasic(
        D, D, conv_layer=timm_resnet_v2.create_conv2d, norm_layer=timm_resnet_v2.BatchNormAct2d
    )
    return Run(layer, {"norm1": "norm", "norm2": "skip", "conv2": "F"}, (images(),))


PRE_NAMES = {"input_layernorm": "norm", "post_attention_layernorm": "norm"}
LLAMA = {**PRE_NAMES, "self_attn": "F", "mlp": "F"}
OLMO = {"post_attention_layernorm": "norm", "post_feedforward_layernorm": "norm"}
VIT = {"norm1": "norm", "attn": "F", "norm2": "norm", "mlp": "F"}

# By package, class and, where it has one, the option that decides.
LAYERS: dict[tuple[str, str, str], Callable[[], Run]] = {
    ("torch", "TransformerEncoderLayer", "norm_first=False"): lambda: torch_encoder(False),
    ("torch", "TransformerEncoderLayer", "norm_first=True"): lambda: torch_encoder(True),
    ("torchvision", "BasicBlock", ""): lambda: Run(
        resnet.BasicBlock(D, D), {"bn1": "skip", "bn2": "F", "relu": "ReLU"}, (images(),)
    ),
    ("torchvision", "EncoderBlock", ""): lambda: Run(
        vit.EncoderBlock(HEADS, D, 2 * D, 0.0, 0.0),
        {"ln_1": "norm", "self_attention": "F", "ln_2": "norm", "mlp": "F"},
        (states(),),
    ),
    ("torchvision", "SwinTransformerBlock", ""): lambda: windows(swin.SwinTransformerBlock),
    ("torchvision", "SwinTransformerBlockV2", ""): lambda: windows(swin.SwinTransformerBlockV2),
    ("timm", "BasicBlock", ""): lambda: Run(
        timm_resnet.BasicBlock(D, D), {"bn1": "skip", "bn2": "F", "act2": "ReLU"}, (images(),)
    ),
    ("timm", "PreActBasic", ""): timm_preactivation,
    ("timm", "Block", ""): lambda: timm_tokens(timm_vit.Block, VIT),
    ("timm", "ResPostBlock", ""): lambda: timm_tokens(timm_vit.ResPostBlock, VIT),
    ("transformers", "BertLayer", ""): lambda: text(
        "Bert",
        {
            "attention.self": "skip",
            "attention.output.dense": "F",
            "attention.output.LayerNorm": "norm",
            "output.dense": "F",
            "output.LayerNorm": "norm",
        },
        None,
    ),
    ("transformers", "BartEncoderLayer", ""): bart,
    ("transformers", "GPT2Block", ""): lambda: text(
        "GPT2",
        {"ln_1": "norm", "attn": "F", "ln_2": "norm", "mlp": "F"},
        "ln_f",
        n_positions=8,
    ),
    ("transformers", "ViTLayer", ""): vision,
    ("transformers", "WhisperEncoderLayer", ""): whisper,
    ("transformers", "T5Block", ""): t5,
    ("transformers", "LlamaDecoderLayer", ""): lambda: text("Llama", LLAMA, "norm"),
    ("transformers", "Olmo2DecoderLayer", ""): lambda: text(
        "Olmo2", {**OLMO, "self_attn": "F", "mlp": "F"}, "norm"
    ),
    ("transformers", "Gemma2DecoderLayer", ""): lambda: text(
        "Gemma2",
        {**LLAMA, "pre_feedforward_layernorm": "norm", "post_feedforward_layernorm": "norm"},
        "norm",
        head_dim=4,
        num_key_value_heads=2,
    ),
    ("transformers", "GPTNeoXLayer", "use_parallel_residual=True"): lambda: text(
        "GPTNeoX", {**PRE_NAMES, "attention": "F", "mlp": "F"}, "final_layer_norm"
    ),
}
