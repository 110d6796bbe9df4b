"""Five places for the norm: which layouts leave x alone if the branch is zero?"""

import torch
from torch import nn

torch.manual_seed(0)
T, d = 6, 16
norm = nn.LayerNorm(d)
x = torch.randn(1, T, d)
attention = nn.MultiheadAttention(d, 4, batch_first=True)
ffn = nn.Sequential(nn.Linear(d, 4 * d), nn.ReLU(), nn.Linear(4 * d, d))


def mha(X):
    return attention(X, X, X)[0]


# --8<-- [start:layouts]
layouts = {
    "LN(x + F(x))": lambda x, f: norm(x + f(x)),
    "x + F(LN(x))": lambda x, f: x + f(norm(x)),
    "x + LN(F(x))": lambda x, f: x + norm(f(x)),
    "x + LN(F(LN(x)))": lambda x, f: x + norm(f(norm(x))),
    "LN(x) + F(LN(x))": lambda x, f: norm(x) + f(norm(x)),
}
for name, layout in layouts.items():
    output = layout(x, torch.zeros_like)
    leaves_alone = torch.equal(output, x)
    assert leaves_alone or torch.equal(output, norm(x))
    kept = "x" if leaves_alone else "LN(x)"
    print(f"{name:17} zero branch: {kept:6} FFN: length {layout(x, ffn).norm():.4g}")
# --8<-- [end:layouts]

# --8<-- [start:parallel]
X = x
# $U = X + \mathrm{MHA}(\mathrm{LN}(X))$
U = X + mha(norm(X))
sequential = U + ffn(norm(U))
# $Y = X + \mathrm{MHA}(\mathrm{LN}(X)) + \mathrm{FFN}(\mathrm{LN}(X))$
Y = X + mha(norm(X)) + ffn(norm(X))
# --8<-- [end:parallel]
print(f"parallel against sequential: {(Y - sequential).norm() / sequential.norm():.2g}")
