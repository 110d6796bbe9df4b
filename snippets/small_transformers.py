"""Small Transformers that learn to reverse a sequence, one for each seed, trained side by side."""

from math import log, sqrt

import torch
from torch.nn.functional import cross_entropy, layer_norm, relu, scaled_dot_product_attention

# --8<-- [start:net]
seeds, vocabulary, B, T, d = 5, 8, 16, 8, 32


def matrices(rows, columns):
    """A random matrix for each seed."""
    return torch.randn(seeds, rows, columns) * sqrt(2 / (rows + columns))


def attention(X, qkv, out):
    Q, K, V = (X @ qkv).view(seeds, B, T, 3 * d).chunk(3, dim=3)
    return scaled_dot_product_attention(Q, K, V).reshape(seeds, B * T, d) @ out


def ffn(X, up, down):
    return relu(X @ up) @ down


class Transformers:
    """Encoders of n layers. The first axis of all weights and states is the seed."""

    def __init__(self, n, norm, shortcut=True):
        torch.manual_seed(0)
        self.norm, self.shortcut = norm, shortcut
        self.tokens, self.places = torch.randn(seeds, vocabulary, d), torch.randn(seeds, 1, T, d)
        shapes = (d, 3 * d), (d, d), (d, 4 * d), (4 * d, d)
        self.layers = [[matrices(*shape) for shape in shapes] for _ in range(n)]
        self.head = matrices(d, vocabulary)
        self.weights = [
            self.tokens,
            self.places,
            self.head,
            *(w for layer in self.layers for w in layer),
        ]
        for weight in self.weights:
            weight.requires_grad_()

    def sublayer(self, x, branch, weights):
        if self.norm == "before" and self.shortcut:
            # $x_{l+1} = x_l + F_l(\mathrm{LN}(x_l))$
            return x + branch(layer_norm(x, [d]), *weights)
        if self.norm == "before":
            # $x_{l+1} = F_l(\mathrm{LN}(x_l))$
            return branch(layer_norm(x, [d]), *weights)
        F = branch(x, *weights)
        x = x + F if self.shortcut else F
        # $x_{l+1} = \mathrm{LN}(x_l + F_l(x_l))$
        return layer_norm(x, [d]) if self.norm == "after" else x

    def states(self, tokens):
        """The stream before every sublayer, and behind the last."""
        vectors = torch.stack([table[row] for table, row in zip(self.tokens, tokens, strict=True)])
        found = [(vectors + self.places).view(seeds, B * T, d)]
        for qkv, out, up, down in self.layers:
            found.append(self.sublayer(found[-1], attention, (qkv, out)))
            found.append(self.sublayer(found[-1], ffn, (up, down)))
        return found

    def losses(self, tokens):
        """For each seed, of predicting the sequence backwards."""
        logits = layer_norm(self.states(tokens)[-1], [d]) @ self.head
        targets = tokens.flip(2).flatten()
        losses = cross_entropy(logits.flatten(0, 1), targets, reduction="none")
        return losses.view(seeds, B * T).mean(dim=1)


def train(net, rate, steps, warmup=0):
    """The losses of every step. Adam; the rate rises linearly to its value during a warm-up."""
    generator = torch.Generator().manual_seed(1)
    optimiser = torch.optim.Adam(net.weights, lr=rate)
    found = []
    for step in range(1, steps + 1):
        optimiser.param_groups[0]["lr"] = rate * min(1, step / max(warmup, 1))
        losses = net.losses(torch.randint(vocabulary, (seeds, B, T), generator=generator))
        optimiser.zero_grad()
        losses.sum().backward()
        optimiser.step()
        found.append(losses.detach())
    return torch.stack(found)


# --8<-- [end:net]
torch.manual_seed(1)
tokens = torch.randint(vocabulary, (seeds, B, T))
before_training = {}
for norm in ("before", "after", "none"):
    for shortcut in (True, False):
        net = Transformers(2, norm, shortcut)
        first_seed = net.losses(tokens)[0]
        before_training[f"{norm}_{shortcut}"] = first_seed.item()
        for gradient in torch.autograd.grad(first_seed, net.weights):
            assert gradient[0].norm() > 0 and gradient[1:].norm() == 0
chance = log(vocabulary)
steps, share = 60, 0.2
trained = train(Transformers(2, "before"), 3e-3, steps)[-1]
assert trained.max() < share * chance
for name, loss in before_training.items():
    print(f"2 layers, norm {name.replace('_', ', shortcut ')}: loss {loss:.3g} at the start")
print(
    f"with norm before and shortcut, after {steps} steps: below {share * chance:.2g} for every seed"
)
