"""Which share of the paths through 54 blocks of two layers is 10 to 34 layers long."""

from math import comb

layers = 110
blocks = (layers - 2) // 2
fewest, most = 10 // 2, 34 // 2
short_paths = sum(comb(blocks, k) for k in range(fewest, most + 1))
percent = 100 * short_paths / 2**blocks
print(f"{blocks} blocks, {fewest} to {most} branches: {percent:.2g} percent of the paths")
