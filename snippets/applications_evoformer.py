"""Two streams that write to each other, as in AlphaFold's Evoformer: the sums of a block."""

import torch

torch.manual_seed(0)
sequences, residues, width = 5, 7, 8
m = torch.randn(sequences, residues, width)
z = torch.randn(residues, residues, width)
weights = iter(torch.randn(9, width, width) / width)
sums = {"m": 0, "z": 0}


def layer_norm(x):
    return torch.nn.functional.layer_norm(x, x.shape[-1:])


def mix(name, x, update):
    """A residual update of the stream x; the branch's last matrix is the next of the weights."""
    sums[name] += 1
    return x + update @ next(weights)


# --8<-- [start:block]
def over(x, dim, bias=0.0):
    """A mean with weights: stands here for gated attention."""
    return torch.softmax(layer_norm(x) + bias, dim) * layer_norm(x)


pair_bias = layer_norm(z).mean((0, 2)).unsqueeze(1)
m = mix("m", m, over(m, 1, pair_bias))
m = mix("m", m, over(m, 0))
m = mix("m", m, torch.relu(layer_norm(m)))
normed = layer_norm(m)
z = mix("z", z, torch.einsum("sic,sjc->ijc", normed, normed) / sequences)
z = mix("z", z, torch.einsum("ikc,jkc->ijc", layer_norm(z), layer_norm(z)))
z = mix("z", z, torch.einsum("kic,kjc->ijc", layer_norm(z), layer_norm(z)))
z = mix("z", z, over(z, 1))
z = mix("z", z, over(z, 0))
z = mix("z", z, torch.relu(layer_norm(z)))
# --8<-- [end:block]
to_m, to_z = sums["m"], sums["z"]
per_block = to_m + to_z
print(f"size of the streams: {m.norm():.4g} and {z.norm():.4g}")
print(f"{to_m} sums to the alignment, {to_z} to the pairs, {per_block} in all")
