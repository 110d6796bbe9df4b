"""DeepNorm's two constants, and what they hold constant."""

from math import isclose

# --8<-- [start:constants]
layers = [6, 12, 18, 100, 1000]
alphas, betas = [], []
for N in layers:
    # $\alpha = (2 N)^{\frac14}$
    alpha = (2 * N) ** (1 / 4)
    # $\beta = (8 N)^{-\frac14}$
    beta = (8 * N) ** (-1 / 4)
    # $2 N \frac{\beta^2}{\alpha^2} = \frac12$
    assert isclose(2 * N * beta**2 / alpha**2, 1 / 2)
    alphas.append(alpha)
    betas.append(beta)
    print(f"{N:4} layers: alpha {alpha:.3f}, beta {beta:.3f}")
# --8<-- [end:constants]

# --8<-- [start:both]
# $N = M$
# $M$
N = M = 6
# $0.81\, (N^4 M)^{\frac{1}{16}}$
encoder_alpha = 0.81 * (N**4 * M) ** (1 / 16)
# $0.87\, (N^4 M)^{-\frac{1}{16}}$
encoder_beta = 0.87 * (N**4 * M) ** (-1 / 16)
# $(3 M)^{\frac14}$
decoder_alpha = (3 * M) ** (1 / 4)
# $(12 M)^{-\frac14}$
decoder_beta = (12 * M) ** (-1 / 4)
# --8<-- [end:both]
print(f"{N} + {M}: encoder {encoder_alpha:.3f}, {encoder_beta:.3f}; ", end="")
print(f"decoder {decoder_alpha:.3f}, {decoder_beta:.3f}")
